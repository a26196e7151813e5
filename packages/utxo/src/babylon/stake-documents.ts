import { makeDocuments, type StakeCharges, type StakeDocuments, type StakeTerms } from '@isochain/babylon';
import { toHex } from '@isochain/core';
import type { Plan } from '../transaction/plan.ts';
import { txidOf } from '../transaction/unsigned.ts';
import { psbtOf } from '../transaction/write-psbt.ts';

/** All that is signed for a stake, in hex. */
export type SignedDocuments = StakeDocuments & { readonly stakingPsbt: string };

/**
 * Makes the documents of a stake, with the staking transaction.
 *
 * @param staking - Its first output is the staking output of these terms.
 */
export function documentsOf(staking: Plan, terms: StakeTerms, charges: StakeCharges): SignedDocuments {
  const stake = { txid: txidOf(staking), vout: 0, value: staking.outputs[0]?.value ?? 0n, terms };
  return { stakingPsbt: toHex(psbtOf(staking)), ...makeDocuments(stake, charges) };
}
