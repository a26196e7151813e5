import { toHex } from '@isochain/core';
import { createDigests } from '../transaction/digests.ts';
import type { Plan } from '../transaction/plan.ts';
import { serialize, txidOf } from '../transaction/unsigned.ts';
import { psbtOf } from '../transaction/write-psbt.ts';
import type { StakeTerms } from './scripts.ts';
import type { StakeParams } from './stake-params.ts';
import { planSlashing, planUnbonding, planUnbondingSlashing, type StakeCharges } from './transactions.ts';

/** All that is signed for a stake, and what is registered on Babylon. */
export type StakeDocuments = Pick<
  StakeParams,
  | 'stakingPsbt'
  | 'slashingPsbt'
  | 'unbondingTransaction'
  | 'unbondingSlashingPsbt'
  | 'stakingTxid'
  | 'slashingSighash'
  | 'unbondingSlashingSighash'
>;

/**
 * Makes all documents of a stake.
 *
 * @param staking - Its first output is the staking output of these terms.
 */
export function makeDocuments(staking: Plan, terms: StakeTerms, charges: StakeCharges): StakeDocuments {
  const stakingTxid = txidOf(staking);
  const stake = { txid: stakingTxid, vout: 0, value: staking.outputs[0]?.value ?? 0n, terms };
  const unbonding = planUnbonding(stake, charges.unbondingFee);
  const slashing = planSlashing(stake, charges);
  const unbondingSlashing = planUnbondingSlashing(stake, txidOf(unbonding), charges);
  return {
    stakingPsbt: toHex(psbtOf(staking)),
    slashingPsbt: toHex(psbtOf(slashing)),
    unbondingTransaction: toHex(serialize(unbonding)),
    unbondingSlashingPsbt: toHex(psbtOf(unbondingSlashing)),
    stakingTxid,
    slashingSighash: sighashOf(slashing),
    unbondingSlashingSighash: sighashOf(unbondingSlashing),
  };
}

/** What the first input of a transaction signs, in hex. */
export function sighashOf(plan: Plan): string {
  return toHex(createDigests(plan)(0));
}
