import { type CheckedIntent, type ModeVerbs, nativeAmount, type Problem, problem } from '@isochain/core';
import { isoTime } from '@isochain/core/upstream';
import type { TronContext } from '../context.ts';
import { readStakeId } from '../staking/stake-id.ts';
import { firstOf, sortUnfreezing, sumOf } from '../staking/unfreezing.ts';
import type { Tron } from '../types.ts';
import type { AccountFacts, Unfreezing } from '../upstream/queries/accounts.ts';
import { honours, wishesOf } from '../wishes.ts';
import { type Facts, type Proposal, readScene } from './completion.ts';
import { fields, noPosition, rulesProblems, tooMuch } from './staking.ts';

type Intent = CheckedIntent<Tron, 'withdraw'>;

/** Takes unfrozen coins back into the balance: all that are due, as the chain knows no part of them. */
export function withdraw(context: TronContext): ModeVerbs<Tron, 'withdraw'> {
  return {
    wishes: wishesOf.withdraw,
    honours,
    ask: (intent, operation) =>
      readScene(context, intent, { questions: {}, propose: (facts) => propose(context, intent, facts) }, operation),
  };
}

function propose(
  context: TronContext,
  intent: Intent,
  { sender, head, parameters }: Facts<Record<never, never>>,
): Proposal<'withdraw'> {
  const { amount: wanted } = intent;
  const { due, waiting } = sortUnfreezing(sender, head);
  const named = namedBy(intent, sender);
  const total = sumOf(due);
  const refusals = [
    ...rulesProblems(parameters),
    ...('error' in named ? [named.error] : waitingProblems(named.coins ?? [], due)),
  ];
  if (refusals.length === 0 && due.length === 0) refusals.push(notDue(waiting));
  const asked = typeof wanted === 'bigint' ? wanted : 'coins' in named && named.coins ? sumOf(named.coins) : total;
  if (refusals.length === 0 && asked > total) refusals.push(tooMuch(context, total, asked));
  if (refusals.length > 0) return { spent: 0n, errors: refusals };
  const all = problem('position.paysAll', { amount: nativeAmount(context, total) }, fields.amount);
  return {
    contract: { type: 'WithdrawExpireUnfreezeContract' },
    amount: total,
    spent: 0n,
    warnings: asked < total ? [all] : [],
  };
}

/** The coins that stakeId names. The chain pays out others with them. */
function namedBy(
  { data: { stakeId } }: Intent,
  { unfreezing }: AccountFacts,
): { readonly coins: readonly Unfreezing[] | undefined } | { readonly error: Problem } {
  if (stakeId === undefined) return { coins: undefined };
  const position = readStakeId(stakeId);
  if (position === undefined) return { error: noPosition('stakeId names none', fields.stakeId) };
  if (position.kind !== 'unfreeze') {
    const reason = 'it is not unstaked yet: unstake it first';
    return { error: problem('position.locked', { reason }, fields.stakeId) };
  }
  const coins = unfreezing.filter(
    ({ resource, endsAt }) => resource === position.resource && endsAt === position.endsAt,
  );
  if (coins.length > 0) return { coins };
  return { error: noPosition('the account has no such coins, or they were paid out', fields.stakeId) };
}

function waitingProblems(coins: readonly Unfreezing[], due: readonly Unfreezing[]): Problem[] {
  const waiting = coins.filter((each) => !due.includes(each));
  return waiting.length === 0 ? [] : [notDue(waiting)];
}

function notDue(waiting: readonly Unfreezing[]): Problem {
  if (waiting.length === 0) return noPosition('the account has no unstaked coins');
  const reason = `the first coins can be withdrawn at ${isoTime(firstOf(waiting))}`;
  return problem('position.locked', { reason }, fields.validator);
}
