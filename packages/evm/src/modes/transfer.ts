import { type CheckedIntent, type Decision, type ModeVerbs, nativeAmount, type Problem, problem } from '@isochain/core';
import type { EvmContext } from '../context.ts';
import { feeModels } from '../fees/fee-models.ts';
import { delegateOf, isContract, makeOffer, type Offer } from '../fees/terms.ts';
import type { EvmOptions } from '../options.ts';
import type { KnownToken } from '../token-lists/known-tokens.ts';
import type { Evm } from '../types.ts';
import { readSnapshot, type Snapshot } from '../upstream/snapshot.ts';
import { revertReason } from '../upstream/token-facts.ts';
import { isShortOfFunds } from '../upstream/verdicts.ts';
import { honours, noWishes } from '../wishes.ts';
import { decided, refused, senderProblems } from './decision.ts';
import { contractWarnings, recipientProblems, recipientWarnings, tokenAt } from './recipients.ts';

type Transfer = CheckedIntent<Evm, 'transfer'>;

interface Asked {
  readonly intent: Transfer;
  readonly snapshot: Snapshot;
  /** Set if the recipient is the contract of a known token. */
  readonly token: KnownToken | undefined;
  /** Whether a maximum leaves exactly nothing behind, if the chain allows it. */
  readonly emptyAccount: boolean;
}

/** Transfers of native coins. Everything comes from one snapshot: it takes one round trip, and amount and fees fit together. */
export function transfer(context: EvmContext, options: EvmOptions): ModeVerbs<Evm, 'transfer'> {
  const { emptyAccount = true } = options;
  return {
    wishes: noWishes,
    honours,
    async ask(intent, operation) {
      const refusals = recipientProblems(context, intent);
      if (refusals.length > 0) return { decide: () => refused(refusals) };
      const { senderAddress: sender, recipientAddress: target } = intent.parsed;
      const call = { from: sender, to: target, value: movedAtLeast(intent) };
      const request = { sender, target, call, dataLength: 0, token: false };
      const snapshot = await readSnapshot(context, request, operation);
      const token = await tokenAt(context, options, { address: target, code: snapshot.targetCode });
      return { decide: () => decide(context, { intent, snapshot, token, emptyAccount }) };
    },
  };
}

/** A max transfer is estimated with one wei, not zero: gas can depend on whether coins move (EIP-2780). */
function movedAtLeast({ amount = 0n }: Transfer): bigint {
  return amount === 'max' ? 1n : amount;
}

function decide(context: EvmContext, asked: Asked): Decision<Evm, 'transfer'> {
  const { intent, snapshot } = asked;
  const estimate = snapshot.gas?.ok === true ? snapshot.gas.value : undefined;
  if (estimate === undefined) return refused(refusedEstimate(context, snapshot, movedAtLeast(intent)));

  const isPlain = snapshot.targetCode === '0x';
  const max = intent.amount === 'max';
  const kind = isPlain ? 'native' : 'contract';
  const fillCap = max && isPlain && asked.emptyAccount;
  const offer = makeOffer(context, snapshot, { estimate, kind, max, fillCap }, intent.wishes);
  const amount = max ? snapshot.balance - offer.fees : movedAtLeast(intent);
  return decided(context, snapshot, offer, {
    amount,
    max,
    problems: [
      ...balanceProblems(context, snapshot, offer, amount, max),
      ...reserveProblems(context, snapshot, amount),
    ],
    warnings: [
      ...targetWarnings(context, asked),
      ...reserveWarnings(context, snapshot, amount),
      ...(max ? dustWarnings(context, offer, isPlain) : []),
    ],
  });
}

/** Why there is no estimate, in terms of the request. Nodes word a balance that is too low differently, so we check it ourselves. */
function refusedEstimate(context: EvmContext, snapshot: Snapshot, value: bigint): Problem[] {
  const { gas, balance } = snapshot;
  if (gas === undefined || gas.ok) return [];
  if (isContract(snapshot.senderCode)) return senderProblems(snapshot);
  if (balance < value) {
    const available = nativeAmount(context, balance);
    return [
      problem('balance.insufficient', { available, amount: nativeAmount(context, value) }, 'transaction.data.amount'),
    ];
  }
  if (isShortOfFunds(gas)) {
    const available = nativeAmount(context, balance);
    return [
      problem(
        'balance.insufficientForFees',
        { available, ticker: context.identity.ticker },
        'transaction.data.senderAddress',
      ),
    ];
  }
  const reason = revertReason(gas.error.data, gas.error.message);
  return [problem('transaction.fails', { reason }, 'transaction.data.recipientAddress')];
}

function balanceProblems(
  context: EvmContext,
  snapshot: Snapshot,
  offer: Offer,
  amount: bigint,
  max: boolean,
): Problem[] {
  const field = 'transaction.data.amount';
  const available = nativeAmount(context, snapshot.balance);
  const fees = nativeAmount(context, offer.fees);
  if (max) return amount > 0n ? [] : [problem('balance.nothingToSend', { available, fees }, field)];
  const needed = amount + offer.fees;
  if (snapshot.balance >= needed) return [];
  const numbers = { available, needed: nativeAmount(context, needed), amount: nativeAmount(context, amount), fees };
  return [problem('balance.insufficient', numbers, field)];
}

/** Blocks within which Monad counts an account's other transactions (docs.monad.xyz, "Reserve balance"). */
const reserveBlocks = 3;

interface Reserve {
  readonly reserve: bigint;
  readonly left: bigint;
}

function reserveOf(context: EvmContext, snapshot: Snapshot, amount: bigint): Reserve | undefined {
  const configured = feeModels[context.chain.feeClass].reserve;
  if (configured === undefined) return undefined;
  const reserve = configured < snapshot.balance ? configured : snapshot.balance;
  // Gas does not count against the reserve (docs.monad.xyz, "Reserve balance").
  const left = snapshot.balance - amount;
  return left < reserve ? { reserve, left: left > 0n ? left : 0n } : undefined;
}

function reserveProblems(context: EvmContext, snapshot: Snapshot, amount: bigint): Problem[] {
  const short = reserveOf(context, snapshot, amount);
  if (short === undefined || delegateOf(snapshot.senderCode) === undefined) return [];
  const { reserve, left } = short;
  const numbers = {
    reserve: nativeAmount(context, reserve),
    left: nativeAmount(context, left),
    chain: context.identity.name,
    reason: 'its code is delegated',
  };
  return [problem('balance.remainderTooLow', numbers, 'transaction.data.amount')];
}

function reserveWarnings(context: EvmContext, snapshot: Snapshot, amount: bigint): Problem[] {
  const short = reserveOf(context, snapshot, amount);
  if (short === undefined || delegateOf(snapshot.senderCode) !== undefined) return [];
  const reserve = nativeAmount(context, short.reserve);
  return [
    problem(
      'account.reserve',
      { reserve, chain: context.identity.name, blocks: reserveBlocks },
      'transaction.data.amount',
    ),
  ];
}

function targetWarnings(context: EvmContext, { intent, snapshot, token }: Asked): Problem[] {
  const field = 'transaction.data.recipientAddress';
  const special = recipientWarnings(context, intent, 'coins');
  if (snapshot.targetCode === '0x') return special;
  if (delegateOf(snapshot.targetCode) !== undefined) return [...special, problem('recipient.isDelegated', {}, field)];
  return [...special, ...contractWarnings(snapshot.targetCode, token)];
}

function dustWarnings(context: EvmContext, { price, ...offer }: Offer, isPlain: boolean): Problem[] {
  const model = feeModels[context.chain.feeClass];
  const isFilled = price.type === 'legacy' || price.maxPriorityFeePerGas === price.maxFeePerGas;
  const exact = isPlain && model.exact && isFilled;
  const dust = exact ? (offer.surcharge?.l1Fee ?? 0n) : offer.fees;
  if (dust === 0n) return [];
  const reason = exact
    ? 'the fee for L1 data is known only when the transaction is mined'
    : isPlain
      ? 'the chain charges less than the cap'
      : 'the recipient is a contract, and may use less gas than is set aside';
  return [problem('amount.leavesDust', { dust: nativeAmount(context, dust), reason }, 'transaction.data.amount')];
}
