import type { UpstreamError } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { blockbookWorld, recording } from '../../test/blockbook-world.ts';
import { deriveAddresses } from '../../test/derive-addresses.ts';
import type { ExtendedAccount } from '../address/account.ts';
import { accountOf } from '../address/account-id.ts';
import { chains, type UtxoChainId } from '../chains.ts';
import type { CoinNeeds } from './backend.ts';

const id = (byte: number) => byte.toString(16).padStart(2, '0').repeat(32);

// Blockbook's own test chain, and the key that its tests use (server/public_test.go).
const address = 'mtR97eM2HPWVM6c8FGLGcukgaHHQv7THoL';
const key =
  'upub5E1xjDmZ7Hhej6LPpS8duATdKXnRYui7bDYj6ehfFGzWDZtmCmQkZhc3Zb7kgRLtHWd16QFxyP86JKL3ShZEBFX88aciJ3xyocuyhZZ8g6q';
// The same with the version bytes 043587cf.
const descriptor =
  'sh(wpkh(tpubDCtPATbzGcHYYn6bmhUbjM5WAZKRNABftBhgoPSTjCt38A1A2xkXaLFHsF5JCeFtJLWKxQZWtU1neMfLzeeWTQ2DoCTHjK5gCkhKdK8LQmt))';
const coinsOfKey = `/api/v2/utxo/${descriptor}`;
const mempoolOfKey = `/api/v2/xpub/${descriptor}?details=txs&pageSize=25&tokens=used`;

const litecoin = 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh';
const dogecoin = 'DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC';

function read(chainId: UtxoChainId, owner: string, scripts: Parameters<typeof blockbookWorld>[2], needs?: CoinNeeds) {
  const world = blockbookWorld(chainId, owner, scripts);
  return { ...world, list: world.backend.coins(world.account, world.operation, needs) };
}

const failure = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => expect.unreachable(),
    (reason: unknown) => reason,
  );
  return (error as UpstreamError).attempts;
};

const coin = (byte: number, height: number | undefined, tip: number, more: object = {}) => ({
  txid: id(byte),
  vout: 1,
  value: '5000',
  ...(height === undefined ? { confirmations: 0 } : { height, confirmations: tip - height + 1 }),
  ...more,
});

const transaction = (
  byte: number,
  vin: readonly object[],
  vout: readonly object[] = [{ value: '5000', n: 0, hex: '51' }],
) => ({
  txid: id(byte),
  vin,
  vout,
  blockHeight: -1,
  confirmations: 0,
  blockTime: 1_700_000_000,
  fees: '0',
});

const listing = (transactions: readonly object[], more: object = {}) => ({
  page: 1,
  totalPages: 1,
  itemsOnPage: 200,
  balance: '0',
  unconfirmedBalance: '0',
  txs: 3,
  unconfirmedTxs: 0,
  transactions,
  ...more,
});

describe('coins on Blockbook', () => {
  it.each([null, undefined, {}, '', -1, 0.5, 1e30, true, 'text\u0000\n'])(
    'are told of if they do not fit: %j',
    async (odd) => {
      const whole = coin(2, 225_000, 225_500, { address, coinbase: false });
      const rows = [
        odd,
        ...['txid', 'vout', 'value', 'confirmations'].map((name) => ({ ...whole, [name]: odd })),
        ...(odd == null ? [] : ['height', 'coinbase', 'address'].map((name) => ({ ...whole, [name]: odd }))),
      ]
        // -1 is the height of what waits, and the confirmations of what conflicts with the chain. Any text is an address.
        .filter((row) => odd !== -1 || (row as { height?: unknown }).height !== odd)
        .filter((row) => odd !== -1 || (row as { confirmations?: unknown }).confirmations !== odd)
        .filter((row) => typeof odd !== 'string' || (row as { address?: unknown }).address !== odd)
        .filter((row) => odd !== true || (row as { coinbase?: unknown }).coinbase !== odd);
      for (const row of rows) {
        const scripts = { [`/api/v2/utxo/${address}`]: [coin(1, 225_000, 225_500), row] };
        const { coins, hasOdd } = await read('bitcoin-testnet', address, scripts).list;
        expect({ ids: coins.map(({ txid }) => txid), hasOdd }).toEqual({ ids: [id(1)], hasOdd: true });
      }
    },
  );

  it('are left out without a word if they conflict with the chain, or are of nothing', async () => {
    for (const more of [{ confirmations: -1 }, { value: '0' }]) {
      const list = [coin(1, 225_000, 225_500), coin(2, 225_000, 225_500, more)];
      const { coins, hasOdd } = await read('bitcoin-testnet', address, { [`/api/v2/utxo/${address}`]: list }).list;
      expect({ ids: coins.map(({ txid }) => txid), hasOdd }).toEqual({ ids: [id(1)], hasOdd: false });
    }
  });

  it('of an address come in one request, beside the guard', async () => {
    const { list, operation, paths } = read('bitcoin-testnet', address, {
      [`/api/v2/utxo/${address}`]: recording('utxo-address'),
    });
    expect(await list).toEqual({
      hasOdd: false,
      coins: [
        {
          txid: '7c3be24063f268aaa1ed81b64776798f56088757641a34fb156c4f51ed2e9d25',
          vout: 1,
          value: 917283951061n,
          height: 225494,
          isCoinbase: false,
          position: undefined,
        },
      ],
      tip: 225494,
      isUsed: true,
    });
    expect(paths()).toEqual([`/api/v2/utxo/${address}`]);
    expect(operation.trace).toMatchObject({ roundTrips: 1, requests: 2 });
  });

  it('of an extended key come in one request, each with its path', async () => {
    const { list, operation, paths } = read('bitcoin-testnet', key, { [coinsOfKey]: recording('utxo-xpub') });
    expect(await list).toEqual({
      hasOdd: false,
      coins: [
        {
          txid: '3d90d15ed026dc45e19ffb52875ed18fa9e8012ad123d7f7212176e2b0ebdb71',
          vout: 0,
          value: 118641975500n,
          height: 225494,
          isCoinbase: false,
          position: { branch: 1, index: 3 },
        },
      ],
      tip: 225494,
      isUsed: true,
    });
    expect(paths()).toEqual([coinsOfKey]);
    expect(operation.trace.roundTrips).toBe(1);
  });

  it('of a thousand addresses come in one request too', async () => {
    const account = accountOf(chains['bitcoin-testnet'].network, key) as ExtendedAccount;
    const addresses = deriveAddresses(chains['bitcoin-testnet'].network, account, 0, 0, 1000);
    const [recorded] = recording('utxo-xpub');
    const { list, operation } = read('bitcoin-testnet', key, {
      [coinsOfKey]: addresses.map((derived) => ({
        ...recorded,
        vout: derived.index,
        address: derived.address,
        path: `m/49'/1'/33'/0/${derived.index}`,
      })),
    });
    expect((await list).coins.map(({ position }) => position?.index)).toEqual([...addresses.keys()]);
    expect(operation.trace).toMatchObject({ roundTrips: 1, requests: 2 });
  });

  it('are asked for by a descriptor, for any key of the client', async () => {
    const origin = `sh(wpkh([73c5da0a/49h/1h/0h]${key}/<0;1>/*))`;
    const { list, paths } = read('bitcoin-testnet', origin, { [coinsOfKey]: recording('utxo-xpub') });
    expect((await list).coins).toHaveLength(1);
    expect(paths()).toEqual([coinsOfKey]);
  });

  it('need a second request for the height if none is in a block', async () => {
    const { list, operation } = read('bitcoin-testnet', address, {
      [`/api/v2/utxo/${address}`]: [],
      '/api/': { blockbook: { bestHeight: 225500 }, backend: {} },
    });
    expect(await list).toEqual({ coins: [], hasOdd: false, tip: 225500, isUsed: undefined });
    expect(operation.trace.roundTrips).toBe(2);
  });

  it('that wait are change if their transaction spends only own coins', async () => {
    const own = { txid: id(9), n: 0, addresses: [address], isAddress: true, isOwn: true, value: '9000' };
    const foreign = { txid: id(8), n: 1, addresses: ['other'], isAddress: true, value: '9000' };
    const { list, operation, paths } = read('bitcoin-testnet', address, {
      [`/api/v2/utxo/${address}`]: [1, 2, 3, 4].map((byte) => coin(byte, undefined, 0)).concat(coin(5, 100, 300)),
      [`/api/v2/address/${address}?details=txs&pageSize=200&from=1000000000`]: listing([
        transaction(1, [own]),
        transaction(2, [own, foreign]),
        transaction(3, []),
      ]),
    });
    const { coins, tip } = await list;
    expect(tip).toBe(300);
    expect(coins.map(({ isOwnChange }) => isOwnChange)).toEqual([true, false, false, false, undefined]);
    expect(coins.map(({ height }) => height)).toEqual([undefined, undefined, undefined, undefined, 100]);
    expect(operation.trace.roundTrips).toBe(2);
    expect(paths()).toHaveLength(2);
  });

  it('of a miner are recognised by their mark', async () => {
    const { list } = read('bitcoin-testnet', address, {
      [`/api/v2/utxo/${address}`]: recording('utxo-unconfirmed-and-coinbase'),
      [`/api/v2/address/${address}?details=txs&pageSize=200&from=1000000000`]: listing([]),
    });
    const { coins, tip } = await list;
    expect(tip).toBe(2648089);
    expect(coins).toMatchObject([
      { value: 1422303206539n, height: undefined, isOwnChange: false },
      { value: 39748685n, height: 2648043, isCoinbase: true },
    ]);
  });

  it('of a miner on Dogecoin are looked up if the mark is missing and they are not mature', async () => {
    const tip = 5_000_000;
    const at = (confirmations: number) => tip - confirmations + 1;
    const mined = { n: 0, isAddress: false, coinbase: '03' };
    const { list, operation } = read('dogecoin', dogecoin, {
      [`/api/v2/utxo/${dogecoin}`]: [
        coin(1, at(99), tip),
        coin(2, at(99), tip, { coinbase: true }),
        coin(3, at(100), tip),
        coin(4, at(239), tip),
        coin(5, at(200), tip),
        coin(6, at(240), tip),
      ],
      [`/api/v2/address/${dogecoin}?details=txs&pageSize=200&from=${at(239)}&to=${at(100)}`]: listing([
        transaction(3, [{ txid: id(9), n: 0, value: '1' }]),
        transaction(4, [mined]),
      ]),
    });
    const { coins } = await list;
    // What is not shown counts as a miner's: here the fifth.
    expect(coins.map(({ isCoinbase }) => isCoinbase)).toEqual([false, true, false, true, true, undefined]);
    expect(operation.trace.roundTrips).toBe(2);
  });

  it('that left MWEB on Litecoin are recognised until they are mature', async () => {
    const tip = 2_800_000;
    const hogEx = [{ value: '1', n: 0, hex: `5820${'ab'.repeat(32)}` }];
    const { list } = read('litecoin', litecoin, {
      [`/api/v2/utxo/${litecoin}`]: [
        coin(1, tip, tip),
        coin(2, tip - 4, tip),
        coin(3, tip - 3, tip, { coinbase: true }),
        coin(4, tip - 5, tip),
      ],
      [`/api/v2/address/${litecoin}?details=txs&pageSize=200&from=${tip - 4}&to=${tip}`]: listing([
        transaction(1, [{ txid: id(9), n: 0, value: '1' }]),
        transaction(2, [{ txid: id(9), n: 0, value: '1' }], hogEx),
      ]),
    });
    expect((await list).coins.map(({ isPegOut, isCoinbase }) => [isPegOut, isCoinbase])).toEqual([
      [false, false],
      [true, false],
      [true, true],
      [undefined, false],
    ]);
  });
});

describe('the first unused addresses of an extended key', () => {
  // Used are 0/0 and 1/3.
  const used = recording('xpub-tokens-used');

  it('are asked for beside the coins', async () => {
    const scripts = { [coinsOfKey]: recording('utxo-xpub'), [mempoolOfKey]: used };
    const { list, operation } = read('bitcoin-testnet', key, scripts, { unused: true });
    expect(await list).toMatchObject({ unused: { receiving: 1, change: 0 }, isUsed: true });
    expect(operation.trace).toMatchObject({ roundTrips: 1, requests: 3 });
  });

  it('do not include addresses that only the mempool uses, spent or not', async () => {
    const derived: readonly { name: string; path: string }[] = recording('xpub-txs-derived-gap5').tokens;
    const at = (end: string) => derived.find(({ path }) => path.endsWith(end))?.name ?? '';
    const paid = { value: '5000', n: 0, hex: '51', addresses: [at('/1/0')], isAddress: true, isOwn: true };
    const foreign = { ...paid, addresses: [at('/0/1')], isOwn: undefined };
    const scripts = {
      [coinsOfKey]: [
        ...recording('utxo-xpub'),
        coin(1, undefined, 0, { address: at('/1/1'), path: "m/49'/1'/33'/1/1" }),
      ],
      [mempoolOfKey]: { ...used, transactions: [transaction(2, [], [paid, foreign])] },
    };
    const { list } = read('bitcoin-testnet', key, scripts, { unused: true });
    expect((await list).unused).toEqual({ receiving: 1, change: 2 });
  });

  it('are the very first for an unused key', async () => {
    const scripts = {
      [coinsOfKey]: [],
      [mempoolOfKey]: listing([], { txs: 0, tokens: [] }),
      '/api/': { blockbook: { bestHeight: 7 } },
    };
    const { list } = read('bitcoin-testnet', key, scripts, { unused: true });
    expect(await list).toEqual({
      coins: [],
      hasOdd: false,
      tip: 7,
      unused: { receiving: 0, change: 0 },
      isUsed: false,
    });
  });
});

describe('a Blockbook that lies', () => {
  const recorded = recording('utxo-xpub')[0];

  it.each([
    ['an address of somebody else', [{ ...recorded, address: '2MzmAKayJmja784jyHvRUW1bXPget1csRRG' }]],
    ['no path', [{ ...recorded, path: undefined }]],
    [
      'two addresses for one path',
      [recorded, { ...recorded, vout: 1, address: '2MzmAKayJmja784jyHvRUW1bXPget1csRRG' }],
    ],
  ])('about %s is set aside', async (_, coins) => {
    const honest = { [coinsOfKey]: [recorded] };
    const { list, operation } = read('bitcoin-testnet', key, {
      blockbook: { [coinsOfKey]: coins },
      blockbook2: honest,
    });
    expect((await list).coins).toHaveLength(1);
    expect(operation.trace.attempts.map(({ endpoint, outcome }) => [endpoint, outcome])).toEqual([
      ['blockbook', 'rejected'],
      ['blockbook2', 'ok'],
    ]);
  });

  it('about an amount that its transaction proves is set aside', async () => {
    const path = `/api/v2/utxo/${address}`;
    const [honest] = recording('utxo-address');
    const scripts = { blockbook: { [path]: [{ ...honest, value: '917283951062' }] }, blockbook2: { [path]: [honest] } };
    const proven = new Map([[`${honest.txid}:1`, 917283951061n]]);
    const { list, operation } = read('bitcoin-testnet', address, scripts, { proven });
    expect((await list).coins[0]?.value).toBe(917283951061n);
    expect(operation.trace.attempts.map(({ outcome }) => outcome)).toEqual(['rejected', 'ok']);
  });

  it.each([
    ['of nothing', { value: '0' }],
    ['with a negative amount', { value: '-1' }],
    ['in no block of the chain any more', { confirmations: -1 }],
    ['without an amount', { value: undefined }],
    ['of another branch', { path: 'm/0/2/1' }],
  ])('leaves a coin aside that is %s', async (_, more) => {
    const { list } = read('bitcoin-testnet', address, {
      [`/api/v2/utxo/${address}`]: [coin(1, 5, 200), coin(2, 5, 200, more)],
    });
    expect((await list).coins.map(({ txid }) => txid)).toEqual([coin(1, 5, 200).txid]);
  });

  it.each([
    ['one coin twice', [coin(1, 5, 9), coin(1, 5, 9)], 'expected each coin once'],
    ['more than there can be', [coin(1, 5, 9, { value: '2100000000000001' })], 'is more than there can be'],
    [
      'more than there can be in all',
      [1, 2].map((byte) => coin(byte, 5, 9, { value: '1100000000000000' })),
      'are more than there can be',
    ],
    ['a negative amount', [coin(1, 5, 9, { value: '-1' })], '0.value is more than there can be'],
    ['an amount in coins', [coin(1, 5, 9, { value: '0.1' })], '0.value must match pattern'],
    ['a path of another branch', [coin(1, 5, 9, { path: 'm/0/2/1' })], 'expected a path that ends in branch and index'],
  ])('that lists %s is malformed', async (_, coins, detail) => {
    const { list } = read('bitcoin-testnet', address, { [`/api/v2/utxo/${address}`]: coins });
    const [attempt] = await failure(list);
    expect(attempt?.outcome).toBe('malformed');
    expect(attempt?.detail).toContain(detail);
  });

  it('about its chain is set aside', async () => {
    const { list } = read('bitcoin-testnet', address, {
      [`/api/v2/utxo/${address}`]: recording('utxo-address'),
      '/api/v2/block-index/0': { blockHash: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f' },
    });
    expect(await failure(list)).toMatchObject([{ outcome: 'rejected', detail: 'it serves another chain' }]);
  });
});
