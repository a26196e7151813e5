import { describe, expect, it } from 'vitest';
import type { Address } from './address.ts';
import { type Delegation, never, type StakeMeta } from './layouts.ts';
import type { StakeSysvars } from './rpc.ts';
import { readStaking, statusOf, toSurroundings } from './staking.ts';

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
  rentExemptReserve: 2_282_880n,
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

const surroundings = toSurroundings(sysvars, []);
/** 600 slots are left, at half a second each. */
const endOfEpoch = 1_780_000_500_000n;

describe('statusOf', () => {
  const table: [string, Delegation | undefined, ReturnType<typeof statusOf>][] = [
    ['was never delegated', undefined, { status: 'unlocked' }],
    ['was delegated in this epoch', delegation(100n), { status: 'pending', until: endOfEpoch }],
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

  it('stays pending or unlocking while a small cluster takes its time', () => {
    const small = { effective: 100n * sol, activating: 50n * sol, deactivating: 50n * sol };
    const slow = { ...surroundings, history: new Map([[99n, small]]) };
    expect(statusOf(meta, delegation(99n), slow).status).toBe('pending');
    expect(statusOf(meta, delegation(3n, 99n), slow).status).toBe('unlocking');
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
  it('comes at the speed of the epoch, once that has run for a while', () => {
    const { clock } = sysvars;
    // A fifth of it has passed, at 350 ms a slot.
    const later = {
      ...sysvars,
      clock: { ...clock, slot: 1_020_000n, unixTimestamp: clock.epochStartTimestamp + 7000n },
      schedule: { slotsPerEpoch: 100_000n, firstNormalSlot: 0n },
    };
    expect(toSurroundings(later, [{ numSlots: 1, samplePeriodSecs: 60 }]).epochEndsAt).toBe(1_780_035_000_000n);
  });

  it('comes at the speed of the last minutes while the epoch is young, if nodes tell it', () => {
    const samples = [
      { numSlots: 160, samplePeriodSecs: 60 },
      { numSlots: 140, samplePeriodSecs: 60 },
    ];
    // 600 slots of 400 ms.
    expect(toSurroundings(sysvars, samples).epochEndsAt).toBe(1_780_000_440_000n);
  });

  it('is not told where nothing says how fast the chain is', () => {
    const { clock } = sysvars;
    const atStart = { ...sysvars, clock: { ...clock, slot: 100_000n, unixTimestamp: clock.epochStartTimestamp } };
    expect(toSurroundings(atStart, []).epochEndsAt).toBeUndefined();
    const stopped = { ...sysvars, clock: { ...clock, unixTimestamp: clock.epochStartTimestamp } };
    expect(toSurroundings(stopped, [{ numSlots: 0, samplePeriodSecs: 60 }]).epochEndsAt).toBeUndefined();
  });

  it('counts from the first epoch of full length', () => {
    const young = { ...sysvars, schedule: { slotsPerEpoch: 1000n, firstNormalSlot: 100_300n } };
    expect(toSurroundings(young, [{ numSlots: 100, samplePeriodSecs: 100 }]).epochEndsAt).toBe(1_780_001_100_000n);
  });
});

describe('readStaking', () => {
  it('leaves out what is no stake account, and what somebody else may withdraw', () => {
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
