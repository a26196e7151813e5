import { UpstreamError } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { restWorld, Status } from '../../test/rest-upstream.ts';
import { accountOf } from '../address/account-id.ts';
import { chains } from '../chains.ts';
import { contextOf } from '../context.ts';
import type { Backend } from './backend.ts';
import { createUpstreams } from './choose.ts';
import type { BackendKind } from './kind-names.ts';

const context = contextOf('bitcoin');
const { operation } = restWorld('bitcoin', {});
const address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const account = accountOf(chains.bitcoin.network, address);

const down = (endpoint: string) =>
  new UpstreamError('bitcoin', [{ endpoint, outcome: 'network', detail: 'ECONNREFUSED', ms: 1 }]);
const unable = (endpoint: string) =>
  new UpstreamError('bitcoin', [
    { endpoint, outcome: 'timeout', detail: 'no complete answer within 8000 ms', ms: 8_000 },
    { endpoint, outcome: 'unable', detail: 'the address has more coins than it lists', ms: 1 },
  ]);

const list = { coins: [], tip: 7 };

/** A kind with only some methods. */
function backend(kind: BackendKind, methods: Partial<Record<keyof Backend, unknown>>): Backend {
  return { kind, ...methods } as unknown as Backend;
}
const answers = (value: unknown) => async () => value;
const fails = (error: Error) => () => Promise.reject(error);

describe('upstreams of several kinds', () => {
  const ask = {
    coins: (all: readonly Backend[]) => createUpstreams(context, all).coins(account, operation),
    totals: (all: readonly Backend[]) => createUpstreams(context, all).totals(account, operation),
    tip: (all: readonly Backend[]) => createUpstreams(context, all).tip(operation),
  };

  it.each(Object.entries(ask))('%s: the first that answers is asked alone', async (method, call) => {
    const first = backend('esplora', { [method]: answers(list) });
    expect(await call([first, backend('core', {})])).toBe(list);
  });

  it.each(Object.entries(ask))('%s: the next is asked if one fails', async (method, call) => {
    const kinds = [
      backend('esplora', { [method]: fails(down('a')) }),
      backend('blockbook', { [method]: fails(unable('b')) }),
      backend('core', { [method]: answers(list) }),
    ];
    expect(await call(kinds)).toBe(list);
  });

  it.each(Object.entries(ask))('%s: all reasons are kept if all fail', async (method, call) => {
    const kinds = [backend('esplora', { [method]: fails(down('a')) }), backend('core', { [method]: fails(down('b')) })];
    await expect(call(kinds)).rejects.toMatchObject({
      name: 'UpstreamError',
      attempts: [{ endpoint: 'a' }, { endpoint: 'b' }],
    });
    await expect(call([])).rejects.toMatchObject({ code: 'upstream.unavailable', attempts: [] });
  });

  it.each(Object.entries(ask))('%s: a bug is not hidden', async (method, call) => {
    const kinds = [
      backend('esplora', { [method]: fails(new RangeError('bug')) }),
      backend('core', { [method]: answers(list) }),
    ];
    await expect(call(kinds)).rejects.toThrow(RangeError);
  });

  it('pass on the data that is needed beside coins', async () => {
    const needs = { unused: true };
    const one = backend('esplora', { coins: async (...given: unknown[]) => given });
    expect(await createUpstreams(context, [one]).coins(account, operation, needs)).toEqual([account, operation, needs]);
  });

  it('say that an account is too large if all that answer are unable', async () => {
    const kinds = [backend('esplora', { coins: fails(unable('a')) })];
    await expect(createUpstreams(context, kinds).coins(account, operation)).rejects.toMatchObject({
      code: 'account.tooLarge',
      message:
        'The account has more coins or addresses than the configured upstreams of Bitcoin can list: an upstream of kind blockbook or core is needed.',
    });
    // The other one may be able when it is up again.
    const both = [...kinds, backend('blockbook', { coins: fails(down('b')) })];
    await expect(createUpstreams(context, both).coins(account, operation)).rejects.toMatchObject({
      code: 'upstream.unavailable',
      attempts: [{ outcome: 'timeout' }, { outcome: 'unable' }, { outcome: 'network' }],
    });
  });

  it('serve an address with too many coins for Esplora from Blockbook', async () => {
    const coin = { txid: 'ab'.repeat(32), vout: 0, value: '5000', height: 900_000, confirmations: 49_549 };
    const world = restWorld('bitcoin', {
      a: {
        [`/address/${address}/utxo`]: new Status(400, 'Too many history entries'),
        [`/address/${address}/txs`]: [],
        '/blocks/tip/height': '949548',
      },
      'blockbook-a': {
        '/api/v2/block-index/961632': { blockHash: chains.bitcoin.checkpoints.bitcoin.hash },
        [`/api/v2/utxo/${address}`]: [coin],
      },
    });
    const { coins, tip } = await createUpstreams(world.context).coins(account, world.operation);
    expect(coins).toMatchObject([{ txid: coin.txid, vout: 0, value: 5_000n, height: 900_000 }]);
    expect(tip).toBe(949_548);
    expect(world.upstream.status()).toMatchObject([
      { name: 'a', healthy: true },
      { name: 'blockbook-a', healthy: true },
    ]);
  });
});

describe('a search', () => {
  const found = { transaction: { txid: 'ab' }, tip: 7 };
  const search = {
    transaction: (all: readonly Backend[]) => createUpstreams(context, all).transaction('ab', operation),
    spender: (all: readonly Backend[]) => createUpstreams(context, all).spender({ txid: 'ab', vout: 0 }, operation),
    redeemScript: (all: readonly Backend[]) =>
      createUpstreams(context, all).redeemScript(
        account as Parameters<NonNullable<Backend['redeemScript']>>[0],
        operation,
      ),
  };

  it.each(Object.entries(search))('%s: takes the first kind that finds it', async (method, call) => {
    const kinds = [
      backend('core', { [method]: answers(undefined) }),
      backend('blockbook', { [method]: fails(down('b')) }),
      backend('esplora', { [method]: answers(found) }),
    ];
    expect(await call(kinds)).toBe(found);
  });

  it.each(Object.entries(search))('%s: is undefined if a kind says so', async (method, call) => {
    const kinds = [
      backend('esplora', { [method]: fails(down('a')) }),
      backend('core', { [method]: answers(undefined) }),
    ];
    expect(await call(kinds)).toBeUndefined();
  });

  it.each(Object.entries(search))('%s: fails if nobody answers', async (method, call) => {
    const kinds = [backend('esplora', { [method]: fails(down('a')) }), backend('core', { [method]: fails(down('b')) })];
    await expect(call(kinds)).rejects.toMatchObject({ attempts: [{ endpoint: 'a' }, { endpoint: 'b' }] });
  });

  it('is undefined if no kind can search, and fails if the only one that can is down', async () => {
    expect(await search.spender([backend('core', {})])).toBeUndefined();
    expect(await search.redeemScript([backend('core', {})])).toBeUndefined();
    await expect(
      search.spender([backend('core', {}), backend('esplora', { spender: fails(down('a')) })]),
    ).rejects.toThrow(UpstreamError);
  });
});

describe('histories of several kinds', () => {
  const page = (next: string | undefined) => ({ transactions: [], next, tip: 7 });
  const wishes: unknown[] = [];
  const paged = (kind: BackendKind, next?: string) =>
    backend(kind, {
      history: async (_: unknown, wish: unknown) => {
        wishes.push(wish);
        return page(next);
      },
    });
  const read = (all: readonly Backend[], cursor?: string) =>
    createUpstreams(context, all).history(account, { limit: 5, cursor }, operation);

  it('continue with the kind that they began with', async () => {
    const kinds = [backend('core', {}), paged('esplora', 'm:1'), paged('blockbook', '2')];
    expect((await read(kinds)).next).toBe('esplora:m:1');
    wishes.length = 0;
    await read(kinds, 'esplora:m:1');
    expect((await read(kinds, 'blockbook:9')).next).toBe('blockbook:2');
    expect(wishes).toEqual([
      { limit: 5, cursor: 'm:1' },
      { limit: 5, cursor: '9' },
    ]);
    expect((await read([paged('esplora')])).next).toBeUndefined();
  });

  it('begin with the next kind if one is down, and keep that kind', async () => {
    const kinds = [backend('esplora', { history: fails(down('a')) }), paged('blockbook', '2')];
    expect((await read(kinds)).next).toBe('blockbook:2');
    await expect(read(kinds, 'esplora:x')).rejects.toThrow(UpstreamError);
  });

  it('refuse a cursor of a kind that is not configured', async () => {
    for (const cursor of ['blockbook:2', 'core:2', 'esplora', ':x', '', 'x'.repeat(64)]) {
      await expect(read([backend('core', {}), paged('esplora', '1')], cursor)).rejects.toMatchObject({
        code: 'page.invalid',
        message: 'nextPage is not a page token of this account and chain.',
      });
    }
  });
});
