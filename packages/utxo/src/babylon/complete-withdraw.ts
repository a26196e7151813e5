import { planWithdrawal } from '@isochain/babylon';
import { type CheckedIntent, type Completion, type Operation, type Problem, problem } from '@isochain/core';
import { parseAddress } from '../account/address.ts';
import { nativeAmount } from '../amounts.ts';
import type { UtxoContext } from '../chains.ts';
import { writeFeeRate } from '../params.ts';
import { dustThreshold } from '../selection/dust.ts';
import { feeOf } from '../selection/weights.ts';
import type { Upstreams } from '../upstreams/choose.ts';
import { readWishes, type Wishes, withoutWishes } from '../wishes.ts';
import { otherValidator } from './complete-unstake.ts';
import { findStake, notOneAddress, readStake } from './known-stake.ts';
import { locateCoin } from './locked-coin.ts';
import type { WithdrawParams } from './stake-params.ts';
import { withdrawalWeight } from './withdrawal-weight.ts';

/** Completes the withdrawal of coins whose lock is over, to the sender: all of them, less the fees. */
export async function completeWithdraw(
  context: UtxoContext,
  upstreams: Upstreams,
  intent: CheckedIntent<'withdraw'>,
  operation: Operation,
): Promise<Completion<'withdraw'>> {
  const { data } = intent;
  const wishes = readWishes(data);
  const echo = withoutWishes(data) as Completion<'withdraw'>['data'];
  const refused = (...errors: readonly Problem[]) => ({ data: echo, errors, warnings: [] });

  const recipient = parseAddress(context.network, data.senderAddress);
  if (!recipient.ok) return refused(notOneAddress(data.senderAddress));
  const found = await findStake(context, data, /WITHDRAWABLE$/, operation);
  if (!found.ok) return refused(...found.errors);
  const [known, price] = await Promise.all([
    readStake(found.txid, found.staker, operation),
    wishes.fees === undefined ? upstreams.feeRate(wishes, operation) : undefined,
  ]);
  if (!known.ok) return refused(...known.errors);
  const coin = await locateCoin(known, upstreams, operation);
  if ('reason' in coin) return refused(problem('position.locked', coin));
  if (coin.tip < coin.freeAfter) {
    const reason = `until block ${coin.freeAfter}, and the chain is at block ${coin.tip}`;
    return refused(problem('position.locked', { reason }));
  }
  const spender = await upstreams.spender(coin, operation);
  if (spender !== undefined) {
    const reason = `transaction ${spender} withdrew it`;
    return refused(problem('position.notFound', { reason }, 'transaction.data.stakeId'));
  }

  const { txid, vout, value, path } = coin;
  const { script } = recipient.account;
  const planOf = (fees: bigint) => planWithdrawal(known.stake.terms, path, coin, script, fees);
  const weight = withdrawalWeight(planOf(0n));
  const vsize = Math.ceil(weight / 4);
  const fees = wishes.fees ?? feeOf(price?.feeRate ?? 0n, weight);
  const params: WithdrawParams = {
    ...{ v: 1, ...known.params, path, txid, vout, value: value.toString() },
    ...{ feeRate: writeFeeRate((fees * 1000n) / BigInt(vsize)), weight, vsize },
  };
  const amount = value - fees;
  return {
    data: {
      ...{ ...echo, stakeId: known.stake.txid, fees: fees.toString(), params },
      ...(amount > 0n ? { amount: amount.toString() } : {}),
    },
    errors: [
      ...(amount < dustThreshold(context.policy, script)
        ? [
            problem('balance.nothingToSend', {
              available: nativeAmount(context, value),
              fees: nativeAmount(context, fees),
            }),
          ]
        : []),
      ...feeProblems(context, wishes, fees, weight),
    ],
    warnings: [
      ...otherValidator(known, data.validatorAddress),
      ...(price?.isCapped ? [problem('fee.capped', { rate: nativeAmount(context, context.policy.maxFeeRate) })] : []),
    ],
  };
}

/** What nodes take, and what we offer, bound what can be wished for. */
function feeProblems(context: UtxoContext, wishes: Wishes, fees: bigint, weight: number): Problem[] {
  if (wishes.fees === undefined && wishes.feeRate === undefined) return [];
  const field = wishes.fees === undefined ? 'transaction.data.params.feeRate' : 'transaction.data.fees';
  const minimum = feeOf(context.policy.minFeeRate, weight);
  const maximum = feeOf(context.policy.maxFeeRate, weight);
  if (fees < minimum) return [problem('fee.tooLow', { minimum: nativeAmount(context, minimum) }, field)];
  return fees > maximum ? [problem('fee.tooHigh', { maximum: nativeAmount(context, maximum) }, field)] : [];
}
