import { toHex } from '@isochain/core';
import { psbtOf, serialize, sighashOf, txidOf } from './transaction-bytes.ts';
import { planSlashing, planUnbonding, planUnbondingSlashing, type Stake, type StakeCharges } from './transactions.ts';

/** What is signed for a stake beside the staking transaction, and what is registered on Babylon. All in hex. */
export interface StakeDocuments {
  readonly slashingPsbt: string;
  /** Without signatures. */
  readonly unbondingTransaction: string;
  readonly unbondingSlashingPsbt: string;
  /** As explorers show it. */
  readonly stakingTxid: string;
  /** What the staker signs, for signers of hashes: 32 bytes, BIP340 by the untweaked key. */
  readonly slashingSighash: string;
  readonly unbondingSlashingSighash: string;
}

/** Makes the documents of a stake. */
export function makeDocuments(stake: Stake, charges: StakeCharges): StakeDocuments {
  const unbonding = planUnbonding(stake, charges.unbondingFee);
  const slashing = planSlashing(stake, charges);
  const unbondingSlashing = planUnbondingSlashing(stake, txidOf(unbonding), charges);
  return {
    slashingPsbt: toHex(psbtOf(slashing)),
    unbondingTransaction: toHex(serialize(unbonding)),
    unbondingSlashingPsbt: toHex(psbtOf(unbondingSlashing)),
    stakingTxid: stake.txid,
    slashingSighash: sighashOf(slashing),
    unbondingSlashingSighash: sighashOf(unbondingSlashing),
  };
}
