import { type CheckedIntent, largestAmount, nativeAmount, type Problem, problem } from '@isochain/core';
import type { TonContext } from '../context.ts';
import type { Ton } from '../types.ts';
import { type OutMessage, sendModes } from '../wallets/signing-message.ts';
import type { Facts, Proposal } from './completion.ts';
import { fields, memoWarnings } from './pools.ts';

/** A deposit: what goes to the pool, and what of it is the stake. */
export interface Deposit {
  readonly message: OutMessage;
  readonly amount: bigint;
  readonly proposal: Proposal<'stake'>;
}

type Intent = CheckedIntent<Ton, 'stake'>;

/** The largest amounts of 1 to 15 bytes (ton-blockchain/ton, block.tlb: VarUInteger 16), as far as an account with this balance needs them. */
function lengthsUpTo(balance: bigint): readonly bigint[] {
  return Array.from({ length: 15 }, (_, i) => 2n ** BigInt(8 * (i + 1)) - 1n).filter((end) => end >> 8n < balance);
}

/**
 * The message that stakes, and what it takes from the account.
 *
 * @param fee - Nanotons that the pool takes off what it gets.
 * @param exit - Nanotons that have to be sent along when the stake ends.
 */
export function depositOf(
  context: TonContext,
  { amount: wanted = 0n, parsed, data }: Intent,
  { spendable, feesOf }: Pick<Facts<Record<never, never>>, 'spendable' | 'feesOf'>,
  { fee, exit, body }: { readonly fee: bigint; readonly exit: bigint; readonly body: NonNullable<OutMessage['body']> },
): Deposit {
  const { address: to } = parsed.targetValidatorAddress;
  const messageOf = (value: bigint): OutMessage => ({ to, bounce: true, value, mode: sendModes.fixed, body });
  // What is sent is the deposit with the pool's fee. Its length is a part of the wallet's fees.
  const mostSent = largestAmount(spendable, lengthsUpTo(spendable), (value) => feesOf(messageOf(value)));
  const most = mostSent > fee ? mostSent - fee : 0n;
  const amount = wanted === 'max' ? most : wanted;
  const message = messageOf(amount + fee);
  const native = (value: bigint) => nativeAmount(context, value);
  const left = most - amount;
  const errors: Problem[] = [];
  if (amount === 0n) {
    const numbers = { available: native(spendable), fees: native(feesOf(messageOf(fee)) + fee) };
    errors.push(problem('balance.nothingToSend', numbers, fields.amount));
  }
  if (data.sourceValidatorAddress !== undefined) {
    errors.push(problem('stake.immovable', { chain: context.identity.name }, fields.source));
  }
  const cannotLeave = amount > 0n && left >= 0n && left < exit + feesOf(message);
  const warnings = [
    ...memoWarnings(context, 'stake', data.memo),
    ...(cannotLeave ? [problem('balance.noneLeftForFees', { left: native(left) }, fields.amount)] : []),
  ];
  return { message, amount, proposal: { message, amount, spent: amount, attached: fee, errors, warnings } };
}
