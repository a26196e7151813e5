import { type StarknetStandIn, startStarknet } from '@isochain/devnet/starknet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stakerOn, strk } from '../../test/staker.ts';

// Stakes from the first coin to the last, on a stand-in of a node with the rules of starkware-libs/starknet-staking.

const week = 604_800;

let engine: StarknetStandIn;
const staker = (index: number) => engine.validators()[index]?.address ?? '';
const pool = (index: number) => engine.validators()[index]?.pool ?? '';

beforeAll(async () => {
  engine = await startStarknet();
});
afterAll(() => engine?.stop());

const stakeOf = (amount: bigint | 'max', index = 0, more: object = {}) => ({
  mode: 'stake',
  targetValidatorAddress: staker(index),
  ...(amount === 'max' ? { useMaxAmount: true } : { amount: amount.toString() }),
  ...more,
});
const unstakeOf = (amount: bigint | 'max', index = 0, more: object = {}) => ({
  mode: 'unstake',
  validatorAddress: staker(index),
  ...(amount === 'max' ? { useMaxAmount: true } : { amount: amount.toString() }),
  ...more,
});
const withdrawOf = (more: object = {}, index = 0) => ({ mode: 'withdraw', validatorAddress: staker(index), ...more });
const claimOf = (more: object = {}, index = 0) => ({ mode: 'claimRewards', validatorAddress: staker(index), ...more });
const allowance = async (owner: string, spender: string) => {
  const felt = (text: string) => `0x${BigInt(text).toString(16)}`;
  const request = {
    contract_address: felt(engine.strk),
    // starknet.js 10.8.0: selector.getSelectorFromName('allowance')
    entry_point_selector: '0x1e888a1026b19c8c0b57c72d63ed1737106aa10034105b980ba117bd0c29fe1',
    calldata: [felt(owner), felt(spender)],
  };
  return engine.rpc<string[]>('starknet_call', { request, block_id: 'pre_confirmed' });
};

describe('a stake', () => {
  it('begins, grows, and leaves no approval behind', async () => {
    const me = await stakerOn(engine);
    const first = await me.send(stakeOf(100n * strk));
    expect(first.data.params).toMatchObject({ pool: pool(0), entry: 'enter' });
    expect(engine.poolMember(pool(0), me.address)).toMatchObject({ amount: 100n * strk, rewardAddress: me.address });
    const second = await me.send(stakeOf(5n * strk));
    expect(second.data.params).toMatchObject({ pool: pool(0), entry: 'add' });
    expect(engine.poolMember(pool(0), me.address)).toMatchObject({ amount: 105n * strk });
    expect(await allowance(me.address, pool(0))).toEqual(['0x0', '0x0']);
  });

  it('is added to a membership with nothing at stake', async () => {
    const me = await stakerOn(engine);
    await me.send(stakeOf(strk));
    await me.send(unstakeOf('max'));
    await engine.advance(week);
    await me.send(withdrawOf());
    expect(engine.poolMember(pool(0), me.address)).toMatchObject({ amount: 0n, unpoolAmount: 0n });
    expect((await me.send(stakeOf(strk))).data.params).toMatchObject({ entry: 'add' });
  });

  it('takes all but the fees, and says that nothing is left to unstake with', async () => {
    const me = await stakerOn(engine, 50n * strk);
    const { data, codes } = await me.send(stakeOf('max'));
    expect(BigInt(String(data.amount)) + BigInt(String(data.fees))).toBe(50n * strk);
    expect(codes).toContain('balance.noneLeftForFees');
    expect(engine.poolMember(pool(0), me.address)).toMatchObject({ amount: BigInt(String(data.amount)) });
  });

  it('needs the amount and the fees', async () => {
    const me = await stakerOn(engine, 50n * strk);
    expect((await me.encode(stakeOf(50n * strk))).codes).toEqual(expect.arrayContaining(['balance.insufficient']));
    expect((await me.encode(stakeOf(51n * strk))).codes).toContain('balance.insufficient');
    const poor = await stakerOn(engine, 1n);
    expect((await poor.encode(stakeOf('max'))).codes).toContain('balance.insufficientForFees');
  });

  it('takes the pool in place of the staker', async () => {
    const me = await stakerOn(engine);
    const { data } = await me.send(stakeOf(strk, 1, { targetValidatorAddress: pool(1) }));
    expect(data.params).toMatchObject({ pool: pool(1) });
    expect(engine.poolMember(pool(1), me.address)).toMatchObject({ amount: strk });
  });

  it('takes three round trips with a validator that is new, then two', async () => {
    const me = await stakerOn(engine);
    const counts: number[] = [];
    for (const id of [staker(2), staker(2), pool(1), pool(1)])
      counts.push((await me.encode(stakeOf(strk, 0, { targetValidatorAddress: id }))).roundTrips);
    expect(counts).toEqual([3, 2, 3, 2]);
  });

  it('approves nothing for a pool that the staking contract does not list', async () => {
    const me = await stakerOn(engine);
    const { errors, data, hash } = await me.encode(stakeOf(strk, 0, { targetValidatorAddress: engine.fakePool }));
    expect(errors).toMatchObject([{ code: 'validator.notFound', field: 'transaction.data.targetValidatorAddress' }]);
    expect(data.params).toBeUndefined();
    expect(hash).toBeUndefined();
  });

  it.each([
    ['a pool for another token', () => engine.bitcoinPool, 'validator.inactive', /another token than STRK/],
    ['a staker without a pool', () => staker(5), 'validator.inactive', /no pool for STRK/],
    ['a staker that leaves', () => staker(4), 'validator.inactive', /leaving the staking contract/],
    ['the pool of a staker that leaves', () => pool(4), 'validator.inactive', /leaving the staking contract/],
    ['an account', () => engine.accounts[1]?.address ?? '', 'validator.notFound', /no validator/],
    ['the staking contract', () => engine.staking, 'validator.notFound', /no validator/],
  ] as const)('is refused by %s', async (_, target, code, message) => {
    const me = await stakerOn(engine);
    const { errors, hash } = await me.encode(stakeOf(strk, 0, { targetValidatorAddress: target() }));
    expect(errors).toMatchObject([{ code, message: expect.stringMatching(message) }]);
    expect(hash).toBeUndefined();
  });

  it('is refused by a simulation if an old contract does not tell who leaves', async () => {
    const me = await stakerOn(engine);
    engine.withoutStakingFunctions(['get_staker_info_v1', 'staker_pool_info_v3']);
    const leaving = await me.encode(stakeOf(strk, 4));
    const staying = await me.encode(stakeOf(strk, 0));
    engine.withoutStakingFunctions([]);
    expect(leaving.errors).toMatchObject([{ code: 'transaction.fails' }]);
    expect(leaving.hash).toBeUndefined();
    expect(staying.errors).toEqual([]);
  });

  it('warns of a validator that keeps all rewards', async () => {
    const me = await stakerOn(engine);
    expect((await me.encode(stakeOf(strk, 3))).codes).toContain('validator.keepsAll');
  });

  it('warns of rewards that go elsewhere', async () => {
    const me = await stakerOn(engine);
    await me.send(stakeOf(strk));
    setRewardAddress(me.address, pool(0), engine.accounts[0]?.address ?? '');
    const { warnings } = await me.encode(stakeOf(strk));
    engine.intercept(undefined);
    expect(warnings).toMatchObject([
      { code: 'rewards.elsewhere', context: { recipient: engine.accounts[0]?.address } },
    ]);
  });
});

/** The next answers about a member name another reward address, as after `change_reward_address`. */
function setRewardAddress(member: string, of: string, to: string): void {
  engine.intercept(async ({ params }, answer) => {
    const said = await answer();
    const { request } = params as { request?: { contract_address?: string; calldata?: readonly string[] } };
    const [asked] = request?.calldata ?? [];
    const isAsked =
      BigInt(request?.contract_address ?? '0x0') === BigInt(of) &&
      asked !== undefined &&
      BigInt(asked) === BigInt(member);
    const felts = said.result;
    if (!isAsked || !Array.isArray(felts) || felts.length < 7) return said;
    return { result: [felts[0], `0x${BigInt(to).toString(16)}`, ...felts.slice(2)] };
  });
}

describe('while the staking contract', () => {
  it('is paused, nothing is encoded', async () => {
    const me = await stakerOn(engine);
    await me.send(stakeOf(2n * strk));
    await me.send(unstakeOf(strk));
    await engine.advance(week);
    engine.addReward(pool(0), me.address, 5n);
    engine.setStakingPaused(true);
    const intents = [
      stakeOf(strk),
      stakeOf(strk, 1, { sourceValidatorAddress: staker(0) }),
      unstakeOf(strk),
      withdrawOf(),
      claimOf(),
    ];
    const answers = [];
    for (const intent of intents) answers.push(await me.encode(intent));
    engine.setStakingPaused(false);
    for (const { errors, hash } of answers) {
      expect(errors.map(({ message }) => message).join(' ')).toContain('paused');
      expect(hash).toBeUndefined();
    }
  });

  it.each([
    ['works with another token', 'contract_parameters_v1', 1, /another token than STRK/],
    ['has other parameters', 'contract_parameters_v1', undefined, /another way than expected/],
    ['tells no pause', 'is_paused', undefined, /another way than expected/],
  ] as const)('%s, nothing is encoded', async (_, name, at, message) => {
    const me = await stakerOn(engine);
    engine.intercept(async ({ method, params }, answer) => {
      const said = await answer();
      const { request } = params as { request?: { contract_address: string; entry_point_selector: string } };
      const isAsked =
        method === 'starknet_call' &&
        BigInt(request?.contract_address ?? '0x0') === BigInt(engine.staking) &&
        Array.isArray(said.result) &&
        said.result.length === (name === 'is_paused' ? 1 : 6);
      if (!isAsked || !Array.isArray(said.result)) return said;
      return { result: at === undefined ? [...said.result, '0x0'] : said.result.with(at, '0x123') };
    });
    const { errors, hash } = await me.encode(stakeOf(strk));
    engine.intercept(undefined);
    expect(errors[0]).toMatchObject({ code: 'stake.parametersUnclear', message: expect.stringMatching(message) });
    expect(hash).toBeUndefined();
  });
});

describe('a stake that ends', () => {
  it('comes back after the wait, and not before', async () => {
    const me = await stakerOn(engine);
    await me.send(stakeOf(10n * strk));
    const asked = await me.encode(unstakeOf(4n * strk));
    const date = new Date((engine.now() + week) * 1000).toISOString();
    expect(asked.errors).toEqual([]);
    expect(asked.warnings).toMatchObject([{ code: 'position.comesBack', context: { amount: (4n * strk).toString() } }]);
    expect(asked.warnings[0]?.message).toContain(date.slice(0, 16));
    await me.send(unstakeOf(4n * strk));
    const early = await me.encode(withdrawOf());
    expect(early.errors).toMatchObject([{ code: 'position.locked', field: 'transaction.data.validatorAddress' }]);
    expect(early.errors[0]?.message).toContain(new Date((engine.now() + week) * 1000).toISOString().slice(0, 13));
    await engine.advance(week);
    const part = await me.encode(withdrawOf({ amount: strk.toString() }));
    expect(part.errors).toMatchObject([{ code: 'position.indivisible', field: 'transaction.data.amount' }]);
    expect(part.data.params).toBeUndefined();
    const before = await engine.balance(me.address);
    const { data } = await me.send(withdrawOf({ amount: (4n * strk).toString() }));
    expect(data.amount).toBe((4n * strk).toString());
    expect(await engine.balance(me.address)).toBeGreaterThan(before + 3n * strk);
    expect((await me.encode(withdrawOf())).errors).toMatchObject([{ code: 'position.locked' }]);
  });

  it('keeps what is pending, and says that its wait begins again (starknet-staking #5, #20)', async () => {
    const me = await stakerOn(engine);
    await me.send(stakeOf(10n * strk));
    await me.send(unstakeOf(4n * strk));
    await engine.advance(week / 2);
    const { data, warnings } = await me.send(unstakeOf(3n * strk));
    expect(data).toMatchObject({ amount: (3n * strk).toString(), params: { waiting: (4n * strk).toString() } });
    expect(warnings).toMatchObject([
      { code: 'position.waitsAgain', context: { amount: (4n * strk).toString() } },
      { code: 'position.comesBack', context: { amount: (7n * strk).toString() } },
    ]);
    expect(engine.poolMember(pool(0), me.address)).toMatchObject({ amount: 3n * strk, unpoolAmount: 7n * strk });
    const { data: all } = await me.send(unstakeOf('max'));
    expect(all).toMatchObject({ amount: (3n * strk).toString(), params: { waiting: (7n * strk).toString() } });
    expect((await me.encode(unstakeOf('max'))).errors).toMatchObject([{ code: 'position.unlocking' }]);
  });

  it('is not asked for while free coins wait: they would be locked again', async () => {
    const me = await stakerOn(engine);
    await me.send(stakeOf(10n * strk));
    await me.send(unstakeOf(4n * strk));
    await engine.advance(week);
    for (const intent of [unstakeOf(strk), stakeOf(strk, 1, { sourceValidatorAddress: staker(0) })]) {
      const { errors, data } = await me.encode(intent);
      expect(errors).toMatchObject([
        { code: 'position.locked', message: expect.stringContaining('withdraw it first') },
      ]);
      expect(data.params).toBeUndefined();
    }
    await me.send(withdrawOf());
    expect((await me.encode(unstakeOf(strk))).errors).toEqual([]);
  });

  it('goes by the time of the chain', async () => {
    const me = await stakerOn(engine);
    await me.send(stakeOf(strk));
    await me.send(unstakeOf('max'));
    const { unpoolTime = 0 } = engine.poolMember(pool(0), me.address) ?? {};
    await engine.advance(unpoolTime - engine.now() - 1);
    expect(engine.now()).toBe(unpoolTime - 1);
    expect((await me.encode(withdrawOf())).codes).toEqual(['position.locked']);
    await engine.advance(1);
    expect((await me.encode(withdrawOf())).codes).toEqual([]);
  });

  it('has to be there', async () => {
    const me = await stakerOn(engine);
    for (const intent of [unstakeOf(strk), unstakeOf('max'), withdrawOf(), claimOf()])
      expect((await me.encode(intent)).errors).toMatchObject([{ code: 'position.notFound' }]);
    await me.send(stakeOf(strk));
    const { errors } = await me.encode(unstakeOf(2n * strk));
    expect(errors).toMatchObject([
      { code: 'position.insufficient', context: { available: strk.toString(), needed: (2n * strk).toString() } },
    ]);
  });

  it('needs coins for fees', async () => {
    const me = await stakerOn(engine, 3n * strk);
    await me.send(stakeOf('max'));
    const { errors, data } = await me.encode(unstakeOf('max'));
    // What the chain did not charge of the last fees may be enough.
    if (errors.length > 0) {
      expect(errors).toMatchObject([{ code: 'balance.insufficientForFees' }]);
      expect(data.params).toBeUndefined();
    }
  });

  it('is named by stakeId, or by the pool', async () => {
    const me = await stakerOn(engine);
    await me.send(stakeOf(strk, 1));
    const byId = await me.encode(unstakeOf(strk, 0, { stakeId: pool(1) }));
    expect(byId.errors).toEqual([]);
    expect(byId.data.params).toMatchObject({ pool: pool(1) });
    expect(byId.warnings).toContainEqual(
      expect.objectContaining({ code: 'position.otherValidator', context: { validator: staker(1) } }),
    );
    const byPool = await me.encode(unstakeOf(strk, 0, { validatorAddress: pool(1) }));
    expect(byPool.data.params).toMatchObject({ pool: pool(1) });
    const same = await me.encode(unstakeOf(strk, 1, { stakeId: pool(1) }));
    expect(same.codes).not.toContain('position.otherValidator');
    const none = await me.encode(unstakeOf(strk, 1, { stakeId: 'my stake' }));
    expect(none.errors).toMatchObject([{ code: 'position.notFound', field: 'transaction.data.stakeId' }]);
    const fake = await me.encode(withdrawOf({ stakeId: engine.fakePool }));
    expect(fake.errors).toMatchObject([{ code: 'validator.notFound', field: 'transaction.data.stakeId' }]);
  });
});

describe('rewards', () => {
  it('are claimed, and not if there are none', async () => {
    const me = await stakerOn(engine);
    await me.send(stakeOf(strk));
    const none = await me.encode(claimOf());
    expect(none.errors).toMatchObject([{ code: 'rewards.none', context: { validator: staker(0) } }]);
    expect(none.data.params).toBeUndefined();
    engine.addReward(pool(0), me.address, 5n * strk);
    const before = await engine.balance(me.address);
    const { data, warnings } = await me.send(claimOf());
    expect(warnings).toEqual([]);
    expect(data.params).toMatchObject({ pool: pool(0) });
    expect(await engine.balance(me.address)).toBeGreaterThan(before + 4n * strk);
    expect(engine.poolMember(pool(0), me.address)).toMatchObject({ unclaimedRewards: 0n });
  });

  it('cannot be staked in the same transaction', async () => {
    const me = await stakerOn(engine);
    await me.send(stakeOf(strk));
    engine.addReward(pool(0), me.address, 5n * strk);
    const { errors, data } = await me.encode(claimOf({ compound: true }));
    expect(errors).toMatchObject([{ code: 'rewards.notAtOnce', field: 'transaction.data.compound' }]);
    expect(data.params).toBeUndefined();
  });

  it('that go elsewhere are named', async () => {
    const me = await stakerOn(engine);
    await me.send(stakeOf(strk));
    engine.addReward(pool(0), me.address, 5n * strk);
    const other = engine.accounts[1]?.address ?? '';
    setRewardAddress(me.address, pool(0), other);
    const { errors, warnings } = await me.encode(claimOf());
    engine.intercept(undefined);
    expect(errors).toEqual([]);
    expect(warnings).toMatchObject([{ code: 'rewards.elsewhere', context: { recipient: other } }]);
  });
});

describe('a stake that moves', () => {
  const moveOf = (amount: bigint | 'max', from: number, to: number, more: object = {}) =>
    stakeOf(amount, to, { sourceValidatorAddress: staker(from), ...more });

  it('is with the other validator at once', async () => {
    const me = await stakerOn(engine);
    await me.send(stakeOf(10n * strk));
    const { data } = await me.send(moveOf(4n * strk, 0, 1));
    expect(data.params).toMatchObject({ pool: pool(1), source: { pool: pool(0), waiting: '0' } });
    expect(data.params).not.toHaveProperty('entry');
    expect(engine.poolMember(pool(0), me.address)).toMatchObject({ amount: 6n * strk, unpoolAmount: 0n });
    expect(engine.poolMember(pool(1), me.address)).toMatchObject({ amount: 4n * strk });
    await me.send(moveOf('max', 0, 1));
    expect(engine.poolMember(pool(1), me.address)).toMatchObject({ amount: 10n * strk });
    expect(await allowance(me.address, pool(1))).toEqual(['0x0', '0x0']);
  });

  it('keeps what is pending, and says that its wait begins again', async () => {
    const me = await stakerOn(engine);
    await me.send(stakeOf(10n * strk));
    await me.send(unstakeOf(3n * strk));
    const { data, warnings } = await me.send(moveOf(7n * strk, 0, 1));
    expect(data).toMatchObject({
      amount: (7n * strk).toString(),
      params: { source: { waiting: (3n * strk).toString() } },
    });
    expect(warnings).toMatchObject([{ code: 'position.waitsAgain', context: { amount: (3n * strk).toString() } }]);
    expect(engine.poolMember(pool(0), me.address)).toMatchObject({ amount: 0n, unpoolAmount: 3n * strk });
    expect(engine.poolMember(pool(1), me.address)).toMatchObject({ amount: 7n * strk });
  });

  it('can be named by pools', async () => {
    const me = await stakerOn(engine);
    await me.send(stakeOf(10n * strk));
    const { data } = await me.send(
      moveOf(strk, 0, 1, { sourceValidatorAddress: pool(0), targetValidatorAddress: pool(1) }),
    );
    expect(data.params).toMatchObject({ pool: pool(1), source: { pool: pool(0), toStaker: staker(1) } });
    expect(engine.poolMember(pool(1), me.address)).toMatchObject({ amount: strk });
  });

  it.each([
    ['to itself', () => moveOf(strk, 0, 0), 'validator.inactive', /with it already/],
    ['to its own pool', () => moveOf(strk, 0, 0, { targetValidatorAddress: pool(0) }), 'validator.inactive', /already/],
    ['of too much', () => moveOf(11n * strk, 0, 1), 'position.insufficient', /10/],
    ['to one that leaves', () => moveOf(strk, 0, 4), 'validator.inactive', /leaving/],
    [
      'to another token',
      () => moveOf(strk, 1, 0, { targetValidatorAddress: engine.bitcoinPool }),
      'validator.inactive',
      /another token/,
    ],
    [
      'to a fake pool',
      () => moveOf(strk, 0, 1, { targetValidatorAddress: engine.fakePool }),
      'validator.notFound',
      /no validator/,
    ],
    [
      'from a fake pool',
      () => moveOf(strk, 0, 1, { sourceValidatorAddress: engine.fakePool }),
      'validator.notFound',
      /no validator/,
    ],
    ['from where nothing is', () => moveOf(strk, 2, 1), 'position.notFound', /no stake/],
  ] as const)('is refused: %s', async (_, intent, code, message) => {
    const me = await stakerOn(engine);
    await me.send(stakeOf(10n * strk));
    const { errors, hash } = await me.encode(intent());
    expect(errors[0]).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(hash).toBeUndefined();
  });

  it('is refused if rewards of the two stakes go to different addresses', async () => {
    const me = await stakerOn(engine);
    await me.send(stakeOf(10n * strk));
    await me.send(stakeOf(strk, 1));
    setRewardAddress(me.address, pool(1), engine.accounts[1]?.address ?? '');
    const { errors } = await me.encode(moveOf(strk, 0, 1));
    engine.intercept(undefined);
    expect(errors).toMatchObject([{ code: 'position.locked', field: 'transaction.data.sourceValidatorAddress' }]);
  });
});

describe('a validator that left', () => {
  it('gives stakes back without a wait, and takes none', async () => {
    await engine.rehearse(async () => {
      const me = await stakerOn(engine);
      await me.send(stakeOf(10n * strk, 2));
      await me.send(unstakeOf(4n * strk, 2));
      const gone = { validator: staker(2), pool: pool(2) };
      engine.setValidatorState(gone.validator, 'removed');
      const byPool = { validatorAddress: gone.pool };
      const other = await stakerOn(engine);
      expect((await other.encode(stakeOf(strk, 2))).errors).toMatchObject([{ code: 'validator.notFound' }]);
      expect((await me.encode(stakeOf(strk, 2, { targetValidatorAddress: gone.pool }))).errors).toMatchObject([
        { code: 'validator.inactive', message: expect.stringContaining('left') },
      ]);
      const move = stakeOf(strk, 0, { sourceValidatorAddress: gone.pool });
      expect((await me.encode(move)).errors).toMatchObject([
        { code: 'position.locked', message: expect.stringContaining('no stake can be moved') },
      ]);
      const again = await me.encode(unstakeOf(strk, 2, byPool));
      expect(again.errors).toMatchObject([
        { code: 'position.locked', message: expect.stringContaining('has to be withdrawn first') },
      ]);
      await engine.advance(week);
      await me.send(withdrawOf(byPool));
      const { warnings } = await me.send(unstakeOf('max', 2, byPool));
      expect(warnings[0]).toMatchObject({ code: 'position.comesBack' });
      await me.send(withdrawOf({ ...byPool, stakeId: gone.pool }));
      expect(engine.poolMember(gone.pool, me.address)).toMatchObject({ amount: 0n, unpoolAmount: 0n });
    });
  });

  it('is named by its address as long as its pool is remembered', async () => {
    await engine.rehearse(async () => {
      const me = await stakerOn(engine);
      await me.send(stakeOf(strk, 2));
      const [validator, last] = [staker(2), pool(2)];
      engine.setValidatorState(validator, 'removed');
      for (let time = 0; time < 2; time += 1)
        expect((await me.encode(unstakeOf(strk, 2))).data.params).toMatchObject({ pool: last });
    });
  });

  it('that is leaving gives stakes back when it leaves', async () => {
    await engine.rehearse(async () => {
      const me = await stakerOn(engine);
      await me.send(stakeOf(strk, 2));
      engine.setValidatorState(staker(2), 'leaving');
      const leavesAt = engine.now() + week;
      await engine.advance(week / 2);
      const { warnings } = await me.send(unstakeOf(strk, 2));
      expect(warnings[0]?.message).toContain(new Date(leavesAt * 1000).toISOString().slice(0, 16));
      expect(engine.poolMember(pool(2), me.address)?.unpoolTime).toBe(leavesAt);
    });
  });
});
