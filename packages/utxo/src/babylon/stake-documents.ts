import { makeDocuments, type StakeDocuments } from '@isochain/babylon';
import { toHex } from '@isochain/core';
import type { Registration } from '../types.ts';

/**
 * All that is signed for a stake, in hex: members of `params` that repeat what its bytes and its terms say.
 *
 * @param psbt - Of the staking transaction.
 */
export function documentsOf(
  { stake, charges }: Pick<Registration, 'stake' | 'charges'>,
  psbt: Uint8Array,
): StakeDocuments & { readonly stakingPsbt: string } {
  return { stakingPsbt: toHex(psbt), ...makeDocuments(stake, charges) };
}
