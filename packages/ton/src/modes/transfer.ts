import { type CheckedIntent, type ModeVerbs, nativeAmount, type Problem, problem } from '@isochain/core';
import type { TonAddress } from '../address/address.ts';
import { commentCell } from '../bytes/comment.ts';
import type { TonContext } from '../context.ts';
import { gasFee } from '../fees/fees.ts';
import { isLiquid } from '../pools/liquid-pool.ts';
import { isNominatorPool } from '../pools/nominator-pool.ts';
import type { Address } from '../ton-core.ts';
import type { Ton } from '../types.ts';
import type { AccountFacts } from '../upstream/queries/accounts.ts';
import { type OutMessage, sendModes } from '../wallets/signing-message.ts';
import { versionOf } from '../wallets/wallet.ts';
import { honours, wishesOf } from '../wishes.ts';
import { type Facts, type Proposal, readScene } from './completion.ts';

/** Transfers of the native coin. */
export function transfer(context: TonContext): ModeVerbs<Ton, 'transfer'> {
  return {
    wishes: wishesOf(context),
    honours,
    ask: (intent, operation) =>
      readScene(
        context,
        intent,
        {
          accounts: [intent.parsed.recipientAddress.address],
          questions: {},
          propose: (facts) => propose(context, intent, facts),
        },
        operation,
      ),
  };
}

function propose(
  context: TonContext,
  { amount: wanted = 0n, parsed, data: { memo } }: CheckedIntent<Ton, 'transfer'>,
  facts: Facts<Record<never, never>>,
): Proposal<'transfer'> {
  const { recipientAddress: recipient, senderAddress: sender } = parsed;
  const state = facts.account(recipient.address);
  const isToSelf = recipient.address.equals(sender.address);
  const body = memo === undefined ? undefined : commentCell(memo);
  const message: OutMessage = {
    to: recipient.address,
    bounce: !isToSelf && bounces(recipient, state),
    value: wanted === 'max' ? 0n : wanted,
    mode: wanted === 'max' ? sendModes.everything : sendModes.fixed,
    body,
  };
  const furtherFees = isToSelf ? gasFee(facts.prices.gas, receivingGas) : 0n;
  const warnings = recipientWarnings(state);
  const errors = poolProblems(context, recipient.address, state);
  if (wanted !== 'max') return { message, amount: wanted, spent: wanted, furtherFees, errors, warnings };
  const amount = facts.spendable - facts.feesOf(message) - furtherFees;
  if (amount > 0n) return { message, amount, spent: amount, furtherFees, errors, warnings };
  const fees = nativeAmount(context, facts.feesOf(message));
  const numbers = { available: nativeAmount(context, facts.spendable), fees };
  return { message, spent: 0n, errors: [problem('balance.nothingToSend', numbers, 'transaction.data.amount')] };
}

/**
 * Whether coins come back if the recipient fails (ton-blockchain/docs, onboarding/wallet-apps/addresses-workflow). An account without a contract would
 * always send them back. An address says itself what its owner wants; the raw form does not, and then only wallets keep what they get.
 */
function bounces({ isBounceable }: TonAddress, { status, code }: AccountFacts): boolean {
  if (status !== 'active') return false;
  return isBounceable ?? !(code !== undefined && versionOf(code) !== undefined);
}

/**
 * More gas than a wallet of any version uses when it receives its own message: v4r2 used most, 991 (measured on @ton/sandbox 0.41.0; the test of
 * transfers to oneself measures again).
 */
export const receivingGas = 2_000n;

/** A pool takes orders, some of them in the form of a memo. It sends back or keeps whatever else it gets. */
function poolProblems(context: TonContext, recipient: Address, state: AccountFacts): Problem[] {
  if (!isLiquid(context, recipient) && !isNominatorPool(context, recipient, state)) return [];
  return [problem('recipient.isPool', {}, 'transaction.data.recipientAddress')];
}

/** @returns Problems that do not stop a transfer. */
export function recipientWarnings({ status }: AccountFacts): Problem[] {
  const field = 'transaction.data.recipientAddress';
  if (status === 'frozen') return [problem('recipient.isFrozen', {}, field)];
  return status === 'active' ? [] : [problem('recipient.uninitialized', {}, field)];
}
