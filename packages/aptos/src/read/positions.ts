import type { StakingBalance, StakingPosition } from '@isochain/core';
import { eachLegible, type Operation } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import type { AptosContext } from '../context.ts';
import type { Holding } from '../staking/rules.ts';
import { type StakePart, stakeIdOf } from '../staking/stake-id.ts';
import { ask, askOne } from '../upstream/ask.ts';
import { poolsOfDelegator } from '../upstream/queries/delegations.ts';
import { delegatorStake, lockupEnd, paysUnlocking } from '../upstream/queries/pools.ts';
import type { Query } from '../upstream/query.ts';

/** What an account has at stake. */
interface Stakes {
  readonly staking: StakingBalance;
  /** What is left out because it cannot be read, as nouns. */
  readonly unread: readonly string[];
}

/**
 * What an account has with delegation pools, in octas. The indexer knows the pools, and a node what is in them: two rounds. An answer that cannot be read
 * costs only its own part.
 *
 * `stakeId` of a position is its pool and its part: `0x…:active`. Rewards are part of the stake.
 *
 * @throws UpstreamError if no endpoint gave usable answers.
 */
export async function stakingPart(context: AptosContext, of: Address, operation: Operation): Promise<Stakes> {
  const { pools, isShort } = await askOne(context, poolsOfDelegator(of), operation);
  const questions: Record<string, Query> = {};
  for (const pool of pools) {
    questions[`${pool} holding`] = delegatorStake(pool, of);
    questions[`${pool} lockup`] = lockupEnd(pool);
    questions[`${pool} pays`] = paysUnlocking(pool);
  }
  const answers: Readonly<Record<string, unknown>> =
    pools.length === 0 ? {} : await eachLegible(questions, (some) => ask(context, some, operation));
  const found = pools.map((pool) =>
    positionsOf(pool, {
      holding: answers[`${pool} holding`] as Holding | undefined,
      lockedUntil: answers[`${pool} lockup`] as bigint | undefined,
      pays: answers[`${pool} pays`] as boolean | undefined,
      hasDate: `${pool} lockup` in answers,
      hasPays: `${pool} pays` in answers,
      now: context.now(),
    }),
  );
  return {
    staking: balanceOf(found.flatMap(({ positions }) => positions)),
    unread: [...(isShort ? ['a stake'] : []), ...found.flatMap(({ unread }) => unread)],
  };
}

interface PoolFacts {
  /** Undefined if it cannot be read, or the node does not know the pool: the indexer is ahead of it, or wrong. */
  readonly holding: Holding | undefined;
  /** Seconds since 1970. */
  readonly lockedUntil: bigint | undefined;
  /** Whether stake that is being unlocked can be withdrawn. */
  readonly pays: boolean | undefined;
  /** Whether the end of the lockup could be read. */
  readonly hasDate: boolean;
  /** Whether `pays` could be read. */
  readonly hasPays: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

function positionsOf(
  pool: Address,
  { holding, lockedUntil, pays, hasDate, hasPays, now }: PoolFacts,
): { readonly positions: readonly StakingPosition[]; readonly unread: readonly string[] } {
  if (holding === undefined) return { positions: [], unread: ['a stake'] };
  const { active, inactive, pendingInactive } = holding;
  const position = (part: StakePart, amount: bigint, status: StakingPosition['status']): StakingPosition[] =>
    amount === 0n
      ? []
      : [{ validatorAddresses: [pool], stakeId: stakeIdOf({ pool, part }), amount: amount.toString(), status }];
  const date = (lockedUntil ?? 0n) * 1_000n;
  // When the lockup is over, the rest of the epoch has to pass. Its end is not known.
  const completion = date > BigInt(Math.floor(now)) ? { completionDate: date.toString() } : {};
  const leaving = position('pending_inactive', pendingInactive, pays === true ? 'unlocked' : 'unlocking');
  const isOpen = pays !== true && pendingInactive > 0n;
  return {
    positions: [
      ...position('active', active, 'locked'),
      // Without an answer it is not known whether this can be withdrawn.
      ...(hasPays ? leaving.map((each) => (pays === true ? each : { ...each, ...completion })) : []),
      ...position('inactive', inactive, 'unlocked'),
    ],
    unread: [
      ...(isOpen && !hasPays ? ['a stake'] : []),
      ...(isOpen && hasPays && !hasDate ? ['the date of a stake'] : []),
    ],
  };
}

function balanceOf(positions: StakingPosition[]): StakingBalance {
  const sum = (...statuses: StakingPosition['status'][]) =>
    positions
      .filter(({ status }) => statuses.includes(status))
      .reduce((total, { amount }) => total + BigInt(amount), 0n)
      .toString();
  return {
    total: sum('locked', 'unlocking', 'unlocked'),
    locked: sum('locked'),
    unlocking: sum('unlocking'),
    unlocked: sum('unlocked'),
    positions,
    rewards: { native: [], tokens: [] },
  };
}
