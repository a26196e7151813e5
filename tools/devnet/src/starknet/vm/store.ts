/** A value of a slot, from a block on. */
interface Version {
  readonly block: number;
  readonly value: bigint;
}

/**
 * The state of the chain: slots with felts, in all the versions that blocks left. A slot that was never written holds 0, as on the chain.
 * Writes go to the block that is being made, and can be taken back to a mark.
 */
export class Store {
  readonly #slots = new Map<string, Version[]>();
  #undo: (() => void)[] = [];
  /** The block that writes belong to. */
  block = 0;

  /** The value now, or after a block. */
  get(slot: string, block = Number.POSITIVE_INFINITY): bigint {
    const versions = this.#slots.get(slot);
    if (versions === undefined) return 0n;
    for (let index = versions.length - 1; index >= 0; index -= 1) {
      const version = versions[index];
      if (version !== undefined && version.block <= block) return version.value;
    }
    return 0n;
  }

  set(slot: string, value: bigint): void {
    const versions = this.#slots.get(slot) ?? [];
    if (versions.length === 0) this.#slots.set(slot, versions);
    const last = versions.at(-1);
    if (last?.value === value) return;
    if (last?.block === this.block) {
      versions[versions.length - 1] = { block: this.block, value };
      this.#undo.push(() => {
        versions[versions.length - 1] = last;
      });
    } else {
      versions.push({ block: this.block, value });
      this.#undo.push(() => {
        versions.pop();
      });
    }
  }

  mark(): number {
    return this.#undo.length;
  }

  rollback(mark: number): void {
    while (this.#undo.length > mark) this.#undo.pop()?.();
  }

  /** Nobody goes back beyond this point. Marks from before are void. */
  settle(): void {
    this.#undo = [];
  }
}
