import { type CheckedIntent, nativeAmount, type Problem, problem } from '@isochain/core';
import { zeroAddress } from '../address/address.ts';
import type { AlgorandContext } from '../context.ts';
import type { Algorand } from '../types.ts';
import type { AccountFacts } from '../upstream/queries/accounts.ts';
import type { Facts, Proposal } from './completion.ts';
import { minimumProblems, type RecipientQuestions, recipientProblems } from './recipients.ts';

const recipientField = 'transaction.data.recipientAddress';
const senderField = 'transaction.data.senderAddress';
const wishField = 'transaction.data.params.closeAccount';

/**
 * Sends everything that an account has, and ends it. The rules: go-algorand, ledger/apply/payment.go and data/transactions/payment.go.
 *
 * The recipient stands in the bytes twice. As the receiver it gets all beside the fee, so that the amount is in the bytes: some receivers credit only that. As the
 * one that gets the remainder it gets what arrives before the transaction is carried out.
 */
export function closeAccount(
  context: AlgorandContext,
  { amount: wanted, parsed }: CheckedIntent<Algorand, 'transfer'>,
  { answers: { recipient }, sender, fee, mostPaid }: Facts<RecipientQuestions>,
): Proposal<'transfer'> {
  const { recipientAddress: receiver } = parsed;
  const errors: Problem[] = [...recipientProblems(receiver)];
  if (wanted !== 'max')
    errors.push(problem('wish.invalid', { field: wishField, reason: 'it goes together with useMaxAmount' }, wishField));
  errors.push(...obstacles(sender).map((reason) => problem('account.unclosable', { reason }, senderField)));
  if (receiver === sender.address) {
    const reason = 'the recipient is the account itself';
    return { errors: [...errors, problem('account.unclosable', { reason }, recipientField)] };
  }
  const all = sender.amount - fee;
  const amount = all < mostPaid ? all : mostPaid;
  if (amount <= 0n) {
    const numbers = { available: nativeAmount(context, sender.amount), fees: nativeAmount(context, fee) };
    return { errors: [...errors, problem('balance.nothingToSend', numbers, senderField)] };
  }
  errors.push(...minimumProblems(context, recipient, amount));
  const emptied = {
    amount: nativeAmount(context, amount),
    // The record of the account is deleted, and with it the address that it was rekeyed to (ledger/eval/eval.go: CloseAccount).
    ...(sender.authAddr === undefined ? {} : { key: sender.address }),
  };
  return {
    // The library refuses to write the zero address here: it stands for "none".
    deed: receiver === zeroAddress ? undefined : { type: 'payment', receiver, amount, closeRemainderTo: receiver },
    errors,
    warnings: [problem('account.emptied', emptied, recipientField)],
    amount,
    spent: amount,
    // Nothing has to stay, and an account that has too little to exist may end.
    locked: -sender.minBalance,
    params: { closeAccount: true },
  };
}

/** What keeps an account open, and what to do about it. The chain counts all of these except for the status. */
function obstacles({
  status,
  assets,
  createdAssets,
  applications,
  createdApplications,
  boxes,
}: AccountFacts): string[] {
  const reasons: readonly (readonly [boolean, string])[] = [
    [
      status === 'Online',
      'it takes part in the consensus, and its participation keys would end with it: end that first with mode unstake',
    ],
    [
      createdAssets > 0n,
      `it created ${counted(createdAssets, 'asset that still exists', 'assets that still exist')}: destroy what it created first`,
    ],
    // Creators hold what they create.
    [
      assets > createdAssets,
      `it still holds ${counted(assets - createdAssets, 'asset', 'assets')}: opt out first, with mode enableToken or transferToken and "optOut": true in params`,
    ],
    [
      createdApplications > 0n,
      `it created ${counted(createdApplications, 'application that still exists', 'applications that still exist')}: delete what it created first`,
    ],
    [
      applications > 0n,
      `it is opted in to ${counted(applications, 'application', 'applications')}: opt out first, by a wallet that can close out or clear`,
    ],
    [boxes > 0n, `it has ${counted(boxes, 'box', 'boxes')}: delete what it stores first`],
  ];
  return reasons.flatMap(([isTrue, reason]) => (isTrue ? [reason] : []));
}

function counted(count: bigint, one: string, many: string): string {
  return `${count} ${count === 1n ? one : many}`;
}
