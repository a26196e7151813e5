import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type RestScript, restWorld } from '../../test/rest-upstream.ts';
import { accountOf } from '../address/account-id.ts';
import { chains } from '../chains.ts';
import { createEsplora } from './esplora.ts';

// biome-ignore lint/suspicious/noExplicitAny: as recorded
function recording(name: string): any {
  return JSON.parse(readFileSync(new URL(`../../fixtures/${name}.json`, import.meta.url), 'utf8'));
}

const address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const of = (path: string) => `/address/${address}${path}`;

const id = (number: number) => number.toString(16).padStart(64, '0');

const transaction = (number: number, height: number | undefined) => ({
  txid: id(number),
  vin: [{ txid: id(0xffff), vout: 0, is_coinbase: false }],
  vout: [{ scriptpubkey: '00', value: 1 }],
  status: height === undefined ? { confirmed: false } : { confirmed: true, block_height: height },
});

/** Numbers from one to another, downwards. */
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, i) => from - i);

/** Pages of 25, as Esplora cuts them, of transactions `count` to 1; each is alone in the block of its number. */
function paged(count: number, mempool: readonly number[] = []): RestScript {
  const confirmed = down(count, 1).map((number) => transaction(number, number));
  return {
    [of('/txs')]: [...mempool.map((number) => transaction(number, undefined)), ...confirmed.slice(0, 25)],
    [of('/txs/chain')]: confirmed.slice(0, 25),
    ...Object.fromEntries(confirmed.map(({ txid }, i) => [of(`/txs/chain/${txid}`), confirmed.slice(i + 1, i + 26)])),
    [of('')]: {
      chain_stats: { tx_count: count, funded_txo_sum: 0, spent_txo_sum: 0 },
      mempool_stats: { tx_count: mempool.length, funded_txo_sum: 0, spent_txo_sum: 0 },
    },
    '/blocks/tip/height': '949548',
  };
}

function open(script: RestScript) {
  const world = restWorld('bitcoin', { a: script });
  const backend = createEsplora(world.context);
  const account = accountOf(chains.bitcoin.network, address);
  const read = async (limit: number, cursor?: string) => {
    const page = await backend.history?.(account, { limit, cursor }, world.operation);
    return { numbers: page?.transactions.map(({ txid }) => Number(`0x${txid}`)), next: page?.next, page };
  };
  return { ...world, read };
}

describe('one odd transaction of a history on Esplora', () => {
  it.each([
    ['no id', { txid: null }],
    ['no place', { status: null }],
    ['a block without a height', { status: { confirmed: true } }],
  ])('that has %s is counted', async (_, more) => {
    const odd = { ...transaction(2, 2), ...more };
    const { read } = open({ ...paged(3), [of('/txs')]: [transaction(3, 3), odd, transaction(1, 1)] });
    expect(await read(2)).toMatchObject({ numbers: [3, 1], page: { unlisted: 1 } });
  });

  const rows: readonly (readonly [string, object])[] = [
    ['no inputs', { vin: [] }],
    ['an output without an amount', { vout: [{ scriptpubkey: '00' }] }],
    ['a negative amount', { vout: [{ scriptpubkey: '00', value: -1 }] }],
    ['a script that is no hex', { vout: [{ scriptpubkey: 'x', value: 1 }] }],
    ['a fee of nonsense', { fee: 'much' }],
    ['a time of nonsense', { status: { confirmed: true, block_height: 2, block_time: -1 } }],
  ];

  it.each(rows)('with %s keeps its place', async (_, more) => {
    const script = paged(3);
    const odd = { ...transaction(2, 2), ...more };
    const { read } = open({ ...script, [of('/txs')]: [transaction(3, 3), odd, transaction(1, 1)] });
    const { numbers, page } = await read(25);
    expect(numbers).toEqual([3, 2, 1]);
    expect(page?.transactions.map(({ isUnread, height }) => [isUnread ?? false, height])).toEqual([
      [false, 3],
      [true, 2],
      [false, 1],
    ]);
  });

  it.each([
    ['no id', { txid: undefined }],
    ['no place', { status: {} }],
  ])('with %s is left out', async (_, more) => {
    const script = paged(3);
    const odd = { ...transaction(2, 2), ...more };
    const { read } = open({ ...script, [of('/txs')]: [transaction(3, 3), odd, transaction(1, 1)] });
    expect((await read(2)).numbers).toEqual([3, 1]);
  });
});

describe('the history of an address on Esplora', () => {
  it('is read from recorded answers', async () => {
    const [newest, oldest] = [
      recording('esplora-address-txs-first-page'),
      recording('esplora-address-txs-chain-last-page'),
    ];
    const { read } = open({
      ...paged(0),
      [of('/txs')]: newest,
      [of('')]: {
        chain_stats: { tx_count: 26, funded_txo_sum: 1, spent_txo_sum: 0 },
        mempool_stats: { tx_count: 0, funded_txo_sum: 0, spent_txo_sum: 0 },
      },
      [of(`/txs/chain/${newest[24].txid}`)]: oldest,
      [of(`/txs/chain/${oldest[0].txid}`)]: [],
    });
    const first = await read(25);
    expect(first.page?.tip).toBe(949_548);
    expect(first.page?.transactions).toHaveLength(25);
    expect(first.page?.transactions[0]).toMatchObject({
      txid: '7376089ab5408fa2f66c780bdd6bfc3638431453e785c60917ba8e0d2591d4a6',
      height: 947_895,
      time: 1_777_912_259_000,
      isCoinbase: false,
      fee: 143n,
      inputs: [
        {
          txid: '136b300f73ec019691671c6102cacb6137c86addec02c56f64d1bf19b291c13d',
          vout: 0,
          value: 543_263n,
          script: '0014b5de75fe92ef3ae9342db628a8cf8b39538ef9c7',
          address: 'bc1qkh08tl5jauawjdpdkc523nut89fca7w8l3c3n4',
        },
      ],
      outputs: [
        { value: 100_000n, script: '0014e8df018c7e326cc253faac7e46cdc51e68542c42', address },
        { value: 443_120n, address: 'bc1qkh08tl5jauawjdpdkc523nut89fca7w8l3c3n4' },
      ],
    });
    expect(first.page?.transactions[0]?.raw).toEqual(newest[0]);
    expect(first.next).toBe('5c448fc9f4101f99c063f956bbac6394fc497684e2844ec448461d4c391eba08');
    const second = await read(25, first.next);
    expect(second.page?.transactions.map(({ txid }) => txid)).toEqual([
      '4ef47f6eb681d5d9fa2f7e16336cd629303c635e8da51e425b76088be9c8744c',
    ]);
    expect(second.next).toBeUndefined();
  });

  it('that fits into a page is one round, and has no next page', async () => {
    const { read, operation } = open(paged(3, [101, 100]));
    expect(await read(25)).toMatchObject({ numbers: [101, 100, 3, 2, 1], next: undefined });
    expect(operation.trace).toMatchObject({ roundTrips: 1, requests: 4 });
    expect(await open(paged(0)).read(25)).toMatchObject({ numbers: [], next: undefined });
  });

  it.each([1, 7, 25, 30, 60, 100])('is whole in pages of %i', async (limit) => {
    const { read } = open(paged(60, [101, 100]));
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const { numbers = [], next } = await read(limit, cursor);
      expect(numbers.length).toBeLessThanOrEqual(limit);
      seen.push(...numbers);
      cursor = next;
    } while (cursor !== undefined);
    expect(seen).toEqual([101, 100, ...down(60, 1)]);
  });

  it('continues at the same place although blocks arrive', async () => {
    const { next } = await open(paged(60)).read(25);
    expect((await open(paged(64, [101])).read(25, next)).numbers).toEqual(down(35, 11));
  });

  it('begins at the top again if the last shown transaction left the mempool', async () => {
    const { next, numbers } = await open(paged(60, [103, 102, 101])).read(1);
    expect([numbers, next]).toEqual([[103], `m${id(103)}`]);
    expect((await open(paged(60, [103, 102, 101])).read(2, next)).numbers).toEqual([102, 101]);
    expect((await open(paged(60, [102, 101])).read(2, next)).numbers).toEqual([102, 101]);
  });

  it('lists nothing twice, even if a server does', async () => {
    const script = paged(2);
    const mempool = [transaction(9, undefined)];
    const doubled = [...mempool, ...mempool, ...(script[of('/txs')] as unknown[])];
    expect((await open({ ...script, [of('/txs')]: doubled }).read(25)).numbers).toEqual([9, 2, 1]);
  });

  it('continues with blocks if the mempool fills the first page', async () => {
    const mempool = down(150, 101);
    const script = { ...paged(3, mempool), [of('/txs')]: mempool.map((number) => transaction(number, undefined)) };
    expect((await open(script).read(100)).numbers).toEqual([...mempool, 3, 2, 1]);
  });

  it('ends when a server repeats itself', async () => {
    const script = paged(30);
    const again = { ...script, [of(`/txs/chain/${id(6)}`)]: script[of('/txs')] };
    expect(await open(again).read(100)).toMatchObject({ numbers: down(30, 6), next: undefined });
  });

  it('refuses a malformed cursor', async () => {
    const { read, sent } = open(paged(1));
    for (const cursor of ['', 'x', `${id(1)}00`, `mm${id(1)}`, '../../tip', `5.${id(1)}`]) {
      await expect(read(25, cursor)).rejects.toMatchObject({
        code: 'page.invalid',
        message: 'nextPage is not a page token of this account and chain.',
      });
    }
    expect(sent).toEqual([]);
  });
});
