import { readFileSync } from 'node:fs';
import { UpstreamError } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { type RestScript, restWorld, Status } from '../../test/rest-upstream.ts';
import { accountOf } from '../address/account-id.ts';
import { chains, type UtxoChainId } from '../chains.ts';
import { createEsplora } from './esplora.ts';

function recording(name: string) {
  return JSON.parse(readFileSync(new URL(`../../fixtures/${name}.json`, import.meta.url), 'utf8'));
}

// BIP173's example key. Answers of public servers about it are recorded.
const address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const script = '0014e8df018c7e326cc253faac7e46cdc51e68542c42';
const foreign = '00144ebf890960730b6ddade363e86b696beef7ba5d6';

const id = (byte: number) => byte.toString(16).padStart(2, '0').repeat(32);

const coin = (byte: number, height: number | undefined, value: unknown = 5_000, vout = 0) => ({
  txid: id(byte),
  vout,
  value,
  status: height === undefined ? { confirmed: false } : { confirmed: true, block_height: height },
});

interface Shape {
  readonly height?: number | undefined;
  readonly spends?: readonly string[] | 'coinbase';
  readonly pays?: readonly string[];
}

const transaction = (byte: number, { height, spends = [foreign], pays = [script] }: Shape = {}) => ({
  txid: id(byte),
  vin:
    spends === 'coinbase'
      ? [{ txid: id(0), vout: 0xffffffff, is_coinbase: true, prevout: null, scriptsig: '51' }]
      : spends.map((scriptpubkey, vout) => ({
          txid: id(0xee),
          vout,
          is_coinbase: false,
          scriptsig: '',
          prevout: { scriptpubkey, value: 9_000 },
        })),
  vout: pays.map((scriptpubkey) => ({ scriptpubkey, value: 5_000 })),
  fee: 100,
  status:
    height === undefined ? { confirmed: false } : { confirmed: true, block_height: height, block_time: 1_700_000_000 },
});

function open(
  scripts: Readonly<Record<string, RestScript>>,
  chainId: UtxoChainId = 'bitcoin',
  owner = address,
  now = () => 0,
) {
  const world = restWorld(chainId, scripts, { now });
  const account = accountOf(chains[chainId].network, owner);
  const backend = createEsplora(world.context);
  return { ...world, backend, read: (needs = {}) => backend.coins(account, world.operation, needs) };
}

const answers = (coins: unknown, transactions: readonly unknown[] = [], owner = address): RestScript => ({
  [`/address/${owner}/utxo`]: coins,
  [`/address/${owner}/txs`]: transactions,
  '/blocks/tip/height': '949548',
});

describe('coins of an address on Esplora', () => {
  it('come in one round, with the guard beside the first request to an endpoint', async () => {
    const recorded = answers(recording('esplora-utxo-many'), recording('esplora-address-txs-first-page'));
    const { read, operation, sent, paths } = open({ a: recorded });
    const list = await read();
    expect(list).toMatchObject({ tip: 949_548, isUsed: true });
    expect(list.coins).toHaveLength(99);
    expect(list.coins.reduce((sum, { value }) => sum + value, 0n)).toBe(16_707_906n);
    expect(list.coins[0]).toEqual({
      txid: '697ac9c1adad2c7c6fccfff52a0c099d3dd7d3b5f72c0b8aed6d42b4754a53b7',
      vout: 0,
      value: 1_376n,
      height: 562_455,
      isCoinbase: undefined,
    });
    expect(operation.trace).toMatchObject({ roundTrips: 1, requests: 4 });
    expect(sent[0]?.path).toBe('/block-height/961632');
    await read();
    expect(operation.trace.requests).toBe(6);
    expect(paths().slice(3)).toEqual([`/address/${address}/utxo`, `/address/${address}/txs`]);
  });

  it('share the height of the best block for a second', async () => {
    let now = 0;
    let tip = 949_548;
    const script = { ...answers([coin(1, 949_540)], [transaction(1)]), '/blocks/tip/height': () => String(tip) };
    const { read, paths } = open({ a: script }, 'bitcoin', address, () => now);
    expect((await read()).tip).toBe(949_548);
    tip += 1;
    now = 999;
    expect((await read()).tip).toBe(949_548);
    now = 1_000;
    expect((await read()).tip).toBe(949_549);
    expect(paths().filter((path) => path === '/blocks/tip/height')).toHaveLength(2);
  });

  it('are not called too young before the height is read again', async () => {
    let tip = 949_548;
    const mined = transaction(1, { height: 949_450, spends: 'coinbase' });
    const script = { ...answers([coin(1, 949_450)], [mined]), '/blocks/tip/height': () => String(tip) };
    const { read, upstream, context, backend } = open({ a: script });
    // Its block is the first of the hundred that it has to wait for: 949,550 is the first that may spend it.
    expect((await read()).tip).toBe(949_548);
    tip += 1;
    const operation = upstream.operation();
    expect(await backend.coins(accountOf(context.network, address), operation)).toMatchObject({
      tip: 949_549,
      coins: [{ isCoinbase: true }],
    });
    expect(operation.trace).toMatchObject({ roundTrips: 2, requests: 3 });
  });

  it('of an unused account are empty', async () => {
    expect(await open({ a: answers([]) }).read()).toEqual({
      hasOdd: false,
      coins: [],
      tip: 949_548,
      isUsed: false,
      shown: expect.any(Function),
    });
  });

  it('tell whether they belong to a miner', async () => {
    const { read } = open({
      a: answers(
        [coin(1, 949_500), coin(2, 949_501)],
        [transaction(1, { height: 949_500, spends: 'coinbase' }), transaction(2, { height: 949_501 })],
      ),
    });
    expect((await read()).coins.map(({ isCoinbase }) => isCoinbase)).toEqual([true, false]);
  });

  it('tell whether waiting coins are change, which needs only own inputs', async () => {
    const { read } = open({
      a: answers(
        [coin(1, undefined), coin(2, undefined), coin(3, undefined)],
        [
          transaction(1, { spends: [script, script] }),
          transaction(2, { spends: [script, foreign] }),
          transaction(3, { spends: [foreign] }),
        ],
      ),
    });
    const { coins } = await read();
    expect(coins.map(({ isOwnChange }) => isOwnChange)).toEqual([true, false, false]);
    expect(coins.map(({ height }) => height)).toEqual([undefined, undefined, undefined]);
  });

  it('tell on Litecoin whether they left MWEB', async () => {
    const owner = 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9';
    const hogEx = `5820${'ab'.repeat(32)}`;
    const { read } = open(
      {
        a: answers(
          [coin(1, 949_546, 5_000, 1), coin(2, 949_546)],
          [transaction(1, { height: 949_546, pays: [hogEx, script] }), transaction(2, { height: 949_546 })],
          owner,
        ),
      },
      'litecoin',
      owner,
    );
    expect((await read()).coins.map(({ isPegOut }) => isPegOut)).toEqual([true, false]);
  });

  it('that are young but not on the first page are looked up, four at a time', async () => {
    const young = [949_548, 949_449, 949_500, 949_500, 949_500, undefined];
    const { read, operation, paths, mostAtOnce } = open({
      a: {
        // 949449 has 100 confirmations, and 949448 has 101: deep enough for a miner's.
        ...answers([...young.map((height, i) => coin(i + 1, height, 1_000 * (i + 1))), coin(9, 949_448)]),
        ...Object.fromEntries(
          young.map((height, i) => [`/tx/${id(i + 1)}`, transaction(i + 1, { height, spends: 'coinbase' })]),
        ),
      },
    });
    const { coins } = await read();
    expect(coins.map(({ isCoinbase }) => isCoinbase)).toEqual([true, undefined, true, true, true, true, undefined]);
    // The largest first.
    expect(paths().slice(3)).toEqual([6, 5, 4, 3, 1].map((byte) => `/tx/${id(byte)}`));
    expect(mostAtOnce()).toBe(4);
    expect(operation.trace.roundTrips).toBe(3);
  });

  it('need at most 60 look-ups', async () => {
    const many = Array.from({ length: 70 }, (_, i) => coin(i + 1, 949_500, i + 1));
    const { read, paths } = open({
      a: {
        ...answers(many),
        ...Object.fromEntries(many.map(({ txid }, i) => [`/tx/${txid}`, transaction(i + 1, { height: 949_500 })])),
      },
    });
    const { coins } = await read();
    expect(paths()).toHaveLength(63);
    expect(coins.filter(({ isCoinbase }) => isCoinbase === undefined).map(({ value }) => Number(value))).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ]);
  });
});

describe('an Esplora endpoint', () => {
  const good = answers([coin(7, 900_000)]);

  it.each([
    ['a negative amount', [coin(1, 900_000, -1)]],
    ['an amount that is no integer', [coin(1, 900_000, 1.5)]],
    ['more than there can be', [coin(1, 900_000, 2_100_000_000_000_001)]],
    ['more in all than there can be', [coin(1, 900_000, 2_000_000_000_000_000), coin(2, 900_000, 200_000_000_000_000)]],
    ['one coin twice', [coin(1, 900_000), coin(1, 900_000)]],
    ['an id that is none', [{ ...coin(1, 900_000), txid: 'abc' }]],
    ['a confirmed coin without its block', [{ ...coin(1, 1), status: { confirmed: true } }]],
    ['no list', { coins: [] }],
  ])('that lists %s is set aside', async (_, coins) => {
    const { read, upstream, operation } = open({ a: answers(coins), b: good });
    expect((await read()).coins.map(({ txid }) => txid)).toEqual([id(7)]);
    expect(operation.trace.attempts[0]).toMatchObject({ endpoint: 'a', outcome: 'malformed' });
    expect(upstream.status()[0]?.healthy).toBe(false);
  });

  it.each([
    ['of nothing', coin(1, 900_000, 0)],
    ['of nothing that waits', coin(1, undefined, 0)],
    ['with a negative amount', coin(1, 900_000, -1)],
    ['without an amount', coin(1, 900_000, null)],
    ['without its block', { ...coin(1, 1), status: { confirmed: true } }],
    ['that is none', null],
  ])('lists good coins beside one %s, which is left aside', async (_, odd) => {
    const { read, upstream } = open({ a: answers([coin(5, 900_000), odd as never, coin(7, 900_000)]) });
    expect((await read()).coins.map(({ txid }) => txid)).toEqual([id(5), id(7)]);
    expect(upstream.status()[0]?.healthy).toBe(true);
  });

  it('may list coins of nothing alone', async () => {
    const { read } = open({ a: answers([coin(1, 900_000, 0), coin(2, 900_000, 0)]) });
    expect((await read()).coins).toEqual([]);
  });

  it('of another chain is set aside, even if its list looks right', async () => {
    const testnet = {
      ...answers([coin(1, 900_000)]),
      '/block-height/961632': chains['bitcoin-testnet'].genesis.testnet4,
    };
    const { read, operation } = open({ a: testnet, b: good });
    expect((await read()).coins.map(({ txid }) => txid)).toEqual([id(7)]);
    expect(operation.trace.attempts[0]).toMatchObject({ outcome: 'rejected', detail: 'it serves another chain' });
    await expect(open({ a: testnet }).read()).rejects.toThrow(UpstreamError);
  });

  it.each([
    'Too many history entries',
    'Too many unspent transaction outputs (>500). Contact support to raise limits.',
  ])('that says “%s” keeps its place, and the next one is asked', async (text) => {
    const limited = answers(new Status(400, text));
    const { read, upstream } = open({ a: limited, b: good });
    expect((await read()).coins).toHaveLength(1);
    expect(upstream.status()).toMatchObject([{ name: 'a', healthy: true }, { healthy: true }]);

    const error = await open({ a: limited, b: limited })
      .read()
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UpstreamError);
    expect((error as UpstreamError).attempts).toMatchObject([
      { endpoint: 'a', outcome: 'unable', detail: 'the address has more coins than it lists' },
      { endpoint: 'b', outcome: 'unable' },
    ]);
  });

  it('that lists wrong amounts is set aside, because transactions prove the right ones', async () => {
    const { read, operation } = open({ a: answers([coin(7, 900_000, 6_000)]), b: good });
    const proven = new Map([[`${id(7)}:0`, 5_000n]]);
    expect((await read({ proven })).coins[0]?.value).toBe(5_000n);
    expect(operation.trace.attempts[0]).toMatchObject({
      outcome: 'rejected',
      detail: 'a coin has another amount than its transaction says',
    });
  });

  it('that does not know the transaction of its own coin, or answers something else, is not believed', async () => {
    const list = answers([coin(1, 949_500)]);
    const told = { ...list, [`/tx/${id(1)}`]: transaction(1, { height: 949_500, spends: 'coinbase' }) };
    const bad = [new Status(404, 'Transaction not found'), transaction(2, { height: 949_500 }), new Status(502)];
    for (const answer of bad) {
      const { read, operation } = open({ a: { ...list, [`/tx/${id(1)}`]: answer }, b: told });
      expect((await read()).coins[0]?.isCoinbase).toBe(true);
      expect(operation.trace.attempts.map(({ endpoint }) => endpoint)).toEqual(['a', 'a', 'b']);
    }
  });
});
