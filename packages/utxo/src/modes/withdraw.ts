import { planWithdrawal } from '@isochain/babylon';
import {
  type CheckedIntent,
  type Decision,
  type ModeVerbs,
  nativeAmount,
  type Problem,
  problem,
  type Scene,
  type Wishes,
} from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { AddressAccount } from '../address/account.ts';
import { writeFeeRate } from '../bytes/params.ts';
import type { WithdrawParams } from '../bytes/stake-params.ts';
import type { UtxoContext } from '../context.ts';
import { dustThreshold } from '../fees/dust.ts';
import type { FeeRate } from '../fees/fee-rate.ts';
import { usualFeesOf } from '../fees/usual-fees.ts';
import { feeOf } from '../fees/weights.ts';
import { withdrawalWeight } from '../fees/withdrawal-weight.ts';
import type { Utxo } from '../types.ts';
import type { Upstreams } from '../upstream/choose.ts';
import { honours, priceWishes } from '../wishes.ts';
import { findStake, type KnownStake, notOneAddress, readStake } from './known-stake.ts';
import { type LockedCoin, locateCoin } from './locked-coin.ts';
import { refusing } from './refusing.ts';
import { otherValidator } from './unstake.ts';

type Intent = CheckedIntent<Utxo, 'withdraw'>;

/** What a withdrawal is decided from. */
interface Found {
  readonly known: KnownStake;
  readonly coin: LockedCoin;
  /** undefined if fees were wished for. */
  readonly price: FeeRate | undefined;
  readonly recipient: AddressAccount;
}

/** Withdrawals of all coins of a stake to the sender, less the fees, once their lock is over. */
export function withdraw(context: UtxoContext, upstreams: Upstreams): ModeVerbs<Utxo, 'withdraw'> {
  return {
    wishes: priceWishes,
    honours,
    needs: ['babylon'],
    ask: (intent, operation) => ask(context, upstreams, intent, operation),
  };
}

async function ask(
  context: UtxoContext,
  upstreams: Upstreams,
  intent: Intent,
  operation: Operation,
): Promise<Scene<Utxo, 'withdraw'>> {
  const { data, parsed, wishes } = intent;
  const { senderAddress: recipient } = parsed;
  if (recipient.kind !== 'address') return refusing(notOneAddress(data.senderAddress));
  const found = await findStake(context, intent, /WITHDRAWABLE$/, operation);
  if (!found.ok) return refusing(...found.errors);
  const [known, price] = await Promise.all([
    readStake(found.txid, found.staker, operation),
    wishes.fees === undefined ? upstreams.feeRate(wishes, operation) : undefined,
  ]);
  if (!known.ok) return refusing(...known.errors);
  const coin = await locateCoin(known, upstreams, operation);
  if ('reason' in coin) return refusing(problem('position.locked', coin));
  if (coin.tip < coin.freeAfter) {
    const reason = `until block ${coin.freeAfter}, and the chain is at block ${coin.tip}`;
    return refusing(problem('position.locked', { reason }));
  }
  const spender = await upstreams.spender(coin, operation);
  if (spender !== undefined) {
    const reason = `transaction ${spender} withdrew it`;
    return refusing(problem('position.notFound', { reason }, 'transaction.data.stakeId'));
  }
  return { decide: () => decide(context, intent, { known, coin, price, recipient }) };
}

function decide(
  context: UtxoContext,
  { parsed, wishes }: Intent,
  { known, coin, price, recipient: { script } }: Found,
): Decision<Utxo, 'withdraw'> {
  const { txid, vout, value, path } = coin;
  const weight = withdrawalWeight(planWithdrawal(known.stake.terms, path, coin, script, 0n));
  const vsize = Math.ceil(weight / 4);
  const fees = wishes.fees ?? feeOf(price?.feeRate ?? 0n, weight);
  const params: WithdrawParams = {
    ...{ v: 1, ...known.params, path, txid, vout, value: value.toString() },
    ...{ feeRate: writeFeeRate((fees * 1000n) / BigInt(vsize)), weight, vsize },
  };
  const amount = value - fees;
  const amounts = { available: nativeAmount(context, value), fees: nativeAmount(context, fees) };
  return {
    ...(price === undefined ? {} : { usualFees: usualFeesOf(context.policy, fees, price.feeRate, wishes.feeRate) }),
    computed: {
      ...{ stakeId: known.stake.txid, fees: fees.toString(), params },
      ...(amount > 0n ? { amount: amount.toString() } : {}),
    },
    errors: [
      ...(amount < dustThreshold(context.policy, script) ? [problem('balance.nothingToSend', amounts)] : []),
      ...feeProblems(context, wishes, fees, { weight, floor: price?.floor ?? context.policy.minFeeRate }),
    ],
    warnings: [
      ...otherValidator(known, parsed.validatorAddress),
      ...(price?.isCapped ? [problem('fee.capped', { rate: nativeAmount(context, context.policy.maxFeeRate) })] : []),
    ],
  };
}

/** Problems with the wished fees: nodes do not take them, or we do not offer them. */
function feeProblems(
  context: UtxoContext,
  wishes: Wishes<Utxo, 'withdraw'>,
  fees: bigint,
  { weight, floor }: { readonly weight: number; readonly floor: bigint },
): Problem[] {
  if (wishes.fees === undefined && wishes.feeRate === undefined) return [];
  const field = wishes.fees === undefined ? 'transaction.data.params.feeRate' : 'transaction.data.fees';
  const minimum = feeOf(floor, weight);
  const maximum = feeOf(context.policy.maxFeeRate, weight);
  if (fees < minimum) return [problem('fee.tooLow', { minimum: nativeAmount(context, minimum) }, field)];
  return fees > maximum ? [problem('fee.tooHigh', { maximum: nativeAmount(context, maximum) }, field)] : [];
}
