import { type CheckedIntent, type ModeVerbs, nativeAmount, type Problem, problem } from '@isochain/core';
import type { AlgorandContext } from '../context.ts';
import type { Algorand } from '../types.ts';
import type { AccountFacts } from '../upstream/queries/accounts.ts';
import { honours, wishesOf } from '../wishes.ts';
import { type Facts, type Proposal, readScene } from './completion.ts';
import { lookbackRounds } from './participation-keys.ts';

const senderField = 'transaction.data.senderAddress';

/**
 * Stops taking part in the consensus: a registration without keys (go-algorand, ledger/apply/keyreg.go). It never has `nonpart`, which would exclude the account for
 * ever. An account that was eligible for rewards stays so.
 */
export function unstake(context: AlgorandContext): ModeVerbs<Algorand, 'unstake'> {
  return {
    wishes: wishesOf.unstake,
    honours,
    ask: (intent, operation) =>
      readScene(context, intent, { questions: {}, propose: (facts) => propose(context, intent, facts) }, operation),
  };
}

function propose(
  context: AlgorandContext,
  { amount, data, parsed }: CheckedIntent<Algorand, 'unstake'>,
  { sender }: Facts<Record<never, never>>,
): Proposal<'unstake'> {
  const missing = (reason: string, field: string) => [problem('position.notFound', { reason }, field)];
  const isOwn = parsed.validatorAddress === sender.address;
  const errors: Problem[] = [
    ...(isOwn
      ? []
      : missing(
          'an account stakes with itself alone, so validatorAddress must be senderAddress',
          'transaction.data.validatorAddress',
        )),
    ...(data.stakeId === undefined
      ? []
      : missing('an account has one position at most, and it has no stakeId', 'transaction.data.stakeId')),
    ...(sender.status === 'Online' ? [] : missing(whyNot(sender), senderField)),
    ...(amount === 'max' || amount === sender.amount || sender.status !== 'Online'
      ? []
      : [problem('position.indivisible', { whole: nativeAmount(context, sender.amount) }, 'transaction.data.amount')]),
  ];
  return {
    deed: { type: 'goOffline' },
    // The bytes hold no amount, also where the intent names that of the whole position.
    ...(amount === 'max' ? {} : { isEverything: true }),
    errors,
    warnings: [problem('position.nodeMustRun', { rounds: lookbackRounds.toString() }, senderField)],
  };
}

function whyNot({ status, participation }: AccountFacts): string {
  if (status === 'Not Participating') return 'the account was excluded from the consensus for ever';
  // It has keys and is offline (go-algorand, ledger/ledgercore/accountdata.go: Suspended).
  if (participation !== undefined)
    return 'the network suspended the account because its node was absent, so it does not take part in the consensus';
  return 'the account does not take part in the consensus';
}
