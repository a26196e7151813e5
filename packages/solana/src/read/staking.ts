import type { StakingBalance, StakingPosition } from '@isochain/core';
import { type Clock, type Delegation, decodeStakeAccount, never, type StakeMeta } from '../layouts/index.ts';
import { activationOf } from '../layouts/stake-activation.ts';
import { isMoment } from '../moments.ts';
import type { KeyedAccount, StakeSysvars } from '../upstream/rpc.ts';
import { programs } from '../well-known.ts';

/** What the status of a position depends on, all as of one slot. */
export interface StakeSurroundings extends Pick<StakeSysvars, 'clock' | 'history'> {
  /** Milliseconds since 1970; undefined where it is not known. */
  readonly epochEndsAt: bigint | undefined;
}

/** Whether a position ends with the current epoch: only then it matters when that is. */
export function endsWithEpoch({ account }: KeyedAccount, { epoch }: Clock): boolean {
  const stake = account.owner === programs.stake ? decodeStakeAccount(account.data) : undefined;
  return stake?.state === 'delegated' && stake.delegation.deactivationEpoch === epoch;
}

/**
 * What an account has at stake, in lamports. A position is a stake account that the account may withdraw from. Its rewards become part of
 * the stake by themselves, so there are none to claim.
 */
export function readStaking(
  account: string,
  found: readonly KeyedAccount[],
  surroundings: StakeSurroundings,
): StakingBalance {
  const positions = found.flatMap((entry) => toPosition(account, entry, surroundings) ?? []);
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
    positions: positions.sort((a, b) => ((a.stakeId ?? '') < (b.stakeId ?? '') ? -1 : 1)),
    rewards: { native: [], tokens: [] },
  };
}

/** The amount is all that the account holds: what keeps it alive comes back with the rest. */
function toPosition(
  owner: string,
  { pubkey, account }: KeyedAccount,
  surroundings: StakeSurroundings,
): StakingPosition | undefined {
  const stake = account.owner === programs.stake ? decodeStakeAccount(account.data) : undefined;
  if (stake === undefined || stake.state === 'uninitialized' || stake.meta.withdrawer !== owner) return undefined;
  const delegation = stake.state === 'delegated' ? stake.delegation : undefined;
  const { status, until } = statusOf(stake.meta, delegation, surroundings);
  return {
    // Clients expect one: where there never was a validator, nobody's address stands in.
    validatorAddresses: [delegation?.voter ?? programs.system],
    amount: account.lamports.toString(),
    status,
    stakeId: pubkey,
    // A lockup may be until the end of all time, which is no date.
    ...(until === undefined || !isMoment(until / 1000n) ? {} : { completionDate: until.toString() }),
  };
}

interface Standing {
  readonly status: StakingPosition['status'];
  /** When it changes by itself: milliseconds since 1970. */
  readonly until?: bigint | undefined;
}

/**
 * - `locked`: at stake until it is asked to end, or going to be; or not at stake, but under a lockup
 * - `unlocking`: asked to end, and at stake until the epoch does
 * - `unlocked`: to be withdrawn
 *
 * Clients let people end what is `locked` only, and what is not at stake yet can be ended too.
 */
export function statusOf(
  meta: StakeMeta,
  delegation: Delegation | undefined,
  { clock, history, epochEndsAt }: StakeSurroundings,
): Standing {
  if (delegation?.deactivationEpoch === never) return { status: 'locked' };
  const effective = delegation === undefined ? 0n : activationOf(delegation, clock.epoch, history).effective;
  // On a small cluster it may take more epochs than the one in which it was asked to end. How many is not known.
  if (effective > 0n) {
    return delegation?.deactivationEpoch === clock.epoch
      ? { status: 'unlocking', until: epochEndsAt }
      : { status: 'unlocking' };
  }
  return lockupOf(meta, clock) ?? { status: 'unlocked' };
}

/** Nothing can be withdrawn before both the time and the epoch of a lockup. */
function lockupOf({ lockup }: StakeMeta, clock: Clock): Standing | undefined {
  const byTime = lockup.unixTimestamp > clock.unixTimestamp;
  const byEpoch = lockup.epoch > clock.epoch;
  if (!byTime && !byEpoch) return undefined;
  // When an epoch far ahead begins is not known.
  return byEpoch ? { status: 'locked' } : { status: 'locked', until: lockup.unixTimestamp * 1000n };
}
