import { type CheckedIntent, type ModeVerbs, nativeAmount, type Problem, problem } from '@isochain/core';
import { isoTime } from '@isochain/core/upstream';
import { toBase58Address } from '../address/address.ts';
import type { TronContext } from '../context.ts';
import type { Tron } from '../types.ts';
import { reward } from '../upstream/queries/witnesses.ts';
import { honours, wishesOf } from '../wishes.ts';
import { type Facts, type Proposal, readScene } from './completion.ts';
import { fields, rulesProblems } from './staking.ts';

type Intent = CheckedIntent<Tron, 'claimRewards'>;

/** Between two claims (WITNESS_ALLOWANCE_FROZEN_TIME of tronprotocol/java-tron: one day). */
const waitMs = 86_400_000;

/** Claims all rewards of the account: those of its votes, and those of its blocks if it is a super representative. */
export function claimRewards(context: TronContext): ModeVerbs<Tron, 'claimRewards'> {
  return {
    wishes: wishesOf.claimRewards,
    honours,
    ask: (intent, operation) =>
      readScene(
        context,
        intent,
        { questions: questionsOf(intent), propose: (facts) => propose(context, intent, facts) },
        operation,
      ),
  };
}

function questionsOf({ parsed: { senderAddress } }: Intent) {
  return { owed: reward(senderAddress) };
}

function propose(
  context: TronContext,
  { data, parsed: { validatorAddress } }: Intent,
  { answers: { owed }, sender, head, parameters }: Facts<ReturnType<typeof questionsOf>>,
): Proposal<'claimRewards'> {
  const validator = toBase58Address(validatorAddress);
  const next = sender.lastClaimAt + waitMs;
  const errors: Problem[] = [
    ...rulesProblems(parameters),
    ...(data.compound === true ? [compounding] : []),
    ...(owed === 0n ? [problem('rewards.none', { validator, what: 'to claim' }, fields.validator)] : []),
    ...(next > head.timestamp ? [tooSoon(sender.lastClaimAt, next)] : []),
  ];
  if (errors.length > 0) return { spent: 0n, errors };
  const isOnly = sender.votes.every(({ address }) => address === validatorAddress) && sender.votes.length > 0;
  const all = problem('rewards.ofAll', { amount: nativeAmount(context, owed) }, fields.validator);
  return { contract: { type: 'WithdrawBalanceContract' }, spent: 0n, warnings: isOnly ? [] : [all] };
}

const compounding = problem(
  'rewards.notAtOnce',
  { reason: 'a transaction of the chain does one thing, and to claim, to freeze and to vote are three' },
  fields.compound,
);

function tooSoon(last: number, next: number): Problem {
  return problem('rewards.tooSoon', { last: isoTime(last), date: isoTime(next) }, fields.validator);
}
