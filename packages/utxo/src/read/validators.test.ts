import { describe, expect, it } from 'vitest';
import { nodeInfo, provider } from '../../../babylon/test/babylon.ts';
import { down, type Routes, refusal, scriptedRest } from '../../test/scripted-rest.ts';
import { readValidators } from './validators.ts';

const id = (number: number) => number.toString(16).padStart(64, '0');

/** As the index writes it. */
const indexed = (number: number, fields: object = {}) => ({
  btc_pk: id(number),
  state: 'active',
  description: { moniker: `provider ${number}`, identity: '', website: '', security_contact: '', details: '' },
  commission: '0.050000000000000000',
  active_tvl: 1_000 * number,
  active_delegations: 1,
  type: '',
  ...fields,
});

const nodeList = '/babylon/btcstaking/v1/finality_providers?pagination.limit=';
const node: Routes = {
  '/cosmos/base/tendermint/v1beta1/node_info': nodeInfo('bbn-1'),
  [`${nodeList}2`]: {
    finality_providers: [provider, { ...provider, btc_pk: id(7), slashed_btc_height: 5 }],
    pagination: { next_key: 'AAA=', total: '4' },
  },
  [`${nodeList}2&pagination.key=AAA=`]: {
    finality_providers: [
      { ...provider, btc_pk: id(8), soft_deleted: true },
      // Jailed providers may come back.
      { ...provider, btc_pk: id(9), jailed: true, commission: '1.000000000000000000' },
    ],
    pagination: { next_key: null, total: '4' },
  },
};

const both = (index: Routes) =>
  scriptedRest('bitcoin', {
    index: { kind: 'babylon-staking', routes: index },
    lcd: { kind: 'babylon', routes: node },
  });

const read = (rest: ReturnType<typeof both>, limit: number, cursor?: string) =>
  readValidators(rest.context, { limit, cursor }, rest.operation());

const pages: Routes = {
  '/v2/finality-providers': { data: [1, 2, 3].map((i) => indexed(i)), pagination: { next_key: 'k2' } },
  '/v2/finality-providers?pagination_key=k2': {
    data: [4, 5, 6].map((i) => indexed(i)),
    pagination: { next_key: 'k3' },
  },
  '/v2/finality-providers?pagination_key=k3': { data: [indexed(7)], pagination: { next_key: '' } },
};

describe('readValidators', () => {
  it('lists what the index knows', async () => {
    const rest = both({
      '/v2/finality-providers': {
        data: [
          // Amounts above 2^53 satoshi do not exist, but JSON could hold them.
          indexed(1, { active_tvl: 9_007_199_254_740_991 }),
          indexed(2, {
            state: 'standby',
            commission: '1.000000000000000000',
            description: { moniker: ' ev\u202eil\n name ' },
          }),
          indexed(3, { description: { moniker: '' }, commission: '0' }),
          indexed(4, { state: 'FINALITY_PROVIDER_STATUS_SLASHED' }),
        ],
        pagination: { next_key: '' },
      },
    });
    expect(await read(rest, 100)).toEqual({
      validators: [
        { address: id(1), name: 'provider 1', commission: 0.05, stakedAmount: '9007199254740991' },
        { address: id(2), name: 'ev il name', commission: 1, stakedAmount: '2000' },
        { address: id(3), name: '0000..0003', commission: 0, stakedAmount: '3000' },
      ],
      next: undefined,
    });
  });

  it.each([null, undefined, {}, '', -1, 0.5, 1e30, true, '1.5'])(
    'leaves out one that has an odd part: %j',
    async (odd) => {
      for (const name of ['btc_pk', 'state', 'description', 'commission', 'active_tvl']) {
        // Any text is a state.
        if (name === 'state' && typeof odd === 'string') continue;
        const rest = both({
          '/v2/finality-providers': {
            data: [indexed(1), odd, indexed(2, { [name]: odd }), indexed(3)],
            pagination: { next_key: '' },
          },
        });
        expect((await read(rest, 100)).validators.map(({ address }) => address)).toEqual([id(1), id(3)]);
      }
      for (const name of ['btc_pk', 'description', 'commission']) {
        const finality_providers = [
          provider,
          odd,
          { ...provider, btc_pk: id(5), [name]: odd },
          { ...provider, btc_pk: id(7) },
        ];
        const lcd = { ...node, [`${nodeList}100`]: { finality_providers, pagination: { next_key: null } } };
        const rest = scriptedRest('bitcoin', { lcd: { kind: 'babylon', routes: lcd } });
        expect((await read(rest, 100)).validators.map(({ address }) => address)).toEqual([provider.btc_pk, id(7)]);
      }
    },
  );

  it.each([1, 2, 3, 4, 7, 100])('goes through pages of another length: %i at a time', async (limit) => {
    const rest = both(pages);
    const shown: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await read(rest, limit, cursor);
      expect(page.validators.length).toBeLessThanOrEqual(limit);
      shown.push(...page.validators.map(({ address }) => address));
      cursor = page.next;
    } while (cursor !== undefined);
    expect(shown).toEqual([1, 2, 3, 4, 5, 6, 7].map(id));
  });

  it('asks the nodes of Babylon if the index is down', async () => {
    const rest = both({ '/v2/finality-providers': down });
    const first = await read(rest, 2);
    const name = 'verse2';
    expect(first.validators).toEqual([{ address: provider.btc_pk, name, commission: 0.05, stakedAmount: '0' }]);
    expect(await read(rest, 2, first.next)).toEqual({
      validators: [{ address: id(9), name, commission: 1, stakedAmount: '0' }],
      next: undefined,
    });
  });

  it('continues in the list that it began with', async () => {
    const next = (await read(both(pages), 2)).next;
    const rest = both({ '/v2/finality-providers': down });
    await expect(read(rest, 2, next)).rejects.toMatchObject({ code: 'upstream.unavailable' });
    const alone = scriptedRest('bitcoin', { lcd: { kind: 'babylon', routes: node } });
    await expect(read(alone, 2, next)).rejects.toMatchObject({ code: 'page.invalid' });
  });

  it.each(['', 'x1.', 'i.', 'i1', '1.k'])('refuses %j as a place', async (cursor) => {
    await expect(read(both(pages), 2, cursor)).rejects.toMatchObject({ code: 'page.invalid' });
  });

  it('is empty if the index is empty', async () => {
    const none = refusal(404, { errorCode: 'NOT_FOUND', message: 'finality providers not found, please retry' });
    expect(await read(both({ '/v2/finality-providers': none }), 5)).toEqual({ validators: [], next: undefined });
  });

  it('stops at an index that promises more pages for ever', async () => {
    const endless = { '/v2/finality-providers': { data: [], pagination: { next_key: 'k' } } };
    expect(await read(both(endless), 5)).toEqual({ validators: [], next: undefined });
  });
});
