import type { StakingBalance, StakingPosition } from '@isochain/core';
import { type Clock, type Delegation, decodeStakeAccount, never, type StakeMeta } from '../layouts/index.ts';
import { activationOf } from '../layouts/stake-activation.ts';
import { isMoment } from '../moments.ts';
import type { KeyedAccount, StakeSysvars } from '../upstream/rpc.ts';
import { programs } from '../well-known.ts';

/** What the status of a position depends on, all of one slot. */
export interface StakeSurroundings extends Pick<StakeSysvars, 'clock' | 'history'> {
  /** Milliseconds since 1970. Undefined if unknown. */
  readonly epochEndsAt: bigint | undefined;
}

/** Whether a position ends with the current epoch. Only then the end of the epoch is needed. */
export function endsWithEpoch({ account }: KeyedAccount, { epoch }: Clock): boolean {
  const stake = account.owner === programs.stake ? decodeStakeAccount(account.data) : undefined;
  return stake?.state === 'delegated' && stake.delegation.deactivationEpoch === epoch;
}

/**
 * What an account has at stake, in lamports. A position is a stake account that the account may withdraw from. Rewards join the stake by themselves,
 * so there are none to claim.
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

/** The amount is everything in the account: its reserve comes back with the rest. */
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
    // Clients expect a validator. If there never was one, the system program's address stands in.
    validatorAddresses: [delegation?.voter ?? programs.system],
    amount: account.lamports.toString(),
    status,
    stakeId: pubkey,
    // A lockup may end later than any date can show.
    ...(until === undefined || !isMoment(until / 1000n) ? {} : { completionDate: until.toString() }),
  };
}

interface Standing {
  readonly status: StakingPosition['status'];
  /** When the status changes by itself: milliseconds since 1970. */
  readonly until?: bigint | undefined;
}

/**
 * - `locked`: at stake, or about to be, until it is deactivated. Or not at stake, but under a lockup
 * - `unlocking`: deactivated, and at stake until the epoch ends
 * - `unlocked`: can be withdrawn
 *
 * Clients only offer to end a `locked` position. So a position that is about to be at stake is `locked` too.
 */
export function statusOf(
  meta: StakeMeta,
  delegation: Delegation | undefined,
  { clock, history, epochEndsAt }: StakeSurroundings,
): Standing {
  if (delegation?.deactivationEpoch === never) return { status: 'locked' };
  const effective = delegation === undefined ? 0n : activationOf(delegation, clock.epoch, history).effective;
  // On a small cluster it may take more epochs than the one of the deactivation. The number is unknown.
  if (effective > 0n) {
    return delegation?.deactivationEpoch === clock.epoch
      ? { status: 'unlocking', until: epochEndsAt }
      : { status: 'unlocking' };
  }
  return lockupOf(meta, clock) ?? { status: 'unlocked' };
}

/** Withdrawals have to wait for both the time and the epoch of a lockup. */
function lockupOf({ lockup }: StakeMeta, clock: Clock): Standing | undefined {
  const byTime = lockup.unixTimestamp > clock.unixTimestamp;
  const byEpoch = lockup.epoch > clock.epoch;
  if (!byTime && !byEpoch) return undefined;
  // The start of a distant epoch is unknown.
  return byEpoch ? { status: 'locked' } : { status: 'locked', until: lockup.unixTimestamp * 1000n };
}
