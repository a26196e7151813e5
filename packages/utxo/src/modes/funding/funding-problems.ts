import { nativeAmount, type Problem, problem } from '@isochain/core';
import { typeOf } from '../../address/address.ts';
import { writeFeeRate } from '../../bytes/params.ts';
import { type Coin, outpointKey, sumOf } from '../../coin.ts';
import type { UtxoContext } from '../../context.ts';
import { dustThreshold, surchargeOf } from '../../fees/dust.ts';
import { feeOf, inputWeight } from '../../fees/weights.ts';
import { isWaiting, type SortedCoins, smallCoinLimit } from '../../selection/spendable.ts';
import type { Choice, Demand, Shortage } from './choose-coins.ts';
import type { Wallet } from './wallet.ts';

const amountField = 'transaction.data.amount';
const senderField = 'transaction.data.senderAddress';
const feesField = 'transaction.data.fees';
const replacesField = 'transaction.data.params.replaces';

/** Why restricted coins are not spent. */
const restriction = 'their transactions have version 3 (BIP431)';

/** Problems of the request that do not depend on the sender's coins. */
export function demandProblems(
  context: UtxoContext,
  { script, value, wishes }: Omit<Demand, 'changeScript'>,
): Problem[] {
  const { maxFeeRate } = context.policy;
  const rate = wishes.fees === undefined ? wishes.feeRate : undefined;
  return [
    ...(value === 'max' || value >= dustThreshold(context.policy, script) ? [] : [dust(context, script, value)]),
    ...rateProblems(rate, leastFeeRate(context)),
    ...(rate !== undefined && rate > maxFeeRate
      ? [problem('fee.tooHigh', { maximum: perByte(maxFeeRate) }, rateField)]
      : []),
  ];
}

const rateField = 'transaction.data.params.feeRate';
const perByte = (bound: bigint) => `${writeFeeRate(bound)} sat/vB`;

/** The least fee rate that may turn out to be taken. */
function leastFeeRate({ policy }: UtxoContext): bigint {
  return policy.leastRelayRate ?? policy.minFeeRate;
}

/** That a wished fee rate is too low. */
function rateProblems(wished: bigint | undefined, floor: bigint): Problem[] {
  return wished === undefined || wished >= floor ? [] : [problem('fee.tooLow', { minimum: perByte(floor) }, rateField)];
}

function dust(context: UtxoContext, script: Uint8Array, value: bigint): Problem {
  const amount = (of: bigint) => nativeAmount(context, of);
  const minimum = amount(dustThreshold(context.policy, script));
  const type = typeOf(script) ?? 'unknown';
  return problem(
    'amount.belowDust',
    { amount: amount(value), chain: context.identity.name, type, minimum },
    amountField,
  );
}

/** The problem that tells the sender of a shortage of coins. */
export function shortageProblem(
  context: UtxoContext,
  wallet: Wallet,
  { script, value, wishes }: Demand,
  { spendable, unconfirmed, protected: guarded, restricted }: SortedCoins,
  shortage: Shortage,
): Problem {
  const amount = (of: bigint) => nativeAmount(context, of);
  switch (shortage.reason) {
    case 'protected': {
      const limit = amount(smallCoinLimit(context, wallet.account, wishes) ?? 0n);
      return problem('coins.protected', { limit, held: amount(sumOf(guarded)) }, amountField);
    }
    case 'restricted':
      return problem('coins.waiting', { held: amount(sumOf(restricted)), reason: restriction }, amountField);
    case 'unreplaced': {
      const reason = 'what it spends is worth less than the fees';
      return problem('replacement.impossible', { transaction: wishes.replaces ?? '', reason }, replacesField);
    }
    case 'tooMany':
      return problem('inputs.tooMany', { limit: shortage.limit, sendable: amount(shortage.sendable) }, amountField);
    case 'nothing': {
      const held = sumOf(spendable);
      if (held === 0n && wallet.replaced === undefined) return problem('coins.none', {}, senderField);
      const rest = shortage.spendable - shortage.fees;
      const surcharge = surchargeOf(context.policy, [rest]);
      if (rest > 0n && surcharge === 0n) return dust(context, script, rest);
      // Everything that is held, if it is not more than the fees; else only the coins that are worth their fee.
      const fees = shortage.fees + surcharge;
      const available = amount(held <= fees ? held : shortage.spendable);
      return problem('balance.nothingToSend', { available, fees: amount(fees) }, amountField);
    }
    case 'insufficient': {
      const held = sumOf([...spendable, ...unconfirmed, ...guarded, ...restricted]);
      if (held === 0n && wallet.replaced === undefined) return problem('coins.none', {}, senderField);
      const { needed, fees } = shortage;
      const available = amount(held < needed ? held : shortage.spendable);
      const sent = amount(value === 'max' ? 0n : value);
      return problem(
        'balance.insufficient',
        { available, needed: amount(needed), amount: sent, fees: amount(fees) },
        amountField,
      );
    }
  }
}

/** Problems with the wished fees: nodes do not take them, or we do not offer them. */
export function wishProblems(context: UtxoContext, { floor }: Wallet, { wishes }: Demand, choice: Choice): Problem[] {
  if (wishes.fees === undefined) return rateProblems(wishes.feeRate, floor ?? leastFeeRate(context));
  const { maxFeeRate } = context.policy;
  const feeAt = (rate: bigint) => feeOf(rate, choice.weight) + surchargeOf(context.policy, [choice.value]);
  const [minimum, maximum] = [feeAt(floor ?? leastFeeRate(context)), feeAt(maxFeeRate)];
  if (wishes.fees < minimum) return [problem('fee.tooLow', { minimum: nativeAmount(context, minimum) }, feesField)];
  if (wishes.fees > maximum) return [problem('fee.tooHigh', { maximum: nativeAmount(context, maximum) }, feesField)];
  return [];
}

/** Whether nodes have to be asked if they take the wished fee: it is below the usual floor, and nobody was asked yet. */
export function isFloorOpen({ policy }: UtxoContext, { floor }: Wallet, { wishes }: Demand, choice: Choice): boolean {
  if (wishes.fees === undefined || floor !== undefined || policy.leastRelayRate === undefined) return false;
  return wishes.fees < feeOf(policy.minFeeRate, choice.weight);
}

/** Warnings about the coins, whether or not they suffice. */
export function coinWarnings(
  context: UtxoContext,
  { account, list, isCapped, difference }: Wallet,
  { immature, restricted }: SortedCoins,
): Problem[] {
  const warnings: Problem[] = difference === undefined ? [] : [difference];
  if (account.kind === 'extended' && account.isNeutral && list.isUsed === false)
    warnings.push(problem('account.otherScript', { type: account.type }, senderField));
  const first = Math.min(...immature.map(({ spendableFrom }) => spendableFrom));
  if (immature.length > 0) {
    warnings.push(
      problem('coins.immature', { held: nativeAmount(context, sumOf(immature)), height: first }, senderField),
    );
  }
  if (restricted.length > 0) {
    const held = nativeAmount(context, sumOf(restricted));
    warnings.push(problem('coins.restricted', { held, reason: restriction }, senderField));
  }
  if (isCapped) {
    warnings.push(problem('fee.capped', { rate: nativeAmount(context, context.policy.maxFeeRate) }, feesField));
  }
  return warnings;
}

/** The warning about amounts that one endpoint told and nobody confirms. */
export function believedWarnings(context: UtxoContext, believed: readonly Coin[]): Problem[] {
  if (believed.length === 0) return [];
  const held = nativeAmount(context, sumOf(believed));
  return [problem('coins.believed', { coins: believed.length, held }, senderField)];
}

/** Warnings about the choice of coins. */
export function choiceWarnings(
  context: UtxoContext,
  { feeRate, replaced, spend }: Wallet,
  { value }: Demand,
  sorted: SortedCoins,
  choice: Choice,
): Problem[] {
  const amount = (of: bigint) => nativeAmount(context, of);
  const warnings: Problem[] = [];
  const chosen = new Set(choice.coins.map(outpointKey));
  if (sorted.unconfirmed.some((coin) => chosen.has(outpointKey(coin))))
    warnings.push(problem('coins.unconfirmed', {}, senderField));
  // What the original of a replacement spends is spent already.
  const again = new Set(replaced?.coins.map(outpointKey));
  const doubtful = sorted.doubtful.map((coin) => [outpointKey(coin), coin] as const);
  const risked = doubtful.flatMap(([key, coin]) => (chosen.has(key) && !again.has(key) ? [coin] : []));
  const limit = context.policy.doubtfulLimit;
  if (limit !== undefined && risked.length > 0) {
    const said = { coins: risked.length, held: amount(sumOf(risked)), most: amount(limit), limit: limit.toString() };
    warnings.push(problem('coins.doubtful', said, senderField));
  }
  const surcharge = surchargeOf(context.policy, [choice.value]);
  if (surcharge > 0n) warnings.push(problem('fee.surcharge', { surcharge: amount(surcharge) }, feesField));
  if (value !== 'max') return warnings;

  const left = (coins: readonly Coin[], reason: string) => {
    if (coins.length > 0) warnings.push(problem('coins.left', { left: amount(sumOf(coins)), reason }, amountField));
  };
  const rest = sorted.spendable.filter((coin) => !chosen.has(outpointKey(coin)));
  const isWorth = (coin: Coin) => coin.value > feeOf(feeRate, inputWeight(spend));
  left(rest.filter(isWorth), 'so many coins do not fit into one transaction');
  left(
    rest.filter((coin) => !isWorth(coin)),
    'the fee of spending them is more than they hold',
  );
  left(
    sorted.protected.filter((coin) => !isWaiting(coin)),
    'such small coins may carry inscriptions or runes. params.allowSmallUtxos: true sends them too',
  );
  left([...sorted.unconfirmed, ...sorted.protected.filter(isWaiting)], 'they are not confirmed yet');
  return warnings;
}
