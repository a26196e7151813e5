import { beginCell, Cell } from '../src/ton-core.ts';

// Cells that nobody sends who means well.

/** A cell whose tree has 2^depth leaves, though it has only depth + 1 cells. */
export function sharedTree(depth: number): Cell {
  let cell = Cell.EMPTY;
  for (let i = 0; i < depth; i++) cell = beginCell().storeRef(cell).storeRef(cell).endCell();
  return cell;
}

/** A dictionary with a value for every key of so many bits, in bits + 1 cells. */
export function sharedDictionary(bits: number, value: (cell: ReturnType<typeof beginCell>) => void): Cell {
  // hml_short$0 with a length of 0.
  const leaf = beginCell().storeUint(0b00, 2);
  value(leaf);
  let cell = leaf.endCell();
  for (let i = 0; i < bits; i++) cell = beginCell().storeUint(0b00, 2).storeRef(cell).storeRef(cell).endCell();
  return cell;
}

/** The same with a pruned branch (a cell of another kind) in place of the values, which readers of dictionaries leave out. */
export function prunedDictionary(bits: number): Cell {
  const pruned = beginCell().storeUint(0x0101, 16).storeUint(1n, 256).storeUint(0, 16).endCell({ exotic: true });
  let cell = pruned;
  for (let i = 0; i < bits; i++) cell = beginCell().storeUint(0b00, 2).storeRef(cell).storeRef(cell).endCell();
  return cell;
}

/**
 * A BOC of empty cells, written by hand: libraries refuse to make most of these.
 *
 * @param refs - The references of each cell, by number.
 */
export function bocOf(refs: readonly (readonly number[])[]): Uint8Array {
  const cells = refs.flatMap((to) => [to.length, 0, ...to.flatMap((n) => [n >> 8, n & 255])]);
  const head = [0xb5, 0xee, 0x9c, 0x72, 0x02, 0x03];
  const two = (n: number) => [n >> 8, n & 255];
  const three = (n: number) => [n >> 16, ...two(n & 65_535)];
  return Uint8Array.from([
    ...head,
    ...two(refs.length),
    ...two(1),
    ...two(0),
    ...three(cells.length),
    ...two(0),
    ...cells,
  ]);
}

/** A chain of so many cells below the first. */
export function chainBoc(depth: number): Uint8Array {
  return bocOf(Array.from({ length: depth + 1 }, (_, i) => (i < depth ? [i + 1] : [])));
}
