import type { StakingBalance, StakingPosition } from '@isochain/core';
import {
  type Clock,
  type Delegation,
  decodeStakeAccount,
  never,
  type StakeHistory,
  type StakeMeta,
} from './layouts.ts';
import type { KeyedAccount, PerformanceSample, StakeSysvars } from './rpc.ts';
import { activationOf } from './stake-activation.ts';
import { programs } from './well-known.ts';

/** What the status of a position depends on, all as of one slot. */
export interface StakeSurroundings {
  readonly clock: Clock;
  readonly history: StakeHistory;
  /** Milliseconds since 1970; undefined where the speed of the cluster is not known. */
  readonly epochEndsAt: bigint | undefined;
}

/** @param samples - Of the last minutes; empty where the node has none. */
export function toSurroundings(sysvars: StakeSysvars, samples: readonly PerformanceSample[]): StakeSurroundings {
  return { ...sysvars, epochEndsAt: epochEnd(sysvars, samples) };
}

/** Slots of an epoch that tell how long its slots are, without being all too rough: an hour. */
const telling = 10_000n;

/**
 * By the clock of the chain, and at the speed of this epoch: how long a slot is changes, but only from epoch to epoch. As long as the epoch
 * is young, the last minutes tell.
 */
function epochEnd({ clock, schedule }: StakeSysvars, samples: readonly PerformanceSample[]): bigint | undefined {
  // The first epochs of a young cluster are shorter; nobody stakes in them.
  if (schedule.slotsPerEpoch === 0n || clock.slot < schedule.firstNormalSlot) return undefined;
  const done = (clock.slot - schedule.firstNormalSlot) % schedule.slotsPerEpoch;
  const ofEpoch = (1000 * Number(clock.unixTimestamp - clock.epochStartTimestamp)) / Number(done);
  const slotMs = done >= telling ? ofEpoch : (averageOf(samples) ?? ofEpoch);
  if (!(Number.isFinite(slotMs) && slotMs > 0)) return undefined;
  return clock.unixTimestamp * 1000n + BigInt(Math.round(Number(schedule.slotsPerEpoch - done) * slotMs));
}

/** Milliseconds for a slot. */
function averageOf(samples: readonly PerformanceSample[]): number | undefined {
  const slots = samples.reduce((sum, { numSlots }) => sum + numSlots, 0);
  const seconds = samples.reduce((sum, { samplePeriodSecs }) => sum + samplePeriodSecs, 0);
  return slots > 0 && seconds > 0 ? (1000 * seconds) / slots : undefined;
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
    total: sum('pending', 'locked', 'unlocking', 'unlocked'),
    locked: sum('pending', 'locked'),
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
    ...(until === undefined ? {} : { completionDate: until.toString() }),
  };
}

interface Standing {
  readonly status: StakingPosition['status'];
  /** When it changes by itself: milliseconds since 1970. */
  readonly until?: bigint | undefined;
}

/**
 * - `pending`: not at stake yet, or not all of it
 * - `locked`: at stake until it is asked to end; or not at stake, but under a lockup
 * - `unlocking`: asked to end, and at stake until the epoch does
 * - `unlocked`: to be withdrawn
 */
export function statusOf(
  meta: StakeMeta,
  delegation: Delegation | undefined,
  { clock, history, epochEndsAt }: StakeSurroundings,
): Standing {
  const { effective, activating } =
    delegation === undefined ? { effective: 0n, activating: 0n } : activationOf(delegation, clock.epoch, history);
  if (delegation?.deactivationEpoch === never) {
    return activating > 0n ? { status: 'pending', until: epochEndsAt } : { status: 'locked' };
  }
  if (effective > 0n) return { status: 'unlocking', until: epochEndsAt };
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
