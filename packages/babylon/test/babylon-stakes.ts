import { toHex } from '@isochain/core';
import { termsOf } from '../src/parameters.ts';
import { serialize } from '../src/transaction-bytes.ts';
import { planSlashing, planUnbondingSlashing } from '../src/transactions.ts';
import { bytes, type RecordedStake, recordedVersions } from './babylon.ts';

/**
 * The slashing transactions of the staking output and of the unbonding output of a recorded stake. They were not recorded, so the package makes them.
 * Other tests compare its slashing transactions with another implementation.
 */
export function slashingTransactions(stake: RecordedStake): [string, string] {
  const recorded = recordedVersions[stake.paramsVersion];
  if (recorded === undefined) throw new TypeError('no such version');
  const terms = termsOf(bytes(stake.stakerPk), stake.finalityProviderPks, {
    stakingTime: stake.stakingTime,
    unbondingTime: stake.unbondingTime,
    covenantKeys: [...recorded.covenant_pks],
    covenantQuorum: recorded.covenant_quorum,
  });
  const charges = {
    unbondingFee: BigInt(recorded.unbonding_fee_sat),
    slashingScript: bytes(recorded.slashing_pk_script),
    slashingRate: recorded.slashing_rate,
    slashingFee: BigInt(recorded.min_slashing_tx_fee_sat),
  };
  const { stakingTxid: txid, stakingOutputIndex: vout, stakingAmountSat } = stake;
  const at = { txid, vout, value: BigInt(stakingAmountSat), terms };
  return [
    toHex(serialize(planSlashing(at, charges))),
    toHex(serialize(planUnbondingSlashing(at, stake.unbondingTxid, charges))),
  ];
}
