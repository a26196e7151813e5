import type { Cell } from '../ton-core.ts';
import { type CellSize, sizeOf } from './cell-size.ts';
import type { GasPrice, MessagePrice, StoragePrice } from './prices.ts';

// Formulas of the chain (ton-blockchain/ton, crypto/block/transaction.cpp and mc-config.cpp). They are exact: tests compare them with the real
// virtual machine, to the nanoton.

/** Prices count in parts of 65,536. */
const part = 65_536n;

/** Nanotons for gas: a flat price up to a limit, and more beyond it. */
export function gasFee({ price, flatLimit, flatPrice }: GasPrice, gas: bigint): bigint {
  return gas <= flatLimit ? flatPrice : flatPrice + roundUp((gas - flatLimit) * price);
}

/** Nanotons for sending a message: all its cells except the root count. */
export function messageFee(price: MessagePrice, message: Cell): bigint {
  return forwardFee(price, sizeOf(message.refs));
}

/** Nanotons for a message with so many cells and bits beyond its root. */
export function forwardFee({ lump, bit, cell }: MessagePrice, { bits, cells }: CellSize): bigint {
  return lump + roundUp(bits * bit + cells * cell);
}

/**
 * Nanotons for the storage of an account between two times.
 *
 * @param from - Unix time in seconds: when storage was paid last. 0 if it never was, and nothing is due then.
 * @param to - Unix time in seconds.
 */
export function storageFee(
  prices: readonly StoragePrice[],
  { bits, cells }: CellSize,
  from: number,
  to: number,
): bigint {
  if (from === 0) return 0n;
  let sum = 0n;
  for (const [i, { since, bit, cell }] of prices.entries()) {
    const end = Math.min(to, prices[i + 1]?.since ?? to);
    const start = Math.max(from, since);
    if (end > start) sum += (bits * bit + cells * cell) * BigInt(end - start);
  }
  return roundUp(sum);
}

function roundUp(sum: bigint): bigint {
  return (sum + part - 1n) / part;
}
