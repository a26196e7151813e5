import { describe, expect, it } from 'vitest';
import { someAddress } from '../../test/addresses.ts';
import { encodeIn } from '../../test/encode.ts';
import { dataOf } from '../../test/lies/account-data.ts';
import { account, accounts, alice, epoch, never, programs, sol, staked, validator } from '../../test/lies/world.ts';

const reserve = 2_282_880n;
const unstake = { mode: 'unstake', validatorAddress: validator };
/** 5 SOL. Of these 4.99771712 are at stake. */
const named = { ...unstake, stakeId: staked };

const positionOf = (lamports: bigint, deactivationEpoch = never) =>
  account(
    programs.stake,
    dataOf('stake', {
      ...{ state: 2, rentExemptReserve: reserve, staker: alice.address, withdrawer: alice.address },
      ...{ voter: validator, stake: lamports - reserve, activationEpoch: 1000n, deactivationEpoch },
    }),
    lamports,
  );

describe('completing the end of a named stake', () => {
  it.each([
    ['all', { useMaxAmount: true }, '5000000000'],
    ['what is at stake', { amount: '4997717120' }, '4997717120'],
    ['what is in the account', { amount: '5000000000' }, '5000000000'],
  ])('ends it whole for %s', async (_, wanted, amount) => {
    const { data, codes } = await encodeIn({}, { ...named, ...wanted });
    expect(codes).toEqual([]);
    expect(data).toMatchObject({ amount, stakeId: staked });
    expect(data?.params.newStake).toBeUndefined();
  });

  // Split of solana-program/stake: both parts keep at least the minimum delegation, here 1 SOL.
  it.each([
    ['the least part', sol],
    ['all but the least part', 5n * sol - reserve - sol],
  ])('splits off %s', async (_, part) => {
    const { data, codes } = await encodeIn({}, { ...named, amount: String(part) });
    expect(codes).toEqual([]);
    expect(data?.amount).toBe(String(part));
    expect(data?.params.newStake).toMatchObject({ deposit: '2282880' });
  });

  it.each([
    ['a part that is too small', sol - 1n, 'position.partTooLow', { minimum: '1000000000' }],
    ['a remainder that is too small', 4n * sol - reserve + 1n, 'position.remainderTooLow', { left: '999999999' }],
    ['all but a lamport', 5n * sol - reserve - 1n, 'position.remainderTooLow', { left: '1' }],
    ['more than there is', 5n * sol + 1n, 'position.insufficient', { available: '5000000000', needed: '5000000001' }],
  ])('refuses %s', async (_, amount, code, context) => {
    expect((await encodeIn({}, { ...named, amount: String(amount) })).errors).toMatchObject([{ code, context }]);
  });

  it.each([
    ['is being unlocked', epoch, 'position.unlocking'],
    ['has ended', 1005n, 'position.notStaked'],
  ])('refuses one that %s', async (_, end, code) => {
    const changed = { [staked]: positionOf(5n * sol, end) };
    expect((await encodeIn({ changed }, { ...named, useMaxAmount: true })).codes).toEqual([code]);
  });
});

describe('completing the end of a stake with a validator', () => {
  const [small, large, gone] = [someAddress(1, 30), someAddress(2, 30), someAddress(3, 30)];
  const positions = {
    [large]: positionOf(5n * sol),
    [small]: positionOf(3n * sol),
    // Smaller, and being unlocked already.
    [gone]: positionOf(2n * sol, epoch),
  };
  const among = (found: Readonly<Record<string, object>>, wanted: object) => {
    const script = {
      getProgramAccounts: () => Object.entries(found).map(([pubkey, one]) => ({ pubkey, account: one })),
    };
    return encodeIn({ changed: { ...accounts, ...found }, script }, { ...unstake, ...wanted });
  };

  it.each([
    [3n * sol, small],
    [3n * sol + 1n, large],
    [5n * sol, large],
    [sol, small],
  ])('takes the smallest that is enough for %s', async (amount, stakeId) => {
    expect((await among(positions, { amount: String(amount) })).data?.stakeId).toBe(stakeId);
  });

  it('names the amount of the largest if no stake is enough', async () => {
    const { errors } = await among(positions, { amount: String(5n * sol + 1n) });
    expect(errors).toMatchObject([{ code: 'position.insufficient', context: { available: '5000000000' } }]);
  });

  it('takes the only stake whole, and asks the client if there are several', async () => {
    const only = await among({ [small]: positionOf(3n * sol) }, { useMaxAmount: true });
    expect(only).toMatchObject({ codes: [], data: { stakeId: small, amount: '3000000000' } });
    const { errors } = await among(positions, { useMaxAmount: true });
    expect(errors).toMatchObject([{ code: 'position.ambiguous', context: { count: 2 } }]);
    expect((await among({ [gone]: positionOf(2n * sol, epoch) }, { useMaxAmount: true })).codes).toEqual([
      'position.notFound',
    ]);
  });
});
