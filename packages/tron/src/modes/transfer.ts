import { type CheckedIntent, type ModeVerbs, nativeAmount, type Problem, problem } from '@isochain/core';
import { maxInt64 } from '../bytes/contracts.ts';
import type { TronContext } from '../context.ts';
import type { Tron } from '../types.ts';
import { type AccountFacts, account } from '../upstream/queries/accounts.ts';
import type { Query } from '../upstream/query.ts';
import { honours, wishesOf } from '../wishes.ts';
import { type Facts, type Proposal, readScene } from './completion.ts';
import { highestAmount } from './maximum.ts';
import { activationWarnings, recipientProblems, recipientWarnings } from './recipients.ts';

/** Transfers of TRX. */
export function transfer(context: TronContext): ModeVerbs<Tron, 'transfer'> {
  return {
    wishes: wishesOf.transfer,
    honours,
    ask: (intent, operation) =>
      readScene(
        context,
        intent,
        {
          questions: { recipient: account(intent.parsed.recipientAddress) },
          propose: (facts) => propose(context, intent, facts),
        },
        operation,
      ),
  };
}

interface Questions {
  readonly [name: string]: Query;
  readonly recipient: Query<AccountFacts | undefined>;
}

function propose(
  context: TronContext,
  { amount: wanted = 0n, parsed: { recipientAddress: to, senderAddress: from } }: CheckedIntent<Tron, 'transfer'>,
  { answers: { recipient }, sender, baseFeeOf, parameters }: Facts<Questions>,
): Proposal<'transfer'> {
  const activates = recipient === undefined;
  const contractOf = (amount: bigint) => ({ type: 'TransferContract', to, amount }) as const;
  const feesOf = (amount: bigint) => baseFeeOf(contractOf(amount), { activates });
  const errors = [
    ...recipientProblems(to),
    ...(to === from ? [fails('the chain takes no transfers to oneself')] : []),
    ...(recipient?.isContract === true && parameters.forbidsTransferToContract
      ? [fails('the recipient is a contract, and the chain takes no transfers of TRX to contracts')]
      : []),
  ];
  const warnings = [
    ...recipientWarnings(to),
    ...(activates ? activationWarnings(context, parameters) : []),
    ...(recipient?.isContract === true ? [problem('recipient.isContract', {}, recipientField)] : []),
  ];
  const amount = wanted === 'max' ? highestAmount(sender.balance, feesOf) : wanted;
  const shared = { spent: amount, activates, errors, warnings };
  if (amount > 0n && amount <= maxInt64) return { ...shared, contract: contractOf(amount), amount };
  const available = nativeAmount(context, sender.balance);
  if (wanted === 'max') {
    const numbers = { available, fees: nativeAmount(context, feesOf(1n)) };
    return { ...shared, errors: [...errors, problem('balance.nothingToSend', numbers, 'transaction.data.amount')] };
  }
  // No account holds so much, and no transaction can say it.
  const numbers = { available, amount: nativeAmount(context, amount) };
  return { ...shared, errors: [...errors, problem('balance.insufficient', numbers, 'transaction.data.amount')] };
}

const recipientField = 'transaction.data.recipientAddress';

function fails(reason: string): Problem {
  return problem('transaction.fails', { reason }, recipientField);
}
