import { sunOfVote } from '../bytes/plan.ts';
import type { AccountFacts } from '../upstream/queries/accounts.ts';
import { votesIn } from './votes.ts';

type Staked = Pick<AccountFacts, 'frozen' | 'delegated' | 'legacyFrozen' | 'votes'>;

/** Coins that give votes, in sun. Coins of Stake 1.0 count, and those whose resource is lent (AccountCapsule.getTronPower of tronprotocol/java-tron). */
export function stakedSun({ frozen, delegated, legacyFrozen }: Omit<Staked, 'votes'>): bigint {
  return frozen.BANDWIDTH + frozen.ENERGY + delegated.BANDWIDTH + delegated.ENERGY + legacyFrozen;
}

/** Coins that give votes and have none, in sun. Less than a whole coin never has one. */
export function idleSun(staked: Staked): bigint {
  const idle = stakedSun(staked) - votesIn(staked.votes) * sunOfVote;
  return idle > 0n ? idle : 0n;
}

/** Votes that the account can give without freezing more. */
export function idleVotes(staked: Staked): bigint {
  return idleSun(staked) / sunOfVote;
}
