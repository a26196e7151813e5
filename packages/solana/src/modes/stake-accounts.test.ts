import { describe, expect, it } from 'vitest';
import { someAddress } from '../../test/addresses.ts';
import { dataOf } from '../../test/lies/account-data.ts';
import { accountOf, snapshotWith } from '../../test/snapshot.ts';
import type { Account } from '../upstream/rpc.ts';
import { programs } from '../well-known.ts';
import { bySize, isWith, minimumDelegation, readPositions, stakeReserve } from './stake-accounts.ts';

const [sender, other, voter, stakeId] = [someAddress(1), someAddress(2), someAddress(3), someAddress(4)] as const;
const never = 2n ** 64n - 1n;
const delegated = { state: 2, rentExemptReserve: 2_282_880n, voter, stake: 5n, deactivationEpoch: never };

/** In epoch 1,013, at 1,780,070,000 seconds. */
function read(stake: object, request: object = {}, program: Account['owner'] = programs.stake) {
  const data = dataOf('stake', { ...delegated, staker: sender, withdrawer: sender, ...stake });
  const snapshot = snapshotWith({ [stakeId]: accountOf(program, 9n, data) });
  return readPositions(snapshot, { sender, stakeId, authority: 'withdrawer', ...request }, undefined);
}

describe('readPositions', () => {
  // Lockup::is_in_force of solana-program/stake: unix_timestamp > clock.unix_timestamp || epoch > clock.epoch.
  it.each([
    [0n, 0n, false],
    [1_780_070_000n, 1013n, false],
    [1_780_070_001n, 0n, true],
    [0n, 1014n, true],
  ])('knows a lockup until %s and epoch %s', (lockupTimestamp, lockupEpoch, isLockedUp) => {
    expect(read({ lockupTimestamp, lockupEpoch }).positions).toMatchObject([{ isLockedUp }]);
  });

  // StakeInstruction::Withdraw of solana-program/stake locks the effective stake if clock.epoch >= deactivation_epoch, else the whole delegation.
  it.each([
    ['that is not asked to end', 1000n, never, 5n],
    ['that began in this epoch', 1013n, never, 5n],
    ['that ends after this epoch', 1013n, 1014n, 5n],
    ['that began and ended in this epoch', 1013n, 1013n, 0n],
    ['that ends with this epoch', 1000n, 1013n, 5n],
    ['that has ended', 1000n, 1012n, 0n],
  ])('counts what is at stake of one %s', (_, activationEpoch, deactivationEpoch, staked) => {
    expect(read({ activationEpoch, deactivationEpoch }).positions).toMatchObject([{ staked }]);
  });

  it('counts nothing of an account that was never delegated', () => {
    expect(read({ state: 1 }).positions).toMatchObject([{ staked: 0n, delegation: undefined, lamports: 9n }]);
  });

  it('finds only initialised accounts of the stake program that belong to the sender', () => {
    const codeOf = ({ problems }: ReturnType<typeof read>) => problems?.map(({ code }) => code);
    expect(codeOf(read({}, {}, programs.vote))).toEqual(['position.notFound']);
    expect(codeOf(read({ state: 0 }))).toEqual(['position.notFound']);
    expect(codeOf(read({ withdrawer: other }))).toEqual(['position.foreign']);
    expect(codeOf(read({ withdrawer: other }, { authority: 'staker' }))).toBeUndefined();
    expect(codeOf(read({ staker: other }, { authority: 'staker' }))).toEqual(['position.foreign']);
    expect(codeOf(read({}, { stakeId: other }))).toEqual(['position.notFound']);
    expect(codeOf(read({}, { stakeId: undefined }))).toEqual(['position.unlisted']);
  });
});

describe('the amounts of a stake', () => {
  it('hold the present rent of 200 bytes, even if it was higher before', () => {
    const at = (perByte: bigint) =>
      stakeReserve(snapshotWith({}, { rentMinimum: (length) => BigInt(128 + length) * perByte }));
    expect(at(6960n)).toBe(2_282_880n);
    expect(at(6961n)).toBe(2_283_208n);
    expect(at(5080n)).toBe(1_666_240n);
    expect(at(696n)).toBe(228_288n);
  });

  it('are at least a SOL if the node does not tell the minimum', () => {
    expect(minimumDelegation({ ok: true, value: 7n })).toBe(7n);
    expect(minimumDelegation({ ok: false, error: { code: -32601, message: 'no' } })).toBe(1_000_000_000n);
  });

  it('are sorted by size, and then by address', () => {
    const [position] = read({}).positions ?? [];
    if (position === undefined) throw new Error('no position');
    const [a, b, c] = [
      { ...position, address: '2' as typeof position.address },
      { ...position, address: '1' as typeof position.address },
      { ...position, address: '0' as typeof position.address, lamports: 10n },
    ];
    expect(bySize([c, a, b])).toEqual([b, a, c]);
    expect(bySize([b, a, c])).toEqual([b, a, c]);
  });

  it('belong to their validator, and idle ones to none', () => {
    const [at] = read({}).positions ?? [];
    const [idle] = read({ state: 1 }).positions ?? [];
    if (at === undefined || idle === undefined) throw new Error('no position');
    expect([voter, other, programs.system, stakeId].map((name) => isWith(at, name))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect([voter, programs.system, stakeId].map((name) => isWith(idle, name))).toEqual([false, true, true]);
  });
});
