import { chooseSignatures, planUnbonding, providerKey, sighashOf, termsOf } from '@isochain/babylon';
import { type CompletedData, catalogue, type Operation, refuse } from '@isochain/core';
import type { UtxoContext } from '../chains.ts';
import { altered } from '../params.ts';
import { readDelegation } from './lcd.ts';
import { stakerOf, stakeSchema } from './stake-params.ts';

/**
 * Whether a stake may be sent to Bitcoin: Babylon knows it, and the covenant has signed its unbonding transaction, without which the coins
 * would be locked until the end. The signatures are verified; a node's word for it is not enough.
 *
 * @param data - As `stakePlan` accepts it.
 * @returns `isKnown`: Babylon has seen the transaction on Bitcoin already.
 * @throws RefusedError `broadcast.stakeNotRegistered` or `broadcast.stakeNotVerified`; UpstreamError if no node of Babylon answers.
 */
export async function checkRegistration(
  context: UtxoContext,
  data: CompletedData<'stake'>,
  operation: Operation,
): Promise<{ isKnown: boolean }> {
  const { data: params } = stakeSchema.safeParse(data.params);
  const staker = stakerOf(data.senderPubKey);
  if (params === undefined || staker === undefined) throw altered('params');
  if (params.postStaking) return { isKnown: false };

  const chain = catalogue[context.chain.babylon?.chainId ?? 'babylon'].name;
  const delegation = await readDelegation(params.stakingTxid, operation);
  if (delegation === undefined) throw refuse('broadcast.stakeNotRegistered', { chain });
  const { status, signatures } = delegation;
  if (status !== 'PENDING' && status !== 'VERIFIED') return { isKnown: true };

  const terms = termsOf(staker, [providerKey(data.targetValidatorAddress)], params);
  const stake = { txid: params.stakingTxid, vout: 0, value: BigInt(data.amount ?? 0), terms };
  const sighash = sighashOf(planUnbonding(stake, params.unbondingFee));
  if (status === 'PENDING' || chooseSignatures(terms, sighash, signatures).length < terms.quorum)
    throw refuse('broadcast.stakeNotVerified', { chain });
  return { isKnown: false };
}
