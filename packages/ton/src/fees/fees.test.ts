import { describe, expect, it } from 'vitest';
import { sharedTree } from '../../test/hostile-cells.ts';
import { beginCell, Cell } from '../ton-core.ts';
import { forwardFee, gasFee, messageFee, storageFee } from './fees.ts';

// Prices of mainnet since 2026-04-29: tonkeeper/tongo, ton/testdata/config_65466080.json.
const gas = { flatLimit: 100n, flatPrice: 6_667n, price: 4_369_067n };
const message = { lump: 66_667n, bit: 4_369_067n, cell: 436_906_667n };
const cut = 1_777_500_000;
const storage = [
  { since: 0, bit: 1n, cell: 500n },
  { since: cut, bit: 0n, cell: 135n },
];

describe('gasFee', () => {
  it.each([
    [0n, 6_667n],
    [100n, 6_667n],
    // A part of a nanoton counts whole: 1 and 3,208 units cost 66.67 and 213,866.7 nanotons.
    [101n, 6_734n],
    [3_308n, 220_534n],
  ])('of %d units', (used, fee) => {
    expect(gasFee(gas, used)).toBe(fee);
  });
});

describe('messageFee', () => {
  it('leaves out the root, and counts a shared cell once', () => {
    expect(messageFee(message, Cell.EMPTY)).toBe(66_667n);
    expect(messageFee(message, beginCell().storeUint(1, 200).endCell())).toBe(66_667n);
    const tree = sharedTree(3);
    expect(messageFee(message, tree)).toBe(forwardFee(message, { bits: 0n, cells: 3n }));
    // 3 cells cost 19,999.99… nanotons.
    expect(messageFee(message, tree)).toBe(86_667n + 1n);
  });
});

describe('storageFee', () => {
  const size = { bits: 5_689n, cells: 22n };

  it('is nothing for an account that never paid', () => {
    expect(storageFee(storage, size, 0, cut)).toBe(0n);
  });

  it('adds the parts of two prices, and rounds once', () => {
    const before = (5_689n + 22n * 500n) * 1_000n;
    const after = 22n * 135n * 2_000n;
    const rounded = (sum: bigint) => (sum + 65_535n) / 65_536n;
    expect(storageFee(storage, size, cut - 1_000, cut)).toBe(rounded(before));
    expect(storageFee(storage, size, cut, cut + 2_000)).toBe(rounded(after));
    expect(storageFee(storage, size, cut - 1_000, cut + 2_000)).toBe(rounded(before + after));
  });

  it('is nothing if no time went by, or the time went back', () => {
    expect(storageFee(storage, size, cut, cut)).toBe(0n);
    expect(storageFee(storage, size, cut, cut - 5)).toBe(0n);
  });

  it('is what mainnet charges for a year', () => {
    // Source: runs of others on the same machine. Bits cost nothing since then.
    const year = 31_536_000;
    expect(storageFee(storage, size, cut, cut + year)).toBe(1_429_168n);
    expect(storageFee(storage, { bits: 1_315n, cells: 3n }, cut, cut + year)).toBe(194_887n);
    expect(storageFee(storage, { bits: 5_937n, cells: 23n }, cut, cut + year)).toBe(1_494_130n);
  });
});
