import { openKinds, UpstreamError } from '@isochain/core';
import { createUpstream } from '@isochain/core/upstream';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type RestScript, restWorld, Status } from '../../test/rest-upstream.ts';
import { accountOf } from '../address/account-id.ts';
import type { UtxoChainId } from '../chains.ts';
import { contextOf } from '../context.ts';
import type { UtxoOptions } from '../options.ts';
import type { Backend } from '../upstream/backend.ts';
import { createUpstreams } from '../upstream/choose.ts';
import { upstreamKinds } from '../upstream/kinds.ts';
import { feeRateReader } from './fee-rate.ts';

/** An Esplora endpoint with an estimate in the smallest unit per virtual byte. */
const says = (rate: number): RestScript => ({ '/v1/fees/precise': new Status(404), '/fee-estimates': { 3: rate } });
const none: RestScript = { '/v1/fees/precise': new Status(404), '/fee-estimates': {} };
const dead: RestScript = {};

function open(
  scripts: Readonly<Record<string, RestScript>>,
  chainId: UtxoChainId = 'bitcoin',
  options: Omit<UtxoOptions, 'endpoints'> = {},
) {
  const world = restWorld(chainId, scripts, { now: () => 0, ...options });
  const upstreams = createUpstreams(world.context);
  const read = (wish = {}, operation = world.operation) => upstreams.feeRate(wish, operation);
  return { ...world, upstreams, read };
}

describe('the fee rate', () => {
  it.each([
    ['of one endpoint is its own', [5.5], 5_500n],
    ['of two is the lower: what is paid too much never comes back', [400, 5], 5_000n],
    ['of three is the one in the middle', [9, 7, 8], 8_000n],
    ['is not set by one that lies upwards', [5, 499, 6], 6_000n],
    ['is not set by one that lies downwards', [5, 0.001, 6], 5_000n],
  ])('%s', async (_, rates, feeRate) => {
    const { read } = open(Object.fromEntries(rates.map((rate, i) => [`e${i}`, says(rate)])));
    expect(await read()).toEqual({ feeRate, isCapped: false, floor: 1_000n });
  });

  it('is one request to each endpoint, side by side, once they are known', async () => {
    let now = 0;
    const { read, upstream } = open({ a: says(5), b: says(6), c: says(7) }, 'bitcoin', { now: () => now });
    await read();
    now = 1_000;
    const operation = upstream.operation();
    expect(await read({}, operation)).toEqual({ feeRate: 6_000n, isCapped: false, floor: 1_000n });
    expect(operation.trace).toMatchObject({ roundTrips: 1, requests: 3 });
  });

  it('is one round together with the coins of an address, from the first time on', async () => {
    const address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
    let now = 0;
    const script = { [`/address/${address}/utxo`]: [], [`/address/${address}/txs`]: [], '/blocks/tip/height': '7' };
    const { read, upstream, upstreams, context } = open({ a: { ...says(5), ...script } }, 'bitcoin', {
      now: () => now,
    });
    const account = accountOf(context.network, address);
    for (const [time, requests] of [
      [0, 6],
      [1_000, 4],
      [1_999, 2],
    ] as const) {
      now = time;
      const operation = upstream.operation();
      await Promise.all([upstreams.coins(account, operation), read({}, operation)]);
      expect(operation.trace).toMatchObject({ roundTrips: 1, requests });
    }
  });

  it('comes from the endpoints that answer', async () => {
    expect(await open({ a: dead, b: says(7), c: none }).read()).toEqual({
      feeRate: 7_000n,
      isCapped: false,
      floor: 1_000n,
    });
  });

  it('is not asked of endpoints that are set aside while another one answers', async () => {
    let now = 0;
    const { read, paths } = open({ a: dead, b: says(6), c: says(7), d: says(8) }, 'bitcoin', { now: () => now });
    const asked = async () => {
      const before = paths('a').length;
      const { feeRate } = await read();
      return [feeRate, paths('a').length > before];
    };
    expect(await asked()).toEqual([6_000n, true]);
    now = 1_000;
    // It was set aside for one second, and is now for two: in its place a fourth is asked.
    expect(await asked()).toEqual([6_000n, true]);
    now = 2_999;
    expect(await asked()).toEqual([7_000n, false]);
    now = 4_000;
    expect(await asked()).toEqual([6_000n, true]);
  });

  it('is asked again of failed endpoints if no other has an estimate', async () => {
    const replies = [new Status(503), { 3: 7 }];
    const late = { '/v1/fees/precise': new Status(404), '/fee-estimates': () => replies.shift() };
    const { read, paths } = open({ a: none, b: late });
    expect(await read()).toEqual({ feeRate: 7_000n, isCapped: false, floor: 1_000n });
    expect(paths('a')).toHaveLength(2);
  });

  it('is asked of an endpoint that is set aside if it is the only one', async () => {
    const { read, upstream, operation } = open({ a: says(5) });
    await expect(operation.http({ path: '/dead', schema: z.unknown() }, { kind: 'esplora' })).rejects.toThrow();
    expect(upstream.status()).toMatchObject([{ healthy: false }]);
    expect((await read()).feeRate).toBe(5_000n);
  });

  it('is asked of at most three endpoints, of different kinds first', async () => {
    const { read, sent } = open({
      a: says(5),
      b: says(6),
      c: says(7),
      'blockbook-a': { '/api/v2/estimatefee/3': { result: '0.00009' }, '/api/v2/block-index/961632': 'x' },
    });
    await read();
    expect([...new Set(sent.map(({ to }) => to))].toSorted()).toEqual(['a', 'b', 'blockbook-a']);
  });

  it.each([
    ['says 500 with its Blockbook, and an independent one 5', [500, 500, 5], 5_000n],
    ['is the middle of three with its Blockbook', [500, 499, 5, 6], 6_000n],
    ['says 9 with its Blockbook, and an independent one lies upwards', [9, 9, 500], 9_000n],
    ['is alone with its Blockbook', [9, 8], 8_000n],
  ])('counts mempool.space once, where it %s', async (_, [space = 0, book = 0, ...others], feeRate) => {
    const precise = { fastestFee: space, halfHourFee: space, hourFee: space, economyFee: space, minimumFee: 1 };
    const answers: Record<string, Record<string, unknown>> = {
      'mempool.space': { '/api/v1/fees/precise': precise },
      'btc1.trezor.io': { '/api/v2/estimatefee/3': { result: (book / 1e5).toFixed(8) } },
    };
    for (const [i, rate] of others.entries()) answers[`other-${i}.test`] = { '/fee-estimates': { 3: rate } };
    const endpoints = [
      { url: 'https://mempool.space/api', name: 'mempool.space', kind: 'esplora' as const },
      ...others.map((_rate, i) => ({ url: `https://other-${i}.test`, name: `other-${i}`, kind: 'esplora' as const })),
      { url: 'https://btc1.trezor.io', name: 'trezor', kind: 'blockbook' as const },
    ];
    const options = { endpoints, checkpoint: 'any', genesisHash: 'any', now: () => 0, oldestBlockMs: 0 };
    const upstream = createUpstream({
      ...{
        chainId: 'bitcoin',
        endpoints,
        random: () => 0,
        kinds: openKinds(upstreamKinds, contextOf('bitcoin', options)),
      },
      fetch: async (url) => {
        const { hostname, pathname } = new URL(String(url));
        const body = answers[hostname]?.[pathname];
        return body === undefined ? new Response('', { status: 404 }) : Response.json(body);
      },
    });
    const read = createUpstreams(contextOf('bitcoin', options)).feeRate({}, upstream.operation());
    expect(await read).toEqual({ feeRate, isCapped: false, floor: 1_000n });
  });

  it('stays within the limits of the chain and the operator', async () => {
    expect(await open({ a: says(0.3) }).read()).toEqual({ feeRate: 1_000n, isCapped: false, floor: 1_000n });
    expect(await open({ a: says(0.3) }, 'bitcoin', { minFeeRate: 0.1 }).read()).toEqual({
      feeRate: 300n,
      isCapped: false,
      floor: 100n,
    });
    expect(await open({ a: says(500) }).read()).toEqual({ feeRate: 500_000n, isCapped: false, floor: 1_000n });
    expect(await open({ a: says(500.001) }).read()).toEqual({ feeRate: 500_000n, isCapped: true, floor: 1_000n });
    expect(await open({ a: says(60) }, 'bitcoin', { maxFeeRate: 50 }).read()).toEqual({
      feeRate: 50_000n,
      isCapped: true,
      floor: 1_000n,
    });
  });

  // Bitcoin Core 28.3, 29.1 and 30 relay 0.1 sat/vB (pull request 33106). mempool.space tells what its node takes, as `minimumFee`.
  describe('below 1 sat/vB', () => {
    const space = (minimumFee: unknown, rate = 0.3): RestScript => ({
      '/v1/fees/precise': { fastestFee: rate, halfHourFee: rate, hourFee: rate, economyFee: rate, minimumFee },
      '/fee-estimates': { 3: rate },
    });

    it.each<[string, RestScript[], UtxoOptions, bigint, bigint]>([
      ['counts if a node says that it takes it', [space(0.1)], {}, 300n, 100n],
      ['is not below what the node takes', [space(0.5)], {}, 500n, 500n],
      ['is believed down to 0.1', [space(0.001, 0.02)], {}, 100n, 100n],
      ['does not count if a node takes 1 or more', [space(3)], {}, 1_000n, 1_000n],
      ['does not count if nobody says what nodes take', [says(0.3)], {}, 1_000n, 1_000n],
      ['does not count if what nodes take is told in an odd form', [space('much')], {}, 1_000n, 1_000n],
      ['counts by the median of three', [space(0.1), space(0.2), space(1)], {}, 300n, 200n],
      ['does not count if the operator sets the floor', [space(0.1)], { minFeeRate: 0.8 }, 800n, 800n],
    ])('%s', async (_, scripts, options, feeRate, floor) => {
      const endpoints = Object.fromEntries(scripts.map((script, i) => [`e${i}`, script]));
      expect(await open(endpoints, 'bitcoin', options).read()).toEqual({ feeRate, isCapped: false, floor });
    });

    it('is asked for if a wish needs it', async () => {
      const { read, paths } = open({ e0: space(0.2) });
      expect(await read({ feeRate: 1_000n })).toMatchObject({ floor: 1_000n });
      expect(paths('e0')).toEqual([]);
      expect(await read({ feeRate: 999n })).toEqual({ feeRate: 999n, isCapped: false, floor: 200n });
      expect(await open({ e0: dead }).read({ feeRate: 999n })).toMatchObject({ floor: 1_000n });
    });
  });

  it.each([['bitcoin-testnet'], ['bitcoin-signet'], ['litecoin']] as const)(
    'is the floor on %s where nobody has an estimate',
    async (chainId) => {
      expect(await open({ a: none }, chainId).read()).toEqual({ feeRate: 1_000n, isCapped: false, floor: 1_000n });
      expect(await open({ a: dead }, chainId).read()).toEqual({ feeRate: 1_000n, isCapped: false, floor: 1_000n });
    },
  );

  it('is the recommended one on Dogecoin without an estimate', async () => {
    expect(await open({ a: dead }, 'dogecoin').read()).toEqual({
      feeRate: 1_000_000n,
      isCapped: false,
      floor: 1_000_000n,
    });
  });

  it('is a failure on Bitcoin without an estimate', async () => {
    await expect(open({ a: none, b: none }).read()).rejects.toThrow(UpstreamError);
    await expect(open({ a: dead, b: none }).read()).rejects.toMatchObject({
      code: 'upstream.unavailable',
      attempts: [{ endpoint: 'a' }, { endpoint: 'a' }],
    });
  });

  it('may be wished for, and then costs no request', async () => {
    const { read, sent } = open({ a: says(5) });
    expect(await read({ feeRate: 2_114n })).toEqual({ feeRate: 2_114n, isCapped: false, floor: 1_000n });
    expect(sent).toEqual([]);
  });

  it('may be wished for by the number of blocks', async () => {
    const estimates = { '/v1/fees/precise': new Status(404), '/fee-estimates': { 1: 9, 3: 5, 6: 3, 144: 2 } };
    for (const [feeTarget, feeRate] of [
      [1, 9_000n],
      [6, 3_000n],
      [144, 2_000n],
    ] as const) {
      expect((await open({ a: estimates }).read({ feeTarget })).feeRate).toBe(feeRate);
    }
  });

  it('does not hide a bug', async () => {
    const { context, operation } = restWorld('bitcoin', { a: {} });
    const backend = { kind: 'esplora', feeRate: () => Promise.reject(new RangeError('bug')) } as unknown as Backend;
    await expect(feeRateReader(context, [backend])({}, operation)).rejects.toThrow(RangeError);
  });
});
