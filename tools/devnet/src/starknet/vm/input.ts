import { Panic } from './panic.ts';

/** Reads the calldata of a function, parameter by parameter, and fails as Cairo's generated code does. */
export class Input {
  readonly #felts: readonly bigint[];
  #next = 0;
  #parameter = 0;

  constructor(felts: readonly bigint[]) {
    this.#felts = felts;
  }

  get left(): number {
    return this.#felts.length - this.#next;
  }

  felt(): bigint {
    this.#parameter += 1;
    return this.#take();
  }

  /** u128. */
  amount(): bigint {
    const value = this.felt();
    if (value >= 2n ** 128n) this.#fail();
    return value;
  }

  u256(): bigint {
    this.#parameter += 1;
    const low = this.#take();
    const high = this.#take();
    if (low >= 2n ** 128n || high >= 2n ** 128n) this.#fail();
    return low + (high << 128n);
  }

  /** A length and as many felts. */
  felts(): bigint[] {
    this.#parameter += 1;
    const length = this.#take();
    if (length > BigInt(this.left)) this.#fail();
    return Array.from({ length: Number(length) }, () => this.#take());
  }

  /** The calls of a multicall: `[n, (to, selector, length, data…) × n]`. */
  calls(): { to: bigint; selector: bigint; calldata: bigint[] }[] {
    this.#parameter += 1;
    const count = this.#take();
    if (count > BigInt(this.left)) this.#fail();
    return Array.from({ length: Number(count) }, () => {
      const [to, selector, length] = [this.#take(), this.#take(), this.#take()];
      if (length > BigInt(this.left)) this.#fail();
      return { to, selector, calldata: Array.from({ length: Number(length) }, () => this.#take()) };
    });
  }

  /** Nothing may be left. */
  end(): void {
    if (this.left > 0) throw new Panic([BigInt(`0x${Buffer.from('Input too long for arguments').toString('hex')}`)]);
  }

  #take(): bigint {
    const felt = this.#felts[this.#next];
    if (felt === undefined) this.#fail();
    this.#next += 1;
    return felt;
  }

  #fail(): never {
    const text = `Failed to deserialize param #${this.#parameter}`;
    throw new Panic([BigInt(`0x${Buffer.from(text).toString('hex')}`)]);
  }
}
