import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Desk, type DeskOptions, keyring } from '../../test/aptos-desk.ts';
import { aptosAccounts } from './accounts.ts';
import { startAptos } from './aptos.ts';
import type { AptosEngine, PoolSummary } from './engine.ts';

let engine: AptosEngine;
let desk: Desk;
const [alice] = aptosAccounts.map(({ address }) => address) as [string];
const apt = 100_000_000n;
const day = 86_400;
const pool = (index: number): PoolSummary => engine.validators()[index] as PoolSummary;

beforeAll(async () => {
  engine = await startAptos();
  desk = new Desk(engine);
});
afterAll(() => engine.stop());

/** Each test finds the chain as it was. */
function check(name: string, run: () => Promise<void>): void {
  it(name, () => engine.rehearse(run));
}

type Action = 'add_stake' | 'unlock' | 'reactivate_stake' | 'withdraw';
const act = (action: Action, amount: bigint, at = pool(0).address, options: DeskOptions = {}) =>
  desk.run({ function: `0x1::delegation_pool::${action}`, args: [at, amount] }, options);
const stake = (at = pool(0).address) => engine.stakeOf(at, alice);
const own = async (name: string, ...args: unknown[]) => (await desk.view(`0x1::delegation_pool::${name}`, args)).body;
/** The data of the pool's own event. */
const eventOf = (done: { events: { type: string; data: Record<string, string> }[] }, name: string) =>
  done.events.find(({ type }) => type === `0x1::delegation_pool::${name}`)?.data;

describe('adding stake', () => {
  check('holds back a fee until the epoch ends, in an active pool', async () => {
    const [fee] = await own('get_add_stake_fee', pool(0).address, String(11n * apt));
    const [rate, denominator] = (await desk.view('0x1::staking_config::reward_rate')).body.map(BigInt);
    // The fee is what the rest would have earned: fee = (amount - fee) * rate * 91 %.
    const earned = ((11n * apt - BigInt(fee)) * rate * 91n) / (denominator * 100n);
    expect(Math.abs(Number(BigInt(fee) - earned))).toBeLessThanOrEqual(1);
    expect(BigInt(fee)).toBeGreaterThan(5_000n);
    const done = await act('add_stake', 11n * apt);
    expect(eventOf(done, 'AddStake')).toMatchObject({ amount_added: '1100000000', add_stake_fee: fee });
    const before = stake().active;
    expect(11n * apt - before - BigInt(fee)).toBeLessThanOrEqual(1n);
    expect(before).toBeLessThan(11n * apt);
    await engine.advance(7_200);
    expect(stake().active - 11n * apt).toBeGreaterThanOrEqual(-1n);
    expect(stake().active - 11n * apt).toBeLessThanOrEqual(2n);
  });

  check('has no fee in a pool that is not in the set', async () => {
    expect(await own('get_add_stake_fee', pool(3).address, String(11n * apt))).toEqual(['0']);
    await act('add_stake', 10n * apt, pool(3).address);
    expect(10n * apt - stake(pool(3).address).active).toBeLessThanOrEqual(1n);
  });

  check('of too little aborts, of nothing does nothing', async () => {
    expect((await act('add_stake', 10n * apt)).vm_status).toMatch(
      /^Move abort in 0x1::delegation_pool: EDELEGATOR_ACTIVE_BALANCE_TOO_LOW\(0x10008\)/,
    );
    expect(await engine.balance(alice)).toBeGreaterThan(9_999n * apt);
    const nothing = await act('add_stake', 0n);
    expect(nothing).toMatchObject({ success: true });
    expect(eventOf(nothing, 'AddStake')).toBeUndefined();
    await act('add_stake', 11n * apt);
    // More of it needs no ten.
    expect((await act('add_stake', 1n * apt)).success).toBe(true);
  });

  check('is for those on the list, if there is one', async () => {
    const { address, hasAllowlist } = pool(2);
    expect(hasAllowlist).toBe(true);
    expect(await own('delegator_allowlisted', address, alice)).toEqual([false]);
    expect((await act('add_stake', 11n * apt, address)).vm_status).toMatch(/EDELEGATOR_NOT_ALLOWLISTED\(0x50019\)/);
    engine.setAllowlist(address, [alice]);
    expect((await act('add_stake', 11n * apt, address)).success).toBe(true);
  });

  check('has limits of the pool and of the set', async () => {
    expect((await act('add_stake', 11n * apt, pool(4).address)).vm_status).toMatch(
      /^Move abort in 0x1::stake: ESTAKE_EXCEEDS_MAX\(0x10007\)/,
    );
    engine.setPowerIncreaseLimit(0);
    expect((await act('add_stake', 11n * apt)).vm_status).toMatch(
      /^Move abort in 0x1::stake: EVOTING_POWER_INCREASE_EXCEEDS_LIMIT\(0x1000d\)/,
    );
    expect((await act('add_stake', 11n * apt, `0x${'99'.repeat(32)}`)).vm_status).toMatch(
      /EDELEGATION_POOL_DOES_NOT_EXIST\(0x10003\)/,
    );
  });
});

describe('unlocking', () => {
  check('of less than ten unlocks ten and an octa, and leaves the rest', async () => {
    await act('add_stake', 100n * apt);
    await engine.advance(7_200);
    const simulated = await desk.simulate({
      function: '0x1::delegation_pool::unlock',
      args: [pool(0).address, 1n * apt],
    });
    const done = await act('unlock', 1n * apt);
    const { amount_unlocked: amount } = eventOf(done, 'UnlockStake') ?? {};
    expect(10n * apt + 1n - BigInt(amount ?? 0)).toBeLessThanOrEqual(1n);
    expect(eventOf(simulated, 'UnlockStake')?.amount_unlocked).toBe(amount);
    expect(stake().pendingInactive).toBeGreaterThanOrEqual(10n * apt);
    // The second one may be small: ten are pending.
    const second = await act('unlock', 2n * apt);
    expect(2n * apt - BigInt(eventOf(second, 'UnlockStake')?.amount_unlocked ?? 0)).toBeLessThanOrEqual(1n);
  });

  check('takes everything if less than ten would be left', async () => {
    await act('add_stake', 19n * apt);
    await engine.advance(7_200);
    const { active } = stake();
    await act('unlock', 1n * apt);
    expect(stake().active).toBe(0n);
    expect(active - stake().pendingInactive).toBeLessThanOrEqual(2n);
  });

  check('of more than the pool has, or of nothing at all, aborts; 0 does nothing', async () => {
    expect((await act('unlock', 2n ** 64n - 1n)).vm_status).toMatch(/ENOT_ENOUGH_ACTIVE_STAKE_TO_UNLOCK\(0x10006\)/);
    expect((await act('unlock', 10n * apt)).vm_status).toMatch(
      /EDELEGATOR_PENDING_INACTIVE_BALANCE_TOO_LOW\(0x10009\)/,
    );
    expect((await act('unlock', 0n)).success).toBe(true);
  });

  check('can be taken back, with the same rules', async () => {
    await act('add_stake', 50n * apt);
    await engine.advance(7_200);
    await act('unlock', 30n * apt);
    const done = await act('reactivate_stake', 5n * apt);
    expect(5n * apt - BigInt(eventOf(done, 'ReactivateStake')?.amount_reactivated ?? 0)).toBeLessThanOrEqual(1n);
    await act('reactivate_stake', 20n * apt);
    expect(stake().pendingInactive).toBe(0n);
    expect(50n * apt - stake().active).toBeLessThanOrEqual(5n);
  });
});

describe('withdrawing', () => {
  check('pays out after the lockup, with the rewards until then', async () => {
    await act('add_stake', 50n * apt);
    await act('unlock', 20n * apt);
    const until = pool(0).lockedUntil;
    expect((await desk.view('0x1::stake::get_lockup_secs', [pool(0).address])).body).toEqual([String(until)]);
    const early = await act('withdraw', 20n * apt);
    expect(early.success).toBe(true);
    expect(eventOf(early, 'WithdrawStake')).toBeUndefined();
    await engine.advance(10 * day + 7_200);
    expect(pool(0).lockedUntil).toBeGreaterThanOrEqual(until + 14 * day);
    const { inactive, pendingInactive } = stake();
    expect(pendingInactive).toBe(0n);
    expect(inactive).toBeGreaterThan(20n * apt);
    expect(await own('get_pending_withdrawal', pool(0).address, alice)).toEqual([true, String(inactive)]);
    const balance = await engine.balance(alice);
    const done = await act('withdraw', 2n ** 64n - 1n);
    const paid = BigInt(eventOf(done, 'WithdrawStake')?.amount_withdrawn ?? 0);
    expect(inactive - paid).toBeLessThanOrEqual(1n);
    expect(await engine.balance(alice)).toBe(balance + paid - BigInt(done.gas_used) * 100n);
    expect(stake().inactive).toBe(0n);
  });

  check('happens by itself when more is unlocked', async () => {
    await act('add_stake', 60n * apt);
    await act('unlock', 20n * apt);
    await engine.advance(10 * day + 7_200);
    const done = await act('unlock', 15n * apt);
    expect(BigInt(eventOf(done, 'WithdrawStake')?.amount_withdrawn ?? 0)).toBeGreaterThan(20n * apt - 2n);
    expect(stake().inactive).toBe(0n);
    expect(stake().pendingInactive).toBeGreaterThanOrEqual(15n * apt - 2n);
  });

  check('of nothing aborts', async () => {
    expect((await act('withdraw', 0n)).vm_status).toMatch(/EWITHDRAW_ZERO_STAKE\(0x1000b\)/);
  });

  check('is possible at once from a pool that left the set, when its lockup is over', async () => {
    const { address } = pool(3);
    await act('add_stake', 40n * apt, address);
    await act('unlock', 30n * apt, address);
    expect(await own('can_withdraw_pending_inactive', address)).toEqual([false]);
    await engine.advance(3 * day);
    expect(await own('can_withdraw_pending_inactive', address)).toEqual([true]);
    // It counts as pending still. What would be left is below ten: everything comes.
    const { pendingInactive } = stake(address);
    expect(pendingInactive).toBeGreaterThan(0n);
    const done = await act('withdraw', 25n * apt, address);
    expect(pendingInactive - BigInt(eventOf(done, 'WithdrawStake')?.amount_withdrawn ?? 0)).toBeLessThanOrEqual(1n);
    expect(stake(address).pendingInactive).toBe(0n);
  });
});

describe('pools', () => {
  it('earn rewards, and the operator gets its part', async () => {
    await engine.rehearse(async () => {
      await act('add_stake', 1_000n * apt);
      await engine.advance(7_200);
      const before = stake().active;
      await engine.advance(365 * day);
      // 2.6 % a year, less 9 % commission, compounded.
      const gained = Number(stake().active - before) / Number(before);
      expect(gained).toBeGreaterThan(0.0236);
      expect(gained).toBeLessThan(0.0241);
    });
  });

  check('pay the commission in shares that are worth as much', async () => {
    await act('add_stake', 1_000n * apt, pool(1).address);
    await engine.advance(2 * 7_200);
    const { address, operator } = pool(1);
    const [operatorBefore, aliceBefore] = [engine.stakeOf(address, operator).active, stake(address).active];
    // Any call hands out what the last epochs brought.
    await act('add_stake', apt, address, keyring[1] && { signer: keyring[1] });
    await act('add_stake', 20n * apt, address, keyring[1] && { signer: keyring[1] });
    expect(operatorBefore - engine.stakeOf(address, operator).active).toBeLessThanOrEqual(10n);
    expect(operatorBefore - engine.stakeOf(address, operator).active).toBeGreaterThanOrEqual(-10n);
    expect(aliceBefore - stake(address).active).toBeLessThanOrEqual(10n);
    expect(aliceBefore - stake(address).active).toBeGreaterThanOrEqual(-10n);
  });

  it('stand in the validator set with their power', async () => {
    const { body } = await desk.get('/accounts/0x1/resource/0x1::stake::ValidatorSet');
    const active = engine.validators().filter(({ state }) => state === 'active');
    expect(body.data.active_validators).toHaveLength(active.length);
    expect(body.data.active_validators[0]).toMatchObject({ voting_power: String(active[0]?.active) });
    const states = engine.validators().map(({ state }) => state);
    expect(states).toEqual(['active', 'active', 'active', 'inactive', 'active', 'pending_active']);
    const state = await desk.view('0x1::stake::get_validator_state', [pool(3).address]);
    expect(state.body).toEqual(['4']);
    expect(
      engine
        .validators()
        .map(({ commission }) => commission)
        .slice(0, 2),
    ).toEqual([900, 2285]);
    expect(pool(0).domain).toBe('isochain-validator');
  });

  check('join and leave with the next epoch or at once', async () => {
    await engine.advance(7_200);
    expect(pool(5).state).toBe('active');
    engine.setPoolState(pool(1).address, 'pending_inactive');
    await engine.advance(7_200);
    expect(pool(1).state).toBe('inactive');
  });

  it('give what all delegators have, up to an octa each', async () => {
    await engine.rehearse(async () => {
      const [, bob] = keyring;
      await act('add_stake', 33n * apt);
      await act('add_stake', 44n * apt, pool(0).address, bob && { signer: bob });
      await engine.advance(20 * day);
      await act('unlock', 12n * apt);
      await engine.advance(5 * day);
      const { address, operator, active, pendingActive } = pool(0);
      const holders = [alice, bob?.accountAddress.toStringLong() ?? '', operator];
      const sum = holders.reduce((total, holder) => total + engine.stakeOf(address, holder).active, 0n);
      expect(active + pendingActive - sum).toBeGreaterThanOrEqual(0n);
      expect(active + pendingActive - sum).toBeLessThanOrEqual(3n);
    });
  });
});
