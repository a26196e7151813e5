import { decodeMint } from '../layouts/index.ts';
import { programs } from '../well-known.ts';

/** In parts of 10,000. Source: solana-program/token-2022, interface/src/extension/transfer_fee/mod.rs: MAX_FEE_BASIS_POINTS. */
const maxFeeBasisPoints = 10_000;

/**
 * Whether the program that owns an account can have written its data. No program allows a transfer fee of more than the whole transfer: then the node
 * is wrong, not the token.
 */
export function isPossible({ owner, data }: { readonly owner: string; readonly data: Uint8Array }): boolean {
  if (owner !== programs.token2022) return true;
  const { older, newer } = decodeMint(data)?.extensions.transferFee ?? {};
  return [older, newer].every((fee) => fee === undefined || fee.basisPoints <= maxFeeBasisPoints);
}
