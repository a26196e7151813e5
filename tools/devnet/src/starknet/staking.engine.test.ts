import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountOf, read, run } from '../../test/starknet-desk.ts';
import type { StarknetStandIn } from './engine.ts';
import { startStarknet } from './starknet.ts';
import { hex, selectorOf, toFelt } from './vm/felt.ts';
import { amount, type Call } from './wallet.ts';

let engine: StarknetStandIn;
let [pool, other] = ['', ''];
// Each test has its own: validators, pools and delegations are those of a chain that nobody used.
beforeEach(async () => {
  engine = await startStarknet();
  pool = engine.validators()[0]?.pool ?? '';
  other = engine.validators()[1]?.pool ?? '';
});
afterEach(() => engine.stop());

const strk = 10n ** 18n;
const week = 604_800;
const ask = (name: string, to: string, ...calldata: string[]) => read(engine, hex(selectorOf(name)), to, ...calldata);
const me = () => accountOf(engine, 0);
const member = () => engine.poolMember(pool, me().address);
const enter = (to: string, value: bigint): Call[] => [
  { to: engine.strk, name: 'approve', calldata: [to, ...amount(value)] },
  { to, name: 'enter_delegation_pool', calldata: [me().address, value] },
];
const inPool = (name: string, ...calldata: (string | bigint)[]): Call[] => [{ to: pool, name, calldata }];

/** A delegation that a test goes on from. */
async function delegate(): Promise<void> {
  const receipt = await run(engine, me(), enter(pool, 100n * strk));
  expect(receipt.execution_status).toBe('SUCCEEDED');
}

describe('the staking contract', () => {
  it('has the selectors that the notes of the chain name', () => {
    // Computed with starknet.js 10.8.0, beside the notes of the contract's interface.
    expect(hex(selectorOf('enter_delegation_pool'))).toBe(
      '0x28d4193fb8ce46eddddb440a7045e0abfb03313d85424642281b927d824a9c',
    );
    expect(hex(selectorOf('get_pool_member_info_v1'))).toBe(
      '0xa0ec7d248e7cac7ad635c76ae431955a3ded9d7d9da3f80ee03c5c2383d9bf',
    );
    expect(hex(selectorOf('NewDelegationPool'))).toBe(
      '0xc16f5edfc0dda1210073a603182c40a4007ec41ac763cd7b52f734f51311c9',
    );
    expect(hex(selectorOf('NewPoolMember'))).toBe('0x15cacaf40e1ed87da5ca636ad8371422b9763884d3ea9fb51a80deeb3efee17');
  });

  it('answers its parameters in six felts', async () => {
    const found = await ask('contract_parameters_v1', engine.staking);
    expect(found).toHaveLength(6);
    expect(found[1]).toBe(toFelt(engine.strk));
    expect(found[5]).toBe(BigInt(week));
  });

  it('lists active stakers with power, key and peer id', async () => {
    const [epoch = 0n] = await ask('get_current_epoch', engine.staking);
    const withPeers = await ask('get_stakers', engine.staking, hex(epoch));
    expect(withPeers[0]).toBe(5n);
    engine.setPeerIds(false);
    const without = await ask('get_stakers', engine.staking, hex(epoch + 1n));
    engine.setPeerIds(true);
    // Three of them told a peer id of two felts, two told none.
    expect(withPeers.length - without.length).toBe(3 * 3 + 2);
    await expect(ask('get_stakers', engine.staking, hex(epoch + 2n))).rejects.toMatchObject({ code: 40 });
  });

  it('answers the pools of a staker', async () => {
    const [first] = engine.validators();
    const found = await ask('staker_pool_info_v3', engine.staking, first?.address ?? '');
    const bitcoin = toFelt(engine.bitcoinPool);
    expect(found.slice(0, 6)).toEqual([0n, 1_000n, 2n, toFelt(pool), toFelt(engine.strk), 1_000_000n * strk]);
    expect(found[6]).toBe(bitcoin);
    engine.withoutStakingFunctions(['staker_pool_info_v3']);
    await expect(ask('staker_pool_info_v3', engine.staking, first?.address ?? '')).rejects.toMatchObject({ code: 21 });
    expect(await ask('staker_pool_info', engine.staking, first?.address ?? '')).toEqual(found);
    engine.withoutStakingFunctions([]);
  });

  it('told of its pools in events', async () => {
    const filter = {
      address: hex(toFelt(engine.staking)),
      keys: [[hex(selectorOf('NewDelegationPool'))]],
      chunk_size: 100,
    };
    const { events } = await engine.rpc<{ events: { keys: string[]; data: string[] }[] }>('starknet_getEvents', {
      filter,
    });
    expect(events).toHaveLength(6);
    expect(events[0]?.keys.slice(2).map(toFelt)).toEqual([toFelt(pool), toFelt(engine.strk)]);
    expect(events[0]?.data).toEqual([hex(1_000)]);
  });
});

describe('a delegation', () => {
  it('begins, grows, and moves the coins to the staking contract', async () => {
    const before = await engine.balance(engine.staking);
    expect(await ask('get_pool_member_info_v1', pool, me().address)).toEqual([1n]);
    const receipt = await run(engine, me(), enter(pool, 100n * strk));
    expect(receipt).toMatchObject({ execution_status: 'SUCCEEDED' });
    const names = receipt.events.map(({ keys }) => keys[0]);
    expect(names).toContain(hex(selectorOf('NewPoolMember')));
    expect(await engine.balance(engine.staking)).toBe(before + 100n * strk);
    const address = toFelt(me().address);
    expect(await ask('get_pool_member_info_v1', pool, me().address)).toEqual([
      ...[0n, address, 100n * strk, 0n, 1_000n, 0n, 1n],
    ]);
    const again = await run(engine, me(), enter(pool, strk));
    expect(again.revert_reason).toContain('"Pool member exists, use add_to_delegation_pool instead"');
    await run(engine, me(), [
      { to: engine.strk, name: 'approve', calldata: [pool, ...amount(strk)] },
      { to: pool, name: 'add_to_delegation_pool', calldata: [me().address, strk] },
    ]);
    expect(member()).toMatchObject({ amount: 101n * strk });
  });

  it('needs an approval and the balance, and takes back the approval with a failure', async () => {
    const lacking = await run(engine, me(), enter(other, 10n ** 24n));
    expect(lacking.revert_reason).toContain('"Insufficient ERC20 balance"');
    const unapproved = await run(engine, me(), enter(other, strk).slice(1));
    expect(unapproved.revert_reason).toContain('"Insufficient ERC20 allowance"');
    expect(await ask('allowance', engine.strk, me().address, other)).toEqual([0n, 0n]);
  });

  it('ends after a wait, which every intent replaces and begins again', async () => {
    await delegate();
    await run(engine, me(), inPool('exit_delegation_pool_intent', 40n * strk));
    const first = member();
    expect(first).toMatchObject({ amount: 60n * strk, unpoolAmount: 40n * strk });
    const early = await run(engine, me(), inPool('exit_delegation_pool_action', me().address));
    expect(early.revert_reason).toContain('"Intent window is not finished"');
    await engine.advance(1_000);
    await run(engine, me(), inPool('exit_delegation_pool_intent', 10n * strk));
    expect(member()).toMatchObject({ amount: 90n * strk, unpoolAmount: 10n * strk });
    expect((member()?.unpoolTime ?? 0) - (first?.unpoolTime ?? 0)).toBeGreaterThanOrEqual(1_000);
    const high = await run(engine, me(), inPool('exit_delegation_pool_intent', 101n * strk));
    expect(high.revert_reason).toContain('"Amount is too high"');
    await engine.advance(week);
    const before = await engine.balance(me().address);
    const done = await run(engine, me(), inPool('exit_delegation_pool_action', me().address));
    expect(await engine.balance(me().address)).toBe(before + 10n * strk - BigInt(done.actual_fee.amount));
    expect(member()).toMatchObject({ amount: 90n * strk, unpoolAmount: 0n, unpoolTime: undefined });
    const none = await run(engine, me(), inPool('exit_delegation_pool_action', me().address));
    expect(none.revert_reason).toContain('"Undelegate intent is missing"');
  });

  it('is cancelled by an intent of nothing', async () => {
    await delegate();
    await run(engine, me(), inPool('exit_delegation_pool_intent', 5n * strk));
    await run(engine, me(), inPool('exit_delegation_pool_intent', 0n));
    expect(member()).toMatchObject({ amount: 100n * strk, unpoolAmount: 0n, unpoolTime: undefined });
  });

  it('earns rewards, which go to the reward address', async () => {
    await delegate();
    engine.addReward(pool, me().address, 7n);
    expect(member()).toMatchObject({ unclaimedRewards: 7n });
    await run(engine, me(), inPool('change_reward_address', '0x777'));
    await run(engine, me(), inPool('claim_rewards', me().address));
    expect(await engine.balance('0x777')).toBe(7n);
    expect(member()).toMatchObject({ unclaimedRewards: 0n });
    await run(engine, me(), inPool('change_reward_address', me().address));
    const foreign = await run(engine, accountOf(engine, 1), inPool('claim_rewards', me().address));
    expect(foreign.revert_reason).toContain('Claim rewards must be called from pool member');
  });

  it('switches to another validator with a pending intent, without a wait', async () => {
    await delegate();
    const [, second] = engine.validators();
    const switching = (to: string, target: string, value: bigint): Call[] => [
      { to: pool, name: 'exit_delegation_pool_intent', calldata: [value] },
      { to: pool, name: 'switch_delegation_pool', calldata: [to, target, value] },
    ];
    const receipt = await run(engine, me(), switching(second?.address ?? '', other, 31n * strk));
    expect(receipt.execution_status).toBe('SUCCEEDED');
    expect(member()).toMatchObject({ amount: 69n * strk, unpoolAmount: 0n, unpoolTime: undefined });
    expect(engine.poolMember(other, me().address)).toMatchObject({ amount: 31n * strk, rewardAddress: me().address });
    const [first] = engine.validators();
    const itself = await run(engine, me(), switching(first?.address ?? '', pool, strk));
    expect(itself.revert_reason).toContain('"Self switch is not allowed"');
    const wrong = await run(engine, me(), switching(first?.address ?? '', other, strk));
    expect(wrong.revert_reason).toContain('"to_pool is not the delegation pool contract for to_staker"');
    const bitcoin = await run(engine, me(), switching(first?.address ?? '', engine.bitcoinPool, strk));
    expect(bitcoin.revert_reason).toContain('"Token mismatch"');
    const leaving = engine.validators()[4];
    const gone = await run(engine, me(), switching(leaving?.address ?? '', leaving?.pool ?? '', strk));
    expect(gone.revert_reason).toContain('"Unstake is in progress, staker is in an exit window"');
    await run(engine, me(), [{ to: other, name: 'change_reward_address', calldata: ['0x777'] }]);
    const mismatch = await run(engine, me(), switching(second?.address ?? '', other, strk));
    expect(mismatch.revert_reason).toContain('"Reward address mismatch"');
    expect(member()).toMatchObject({ amount: 69n * strk });
  });

  it('stands still while the contract is paused', async () => {
    await delegate();
    engine.setStakingPaused(true);
    expect(await ask('is_paused', engine.staking)).toEqual([1n]);
    const receipt = await run(engine, me(), inPool('exit_delegation_pool_intent', strk));
    expect(receipt.revert_reason).toContain('"Contract is paused"');
    engine.setStakingPaused(false);
  });

  it('is free at once when the validator is removed, unless an intent was pending', async () => {
    await delegate();
    const [first] = engine.validators();
    await engine.rehearse(async () => {
      await run(engine, me(), inPool('exit_delegation_pool_intent', strk));
      engine.setValidatorState(first?.address ?? '', 'removed');
      const stuck = await run(engine, me(), inPool('exit_delegation_pool_intent', strk));
      expect(stuck.revert_reason).toContain('"Undelegate from pool in progress');
    });
    expect(member()).toMatchObject({ amount: 100n * strk, unpoolAmount: 0n });
    engine.setValidatorState(first?.address ?? '', 'removed');
    const inactive = await run(engine, accountOf(engine, 1), [
      { to: engine.strk, name: 'approve', calldata: [pool, ...amount(strk)] },
      { to: pool, name: 'enter_delegation_pool', calldata: [accountOf(engine, 1).address, strk] },
    ]);
    expect(inactive.revert_reason).toContain('"Staker inactive"');
    await run(engine, me(), inPool('exit_delegation_pool_intent', 100n * strk));
    const receipt = await run(engine, me(), inPool('exit_delegation_pool_action', me().address));
    expect(receipt.execution_status).toBe('SUCCEEDED');
    expect(member()).toMatchObject({ amount: 0n, unpoolAmount: 0n });
  });
});
