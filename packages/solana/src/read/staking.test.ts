import { describe, expect, it } from 'vitest';
import type { Address } from '../address/address.ts';
import { type Delegation, never, type StakeMeta } from '../layouts/index.ts';
import type { StakeSysvars } from '../upstream/rpc.ts';
import { epochEnd, slotsToTime } from './epoch-end.ts';
import { readStaking, statusOf } from './staking.ts';

const sol = 1_000_000_000n;
const owner = '9C6hybhQ6Aycep9jaUnP6uL9ZYvDjUp1aSkFWPUFJtpj' as Address;
const voter = 'he1iusunGwqrNtafDtLdhsUQDFvo13z9sUa36PauBtk' as Address;

/** Epoch 100 of a cluster with epochs of 1,000 slots, 400 of which have passed in 200 seconds. */
const sysvars: StakeSysvars = {
  clock: {
    slot: 100_400n,
    epoch: 100n,
    epochStartTimestamp: 1_780_000_000n,
    unixTimestamp: 1_780_000_200n,
  },
  history: new Map(
    [97n, 98n, 99n].map((epoch) => [
      epoch,
      { effective: 400_000_000n * sol, activating: 4_000_000n * sol, deactivating: 3_000_000n * sol },
    ]),
  ),
  schedule: { slotsPerEpoch: 1000n, firstNormalSlot: 0n },
};

const meta: StakeMeta = {
  staker: owner,
  withdrawer: owner,
  lockup: { unixTimestamp: 0n, epoch: 0n },
};

const delegation = (activationEpoch: bigint, deactivationEpoch = never): Delegation => ({
  voter,
  stake: 5n * sol,
  activationEpoch,
  deactivationEpoch,
});

const endOfEpoch = 1_780_000_500_000n;
const surroundings = { ...sysvars, epochEndsAt: endOfEpoch };

describe('statusOf', () => {
  const table: [string, Delegation | undefined, ReturnType<typeof statusOf>][] = [
    ['was never delegated', undefined, { status: 'unlocked' }],
    ['was delegated in this epoch', delegation(100n), { status: 'locked' }],
    ['was delegated an epoch ago', delegation(99n), { status: 'locked' }],
    ['was delegated long ago', delegation(3n), { status: 'locked' }],
    ['is of the genesis', delegation(never), { status: 'locked' }],
    ['was deactivated in this epoch', delegation(3n, 100n), { status: 'unlocking', until: endOfEpoch }],
    ['was deactivated an epoch ago', delegation(3n, 99n), { status: 'unlocked' }],
    ['was deactivated long ago', delegation(3n, 10n), { status: 'unlocked' }],
    ['was delegated and deactivated in this epoch', delegation(100n, 100n), { status: 'unlocked' }],
    ['was delegated and deactivated in an epoch', delegation(98n, 98n), { status: 'unlocked' }],
  ];
  for (const [what, of, expected] of table) {
    it(`of a stake that ${what} is ${expected.status}`, () => {
      expect(statusOf(meta, of, surroundings)).toEqual(expected);
    });
  }

  it('stays unlocking without a date while a small cluster needs several epochs', () => {
    const small = { effective: 100n * sol, activating: 50n * sol, deactivating: 50n * sol };
    const slow = { ...surroundings, history: new Map([[99n, small]]) };
    expect(statusOf(meta, delegation(99n), slow)).toEqual({ status: 'locked' });
    expect(statusOf(meta, delegation(3n, 99n), slow)).toEqual({ status: 'unlocking' });
  });

  it('is locked under a lockup, by time or by epoch', () => {
    const locked = (unixTimestamp: bigint, epoch: bigint) => ({
      ...meta,
      lockup: { ...meta.lockup, unixTimestamp, epoch },
    });
    expect(statusOf(locked(1_780_000_201n, 0n), undefined, surroundings)).toEqual({
      status: 'locked',
      until: 1_780_000_201_000n,
    });
    expect(statusOf(locked(1_780_000_200n, 100n), undefined, surroundings)).toEqual({ status: 'unlocked' });
    expect(statusOf(locked(0n, 101n), delegation(3n, 50n), surroundings)).toEqual({ status: 'locked' });
  });
});

describe('the end of the epoch', () => {
  /** Epoch 99 began with slot 99,000, and took 500 seconds. */
  const times = (first: bigint | null | undefined, second?: bigint | null) =>
    new Map([
      [99_000n, first],
      [99_001n, second],
    ]);
  const start = sysvars.clock.epochStartTimestamp;

  it('comes after the duration of the epoch before', () => {
    expect(slotsToTime(sysvars)).toEqual([0n, 1n, 2n, 3n, 4n, 5n, 6n, 7n].map((i) => 99_000n + i));
    expect(epochEnd(sysvars, times(start - 500n, start - 499n))).toBe(1_780_000_500_000n);
  });

  it('is the same in every slot of the epoch', () => {
    const { clock } = sysvars;
    for (const slot of [100_000n, 100_001n, 100_999n]) {
      const later = { ...sysvars, clock: { ...clock, slot, unixTimestamp: clock.unixTimestamp + slot } };
      expect(slotsToTime(later)).toEqual(slotsToTime(sysvars));
      expect(epochEnd(later, times(start - 500n))).toBe(1_780_000_500_000n);
    }
  });

  it('follows from the next slot if the first had no block, and is unknown if no time is known', () => {
    // 999 slots in 499.5 seconds, to the second.
    expect(epochEnd(sysvars, times(null, start - 499n))).toBe(start * 1000n + (499n * 1000n * 1000n) / 999n);
    expect(epochEnd(sysvars, times(undefined, start - 499n))).toBeUndefined();
    expect(epochEnd(sysvars, times(null, null))).toBeUndefined();
    expect(epochEnd(sysvars, new Map())).toBeUndefined();
  });

  it('is unknown if no time passed', () => {
    expect(epochEnd(sysvars, times(start))).toBeUndefined();
    expect(epochEnd(sysvars, times(start + 1n))).toBeUndefined();
  });

  it('is unknown in the first epochs of a young cluster, and right after them', () => {
    const young = (firstNormalSlot: bigint) => ({ ...sysvars, schedule: { slotsPerEpoch: 1000n, firstNormalSlot } });
    expect(slotsToTime(young(100_500n))).toEqual([]);
    expect(slotsToTime(young(100_000n))).toEqual([]);
    expect(slotsToTime(young(99_000n))).toHaveLength(8);
    expect(epochEnd(young(100_500n), times(start - 500n))).toBeUndefined();
  });
});

describe('readStaking', () => {
  it('leaves out other accounts, and stakes that another key may withdraw', () => {
    const foreign = { lamports: sol, owner: voter, data: new Uint8Array(200), executable: false, space: 200 };
    const empty = { ...foreign, owner: 'Stake11111111111111111111111111111111111111' as Address };
    const found = [foreign, empty].map((account) => ({ pubkey: voter, account }));
    expect(readStaking(owner, found, surroundings)).toEqual({
      total: '0',
      locked: '0',
      unlocking: '0',
      unlocked: '0',
      positions: [],
      rewards: { native: [], tokens: [] },
    });
  });
});
