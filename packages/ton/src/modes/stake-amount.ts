import { type CheckedIntent, nativeAmount, type Problem, problem } from '@isochain/core';
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
  const fees = feesOf(messageOf(spendable)) + fee;
  const most = spendable > fees ? spendable - fees : 0n;
  const amount = wanted === 'max' ? most : wanted;
  const message = messageOf(amount + fee);
  const native = (value: bigint) => nativeAmount(context, value);
  const left = most - amount;
  const errors: Problem[] = [];
  if (amount === 0n) {
    const numbers = { available: native(spendable), fees: native(fees) };
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
