import { toHex } from '@isochain/core';
import { psbtOf, serialize, sighashOf, txidOf } from './transaction-bytes.ts';
import { planSlashing, planUnbonding, planUnbondingSlashing, type Stake, type StakeCharges } from './transactions.ts';

/** The documents of a stake, to sign and to register on Babylon. The staking transaction is not among them. All in hex. */
export interface StakeDocuments {
  readonly slashingPsbt: string;
  /** Without signatures. */
  readonly unbondingTransaction: string;
  readonly unbondingSlashingPsbt: string;
  /** As explorers show it. */
  readonly stakingTxid: string;
  /** The hash for signers that sign hashes: 32 bytes. The staker signs it with BIP340 and the untweaked key. */
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
