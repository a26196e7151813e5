import { UpstreamError } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import answers from '../../fixtures/lcd/answers.json' with { type: 'json' };
import { type Routes, scriptedRest } from '../../test/scripted-rest.ts';
import { toAddress } from '../address/address.ts';

const path = '/cosmos/staking/v1beta1/validators?status=BOND_STATUS_BONDED&pagination.limit=500';
const [recorded] = answers.staking.validators.validators;
const pagination = { next_key: null, total: '0' };

const address = (number: number) => toAddress('cosmosvaloper', new Uint8Array(20).fill(number));
const validator = (number: number, tokens: string, changes: object = {}) => ({
  ...recorded,
  operator_address: address(number),
  tokens,
  ...changes,
});
const page = (validators: readonly object[], next_key: string | null = null) => ({
  validators,
  pagination: { ...pagination, next_key },
});

const read = (...nodes: Routes[]) =>
  scriptedRest('cosmoshub', Object.fromEntries(nodes.map((routes, i) => [`node${i}`, routes])));

describe('validators', () => {
  it('have name, commission and stake, as recorded', async () => {
    const { chain, traced, roundTrips, requests } = read({ [path]: answers.staking.validators });
    const { validators, pagination: end } = await chain.validators(traced);
    // Read from the answer by hand.
    expect(validators).toEqual([
      {
        address: 'cosmosvaloper1q6d3d089hg59x6gcx92uumx70s5y5wadklue8s',
        ...{ name: 'Ubik Capital', commission: 0.05, stakedAmount: '938561041511' },
      },
      {
        address: 'cosmosvaloper1q9p73lx07tjqc34vs8jrsu5pg3q4ha534uqv4w',
        ...{ name: 'Unstake as we will shut down', commission: 0.05, stakedAmount: '47803181' },
      },
    ]);
    expect(end.nextPage).toBeNull();
    await chain.validators(traced);
    expect({ roundTrips: roundTrips(), requests: requests.length }).toEqual({ roundTrips: 1, requests: 2 });
  });

  it.each([
    ['nothing', null],
    ['no address', validator(9, '5', { operator_address: 'nobody' })],
    [
      'an address of another chain',
      validator(9, '5', { operator_address: toAddress('osmovaloper', new Uint8Array(20)) }),
    ],
    ['an odd stake', validator(9, '-5')],
    ['an odd commission', validator(9, '5', { commission: {} })],
    ['an unknown status', validator(9, '5', { status: 'GOOD' })],
    ['no bond', validator(9, '5', { status: 'BOND_STATUS_UNBONDED' })],
  ])('are shown without one that has %s', async (_, odd) => {
    const { chain } = read({ [path]: { validators: [validator(1, '7'), odd, validator(2, '6')], pagination } });
    expect((await chain.validators()).validators.map((each) => each.address)).toEqual([address(1), address(2)]);
  });

  it('may call themselves anything, or nothing', async () => {
    const names = ['\u202ereversed\u0000\u200b', 'x'.repeat(5000), null, ''];
    const { chain } = read({
      [path]: page(names.map((moniker, i) => validator(i + 1, String(9 - i), { description: { moniker } }))),
    });
    const short = (number: number) => `${address(number).slice(0, 4)}..${address(number).slice(-4)}`;
    expect((await chain.validators()).validators.map(({ name }) => name)).toEqual([
      'reversed',
      'x'.repeat(64),
      short(3),
      short(4),
    ]);
  });

  it('come by stake, page by page, each page in one request', async () => {
    const stakes = ['5', '900', '70', '70', '1'];
    const { chain, requests } = read({ [path]: page(stakes.map((tokens, i) => validator(i + 1, tokens))) });
    const seen: string[] = [];
    let nextPage: string | undefined;
    for (let pages = 0; pages < 3; pages += 1) {
      const found = await chain.validators({ limit: 2, nextPage });
      seen.push(...found.validators.map(({ stakedAmount }) => stakedAmount));
      nextPage = found.pagination.nextPage ?? undefined;
    }
    expect({ seen, nextPage, requests: requests.length }).toEqual({
      seen: ['900', '70', '70', '5', '1'],
      nextPage: undefined,
      requests: 3,
    });
  });

  it('stay in their places while others come and go', async () => {
    const routes: Record<string, unknown> = {
      [path]: page([validator(1, '9'), validator(2, '8'), validator(3, '7')]),
    };
    const { chain } = read(routes);
    const { pagination: first } = await chain.validators({ limit: 2 });
    routes[path] = page([validator(4, '100'), validator(1, '9'), validator(3, '7')]);
    const { validators } = await chain.validators({ limit: 2, nextPage: first.nextPage ?? undefined });
    expect(validators.map(({ address: found }) => found)).toEqual([address(3)]);
  });

  it('of a long list are read to the end', async () => {
    const { chain } = read({
      [path]: page([validator(1, '1')], 'AAE='),
      [`${path}&pagination.key=AAE=`]: page([validator(2, '2')]),
    });
    expect((await chain.validators()).validators.map(({ stakedAmount }) => stakedAmount)).toEqual(['2', '1']);
  });

  it('have names without hidden characters, and their address if they have no name', async () => {
    const names = ['Good\u202E\u200B \n Name', ' \u2060 ', 'x'.repeat(300)];
    const { chain } = read({
      [path]: page(names.map((moniker, i) => validator(i + 1, `${9 - i}`, { description: { moniker } }))),
    });
    const found = await chain.validators();
    expect(found.validators.map(({ name }) => name)).toEqual([
      'Good Name',
      `${address(2).slice(0, 4)}..${address(2).slice(-4)}`,
      'x'.repeat(64),
    ]);
  });

  it('that are jailed are left out', async () => {
    const { chain } = read({ [path]: page([validator(1, '1', { jailed: true }), validator(2, '2')]) });
    expect((await chain.validators()).validators.length).toBe(1);
  });

  it.each<[string, object]>([
    ['none at all', page([])],
    ['one twice', page([validator(1, '1'), validator(1, '1')])],
    ['one that is not bonded', page([validator(1, '1', { status: 'BOND_STATUS_UNBONDED' })])],
    ['an account', page([validator(1, '1', { operator_address: toAddress('cosmos', new Uint8Array(20)) })])],
    [
      'one of another chain',
      page([validator(1, '1', { operator_address: toAddress('osmovaloper', new Uint8Array(20)) })]),
    ],
    ['more commission than all', page([validator(1, '1', { commission: { commission_rates: { rate: '1.01' } } })])],
    ['a negative stake', page([validator(1, '-1')])],
  ])('come from the next node if one answers %s', async (_, lie) => {
    const { chain } = read({ [path]: lie }, { [path]: page([validator(7, '7')]) });
    expect((await chain.validators()).validators.map(({ stakedAmount }) => stakedAmount)).toEqual(['7']);
    await expect(read({ [path]: lie }).chain.validators()).rejects.toThrow(UpstreamError);
  });

  it('are refused for a malformed page token', async () => {
    const { chain } = read({ [path]: page([validator(1, '1')]) });
    await expect(chain.validators({ nextPage: 'nonsense' })).rejects.toMatchObject({ code: 'page.invalid' });
  });
});
