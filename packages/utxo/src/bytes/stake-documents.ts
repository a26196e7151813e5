import { makeDocuments, type StakeDocuments } from '@isochain/babylon';
import { toHex } from '@isochain/core';
import type { Registration } from '../types.ts';

/**
 * All documents of a stake, in hex. They are members of `params` that follow from its bytes and its terms.
 *
 * @param psbt - Of the staking transaction.
 */
export function documentsOf(
  { stake, charges }: Pick<Registration, 'stake' | 'charges'>,
  psbt: Uint8Array,
): StakeDocuments & { readonly stakingPsbt: string } {
  return { stakingPsbt: toHex(psbt), ...makeDocuments(stake, charges) };
}
