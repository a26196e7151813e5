import { UpstreamError } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import answers from '../../fixtures/lcd/answers.json' with { type: 'json' };
import { namesOn } from '../../test/completed.ts';
import { delegationAnswer } from '../../test/modes-world.ts';
import {
  down,
  notFound,
  notImplemented,
  type Routes,
  refusal,
  type ScriptedRest,
  scriptedRest,
} from '../../test/scripted-rest.ts';
import { toAddress } from '../address/address.ts';
import type { CosmosOptions } from '../options.ts';
import { denomOfTrace } from '../upstream/lcd/ibc.ts';

// Addresses from recorded answers (../../fixtures/lcd/answers.json).
const account = 'cosmos1cvh8mpz04az0x7vht6h6ekksg8wd650r39ltwj';
const other = 'cosmos15yk64u7zc9g9k2yr2wmzeva5qgwxps6yxj00e7';
const validator = 'cosmosvaloper1tflk30mq5vgqjdly92kkhhq3raev2hnz6eete3';
const another = 'cosmosvaloper1za29eu4hrxufm5rd8nmu5tf6u29qzv9sulm7fm';

const bank = '/cosmos/bank/v1beta1';
const spendablePath = `${bank}/spendable_balances/${account}/by_denom?denom=uatom`;
const balancePath = `${bank}/balances/${account}/by_denom?denom=uatom`;
const balancesPath = `${bank}/balances/${account}?pagination.limit=1000`;
const delegationsPath = `/cosmos/staking/v1beta1/delegations/${account}?pagination.limit=500`;
const unbondingsPath = `/cosmos/staking/v1beta1/delegators/${account}/unbonding_delegations?pagination.limit=500`;
const rewardsPath = `/cosmos/distribution/v1beta1/delegators/${account}/rewards`;
const metadataPath = (denom: string) => `${bank}/denoms_metadata_by_query_string?denom=${denom}`;
const olderMetadataPath = (denom: string) => `${bank}/denoms_metadata/${denom}`;
const tracePath = (denom: string) => `/ibc/apps/transfer/v1/denoms/${denom.slice(4)}`;
const olderTracePath = (denom: string) => `/ibc/apps/transfer/v1/denom_traces/${denom.slice(4)}`;

const pagination = { next_key: null, total: '0' };
const coin = (denom: string, amount: string) => ({ denom, amount });
const one = (amount: string, denom = 'uatom') => ({ balance: coin(denom, amount) });
const page = (...balances: object[]) => ({ balances, pagination });
const delegation = (amount: string, to = validator, by = account, denom = 'uatom') => ({
  delegation: { delegator_address: by, validator_address: to, shares: '1.0' },
  balance: coin(denom, amount),
});
const delegations = (...delegation_responses: object[]) => ({ delegation_responses, pagination });
const unbonding = (entries: [completion: string, balance: string][], of = validator, by = account) => ({
  delegator_address: by,
  validator_address: of,
  entries: entries.map(([completion_time, balance]) => ({ completion_time, initial_balance: '999999', balance })),
});
const unbondings = (...unbonding_responses: object[]) => ({ unbonding_responses, pagination });
const metadata = (base: string, fields: object = {}) => ({
  metadata: {
    ...{ description: '', base, display: 'demo', name: 'Demo Dollar', symbol: 'DEMO', uri: '', uri_hash: '' },
    denom_units: [
      { denom: base, exponent: 0, aliases: [] },
      { denom: 'demo', exponent: 6, aliases: [] },
    ],
    ...fields,
  },
});

/** An account that the chain does not know, as cosmos-sdk 0.54 answers for it. */
const empty: Routes = {
  [spendablePath]: one('0'),
  [balancePath]: one('0'),
  [balancesPath]: page(),
  [delegationsPath]: delegations(),
  [unbondingsPath]: unbondings(),
  [rewardsPath]: { rewards: [], total: [] },
};

const stateOf = async ({ chain, traced }: ScriptedRest, ...include: ('native' | 'tokens' | 'staking')[]) =>
  (await chain.accountState(account, { ...traced, ...(include.length === 0 ? {} : { include }) })).balances;

const unique = (denom: string) => `factory/${other}/${denom}`;

describe('the account state', () => {
  it('of an unknown account is zero, in one round trip', async () => {
    const node = scriptedRest('cosmoshub', { node: empty });
    expect(await stateOf(node)).toEqual({
      native: { available: '0', total: '0', unconfirmed: '0' },
      tokens: [],
      staking: {
        ...{ total: '0', locked: '0', unlocking: '0', unlocked: '0' },
        positions: [],
        rewards: { native: [], tokens: [] },
      },
    });
    expect(node.requests.map(({ path }) => path).toSorted()).toEqual(Object.keys(empty).toSorted());
    await stateOf(node);
    expect(node.roundTrips()).toBe(1);
  });

  it('of a vesting account has all that it holds in the total, and only what can be spent as available', async () => {
    // Recorded: 424872 of 1000000 can be spent.
    const node = scriptedRest('cosmoshub', {
      node: {
        ...empty,
        [spendablePath]: answers.bank.spendable,
        [balancePath]: answers.bank.balance,
        [delegationsPath]: answers.staking.delegations,
        [unbondingsPath]: unbondings(unbonding([['2026-12-01T00:00:00Z', '5']])),
      },
    });
    const { native, staking } = await stateOf(node, 'native', 'staking');
    expect(native).toEqual({ available: '424872', total: '1000000', unconfirmed: '0' });
    // What is at stake is there, and nowhere else.
    expect(staking?.total).toBe((10_250_000 + 5).toString());
  });

  describe('with one odd element among good ones', () => {
    /** In place of an element or a field. */
    const oddValues = [null, undefined, {}, '', -1, 0.5, 1e30, true, 'text\u0000\n', '-1', '1e3', String(2n ** 256n)];

    /** The state, and the parts that the warning names. */
    const warned = async (routes: Routes, part: 'tokens' | 'staking', options: CosmosOptions = {}) => {
      const node = scriptedRest('cosmoshub', { node: { ...empty, ...routes } }, options);
      const { balances, status } = await node.chain.accountState(account, { include: [part] });
      const parts = status?.warnings.map(({ code, message }) => [code, message.split('fits: ')[1]]);
      return { ...balances, parts };
    };
    const named = (noun: string) => [['account.incomplete', noun]];

    it.each(oddValues)('shows the other coins: %j', async (odd) => {
      const list = (...middle: unknown[]) => ({
        [balancesPath]: { balances: [coin('uaaa', '5'), ...middle, coin('uzzz', '7')], pagination },
        ...Object.fromEntries(['uaaa', 'uzzz'].map((denom) => [metadataPath(denom), metadata(denom)])),
        [metadataPath('uodd')]: metadata('uodd', { symbol: 'ODD' }),
      });
      const cases: [unknown, string][] = [
        [odd, 'a token balance'],
        [{ denom: odd, amount: '1' }, 'a token balance'],
        [{ denom: 'uodd', amount: odd }, 'the balance of ODD'],
      ];
      for (const [element, noun] of cases) {
        const { tokens = [], parts } = await warned(list(element), 'tokens');
        expect(tokens.map(({ token, amount }) => [token.id, amount])).toEqual([
          ['uaaa', '5'],
          ['uzzz', '7'],
        ]);
        expect(parts).toEqual(named(noun));
      }
      // The chain's own coin is no token.
      expect((await warned(list({ denom: 'uatom', amount: odd }), 'tokens')).parts).toBeUndefined();
    });

    it('names a coin with a long name, and one with a name that no chain allows', async () => {
      for (const denom of ['u'.repeat(300), 'u odd', 'u'.repeat(200)]) {
        const list = { [balancesPath]: { balances: [coin('uaaa', '5'), coin(denom, '1')], pagination } };
        const { tokens = [], parts } = await warned(list, 'tokens');
        expect(tokens.map(({ token }) => token.id)).toEqual(['uaaa']);
        expect(parts).toEqual(named('a token balance'));
      }
    });

    it.each(oddValues)('shows the other delegations: %j', async (odd) => {
      const { delegation: whole } = delegation('1', another);
      const elements = [
        odd,
        { ...delegation('1', another), delegation: odd },
        { ...delegation('1', another), balance: odd },
        { ...delegation('1', another), balance: { denom: 'uatom', amount: odd } },
        { ...delegation('1', another), balance: { denom: odd, amount: '1' } },
        { ...delegation('1', another), delegation: { ...whole, validator_address: odd } },
        { ...delegation('1', another), delegation: { ...whole, delegator_address: odd } },
      ];
      for (const element of elements) {
        const { staking, parts } = await warned(
          { [delegationsPath]: { delegation_responses: [element, delegation('9')], pagination } },
          'staking',
        );
        expect(staking?.positions).toEqual([{ validatorAddresses: [validator], amount: '9', status: 'locked' }]);
        expect({ total: staking?.total, parts }).toEqual({ total: '9', parts: named('a stake') });
      }
    });

    it.each([
      ['another coin', delegation('1', another, account, 'uodd')],
      ['another account', delegation('1', another, other)],
      ['a validator of another chain', delegation('1', toAddress('osmovaloper', new Uint8Array(20)))],
    ])('shows the other delegations: one with %s', async (_, odd) => {
      const routes = { [delegationsPath]: { delegation_responses: [odd, delegation('9')], pagination } };
      expect(await warned(routes, 'staking')).toMatchObject({ staking: { total: '9' }, parts: named('a stake') });
    });

    it.each(oddValues)('shows the other unbondings: %j', async (odd) => {
      const end = '2026-12-01T00:00:00Z';
      const good = unbonding([[end, '5']]);
      const withEntry = (entry: unknown) => ({ ...good, entries: [entry, ...good.entries] });
      const lists = [
        [odd, good],
        [{ ...good, validator_address: odd }, good],
        [{ ...unbonding([[end, '6']], another), delegator_address: odd }, good],
        [{ ...unbonding([[end, '6']], another), entries: odd }, good],
        [withEntry(odd)],
        [withEntry({ completion_time: odd, balance: '6' })],
        [withEntry({ completion_time: end, balance: odd })],
      ];
      for (const unbonding_responses of lists) {
        const { staking, parts } = await warned({ [unbondingsPath]: { unbonding_responses, pagination } }, 'staking');
        expect({ unlocking: staking?.unlocking, parts }).toEqual({ unlocking: '5', parts: named('a stake') });
      }
    });

    it.each(oddValues)('shows the other rewards: %j', async (odd) => {
      const good = { validator_address: validator, reward: [coin('uatom', '3.5')] };
      const lists = [
        [odd, good],
        [{ validator_address: odd, reward: [coin('uatom', '1.0')] }, good],
        [{ ...good, reward: [odd, ...good.reward] }],
        [{ ...good, reward: [{ denom: odd, amount: '1.0' }, ...good.reward] }],
        [{ ...good, reward: [{ denom: 'uodd', amount: odd }, ...good.reward] }],
        [{ ...good, reward: [coin('u odd', '1.0'), ...good.reward] }],
      ];
      for (const rewards of lists) {
        // A decimal number has digits enough for this one.
        if (odd === String(2n ** 256n)) continue;
        const { staking, parts } = await warned({ [rewardsPath]: { rewards } }, 'staking');
        expect(staking?.rewards).toEqual({ native: [{ validatorAddress: validator, amount: '3' }], tokens: [] });
        expect(parts).toEqual(named('a reward'));
      }
    });

    it('shows the others: a contract that the operator lists', async () => {
      const [good, odd] = [13, 14].map((byte) => toAddress('cosmos', new Uint8Array(32).fill(byte)));
      const balanceOf = (contract: string | undefined) =>
        `/cosmwasm/wasm/v1/contract/${contract}/smart/${btoa(JSON.stringify({ balance: { address: account } }))}`;
      const tokens = [
        { id: good ?? '', ticker: 'TOK', name: 'Token', decimals: 6 },
        { id: odd ?? '', ticker: 'ODD', name: 'Odd', decimals: 6 },
      ];
      for (const balance of oddValues) {
        const routes = {
          [balanceOf(good)]: { data: { balance: '12345678901234567890' } },
          [balanceOf(odd)]: { data: { balance } },
        };
        const { tokens: found, parts } = await warned(routes, 'tokens', { tokens });
        expect(found?.map(({ token, amount }) => [token.id, amount])).toEqual([[good, '12345678901234567890']]);
        expect(parts).toEqual(named('the balance of ODD'));
      }
    });

    it.each([5, 'other'])('names the others: the metadata of a token, of the denomination %j', async (base) => {
      const [good, odd] = [unique('good'), unique('odd')];
      const node = scriptedRest('cosmoshub', {
        node: {
          ...empty,
          [balancesPath]: page(coin(good, '1'), coin(odd, '1')),
          [metadataPath(good)]: metadata(good),
          [metadataPath(odd)]: { metadata: { base } },
        },
      });
      const { tokens = [] } = await stateOf(node, 'tokens');
      expect(tokens.map(({ token }) => token.ticker)).toEqual(['DEMO', odd]);
    });

    it.each(oddValues)('calls a token by its id if the unit that it is shown in cannot be read: %j', async (odd) => {
      const denom = unique('demo');
      // What is left out is the exponent 0.
      const units = [odd, ...(odd === undefined ? [] : [{ denom: 'demo', exponent: odd }])];
      const whole = { denom: 'demo', exponent: 6 };
      const changes = [
        ...[...units, { ...whole, denom: odd }].map((unit) => ({ denom_units: [{ denom, exponent: 0 }, unit] })),
        // Without a unit to show it in, amounts are in the smallest one.
        ...(odd === null || odd === undefined || odd === '' ? [] : [{ display: odd }]),
      ];
      for (const fields of changes) {
        const routes = { [balancesPath]: page(coin(denom, '5')), [metadataPath(denom)]: metadata(denom, fields) };
        const { tokens } = await warned(routes, 'tokens');
        expect(tokens).toMatchObject([{ token: { ticker: denom, decimals: '0' }, amount: '5' }]);
      }
    });

    it("of an old node does not take the chain's own coin for spent if that is the odd one", async () => {
      const spendableList = `${bank}/spendable_balances/${account}?pagination.limit=1000`;
      const withSpendable = (...balances: object[]) => ({
        ...{ ...empty, [balancePath]: one('9'), [spendablePath]: notImplemented },
        [spendableList]: { balances, pagination },
      });
      const own = coin('uatom', '8');
      const fine = scriptedRest('cosmoshub', { node: withSpendable(coin('uodd', '-1'), own) });
      expect((await stateOf(fine, 'native')).native?.available).toBe('8');
      const lost = scriptedRest('cosmoshub', { node: withSpendable(coin('uatom', '-1'), coin('uzzz', '1')) });
      await expect(stateOf(lost, 'native')).rejects.toThrow(UpstreamError);
    });
  });

  it('asks only for the parts that are wanted', async () => {
    const asked = async (part: 'native' | 'tokens' | 'staking') => {
      const node = scriptedRest('cosmoshub', { node: empty });
      await stateOf(node, part);
      return node.requests.map(({ path }) => path).toSorted();
    };
    expect(await asked('tokens')).toEqual([balancesPath]);
    expect(await asked('native')).toEqual([balancePath, spendablePath].toSorted());
    expect(await asked('staking')).toEqual([delegationsPath, rewardsPath, unbondingsPath].toSorted());
  });

  it('never has more available than there is, if a block comes between two answers', async () => {
    const node = scriptedRest('cosmoshub', { node: { ...empty, [spendablePath]: one('7'), [balancePath]: one('5') } });
    expect((await stateOf(node, 'native')).native).toEqual({ available: '5', total: '5', unconfirmed: '0' });
  });

  it('of older nodes is read from their list of spendable coins, the second time at once', async () => {
    const list = `${bank}/spendable_balances/${account}?pagination.limit=1000`;
    const node = scriptedRest('cosmoshub', {
      node: { ...empty, [spendablePath]: notImplemented, [list]: page(coin('uatom', '3')), [balancePath]: one('5') },
    });
    expect((await stateOf(node, 'native')).native).toMatchObject({ available: '3', total: '5' });
    expect((await stateOf(node, 'native')).native).toMatchObject({ available: '3', total: '5' });
    expect(node.roundTrips()).toBe(1);
    expect(node.requests.filter(({ path }) => path.endsWith('by_denom?denom=uatom')).length).toBe(3);
  });
});

describe('staking', () => {
  it('has delegations, unbondings and rewards', async () => {
    const node = scriptedRest('cosmoshub', {
      node: {
        ...empty,
        [delegationsPath]: delegations(delegation('100'), delegation('7', another)),
        [unbondingsPath]: unbondings(
          unbonding([
            ['2026-11-22T10:04:07.676079190Z', '40'],
            ['2026-11-23T00:00:00Z', '0'],
          ]),
          unbonding([['2026-11-24T00:00:00Z', '2']], another),
        ),
        [rewardsPath]: {
          rewards: [
            { validator_address: validator, reward: [coin('uatom', '5.999999999999999999')] },
            { validator_address: another, reward: [coin('uatom', '0.9')] },
          ],
        },
      },
    });
    expect((await stateOf(node, 'staking')).staking).toEqual({
      total: '149',
      locked: '107',
      unlocking: '42',
      unlocked: '0',
      positions: [
        { validatorAddresses: [validator], amount: '100', status: 'locked' },
        { validatorAddresses: [another], amount: '7', status: 'locked' },
        {
          ...{ validatorAddresses: [validator], amount: '40', status: 'unlocking' },
          completionDate: Date.UTC(2026, 10, 22, 10, 4, 7, 676).toString(),
        },
        {
          ...{ validatorAddresses: [another], amount: '2', status: 'unlocking' },
          completionDate: Date.UTC(2026, 10, 24).toString(),
        },
      ],
      rewards: { native: [{ validatorAddress: validator, amount: '5' }], tokens: [] },
    });
  });

  it('has the recorded rewards in many coins, each under its name and rounded down', async () => {
    const node = scriptedRest('cosmoshub', { node: { ...empty, [rewardsPath]: answers.staking.rewards } });
    const { rewards } = (await stateOf(node, 'staking')).staking ?? {};
    expect(rewards?.native).toEqual([{ validatorAddress: validator, amount: '307413' }]);
    const amounts = rewards?.tokens.map(({ token, amount }) => [token.id.slice(0, 12), amount]);
    expect(amounts).toContainEqual(['ibc/054892D6', '4']);
    expect(amounts).toContainEqual(['ibc/B011C1A0', '18445129051']);
    // Less than one unit.
    expect(amounts?.map(([id]) => id)).not.toContain('ibc/5CAE744C');
  });

  it('has no stakes if a node before cosmos-sdk 0.50 does not find the account', async () => {
    const none = refusal(404, 5, `rpc error: code = NotFound desc = unable to find delegation for address ${account}`);
    const node = scriptedRest('cosmoshub', { node: { ...empty, [delegationsPath]: none, [unbondingsPath]: none } });
    expect((await stateOf(node, 'staking')).staking).toMatchObject({ total: '0', positions: [] });
  });

  it('is never nothing because a node does not know the question', async () => {
    const node = scriptedRest('cosmoshub', {
      poor: { ...empty, [delegationsPath]: notImplemented },
      good: { ...empty, [delegationsPath]: delegations(delegation('100')) },
    });
    expect((await stateOf(node, 'staking')).staking?.locked).toBe('100');
    const alone = scriptedRest('cosmoshub', { poor: { ...empty, [delegationsPath]: notImplemented } });
    await expect(stateOf(alone, 'staking')).rejects.toThrow(UpstreamError);
  });

  it('is read to its last page', async () => {
    const next = `${delegationsPath}&pagination.key=AAE=`;
    const node = scriptedRest('cosmoshub', {
      node: {
        ...empty,
        [delegationsPath]: { ...delegations(delegation('100')), pagination: { next_key: 'AAE=' } },
        [next]: delegations(delegation('7', another)),
      },
    });
    expect((await stateOf(node, 'staking')).staking?.locked).toBe('107');
  });
});

describe('after an impossible answer the next node is asked', () => {
  const honest: Routes = {
    ...empty,
    [spendablePath]: one('1'),
    [balancePath]: one('1'),
    [balancesPath]: page(coin('uatom', '1')),
    [delegationsPath]: delegations(delegation('100')),
  };
  const whole = { native: { available: '1', total: '1', unconfirmed: '0' } };

  it.each<[string, Routes]>([
    ['another denomination', { [balancePath]: one('1000', 'uosmo') }],
    ['another denomination to spend', { [spendablePath]: one('1000', 'uosmo') }],
    ['an amount that is none', { [balancePath]: one('-1') }],
    ['more than 2^256', { [balancePath]: one(`1${'0'.repeat(78)}`) }],
    ['delegations of another account', { [delegationsPath]: delegations(delegation('1', validator, other)) }],
    ['delegations to no validator', { [delegationsPath]: delegations(delegation('1', other)) }],
    [
      'delegations to a validator of another chain',
      { [delegationsPath]: delegations(delegation('1', 'osmovaloper1tflk30mq5vgqjdly92kkhhq3raev2hnzdpkd5h')) },
    ],
    ['delegations in another coin', { [delegationsPath]: delegations(delegation('1', validator, account, 'uosmo')) }],
    ['a delegation twice', { [delegationsPath]: delegations(delegation('1'), delegation('1')) }],
    [
      'unbondings of another account',
      { [unbondingsPath]: unbondings(unbonding([['2026-12-01T00:00:00Z', '1']], validator, other)) },
    ],
    ['unbondings of a validator twice', { [unbondingsPath]: unbondings(unbonding([]), unbonding([])) }],
    ['an unbonding without a time', { [unbondingsPath]: unbondings(unbonding([['soon', '1']])) }],
    [
      'rewards of a validator twice',
      { [rewardsPath]: { rewards: [1, 2].map(() => ({ validator_address: validator, reward: [] })) } },
    ],
    [
      'a reward twice',
      {
        [rewardsPath]: {
          rewards: [{ validator_address: validator, reward: [coin('uatom', '1'), coin('uatom', '1')] }],
        },
      },
    ],
    ['rewards of no validator', { [rewardsPath]: { rewards: [{ validator_address: account, reward: [] }] } }],
    ['a token twice', { [balancesPath]: page(coin('ux', '1'), coin('ux', '1')) }],
    ['nothing', { [balancesPath]: down }],
  ])('%s', async (_, lies) => {
    const node = scriptedRest('cosmoshub', { liar: { ...honest, ...lies }, good: honest });
    const { native, tokens, staking } = await stateOf(node);
    expect({ native }).toEqual(whole);
    expect({ tokens, locked: staking?.locked, unlocking: staking?.unlocking }).toEqual({
      ...{ tokens: [], locked: '100', unlocking: '0' },
    });
    expect(node.requests.some((request) => request.node === 'good')).toBe(true);
  });

  it('a page that comes again', async () => {
    const [first, second] = [undefined, 'AAE='].map((key) =>
      key === undefined ? balancesPath : `${balancesPath}&pagination.key=${key}`,
    );
    const again = { ...page(coin('uatom', '1'), coin('uone', '5')), pagination: { next_key: 'AAE=' } };
    const routes = { ...honest, [first ?? '']: again };
    const node = scriptedRest('cosmoshub', {
      liar: { ...routes, [second ?? '']: again },
      good: { ...routes, [second ?? '']: page(coin('utwo', '6')) },
    });
    const { tokens = [] } = await stateOf(node, 'tokens');
    expect(tokens.map(({ token, amount }) => [token.id, amount])).toEqual([
      ['uone', '5'],
      ['utwo', '6'],
    ]);
  });
});

describe('tokens', () => {
  // chain-registry cosmoshub: Osmosis over channel-141.
  const osmo = 'ibc/14F9BC3E44B8A9C1BE1FB08980FAB87034C9905EF17CF2F5008FC085218811CC';
  const made = (base: string) => denomOfTrace({ path: 'transfer/channel-9', base });

  it('of the bundled list need no look-up', async () => {
    const node = scriptedRest('cosmoshub', {
      node: { ...empty, [balancesPath]: page(coin(osmo, '5'), coin('uatom', '9')) },
    });
    expect((await stateOf(node, 'tokens')).tokens).toEqual([
      { token: { type: 'IBC', id: osmo, name: 'Osmosis', ticker: 'OSMO', decimals: '6' }, amount: '5' },
    ]);
    expect(node.requests.length).toBe(1);
  });

  it('that are not on it are looked up in one round more, and remembered', async () => {
    const [plain, ibc, unnamed] = [unique('demo'), made('udemo'), 'uunnamed'];
    const node = scriptedRest('cosmoshub', {
      node: {
        ...empty,
        [balancesPath]: page(coin(plain, '1'), coin(ibc, '2'), coin(unnamed, '3')),
        [metadataPath(plain)]: metadata(plain),
        [metadataPath(unnamed)]: refusal(404, 5, 'client metadata for denom uunnamed'),
        [tracePath(ibc)]: { denom: { base: 'udemo', trace: [{ port_id: 'transfer', channel_id: 'channel-9' }] } },
      },
    });
    const tokens = [
      { token: { type: 'FACTORY', id: plain, name: 'Demo Dollar', ticker: 'DEMO', decimals: '6' }, amount: '1' },
      {
        token: { type: 'IBC', id: ibc, name: 'udemo (transfer/channel-9)', ticker: 'udemo', decimals: '0' },
        amount: '2',
      },
      { token: { type: 'IBC', id: unnamed, name: unnamed, ticker: unnamed, decimals: '0' }, amount: '3' },
    ];
    expect((await stateOf(node, 'tokens')).tokens).toEqual(tokens);
    expect(node.requests.length).toBe(4);
    expect((await stateOf(node, 'tokens')).tokens).toEqual(tokens);
    expect(node.requests.length).toBe(5);
    expect(node.roundTrips()).toBe(1);
  });

  it('are looked up as older nodes want it, and at once from then on', async () => {
    const [first, second, ibc] = ['factory/one', 'factory/two', made('x')];
    const held: Record<string, unknown> = {
      ...empty,
      [balancesPath]: page(coin(first, '1'), coin(ibc, '1')),
      [metadataPath(first)]: notImplemented,
      [tracePath(ibc)]: notImplemented,
      [olderMetadataPath(first)]: metadata(first),
      [olderMetadataPath(second)]: metadata(second),
      [olderTracePath(ibc)]: { denom_trace: { path: 'transfer/channel-9', base_denom: 'x' } },
    };
    const node = scriptedRest('cosmoshub', { node: held });
    const names = async () => (await stateOf(node, 'tokens')).tokens?.map(({ token }) => token.name);
    expect(await names()).toEqual(['Demo Dollar', 'x (transfer/channel-9)']);
    // The balances, two questions, and both questions by the other path.
    expect(node.requests.length).toBe(5);
    held[balancesPath] = page(coin(second, '1'));
    expect(await names()).toEqual(['Demo Dollar']);
    expect(node.requests.length).toBe(7);
  });

  it('have the trace that their hash says, whatever a node says', async () => {
    const ibc = made('udemo');
    const held = { ...empty, [balancesPath]: page(coin(ibc, '2')) };
    const trace = (base: string) => ({ denom: { base, trace: [{ port_id: 'transfer', channel_id: 'channel-9' }] } });
    const node = scriptedRest('cosmoshub', {
      liar: { ...held, [tracePath(ibc)]: trace('uatom') },
      good: { ...held, [tracePath(ibc)]: trace('udemo') },
    });
    expect((await stateOf(node, 'tokens')).tokens?.[0]?.token.ticker).toBe('udemo');
  });

  it('keep their amounts if no node tells their names, and are asked for again', async () => {
    const plain = unique('demo');
    const routes: Record<string, unknown> = {
      ...empty,
      [balancesPath]: page(coin(plain, '1')),
      [metadataPath(plain)]: down,
    };
    const node = scriptedRest('cosmoshub', { node: routes });
    const [held] = (await stateOf(node, 'tokens')).tokens ?? [];
    expect(held).toMatchObject({ token: { id: plain, name: plain, decimals: '0' }, amount: '1' });
  });

  it.each([
    ['invisible letters', { name: 'US\u202ED\u200B', symbol: '\u0000U\u0007' }, ['USD', 'U']],
    ['endless names', { name: 'a'.repeat(500), symbol: 'b'.repeat(500) }, ['a'.repeat(64), 'b'.repeat(32)]],
    ['no name', { name: '', symbol: 'DEMO' }, ['DEMO', 'DEMO']],
    ['no symbol', { name: '', symbol: '' }, ['demo', 'demo']],
  ])('are shown without %s', async (_, fields, expected) => {
    const plain = unique('demo');
    const node = scriptedRest('cosmoshub', {
      node: { ...empty, [balancesPath]: page(coin(plain, '1')), [metadataPath(plain)]: metadata(plain, fields) },
    });
    const token = (await stateOf(node, 'tokens')).tokens?.[0]?.token;
    expect([token?.name, token?.ticker]).toEqual(expected);
  });

  it.each([
    ['no unit of that name', { display: 'other' }],
    ['an impossible exponent', { denom_units: [{ denom: 'demo', exponent: 300 }] }],
    ['no units', { denom_units: [] }],
  ])('have no decimals if the metadata has %s', async (_, fields) => {
    const plain = unique('demo');
    const node = scriptedRest('cosmoshub', {
      node: { ...empty, [balancesPath]: page(coin(plain, '1')), [metadataPath(plain)]: metadata(plain, fields) },
    });
    expect((await stateOf(node, 'tokens')).tokens?.[0]?.token.decimals).toBe('0');
  });

  it('that fill an account are all shown, 16 more of them by name with every read', async () => {
    const spam = Array.from({ length: 300 }, (_, i) => unique(`spam${String(i).padStart(3, '0')}`));
    const ibc = made('udemo');
    const node = scriptedRest('cosmoshub', {
      node: {
        ...empty,
        ...Object.fromEntries(spam.map((denom) => [metadataPath(denom), metadata(denom)])),
        [balancesPath]: page(...spam.map((denom) => coin(denom, '1')), coin(ibc, '1')),
        [tracePath(ibc)]: { denom: { base: 'udemo', trace: [{ port_id: 'transfer', channel_id: 'channel-9' }] } },
      },
    });
    const named = async () => {
      const { tokens = [] } = await stateOf(node, 'tokens');
      expect(tokens.length).toBe(301);
      expect(tokens.at(-1)?.token.ticker).toBe('udemo');
      return tokens.filter(({ token }) => token.ticker === 'DEMO').length;
    };
    expect([await named(), await named()]).toEqual([15, 31]);
    expect(node.requests.length).toBe(2 * (1 + 16));
  });

  it('with ids that no request could name are left out, and hide nothing', async () => {
    const node = scriptedRest('cosmoshub', {
      node: { ...empty, [balancesPath]: page(coin('a\u0000b', '1'), coin('x'.repeat(200), '1'), coin(osmo, '5')) },
    });
    expect((await stateOf(node, 'tokens')).tokens?.map(({ token }) => token.id)).toEqual([osmo]);
  });
});

describe('tokens of CW20', () => {
  const holder = 'juno1cvh8mpz04az0x7vht6h6ekksg8wd650r8husfw';
  // chain-registry juno: NETA.
  const neta = 'juno168ctmpyppk90d34p3jjy658zf5a5l3w8wk35wht6ccqj4mr0yv8s4j5awr';
  const tokens = [{ id: `cw20:${neta}`, name: 'Neta', ticker: 'NETA', decimals: 6 }];
  const question = Buffer.from(JSON.stringify({ balance: { address: holder } })).toString('base64');
  const path = `/cosmwasm/wasm/v1/contract/${neta}/smart/${question}`;
  const paths = (routes: Routes): Routes => ({
    [`${bank}/balances/${holder}?pagination.limit=1000`]: page(),
    ...routes,
  });
  const held = async (routes: Routes) => {
    const { chain } = scriptedRest('juno', { node: paths(routes) }, { tokens });
    return (await chain.accountState(holder, { include: ['tokens'] })).balances.tokens;
  };

  it('are those that the operator configured', async () => {
    expect(await held({ [path]: { data: { balance: '77' } } })).toEqual([
      {
        token: { type: 'CW20', id: neta, name: 'Neta', ticker: 'NETA', decimals: '6', contractAddress: neta },
        amount: '77',
      },
    ]);
  });

  it.each([
    ['is not there', refusal(404, 5, `no such contract: address ${neta}: not found`)],
    [
      'does not know the question',
      refusal(
        500,
        2,
        'codespace wasm code 9: query wasm contract failed: Error parsing into type: unknown variant `balance`',
      ),
    ],
    ['has nothing', { data: { balance: '0' } }],
  ])('are left out if the contract %s', async (_, answer) => {
    expect(await held({ [path]: answer })).toEqual([]);
  });

  it('are not left out because a node fails', async () => {
    await expect(held({ [path]: refusal(500, 13, 'panic') })).rejects.toThrow(UpstreamError);
  });
});

describe('Babylon', () => {
  const holder = 'bbn19vf5mfr40awvkefw69nl6p3mmlsnacmmaeh4lw';
  const operator = 'bbnvaloper1xm5tppshu94jvsa0007j6c5da8apuzv0w0cdlj';
  const queuePath = '/babylon/epoching/v1/epochs/0/messages?pagination.limit=1000';
  const gaugesPath = `/babylon/incentive/address/${holder}/reward_gauge`;
  const hash = 'ab'.repeat(32);
  const txPath = `/cosmos/tx/v1beta1/txs/${hash.toUpperCase()}`;
  // A message as https://github.com/babylonlabs-io/babylon (x/epoching/types/query.go) writes it.
  const text = (by = holder, amount = '398688') =>
    `delegator_address:"${by}" validator_address:"${operator}" amount:<denom:"ubbn" amount:"${amount}" > `;
  const queued = (msg: string, msg_type?: string) => ({
    ...{ tx_id: hash, msg_id: hash, block_height: '1', block_time: '2026-11-22T00:00:00Z', msg },
    ...(msg_type === undefined ? {} : { msg_type }),
  });
  const queue = (...msgs: object[]) => ({ msgs, pagination });
  const routes = (more: Routes): Routes => ({
    [`${bank}/spendable_balances/${holder}/by_denom?denom=ubbn`]: one('10', 'ubbn'),
    [`${bank}/balances/${holder}/by_denom?denom=ubbn`]: one('10', 'ubbn'),
    [`${bank}/balances/${holder}?pagination.limit=1000`]: page(coin('ubbn', '10')),
    [`/cosmos/staking/v1beta1/delegations/${holder}?pagination.limit=500`]: delegations(),
    [`/cosmos/staking/v1beta1/delegators/${holder}/unbonding_delegations?pagination.limit=500`]: unbondings(),
    [`/cosmos/distribution/v1beta1/delegators/${holder}/rewards`]: { rewards: [], total: [] },
    [queuePath]: queue(),
    [gaugesPath]: refusal(500, 2, 'codespace incentive code 1101: reward gauge not found: unknown request'),
    ...more,
  });
  const read = async (more: Routes, name = 'babylon') => {
    const node = scriptedRest(name as 'babylon', { node: routes(more) });
    return { ...(await node.chain.accountState(holder, node.traced)).balances, rounds: node.roundTrips() };
  };

  it('has what waits for the end of the epoch as pending, in the total of stakes and in no other sum', async () => {
    const { native, staking } = await read({
      [queuePath]: queue(
        queued(text(), 'cosmos.staking.v1beta1.MsgDelegate'),
        queued(text('bbn1someoneelse', '5'), 'cosmos.staking.v1beta1.MsgDelegate'),
        queued(text(holder, '7'), 'cosmos.staking.v1beta1.MsgUndelegate'),
        queued('description:<moniker:"x" > ', 'cosmos.staking.v1beta1.MsgEditValidator'),
      ),
    });
    expect(native).toEqual({ available: '10', total: '10', unconfirmed: '0' });
    expect(staking).toMatchObject({
      ...{ total: '398688', locked: '0', unlocking: '0' },
      positions: [{ validatorAddresses: [operator], amount: '398688', status: 'pending' }],
    });
  });

  it('has the coins of an unstake that waits as unlocking, and those of a redelegation as pending with the new validator', async () => {
    const other = namesOn('babylon').validator;
    const moved = `delegator_address:"${holder}" validator_src_address:"${operator}" validator_dst_address:"${other}" amount:<denom:"ubbn" amount:"40" > `;
    const { staking } = await read({
      [`/cosmos/staking/v1beta1/delegations/${holder}?pagination.limit=500`]: {
        ...delegations(),
        delegation_responses: [delegationAnswer(operator, '100', 'ubbn', holder)].map(
          (each) => (each as { readonly delegation_response: object }).delegation_response,
        ),
      },
      [queuePath]: queue(
        queued(text(holder, '50'), 'cosmos.staking.v1beta1.MsgUndelegate'),
        queued(moved, 'cosmos.staking.v1beta1.MsgBeginRedelegate'),
        // Only 10 are left when its turn comes.
        queued(text(holder, '11'), 'cosmos.staking.v1beta1.MsgUndelegate'),
      ),
    });
    expect(staking).toMatchObject({
      ...{ total: '100', locked: '10', unlocking: '50' },
      positions: [
        { validatorAddresses: [operator], amount: '10', status: 'locked' },
        { validatorAddresses: [other], amount: '40', status: 'pending' },
        { validatorAddresses: [operator], amount: '50', status: 'unlocking' },
      ],
    });
  });

  it.each([
    ['delegates', ['/babylon.epoching.v1.MsgWrappedDelegate'], ['398688']],
    ['ends a delegation', ['/babylon.epoching.v1.MsgWrappedUndelegate'], []],
    ['does both', ['/babylon.epoching.v1.MsgWrappedDelegate', '/babylon.epoching.v1.MsgWrappedUndelegate'], []],
  ])('asks for the transaction if a node does not tell the type of a message: it %s', async (_, types, expected) => {
    const { staking } = await read({
      [queuePath]: queue(queued(text())),
      [txPath]: { tx: { body: { messages: types.map((type) => ({ '@type': type })) } }, tx_response: {} },
    });
    expect(staking?.positions.map(({ amount }) => amount)).toEqual(expected);
  });

  it('has rewards of Bitcoin stakes by kind of stakeholder, less what was taken', async () => {
    const { staking } = await read({
      [gaugesPath]: {
        reward_gauges: {
          BTC_STAKER: { coins: [coin('ubbn', '100')], withdrawn_coins: [coin('ubbn', '40')] },
          COSTAKER: { coins: [coin('ubbn', '8')], withdrawn_coins: [] },
          FINALITY_PROVIDER: { coins: [coin('ubbn', '9')], withdrawn_coins: [coin('ubbn', '9')] },
        },
      },
    });
    expect(staking?.rewards.native).toEqual([
      { validatorAddress: 'btc_staker', amount: '60' },
      { validatorAddress: 'costaker', amount: '8' },
    ]);
  });

  describe('with one odd element among good ones', () => {
    const oddValues = [null, undefined, {}, '', -1, 0.5, true, 'text\u0000\n'];
    const warned = async (more: Routes) => {
      const node = scriptedRest('babylon', { node: routes(more) });
      const { balances, status } = await node.chain.accountState(holder, { include: ['staking'] });
      return { ...balances.staking, parts: status?.warnings.map(({ message }) => message.split('fits: ')[1]) };
    };
    const delegated = queued(text(), 'cosmos.staking.v1beta1.MsgDelegate');

    it.each(oddValues)('shows the other delegations that wait: %j', async (odd) => {
      const elements = [odd, { ...delegated, tx_id: odd }, { ...delegated, msg: odd }];
      for (const element of elements)
        expect(await warned({ [queuePath]: { msgs: [element, delegated], pagination } })).toMatchObject({
          ...{ total: '398688', parts: ['a stake'] },
        });
    });

    it.each([
      ['a delegation in another form', queued(text(holder, '-5'), 'cosmos.staking.v1beta1.MsgDelegate'), ['a stake']],
      ['a delegation in another form, without a type', queued(text(holder, '-5')), ['a stake']],
      ['a delegation of another account', { ...queued(text('bbn1someoneelse', '-5')), tx_id: 5 }, undefined],
      ['an odd message of another type', queued('', 'cosmos.staking.v1beta1.MsgEditValidator'), undefined],
    ])('warns only of what may be a delegation of the account: %s', async (_, message, parts) => {
      expect(await warned({ [queuePath]: queue(message, delegated) })).toMatchObject({ total: '398688', parts });
    });

    it.each([
      ['is not found', notFound],
      [
        'begins and ends delegations',
        ['/babylon.epoching.v1.MsgWrappedDelegate', '/babylon.epoching.v1.MsgWrappedUndelegate'],
      ],
      ['has a message without a type', ['/babylon.epoching.v1.MsgWrappedDelegate', 5]],
    ])('warns if the transaction of a message without a type %s', async (_, types) => {
      const answer = Array.isArray(types)
        ? { tx: { body: { messages: types.map((type) => ({ '@type': type })) } }, tx_response: {} }
        : types;
      const found = await warned({ [queuePath]: queue(queued(text())), [txPath]: answer });
      expect(found).toMatchObject({ total: '0', parts: ['a stake'] });
    });

    it.each(oddValues)('shows the other rewards of Bitcoin stakes: %j', async (odd) => {
      const good = { coins: [coin('ubbn', '8')], withdrawn_coins: [] };
      const gauges = [
        // One without coins is empty, and one that is not there is none.
        { FINALITY_PROVIDER: odd === undefined || JSON.stringify(odd) === '{}' ? [] : odd, COSTAKER: good },
        { COSTAKER: { ...good, coins: [odd, ...good.coins] } },
        { COSTAKER: { ...good, coins: [{ denom: 'uodd', amount: odd }, ...good.coins] } },
        { COSTAKER: { ...good, withdrawn_coins: [{ denom: 'uodd', amount: odd }, coin('ubbn', '0')] } },
      ];
      for (const reward_gauges of gauges) {
        const { rewards, parts } = await warned({ [gaugesPath]: { reward_gauges } });
        expect(rewards).toEqual({ native: [{ validatorAddress: 'costaker', amount: '8' }], tokens: [] });
        expect(parts).toEqual(['a reward']);
      }
    });
  });

  it('does not believe that more was taken than earned', async () => {
    const gauges = { BTC_STAKER: { coins: [], withdrawn_coins: [coin('ubbn', '1')] } };
    await expect(read({ [gaugesPath]: { reward_gauges: gauges } })).rejects.toThrow(UpstreamError);
  });

  it('has neither if there is nothing, in one round trip', async () => {
    const node = scriptedRest('babylon', { node: routes({}) });
    await node.chain.accountState(holder);
    const { balances } = await node.chain.accountState(holder, node.traced);
    expect(balances.staking).toMatchObject({ positions: [], rewards: { native: [], tokens: [] } });
    expect(node.roundTrips()).toBe(1);
  });
});
