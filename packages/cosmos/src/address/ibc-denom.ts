import { toHex } from '@isochain/core';
import { sha256 } from '@noble/hashes/sha2.js';

/**
 * The denomination that a chain gives to a token that came over IBC (cosmos/ibc-go modules/apps/transfer/types/denom.go: IBCDenom).
 *
 * @param trace - Ports and channels, then the denomination on its own chain: `transfer/channel-0/uatom`.
 */
export function ibcDenom(trace: string): string {
  return `ibc/${toHex(sha256(new TextEncoder().encode(trace))).toUpperCase()}`;
}
