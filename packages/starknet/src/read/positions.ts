import { type StakingBalance, type StakingPosition, UpstreamError } from '@isochain/core';
import { ask, type Operation } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import type { StarknetContext } from '../context.ts';
import type { PoolOfStaker } from '../staking/pool-of-staker.ts';
import { activePools, openedPools } from '../staking/stakers.ts';
import { errorCode } from '../upstream/calls.ts';
import { rpc } from '../upstream/rpc.ts';
import { feltsOf, type Member, readMember, stakingCalls } from '../upstream/staking.ts';
import { readJoinedContracts } from '../upstream/staking-events.ts';

/** What an account has at stake. */
export interface ReadStakes {
  readonly staking: StakingBalance;
  /** What could not be read, as nouns. */
  readonly unread: readonly string[];
}

/**
 * What an account has at stake, in FRI. Its pools are known from their events, and only those count that the staking contract opened, as anybody can write a
 * contract with the same events. Many nodes do not search the events of the whole chain. Then every pool is asked that stakers have now: stakes with validators
 * that have left are not seen, and `unread` says so.
 *
 * `stakeId` of a position is the address of its pool.
 *
 * @throws UpstreamError if a contract answers in another way than expected.
 */
export async function readStaking(
  context: StarknetContext,
  account: Address,
  operation: Operation,
): Promise<ReadStakes> {
  const { pools, unread } = await poolsOf(context, account, operation);
  if (pools.length === 0) return { staking: balanceOf([], account, 0), unread };
  const questions = pools.map(({ pool }) => [pool, stakingCalls.member(pool, account)] as const);
  const [{ latest }, answers] = await Promise.all([
    ask(operation, { latest: rpc.latestBlock() }),
    ask(operation, Object.fromEntries(questions), { mayLag: true }),
  ]);
  const told = pools.flatMap(({ staker, pool }) => {
    const answer = answers[pool];
    // Pools that were closed before the contract had this version do not know the question.
    if (answer?.ok === false && answer.error.code === errorCode.entrypointNotFound) return [];
    return [{ staker, pool, member: readMember(feltsOf(answer) ?? []) }];
  });
  // One odd answer costs one position. If there is nothing else, the contract has another form.
  if (told.length > 0 && told.every(({ member }) => member === undefined)) throw unreadable(context.chainId);
  const stakes = told.flatMap(({ staker, pool, member }) => (member ? [{ staker, pool, member }] : []));
  return {
    staking: balanceOf(stakes, account, latest.timestamp),
    unread: [...unread, ...(told.some(({ member }) => member === undefined) ? ['a stake'] : [])],
  };
}

/** The pools that an account may have a stake in, and which others it may have that are not known. */
async function poolsOf(
  context: StarknetContext,
  account: Address,
  operation: Operation,
): Promise<{ readonly pools: readonly PoolOfStaker[]; readonly unread: readonly string[] }> {
  const [joined, opened] = await Promise.all([
    readJoinedContracts(account, operation),
    openedPools(context, operation),
  ]);
  const isOf = ({ pool }: PoolOfStaker) => joined === undefined || joined.has(pool);
  if (opened !== undefined) return { pools: opened.filter(isOf), unread: [] };
  const { pools: active, isWhole } = await activePools(context, operation);
  const pools = active.filter(isOf);
  if (joined !== undefined && pools.length === joined.size) return { pools, unread: [] };
  return { pools, unread: ['stakes with validators that have left', ...(isWhole ? [] : ['a stake'])] };
}

interface Stake extends PoolOfStaker {
  readonly member: Member;
}

/**
 * @param account - Whose rewards count: those of a stake may go to another address.
 * @param time - The chain's, in seconds since 1970. It decides what is unlocked.
 */
function balanceOf(stakes: readonly Stake[], account: Address, time: number): StakingBalance {
  const positions = stakes.flatMap((stake) => positionsOf(stake, time));
  const sum = (...statuses: StakingPosition['status'][]) =>
    positions
      .filter(({ status }) => statuses.length === 0 || statuses.includes(status))
      .reduce((total, { amount }) => total + BigInt(amount), 0n)
      .toString();
  const native = stakes
    .filter(({ member }) => member.rewards > 0n && member.rewardAddress === account)
    .map(({ staker, member }) => ({ validatorAddress: staker, amount: member.rewards.toString() }));
  return {
    total: sum(),
    locked: sum('locked'),
    unlocking: sum('unlocking'),
    unlocked: sum('unlocked'),
    positions,
    rewards: { native, tokens: [] },
  };
}

/** What is at stake is locked. What was unstaked is unlocking until its time, and unlocked from then on. */
function positionsOf({ staker, pool, member }: Stake, time: number): StakingPosition[] {
  const { amount, unpoolAmount, unpoolTime } = member;
  const shared = { validatorAddresses: [staker], stakeId: pool };
  const staked: StakingPosition[] =
    amount > 0n ? [{ ...shared, amount: amount.toString(), status: 'locked' as const }] : [];
  if (unpoolAmount === 0n || unpoolTime === undefined) return staked;
  const waiting = { ...shared, amount: unpoolAmount.toString() };
  return [
    ...staked,
    unpoolTime <= BigInt(time)
      ? { ...waiting, status: 'unlocked' as const }
      : { ...waiting, status: 'unlocking' as const, completionDate: (unpoolTime * 1000n).toString() },
  ];
}

function unreadable(chainId: string): UpstreamError {
  const detail = 'a contract of staking answers in another way than expected';
  return new UpstreamError(chainId, [{ endpoint: 'node', outcome: 'malformed', detail, ms: 0 }]);
}
