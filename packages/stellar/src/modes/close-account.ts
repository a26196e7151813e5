import { type CheckedIntent, nativeAmount, type Problem, problem } from '@isochain/core';
import type { StellarContext } from '../context.ts';
import type { Stellar } from '../types.ts';
import type { AccountFacts } from '../upstream/queries/accounts.ts';
import type { Facts, Proposal } from './completion.ts';
import { recipientMemoProblems } from './memo.ts';
import { type RecipientQuestions, recipientProblems, roomProblems } from './recipients.ts';

const recipientField = 'transaction.data.recipientAddress';
const senderField = 'transaction.data.senderAddress';
const wishField = 'transaction.data.params.closeAccount';

/**
 * Sends everything that an account has, and removes it. The rules: stellar/stellar-core, src/transactions/MergeOpFrame.cpp.
 *
 * The operation has no amount: the recipient gets what is there when it is carried out. Before that the account must be able to pay the whole bid beside
 * its reserve, although the reserve is freed then (stellar/stellar-core, src/transactions/TransactionFrame.cpp: commonValid).
 */
export function closeAccount(
  context: StellarContext,
  { amount, parsed, wishes }: CheckedIntent<Stellar, 'transfer'>,
  { answers: { recipient }, sender, fee, memo, ledger }: Facts<RecipientQuestions>,
): Proposal<'transfer'> {
  const { senderAddress: from, recipientAddress: to } = parsed;
  const memoNews = recipientMemoProblems(to, recipient, memo);
  const gets = sender.native.balance - fee;
  const errors: Problem[] = [...recipientProblems(to, recipient), ...memoNews.errors];
  if (amount !== 'max')
    errors.push(problem('wish.invalid', { field: wishField, reason: 'it goes together with useMaxAmount' }, wishField));
  if (from.account === to.account) {
    const reason = 'the recipient is the account itself';
    errors.push(problem('account.unclosable', { reason }, recipientField));
  } else if (recipient === undefined) {
    const reason = 'what a closed account held goes to an account that exists';
    errors.push(problem('recipient.notFound', { reason }, recipientField));
  } else errors.push(...roomProblems(context, recipient, sender.native.balance));
  const sequence = wishes.nonce ?? sender.sequence + 1n;
  const reasons = [...obstacles(sender), ...sequenceObstacles(sequence, ledger.sequence)];
  errors.push(...reasons.map((reason) => problem('account.unclosable', { reason }, senderField)));
  const closes = problem('account.closes', { amount: nativeAmount(context, gets < 0n ? 0n : gets) }, recipientField);
  const unproven = isUnused(recipient) ? [problem('recipient.unproven', {}, recipientField)] : [];
  return {
    errors,
    warnings: [closes, ...unproven, ...memoNews.warnings],
    threshold: 'high',
    params: { closeAccount: true },
  };
}

/** What keeps an account open. Its further signers go along with it. */
function obstacles({ address, subentries, sponsoring, signers, flags, trustlines, pools }: AccountFacts): string[] {
  const further = signers.filter(({ key }) => key !== address).length;
  const lines = BigInt(trustlines.length);
  // Shares of pools count twice (stellar/stellar-core, src/transactions/SponsorshipUtils.cpp: computeMultiplier).
  const rest = subentries - BigInt(further) - lines - 2n * BigInt(pools.length);
  const entries = [
    ...(lines > 0n ? [counted(lines, 'trustline', 'trustlines')] : []),
    ...(pools.length > 0 ? [counted(BigInt(pools.length), 'share of a pool', 'shares of pools')] : []),
    ...(rest > 0n ? [counted(rest, 'offer or piece of data', 'offers or pieces of data')] : []),
  ];
  // The chain compares these numbers alone.
  const isFull = entries.length > 0 || subentries !== BigInt(further);
  return [
    ...(isFull ? [`it still has ${entries.length === 0 ? 'entries' : entries.join(' and ')}`] : []),
    ...(sponsoring > 0n ? [`it carries the reserve of ${counted(sponsoring, 'entry', 'entries')} of others`] : []),
    ...(flags.authImmutable ? ['it is an issuer that was made immutable'] : []),
  ];
}

function counted(count: bigint, one: string, many: string): string {
  return `${count} ${count === 1n ? one : many}`;
}

/**
 * A new account begins with the number of its ledger, times 2^32. So the chain closes no account that is ahead of that: somebody who creates it again
 * could send its old transactions once more (stellar/stellar-core, src/transactions/MergeOpFrame.cpp: isSeqnumTooFar).
 *
 * @param sequence - Of the transaction.
 * @param ledger - The latest one.
 */
function sequenceObstacles(sequence: bigint, ledger: bigint): string[] {
  const first = (ledger + 1n) << 32n;
  return sequence < first ? [] : [`its sequence number ${sequence} is too far ahead: it must be below ${first}`];
}

/** Whether an account never sent a transaction. A new account begins with a multiple of 2^32. */
function isUnused(recipient: AccountFacts | undefined): boolean {
  return recipient !== undefined && recipient.sequence % 2n ** 32n === 0n;
}
