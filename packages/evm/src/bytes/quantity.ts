import type { Hex } from '../address.ts';

/** A number as nodes and wallets take it: 0x and hex digits without leading zeros (Ethereum JSON-RPC, "Quantities"). */
export function toQuantity(value: bigint | number): Hex {
  return `0x${value.toString(16)}`;
}
