import { type StarknetStandIn, startStarknet } from '@isochain/devnet/starknet';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { stakerOn, strk } from '../../test/staker.ts';
import { starknet } from '../index.ts';

const week = 604_800;

let engine: StarknetStandIn;
const staker = (index: number) => engine.validators()[index]?.address ?? '';
const pool = (index: number) => engine.validators()[index]?.pool ?? '';

beforeAll(async () => {
  engine = await startStarknet();
});
afterAll(() => engine?.stop());
afterEach(() => {
  engine.intercept(undefined);
  engine.withoutStakingFunctions([]);
  engine.setPeerIds(true);
});

function connect() {
  return starknet.connect('starknet', {
    endpoints: [{ url: engine.url, name: 'node', kind: 'node', maxBatch: 20 }],
    ...{ oldestBlockMs: 0, now: () => engine.now() * 1000 },
  });
}

/** What a state of stakes says that it lacks. */
async function unreadOf(address: string) {
  const { status } = await connect().accountState(address, { include: ['staking'] });
  return status?.warnings.map(({ context }) => context?.parts);
}

const leftUnknown = ['stakes with validators that have left'];

describe('validators', () => {
  const list = (page: object = {}) => connect().validators(page as never);

  it('are the stakers that take delegations, with all that is at stake with them', async () => {
    const { validators } = await list();
    const told = engine.validators();
    expect(validators.map(({ address }) => address)).toEqual([staker(1), staker(0), staker(2), staker(3)]);
    for (const { address, commission, stakedAmount, name } of validators) {
      const known = told.find((each) => each.address === address);
      expect(commission).toBe((known?.commission ?? 0) / 10_000);
      expect(BigInt(stakedAmount)).toBe((known?.delegated ?? 0n) + (known?.ownStake ?? 0n));
      expect(name).toBe(`${address.slice(0, 4)}..${address.slice(-4)}`);
    }
  });

  it('are the same without peer ids, and with functions of older contracts', async () => {
    const expected = (await list()).validators;
    engine.setPeerIds(false);
    expect((await list()).validators).toEqual(expected);
    engine.withoutStakingFunctions(['staker_pool_info_v3']);
    expect((await list()).validators).toEqual(expected);
  });

  it('are known from events if the contract does not list them', async () => {
    const expected = (await list()).validators;
    engine.withoutStakingFunctions(['get_stakers']);
    const { validators } = await list();
    // The one that leaves opened a pool too.
    expect(validators.map(({ address }) => address).toSorted()).toEqual(
      [...expected.map(({ address }) => address), staker(4)].toSorted(),
    );
  });

  it('come in pages', async () => {
    const all = (await list()).validators;
    const chain = connect();
    const found: string[] = [];
    let nextPage: string | undefined;
    do {
      const page = await chain.validators({ limit: 3, nextPage });
      found.push(...page.validators.map(({ address }) => address));
      nextPage = page.pagination.nextPage ?? undefined;
    } while (nextPage !== undefined && found.length < 9);
    expect(found).toEqual(all.map(({ address }) => address));
  });

  it('are not guessed from an answer of another layout', async () => {
    engine.intercept(async (_, answer) => {
      const said = await answer();
      const isList = Array.isArray(said.result) && said.result.length > 15;
      return isList && Array.isArray(said.result) ? { result: [...said.result, '0x1'] } : said;
    });
    await expect(list()).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });
});

describe('positions', () => {
  it('follow a stake from its beginning to its end', async () => {
    const me = await stakerOn(engine);
    expect(await me.stakes()).toMatchObject({ total: '0', positions: [], rewards: { native: [], tokens: [] } });
    await me.send({ mode: 'stake', targetValidatorAddress: staker(0), amount: (10n * strk).toString() });
    await me.send({ mode: 'stake', targetValidatorAddress: staker(1), amount: (2n * strk).toString() });
    await me.send({ mode: 'unstake', validatorAddress: staker(0), amount: (4n * strk).toString() });
    engine.addReward(pool(1), me.address, 5n);
    const { unpoolTime = 0 } = engine.poolMember(pool(0), me.address) ?? {};
    const first = { validatorAddresses: [staker(0)], stakeId: pool(0) };
    const second = { validatorAddresses: [staker(1)], stakeId: pool(1) };
    const waiting = { ...first, amount: (4n * strk).toString() };
    const staked = { ...first, amount: (6n * strk).toString(), status: 'locked' };
    const rest = { ...second, amount: (2n * strk).toString(), status: 'locked' };
    expect(await me.stakes()).toEqual({
      total: (12n * strk).toString(),
      locked: (8n * strk).toString(),
      unlocking: (4n * strk).toString(),
      unlocked: '0',
      positions: [staked, { ...waiting, status: 'unlocking', completionDate: `${unpoolTime}000` }, rest],
      rewards: { native: [{ validatorAddress: staker(1), amount: '5' }], tokens: [] },
    });
    await engine.advance(week);
    expect(await me.stakes()).toMatchObject({
      unlocking: '0',
      unlocked: (4n * strk).toString(),
      positions: [staked, { ...waiting, status: 'unlocked' }, rest],
    });
    await me.send({ mode: 'withdraw', validatorAddress: staker(0), stakeId: pool(0) });
    expect(await me.stakes()).toMatchObject({ total: (8n * strk).toString(), positions: [staked, rest] });
  });

  it('are seen with validators that left, and named by their pools', async () => {
    await engine.rehearse(async () => {
      const me = await stakerOn(engine);
      await me.send({ mode: 'stake', targetValidatorAddress: staker(2), amount: strk.toString() });
      const [gone, last] = [staker(2), pool(2)];
      engine.setValidatorState(gone, 'removed');
      expect((await me.stakes()).positions).toEqual([
        { validatorAddresses: [gone], stakeId: last, amount: strk.toString(), status: 'locked' },
      ]);
    });
  });

  it('have no rewards that go to another address, and no position whose pool answers in another form', async () => {
    const me = await stakerOn(engine);
    await me.send({ mode: 'stake', targetValidatorAddress: staker(0), amount: strk.toString() });
    await me.send({ mode: 'stake', targetValidatorAddress: staker(1), amount: strk.toString() });
    for (const at of [0, 1]) engine.addReward(pool(at), me.address, 5n);
    const short = (text: string) => `0x${BigInt(text).toString(16)}`;
    const change = (of: string, changed: (felts: string[]) => string[]) =>
      engine.intercept(async (call, answer) => {
        const said = await answer();
        const { request } = call.params as { request?: { contract_address: string; calldata: string[] } };
        const isAsked = request?.contract_address === short(of) && request.calldata[0] === short(me.address);
        return isAsked && Array.isArray(said.result) ? { result: changed(said.result as string[]) } : said;
      });
    change(pool(0), ([some = '', , ...felts]) => [some, '0x5', ...felts]);
    expect(await me.stakes()).toMatchObject({
      positions: [{ stakeId: pool(0) }, { stakeId: pool(1) }],
      rewards: { native: [{ validatorAddress: staker(1), amount: '5' }] },
    });
    change(pool(0), (felts) => [...felts, '0x1', '0x1']);
    expect((await me.stakes()).positions).toMatchObject([{ stakeId: pool(1) }]);
    expect(await unreadOf(me.address)).toEqual(['a stake']);
    engine.intercept(undefined);
    expect(await unreadOf(me.address)).toBeUndefined();
  });

  it.each([
    ['fails says so', 40, ['a stake']],
    ['is of an older form says nothing', 21, undefined],
  ])('of a pool that %s', async (_, code, unread) => {
    const me = await stakerOn(engine);
    for (const at of [0, 1])
      await me.send({ mode: 'stake', targetValidatorAddress: staker(at), amount: strk.toString() });
    engine.intercept((call, answer) => {
      const { request } = call.params as { request?: { contract_address: string } };
      const isPool = request?.contract_address === `0x${BigInt(pool(0)).toString(16)}`;
      return isPool ? { error: { code, message: 'no' } } : answer();
    });
    expect((await me.stakes()).positions).toMatchObject([{ stakeId: pool(1) }]);
    expect(await unreadOf(me.address)).toEqual(unread);
  });

  it('say so if the contract does not tell the pools of a validator', async () => {
    const me = await stakerOn(engine);
    for (const at of [0, 1])
      await me.send({ mode: 'stake', targetValidatorAddress: staker(at), amount: strk.toString() });
    const asked = `0x${BigInt(staker(0)).toString(16)}`;
    engine.intercept(async (call, answer) => {
      if (call.method === 'starknet_getEvents') return { error: { code: -32601, message: 'Method not found' } };
      const { request } = call.params as { request?: { contract_address: string; calldata: string[] } };
      const isOfStaker = request?.calldata.length === 1 && request.calldata[0] === asked;
      return isOfStaker ? { result: ['0x5'] } : answer();
    });
    const { balances, status } = await connect().accountState(me.address, { include: ['staking'] });
    expect(balances.staking?.positions).toMatchObject([{ stakeId: pool(1) }]);
    expect(status?.warnings).toMatchObject([{ context: { parts: `${leftUnknown}, a stake` } }]);
  });

  it('do not come from contracts that the staking contract never opened', async () => {
    const me = await stakerOn(engine);
    // starknet.js 10.8.0: selector.getSelectorFromName('NewPoolMember'), as in the notes of the chain.
    const joined = '0x15cacaf40e1ed87da5ca636ad8371422b9763884d3ea9fb51a80deeb3efee17';
    engine.intercept(async (call, answer) => {
      const fake = `0x${BigInt(engine.fakePool).toString(16)}`;
      // It says that the account has a stake in it.
      if (call.method === 'starknet_call' && JSON.stringify(call.params).includes(fake))
        return { result: ['0x0', '0x5', '0x64', '0x0', '0x0', '0x0', '0x1'] };
      if (!JSON.stringify(call.params).includes(joined)) return answer();
      const event = {
        transaction_hash: '0x7',
        block_number: 1,
        from_address: `0x${BigInt(engine.fakePool).toString(16)}`,
        keys: [joined, `0x${BigInt(me.address).toString(16)}`, `0x${BigInt(staker(0)).toString(16)}`],
        data: ['0x1', '0x1'],
      };
      return { result: { events: [event] } };
    });
    expect((await me.stakes()).positions).toEqual([]);
  });

  it('are found pool by pool if nodes do not search events of all contracts', async () => {
    const me = await stakerOn(engine);
    await me.send({ mode: 'stake', targetValidatorAddress: staker(1), amount: strk.toString() });
    const joined = '0x15cacaf40e1ed87da5ca636ad8371422b9763884d3ea9fb51a80deeb3efee17';
    engine.intercept((call, answer) =>
      JSON.stringify(call.params).includes(joined) ? { error: { code: -32602, message: 'range too large' } } : answer(),
    );
    expect((await me.stakes()).positions).toMatchObject([{ stakeId: pool(1), amount: strk.toString() }]);
    expect(await unreadOf(me.address)).toBeUndefined();
  });

  it('are all known if each contract that names the account is the pool of a validator', async () => {
    const me = await stakerOn(engine);
    await me.send({ mode: 'stake', targetValidatorAddress: staker(1), amount: strk.toString() });
    engine.intercept((call, answer) =>
      JSON.stringify(call.params).includes('"address"') && call.method === 'starknet_getEvents'
        ? { error: { code: -32602, message: 'range too large' } }
        : answer(),
    );
    expect((await me.stakes()).positions).toMatchObject([{ stakeId: pool(1) }]);
    expect(await unreadOf(me.address)).toBeUndefined();
  });

  it('are found without any events, with validators that did not leave', async () => {
    const me = await stakerOn(engine);
    await me.send({ mode: 'stake', targetValidatorAddress: staker(1), amount: strk.toString() });
    engine.intercept((call, answer) =>
      call.method === 'starknet_getEvents' ? { error: { code: -32601, message: 'Method not found' } } : answer(),
    );
    expect((await me.stakes()).positions).toMatchObject([{ stakeId: pool(1), amount: strk.toString() }]);
    expect(await unreadOf(me.address)).toEqual(leftUnknown);
  });

  it('are found if nodes want to be asked for events for ever', async () => {
    const me = await stakerOn(engine);
    await me.send({ mode: 'stake', targetValidatorAddress: staker(1), amount: strk.toString() });
    let pages = 0;
    engine.intercept((call, answer) => {
      if (call.method !== 'starknet_getEvents') return answer();
      pages += 1;
      return { result: { events: [], continuation_token: String(pages) } };
    });
    expect((await me.stakes()).positions).toMatchObject([{ stakeId: pool(1), amount: strk.toString() }]);
    expect(pages).toBe(8);
  });

  it('are followed over pages of events that hold nothing', async () => {
    const me = await stakerOn(engine);
    await me.send({ mode: 'stake', targetValidatorAddress: staker(1), amount: strk.toString() });
    let pages = 0;
    engine.intercept(async (call, answer) => {
      const { filter } = call.params as { filter?: { continuation_token?: string } };
      if (call.method !== 'starknet_getEvents' || filter === undefined) return answer();
      if (filter.continuation_token === undefined) return { result: { events: [], continuation_token: '0' } };
      pages += 1;
      return answer();
    });
    expect((await me.stakes()).positions).toMatchObject([{ stakeId: pool(1) }]);
    expect(pages).toBe(2);
  });

  it('are never told as none if they cannot be read, and balances are told without them', async () => {
    const me = await stakerOn(engine);
    engine.withoutStakingFunctions(['get_current_epoch']);
    engine.intercept((call, answer) =>
      call.method === 'starknet_getEvents' ? { error: { code: -32601, message: 'Method not found' } } : answer(),
    );
    const { balances, status } = await connect().accountState(me.address);
    expect(balances.native?.available).toBe((10_000n * strk).toString());
    expect(balances).not.toHaveProperty('staking');
    expect(status?.warnings).toMatchObject([{ code: 'account.incomplete', context: { parts: 'the stakes' } }]);
    await expect(connect().accountState(me.address, { include: ['staking'] })).rejects.toMatchObject({
      code: 'upstream.unavailable',
    });
  });
});
