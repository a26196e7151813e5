import type { TronWeb } from 'tronweb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Desk, openDesk } from '../../test/tron-desk.ts';
import { hexAddress } from './address.ts';
import type { TronEngine } from './engine.ts';

// Stake 2.0 with transactions of tronweb. Each test has an account and a chain of its own, because votes and stakes of others count.

const trx = 1_000_000;
const day = 86_400_000;

let desk: Desk;
let engine: TronEngine;
let owner: string;
let build: TronWeb['transactionBuilder'];

beforeEach(async () => {
  desk = await openDesk();
  engine = desk.engine;
  owner = await desk.newcomer(0, 1000n * 1_000_000n);
  build = desk.web.transactionBuilder;
});
afterEach(() => desk.stop());

const read = () => engine.account(owner);
const witness = (index: number) => engine.witnesses()[index]?.address ?? '';

describe('freezing', () => {
  it('turns TRX into a resource and Tron power', async () => {
    const id = await desk.send(owner, await build.freezeBalanceV2(400 * trx, 'ENERGY', owner));
    expect(read()).toMatchObject({ balance: 600_000_000n, frozen: { ENERGY: 400_000_000n, BANDWIDTH: 0n } });
    expect(await desk.post('/wallet/getaccountresource', { address: owner, visible: true })).toMatchObject({
      tronPowerLimit: 400,
      // 400 x 180e9 / TotalEnergyWeight.
      EnergyLimit: 4415,
    });
    expect(await desk.post('/wallet/getaccount', { address: owner, visible: true })).toMatchObject({
      frozenV2: [{}, { type: 'ENERGY', amount: 400_000_000 }, { type: 'TRON_POWER' }],
    });
    expect(await desk.info(id)).toMatchObject({ receipt: { net_usage: expect.any(Number) } });
  });

  it('is not in solid blocks at once', async () => {
    await engine.mine(20);
    await desk.send(owner, await build.freezeBalanceV2(400 * trx, 'ENERGY', owner));
    const read = () => desk.post('/walletsolidity/getaccount', { address: owner, visible: true });
    expect(await read()).toHaveProperty('balance', 1000 * trx);
    expect(await read()).toHaveProperty('frozenV2', [{}, { type: 'ENERGY' }, { type: 'TRON_POWER' }]);
    await engine.mine(19);
    expect(await read()).toMatchObject({
      balance: 600 * trx,
      frozenV2: [{}, { type: 'ENERGY', amount: 400 * trx }, {}],
    });
  });

  it.each([
    ['0.9 TRX', 900_000, 'frozenBalance must be greater than or equal to 1 TRX'],
    ['more than there is', 1_000_000_001, 'frozenBalance must be less than or equal to accountBalance'],
  ])('refuses %s', async (_, amount, text) => {
    await expect(desk.send(owner, await build.freezeBalanceV2(amount, 'BANDWIDTH', owner))).rejects.toThrow(text);
  });
});

describe('votes', () => {
  it('replace all that were there, and settle rewards', async () => {
    await desk.send(owner, await build.freezeBalanceV2(10 * trx, 'BANDWIDTH', owner));
    await engine.addReward(owner, 77n);
    await desk.send(owner, await build.vote({ [witness(0)]: 4 }, owner));
    await desk.send(owner, await build.vote({ [witness(1)]: 6, [witness(2)]: 4 }, owner));
    expect(read()).toMatchObject({
      votes: [
        { address: hexAddress(witness(1)), count: 6n },
        { address: hexAddress(witness(2)), count: 4n },
      ],
      allowance: 77n,
      pendingReward: 0n,
    });
    expect(await desk.post('/wallet/getReward', { address: owner, visible: true })).toEqual({ reward: 77 });
    const live = await desk.post('/wallet/getpaginatednowwitnesslist', { offset: 1, limit: 1, visible: true });
    expect(live).toMatchObject({ witnesses: [{ address: witness(1), voteCount: 992_500_006 }] });
    const counted = (await desk.post('/wallet/listwitnesses', { visible: true })) as {
      witnesses: { voteCount: number }[];
    };
    expect(counted.witnesses[1]?.voteCount).toBe(992_500_000);
    await engine.advance(6 * 3_600_000);
    expect(await desk.post('/wallet/listwitnesses', { visible: true })).toMatchObject({
      witnesses: { 1: { voteCount: 992_500_006 } },
    });
  });

  it('are refused beyond the Tron power, and for an address that is no witness', async () => {
    await desk.send(owner, await build.freezeBalanceV2(10 * trx, 'BANDWIDTH', owner));
    await expect(desk.send(owner, await build.vote({ [witness(0)]: 11 }, owner))).rejects.toThrow(
      'Contract validate error : The total number of votes[11000000] is greater than the tronPower[10000000]',
    );
    const other = engine.accounts[1]?.address ?? '';
    await expect(desk.send(owner, await build.vote({ [other]: 1 }, owner))).rejects.toThrow(
      `Witness[${hexAddress(other)}] not exists`,
    );
  });
});

describe('unfreezing', () => {
  it('takes idle Tron power first, then shrinks all votes alike', async () => {
    await desk.send(owner, await build.freezeBalanceV2(100 * trx, 'BANDWIDTH', owner));
    await desk.send(owner, await build.vote({ [witness(0)]: 60, [witness(1)]: 20, [witness(2)]: 1 }, owner));
    await desk.send(owner, await build.unfreezeBalanceV2(19 * trx, 'BANDWIDTH', owner));
    expect(read()?.votes.map(({ count }) => count)).toEqual([60n, 20n, 1n]);
    await desk.send(owner, await build.unfreezeBalanceV2(41 * trx, 'BANDWIDTH', owner));
    // 40 / 81 of each, rounded down. The last one vanishes.
    expect(read()?.votes.map(({ count }) => count)).toEqual([29n, 9n]);
  });

  it('comes back after 14 days, by a withdrawal or with the next unfreezing', async () => {
    await desk.send(owner, await build.freezeBalanceV2(30 * trx, 'ENERGY', owner));
    const head = engine.now();
    await desk.send(owner, await build.unfreezeBalanceV2(10 * trx, 'ENERGY', owner));
    await desk.send(owner, await build.unfreezeBalanceV2(5 * trx, 'ENERGY', owner));
    expect(read()?.unfrozen[0]).toEqual({ resource: 'ENERGY', amount: 10_000_000n, expireTime: head + 14 * day });
    const withdraw = () => build.withdrawExpireUnfreeze(owner);
    await expect(desk.send(owner, await withdraw())).rejects.toThrow('no unFreeze balance to withdraw ');
    await engine.advance(14 * day);
    const before = await engine.balance(owner);
    const id = await desk.send(owner, await withdraw());
    expect(await desk.info(id)).toMatchObject({ withdraw_expire_amount: 15_000_000 });
    expect((await engine.balance(owner)) - before).toBe(15_000_000n);
    await desk.send(owner, await build.unfreezeBalanceV2(2 * trx, 'ENERGY', owner));
    await engine.advance(14 * day);
    const other = await desk.send(owner, await build.unfreezeBalanceV2(3 * trx, 'ENERGY', owner));
    expect(await desk.info(other)).toMatchObject({ withdraw_expire_amount: 2_000_000 });
  });

  it('is refused beyond 32 at a time, and without a stake', async () => {
    const unfreeze = (resource: 'ENERGY' | 'BANDWIDTH' = 'ENERGY') => build.unfreezeBalanceV2(trx, resource, owner);
    await expect(desk.send(owner, await unfreeze())).rejects.toThrow('no frozenBalance(Energy)');
    await expect(desk.send(owner, await unfreeze('BANDWIDTH'))).rejects.toThrow('no frozenBalance(BANDWIDTH)');
    const expireTime = engine.now() + day;
    await engine.changeAccount(owner, (account) => {
      account.frozen.ENERGY = 5_000_000n;
      account.unfrozen = Array.from({ length: 32 }, () => ({ resource: 'ENERGY', amount: 1n, expireTime }));
    });
    expect(await desk.post('/wallet/getavailableunfreezecount', { owner_address: owner, visible: true })).toEqual({});
    await expect(desk.send(owner, await unfreeze())).rejects.toThrow(
      'Invalid unfreeze operation, unfreezing times is over limit',
    );
    const more = await build.unfreezeBalanceV2(6 * trx, 'ENERGY', owner);
    await expect(desk.send(owner, more)).rejects.toThrow('Invalid unfreeze_balance, [6000000] is error');
  });

  it('is taken back by CancelAllUnfreezeV2', async () => {
    await desk.send(owner, await build.freezeBalanceV2(30 * trx, 'ENERGY', owner));
    await desk.send(owner, await build.unfreezeBalanceV2(10 * trx, 'ENERGY', owner));
    const id = await desk.send(owner, await build.cancelUnfreezeBalanceV2(owner));
    expect(read()).toMatchObject({ frozen: { ENERGY: 30_000_000n }, unfrozen: [] });
    expect(await desk.info(id)).toMatchObject({
      cancel_unfreezeV2_amount: expect.arrayContaining([{ key: 'ENERGY', value: 10_000_000 }]),
    });
  });
});

describe('claiming', () => {
  it('pays rewards out once a day', async () => {
    const claim = () => build.withdrawBlockRewards(owner);
    await expect(desk.send(owner, await claim())).rejects.toThrow('witnessAccount does not have any reward');
    await engine.addReward(owner, 12_345n);
    const before = await engine.balance(owner);
    const time = engine.now();
    const id = await desk.send(owner, await claim());
    expect(await desk.info(id)).toMatchObject({ withdraw_amount: 12_345 });
    expect((await engine.balance(owner)) - before).toBe(12_345n);
    await engine.addReward(owner, 1n);
    await expect(desk.send(owner, await claim())).rejects.toThrow(
      `The last withdraw time is ${time}, less than 24 hours`,
    );
    await engine.advance(day);
    await desk.send(owner, await claim());
  });
});

describe('delegation', () => {
  it('lends a resource without its votes, and takes it back', async () => {
    const receiver = engine.accounts[2]?.address ?? '';
    await desk.send(owner, await build.freezeBalanceV2(500 * trx, 'ENERGY', owner));
    await desk.send(owner, await build.delegateResource(300 * trx, receiver, 'ENERGY', owner));
    expect(read()).toMatchObject({ frozen: { ENERGY: 200_000_000n }, delegated: { ENERGY: 300_000_000n } });
    expect(await desk.post('/wallet/getaccountresource', { address: owner, visible: true })).toMatchObject({
      tronPowerLimit: 500,
      EnergyLimit: 2207,
    });
    expect(await desk.post('/wallet/getaccountresource', { address: receiver, visible: true })).toMatchObject({
      EnergyLimit: 3311,
    });
    const unfreeze = await build.unfreezeBalanceV2(201 * trx, 'ENERGY', owner);
    await expect(desk.send(owner, unfreeze)).rejects.toThrow('Invalid unfreeze_balance, [201000000] is error');
    await desk.send(owner, await build.undelegateResource(300 * trx, receiver, 'ENERGY', owner));
    expect(read()).toMatchObject({ frozen: { ENERGY: 500_000_000n }, delegated: { ENERGY: 0n } });
    await expect(desk.send(owner, await build.undelegateResource(1 * trx, receiver, 'ENERGY', owner))).rejects.toThrow(
      'delegated Resource does not exist',
    );
  });

  it('can be locked', async () => {
    const receiver = engine.accounts[3]?.address ?? '';
    await desk.send(owner, await build.freezeBalanceV2(5 * trx, 'BANDWIDTH', owner));
    await desk.send(owner, await build.delegateResource(2 * trx, receiver, 'BANDWIDTH', owner, true, 28_800));
    const back = () => build.undelegateResource(2 * trx, receiver, 'BANDWIDTH', owner);
    await expect(desk.send(owner, await back())).rejects.toThrow(
      'insufficient delegatedFrozenBalance(BANDWIDTH), request=2000000, unlock_balance=0',
    );
    await engine.advance(day + 3000);
    await desk.send(owner, await back());
  });
});
