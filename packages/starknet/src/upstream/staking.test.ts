import { describe, expect, it } from 'vitest';
import { toAddress } from '../address/address.ts';
import {
  readEpoch,
  readFlag,
  readMember,
  readPoolParameters,
  readStaker,
  readStakerPools,
  readStakers,
  readStakingParameters,
} from './staking.ts';

// Answers as Cairo writes the types of starkware-libs/starknet-staking, src/staking/interface.cairo and src/pool/interface.cairo, by hand: an Option is 0 and the
// value or 1, a list is its length and the members, a u256 has two felts.

const strk = 0x04718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938dn;
const [a, b, c] = [0x111n, 0x222n, 0x333n];
const u128 = 2n ** 128n - 1n;
const addressEnd = 2n ** 251n - 256n;

type Read = (felts: readonly bigint[]) => unknown;

/** Every answer must be read whole: with a felt too many or too few it means something else. */
const answers: readonly [string, Read, readonly bigint[], unknown][] = [
  ['bool', readFlag, [1n], true],
  ['bool', readFlag, [0n], false],
  ['u64', readEpoch, [2n ** 64n - 1n], 2n ** 64n - 1n],
  [
    'StakingContractInfoV1',
    readStakingParameters,
    [20_000n, strk, a, b, c, 604_800n],
    { token: toAddress(strk), exitWaitWindow: 604_800n },
  ],
  [
    'stakers with peer ids',
    readStakers,
    [3n, a, 70n, 0n, 9n, 0n, 5n, 6n, b, 20n, 1n, 1n, c, 10n, 0n, 0n, 1n],
    [
      { staker: toAddress(a), power: 70n },
      { staker: toAddress(b), power: 20n },
      { staker: toAddress(c), power: 10n },
    ],
  ],
  [
    'stakers without peer ids',
    readStakers,
    [2n, a, 70n, 0n, 9n, b, 20n, 1n],
    [
      { staker: toAddress(a), power: 70n },
      { staker: toAddress(b), power: 20n },
    ],
  ],
  ['no stakers', readStakers, [0n], []],
  [
    'StakerPoolInfoV2',
    readStakerPools,
    [0n, 1_000n, 2n, a, strk, u128, b, c, 0n],
    {
      commission: 1_000n,
      pools: [
        { pool: toAddress(a), token: toAddress(strk), amount: u128 },
        { pool: toAddress(b), token: toAddress(c), amount: 0n },
      ],
    },
  ],
  ['StakerPoolInfoV2 without delegations', readStakerPools, [1n, 0n], { commission: undefined, pools: [] }],
  ['no staker', readStaker, [1n], null],
  ['StakerInfoV1', readStaker, [0n, a, b, 1n, 5n, 6n, 1n], { unstakeTime: undefined, own: 5n }],
  [
    'StakerInfoV1 that leaves, with a pool',
    readStaker,
    [0n, a, b, 0n, 99n, 5n, 6n, 0n, c, 7n, 10_000n],
    { unstakeTime: 99n, own: 5n },
  ],
  [
    'PoolContractInfoV1',
    readPoolParameters,
    [a, 1n, b, strk, 500n],
    { staker: toAddress(a), isStakerRemoved: true, staking: toAddress(b), token: toAddress(strk) },
  ],
  ['no member', readMember, [1n], null],
  [
    'PoolMemberInfoV1',
    readMember,
    [0n, a, 10n, 3n, 500n, 0n, 1n],
    { rewardAddress: toAddress(a), amount: 10n, rewards: 3n, unpoolAmount: 0n, unpoolTime: undefined },
  ],
  [
    'PoolMemberInfoV1 that unstakes',
    readMember,
    [0n, a, 10n, 3n, 500n, 4n, 0n, 1_700_000_000n],
    { rewardAddress: toAddress(a), amount: 10n, rewards: 3n, unpoolAmount: 4n, unpoolTime: 1_700_000_000n },
  ],
];

describe('answers of the staking contracts', () => {
  it.each(answers)('are read: %s', (_, read, felts, expected) => {
    expect(read(felts)).toEqual(expected);
  });

  it.each(answers)('are not read with a felt too many or too few: %s', (_, read, felts) => {
    expect(read([...felts, 0n])).toBeUndefined();
    expect(read(felts.slice(0, -1))).toBeUndefined();
    expect(read([])).toBeUndefined();
  });

  it.each<[string, Read, readonly bigint[]]>([
    ['a bool', readFlag, [2n]],
    ['an epoch', readEpoch, [2n ** 64n]],
    ['an address', readStakingParameters, [20_000n, addressEnd, a, b, c, 604_800n]],
    ['a wait', readStakingParameters, [20_000n, strk, a, b, c, 2n ** 64n]],
    ['an amount', readMember, [0n, a, u128 + 1n, 3n, 500n, 0n, 1n]],
    ['an Option', readMember, [0n, a, 10n, 3n, 500n, 4n, 2n]],
    ['a commission', readMember, [0n, a, 10n, 3n, 10_001n, 0n, 1n]],
    ['a commission', readStakerPools, [0n, 10_001n, 0n]],
    ['a number of pools', readStakerPools, [0n, 1_000n, u128, a, strk, 1n]],
    ['a power', readStakers, [1n, a, u128 + 1n, 1n]],
  ])('are not read if %s is out of range', (_, read, felts) => {
    expect(read(felts)).toBeUndefined();
  });
});
