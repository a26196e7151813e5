import type { StakingBalance, StakingPosition, Token } from '@isochain/core';
import type { Money } from '../bytes/messages.ts';
import type { NamedChain } from '../chains.ts';
import { owedBy, type RewardGauges } from '../upstream/queries/babylon.ts';
import type { StakedAmount, Unbonding, ValidatorRewards } from '../upstream/queries/stakes.ts';
import { type Stake, stakesAhead, type WaitingChange } from '../upstream/waiting.ts';

/** What an account has at stake, as nodes answer it. */
export interface Stakes {
  readonly delegations: readonly StakedAmount[];
  readonly unbondings: readonly Unbonding[];
  /** What waits for the end of an epoch. */
  readonly waiting: readonly WaitingChange[];
}

/** Rewards by token, and who pays them. */
export interface Reward extends Money {
  readonly validator: string;
}

/** The rewards that an account can claim: of validators, and of stakes of Bitcoin. */
export function rewardsOfAll(ofValidators: readonly ValidatorRewards[], gauges: RewardGauges): Reward[] {
  return [
    ...ofValidators.flatMap(({ validator, coins }) => coins.map((coin) => ({ ...coin, validator }))),
    // No validator pays these. A claim names the kind of stakeholder in its place.
    ...[...gauges].flatMap(([kind, gauge]) => owedBy(gauge).map((coin) => ({ ...coin, validator: kind }))),
  ].filter(({ amount }) => amount > 0n);
}

/**
 * The staking part of an account state. Redelegated coins are in the delegations already. Coins that are no longer at stake come back by themselves, so
 * nothing is ever `unlocked`.
 *
 * @param tokenOf - Finds the token of rewards that are not paid in the native coin.
 */
export function toStaking(
  { chain }: NamedChain,
  { delegations, unbondings, waiting }: Stakes,
  rewards: readonly Reward[],
  tokenOf: (denom: string) => Token | undefined,
): StakingBalance {
  const { staying, coming, ending } = stakesAhead(delegations, waiting);
  const locked = sum(staying);
  const unlocking = sum(unbondings) + sum(ending);
  const positions = [
    ...staying.map((each) => positionOf(each, 'locked')),
    ...coming.map((each) => positionOf(each, 'pending')),
    // Their unbonding begins when the epoch ends, so its end is not known yet.
    ...ending.map((each) => positionOf(each, 'unlocking')),
    ...unbondings.map(({ endsAt, ...each }) => ({
      ...positionOf(each, 'unlocking'),
      completionDate: endsAt.toString(),
    })),
  ];
  return {
    // What comes to a validator when the epoch ends is at stake, and not locked there yet.
    total: (locked + unlocking + sum(coming)).toString(),
    locked: locked.toString(),
    unlocking: unlocking.toString(),
    unlocked: '0',
    // Slashing may leave nothing.
    positions: positions.filter(({ amount }) => amount !== '0'),
    rewards: {
      native: rewards.flatMap(({ denom, amount, validator }) =>
        denom === chain.denom ? [{ validatorAddress: validator, amount: amount.toString() }] : [],
      ),
      tokens: rewards.flatMap(({ denom, amount, validator }) => {
        const token = denom === chain.denom ? undefined : tokenOf(denom);
        return token === undefined ? [] : [{ token, amount: amount.toString(), validatorAddress: validator }];
      }),
    },
  };
}

function positionOf({ validator, amount }: Stake, status: StakingPosition['status']): StakingPosition {
  return { validatorAddresses: [validator], amount: amount.toString(), status };
}

function sum(amounts: readonly { readonly amount: bigint }[]): bigint {
  return amounts.reduce((total, { amount }) => total + amount, 0n);
}
