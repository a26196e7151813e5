import type { StakingBalance, StakingPosition } from '@isochain/core';
import { type Address, toBase58Address } from '../address/address.ts';
import { sunOfVote } from '../bytes/plan.ts';
import { idleSun, stakedSun } from '../staking/power.ts';
import { type Position, stakeIdOf } from '../staking/stake-id.ts';
import { sumOf } from '../staking/unfreezing.ts';
import { votesIn } from '../staking/votes.ts';
import type { AccountFacts, Unfreezing } from '../upstream/queries/accounts.ts';
import type { Block } from '../upstream/queries/blocks.ts';
import type { ShownAccount } from '../upstream/queries/shown-account.ts';

type Facts = AccountFacts & Partial<Pick<ShownAccount, 'lacksVotes'>>;

/**
 * What an account has at stake. Coins with a vote are locked. Coins without one are free, or locked if what they give is lent to others. Coins of
 * Stake 1.0 count like the others.
 *
 * @param reward - What a claim pays now, in sun. The chain does not tell who pays it, so it is divided by votes. Its sum is exact.
 *   Undefined if no node tells it.
 * @param head - The chain's time decides what is unlocked.
 */
export function stakingOf(
  owner: Address,
  facts: Facts,
  reward: bigint | undefined,
  head: Pick<Block, 'timestamp'>,
): StakingBalance {
  const positions = [...stakesOf(owner, facts), ...unfreezingOf(owner, facts, head)];
  const sum = (...statuses: StakingPosition['status'][]) =>
    positions
      .filter(({ status }) => statuses.length === 0 || statuses.includes(status))
      .reduce((total, { amount }) => total + BigInt(amount), 0n)
      .toString();
  return {
    total: sum(),
    locked: sum('locked'),
    unlocking: sum('unlocking'),
    unlocked: sum('unlocked'),
    positions,
    rewards: { native: rewardsOf(owner, facts, reward ?? 0n), tokens: [] },
  };
}

function stakesOf(owner: Address, facts: Facts): StakingPosition[] {
  const { delegated, votes, lacksVotes } = facts;
  const idle = idleSun(facts);
  const away = delegated.BANDWIDTH + delegated.ENERGY;
  const movable = stakedSun(facts) - away;
  // Votes belong to no coins in particular. Those that are lent count as the first ones with a vote, so that as much as possible is free.
  const free = idle < movable ? idle : movable;
  const voted = votes.flatMap(({ address, count }) =>
    position(address, { kind: 'vote', validator: address }, count * sunOfVote, 'locked'),
  );
  // Coins of a vote that cannot be read would look as if they had none.
  if (lacksVotes === true) return voted;
  return [
    ...voted,
    ...position(owner, { kind: 'unvoted' }, free, 'free'),
    ...position(owner, { kind: 'lent' }, idle - free, 'locked'),
  ];
}

/** Coins that were unfrozen in one block come back together, so they are one position. */
function unfreezingOf(
  owner: Address,
  { unfreezing }: Facts,
  { timestamp }: Pick<Block, 'timestamp'>,
): StakingPosition[] {
  const isSame = (a: Unfreezing) => (b: Unfreezing) => a.resource === b.resource && a.endsAt === b.endsAt;
  const firsts = unfreezing.filter((each, i) => unfreezing.findIndex(isSame(each)) === i);
  return firsts.flatMap((each) => {
    const { resource, endsAt } = each;
    const id = { kind: 'unfreeze', resource, endsAt } as const;
    const amount = sumOf(unfreezing.filter(isSame(each)));
    if (endsAt <= timestamp) return position(owner, id, amount, 'unlocked');
    return position(owner, id, amount, 'unlocking').map((one) => ({ ...one, completionDate: endsAt.toString() }));
  });
}

/** @param validator - Coins that are with nobody name the account itself: unstake and withdraw want an address, and take that one. */
function position(
  validator: Address,
  id: Position,
  amount: bigint,
  status: StakingPosition['status'],
): StakingPosition[] {
  if (amount <= 0n) return [];
  const validatorAddresses = [toBase58Address(validator)];
  return [{ validatorAddresses, amount: amount.toString(), status, stakeId: stakeIdOf(id) }];
}

/** An account without votes may be owed something all the same: a super representative for its blocks, others for votes that they had. */
function rewardsOf(
  owner: Address,
  { votes: known, lacksVotes }: Facts,
  reward: bigint,
): StakingBalance['rewards']['native'] {
  // Where a vote is missing, its share would seem to be of others.
  const votes = lacksVotes === true ? [] : known;
  const total = votesIn(votes);
  const payers = total === 0n ? [{ address: owner, count: 0n }] : votes;
  let left = reward;
  return payers
    .map(({ address, count }, i) => {
      const amount = i === payers.length - 1 ? left : (reward * count) / total;
      left -= amount;
      return { validatorAddress: toBase58Address(address), amount };
    })
    .filter(({ amount }) => amount > 0n)
    .map((each) => ({ ...each, amount: each.amount.toString() }));
}
