import { RefusedError } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { blockbookWorld, recording } from '../../test/blockbook-world.ts';

const address = 'mv9uLThosiEnGRbVPS7Vhyw6VssbVRsiAw';
const key =
  'upub5E1xjDmZ7Hhej6LPpS8duATdKXnRYui7bDYj6ehfFGzWDZtmCmQkZhc3Zb7kgRLtHWd16QFxyP86JKL3ShZEBFX88aciJ3xyocuyhZZ8g6q';
const keyPath =
  '/api/v2/xpub/sh(wpkh(tpubDCtPATbzGcHYYn6bmhUbjM5WAZKRNABftBhgoPSTjCt38A1A2xkXaLFHsF5JCeFtJLWKxQZWtU1neMfLzeeWTQ2DoCTHjK5gCkhKdK8LQmt))';

const tip = 1000;
const id = (number: number) => number.toString(16).padStart(64, '0');

/** A transaction `number` blocks below the tip, or in the mempool if negative. */
const transaction = (number: number) => ({
  txid: id(number & 0xffff),
  vin: [],
  vout: [{ value: '1', n: 0, hex: '51' }],
  blockHeight: number < 0 ? -1 : tip - number,
  confirmations: number < 0 ? 0 : number + 1,
  blockTime: 1_700_000_000,
  fees: '0',
});

/** Seven transactions in blocks, as the server's paging shows them (api/worker.go: computePaging). */
const inBlocks = [0, 1, 2, 3, 4, 5, 6];

const answer = (page: number, numbers: readonly number[]) => ({
  page,
  totalPages: -1,
  itemsOnPage: 3,
  balance: '0',
  unconfirmedBalance: '0',
  txs: inBlocks.length,
  transactions: numbers.map(transaction),
});

function open(script: Readonly<Record<string, unknown>>) {
  const paths = Object.entries(script).map(([query, found]) => [
    `/api/v2/address/${address}?details=txs${query}`,
    found,
  ]);
  const world = blockbookWorld('bitcoin-testnet', address, {
    ...Object.fromEntries(paths),
    '/api/': { blockbook: { bestHeight: tip } },
  });
  const { backend, account, operation } = world;
  return {
    ...world,
    async read(cursor?: string) {
      const page = await backend.history?.(account, { limit: 3, cursor }, operation);
      return {
        ids: page?.transactions.map(({ txid }) => Number.parseInt(txid, 16)),
        next: page?.next,
        tip: page?.tip,
        ...(page?.unlisted ? { unlisted: page.unlisted } : {}),
      };
    },
  };
}

describe('history on Blockbook', () => {
  it('is read from recordings of addresses', async () => {
    const { backend, account, operation } = blockbookWorld('bitcoin-testnet', address, {
      [`/api/v2/address/${address}?details=txs&pageSize=25`]: recording('address-txs'),
    });
    const page = await backend.history?.(account, { limit: 25, cursor: undefined }, operation);
    expect(page).toMatchObject({ next: undefined, tip: 225494 });
    const [newest, oldest] = page?.transactions ?? [];
    expect(newest).toEqual({
      txid: '7c3be24063f268aaa1ed81b64776798f56088757641a34fb156c4f51ed2e9d25',
      height: 225494,
      time: 1521595678000,
      isCoinbase: false,
      fee: 346n,
      inputs: [
        {
          txid: 'effd9ef509383d536b1c8af5bf434c8efbf521a4f2befd4022bbd68694b4ac75',
          vout: 0,
          value: 1234567890123n,
          address,
          isOwn: true,
        },
        {
          txid: '00b2c06055e5e90e9c82bd4181fde310104391a7fa4f289b1704e5d90caa3840',
          vout: 1,
          value: 12345n,
          address: 'mtGXQvBowMkBpnhLckhxhbwYK44Gs9eEtz',
          isOwn: false,
        },
      ],
      outputs: [
        {
          value: 317283951061n,
          script: '76a914ccaaaf374e1b06cb83118453d102587b4273d09588ac',
          address: 'mzB8cYrfRwFRFAGTDzV8LkUQy5BQicxGhX',
          isOwn: false,
        },
        {
          value: 917283951061n,
          script: '76a9148d802c045445df49613f6a70ddd2e48526f3701f88ac',
          address: 'mtR97eM2HPWVM6c8FGLGcukgaHHQv7THoL',
          isOwn: false,
        },
        // The text in place of its address is not an address.
        { value: 0n, script: '6a072020f1686f6a20', address: undefined, isOwn: false },
      ],
      raw: recording('address-txs').transactions[0],
    });
    expect(oldest).toMatchObject({ height: 225493, time: 1521515026000, inputs: [] });
  });

  it('is read from recordings of extended keys', async () => {
    const { backend, account, operation, paths } = blockbookWorld('bitcoin-testnet', key, {
      [`${keyPath}?details=txs&pageSize=10`]: recording('xpub-txs-derived-gap5'),
    });
    const page = await backend.history?.(account, { limit: 10, cursor: undefined }, operation);
    expect(page?.transactions[0]?.inputs.map(({ isOwn }) => isOwn)).toEqual([false, true]);
    expect(page?.transactions[0]?.outputs.map(({ isOwn, value }) => [isOwn, value])).toEqual([
      [true, 118641975500n],
      [false, 198641975500n],
    ]);
    expect(paths()).toHaveLength(1);
  });

  it('keeps the place of a transaction that does not fit, and counts one without an id', async () => {
    const odd = { ...transaction(1), vout: [{ value: '-1', n: 0, hex: '51' }] };
    const page = (rows: readonly unknown[]) => ({ ...answer(1, []), transactions: rows });
    const { read } = open({
      '&pageSize=3': page([transaction(0), odd, { ...transaction(2), txid: null }]),
      '&page=2&pageSize=3&to=1000': answer(2, [3, 4, 5]),
    });
    expect(await read()).toEqual({ ids: [0, 1], next: '3.1000', tip, unlisted: 1 });
    expect(await read('3.1000')).toEqual({ ids: [3, 4, 5], next: '6.1000', tip });
  });

  it.each([
    ['in a block that is none of the chain', { confirmations: -1 }],
    ['in conflict with one in a block', { confirmations: -7, blockHeight: -1 }],
  ])('shows what is %s as not confirmed', async (_, more) => {
    const odd = { ...transaction(1), ...more };
    const { backend, account, operation } = blockbookWorld('bitcoin-testnet', address, {
      [`/api/v2/address/${address}?details=txs&pageSize=3`]: {
        ...answer(1, []),
        transactions: [transaction(0), odd, transaction(2)],
      },
      [`/api/v2/tx/${id(1)}`]: odd,
      '/api/': { blockbook: { bestHeight: tip } },
    });
    const page = await backend.history?.(account, { limit: 3, cursor: undefined }, operation);
    expect(page?.transactions.map(({ height }) => height)).toEqual([1000, undefined, 998]);
    const [, read] = page?.transactions ?? [];
    expect(read).toMatchObject({ txid: id(1), outputs: [{ value: 1n }] });
    expect((await backend.transaction(id(1), operation))?.transaction.height).toBeUndefined();
    // The server counts what stands under a height of its index.
    expect(page?.next).toBe('blockHeight' in more ? '2.1000' : '3.1000');
  });

  it.each([{ confirmations: '5' }, { blockTime: -62_135_596_800 }, { blockTime: 'x' }])(
    'keeps one of the page whose place is odd: %o',
    async (more) => {
      const { read } = open({
        '&pageSize=3': {
          ...answer(1, []),
          transactions: [transaction(0), { ...transaction(1), ...more }, transaction(2)],
        },
      });
      expect((await read()).ids).toEqual([0, 1, 2]);
    },
  );

  it('continues at the same place, counted from the height of the first page', async () => {
    const { read, operation } = open({
      '&pageSize=3': answer(1, [0, 1, 2]),
      '&page=2&pageSize=3&to=1000': answer(2, [3, 4, 5]),
      '&page=3&pageSize=3&to=1000': answer(3, [6]),
    });
    expect(await read()).toEqual({ ids: [0, 1, 2], next: '3.1000', tip });
    expect(await read('3.1000')).toEqual({ ids: [3, 4, 5], next: '6.1000', tip });
    expect(await read('6.1000')).toEqual({ ids: [6], next: undefined, tip });
    expect(operation.trace.roundTrips).toBe(3);
  });

  it('leaves nothing out if the mempool took places on the first page', async () => {
    // The server cuts the page off behind the second place of blocks, and begins the second page with the fourth.
    const { read } = open({
      '&pageSize=3': answer(1, [-1, 0, 1]),
      '&page=1&pageSize=3&to=1000': answer(1, [0, 1, 2]),
      '&page=2&pageSize=3&to=1000': answer(2, [3, 4, 5]),
    });
    expect(await read()).toEqual({ ids: [0xffff, 0, 1], next: '2.1000', tip });
    expect(await read('2.1000')).toEqual({ ids: [2], next: '3.1000', tip });
    expect(await read('3.1000')).toEqual({ ids: [3, 4, 5], next: '6.1000', tip });
  });

  it('shows the requested number if an older server adds the mempool', async () => {
    const { read } = open({ '&pageSize=3': answer(1, [-2, -1, 0, 1, 2]) });
    expect(await read()).toEqual({ ids: [0xfffe, 0xffff, 0], next: '1.1000', tip });
  });

  it('continues after a first page that the mempool fills', async () => {
    const { read } = open({
      '&pageSize=3': answer(1, [-3, -2, -1]),
      '&page=1&pageSize=3&to=1000': answer(1, [0, 1, 2]),
    });
    expect(await read()).toEqual({ ids: [0xfffd, 0xfffe, 0xffff], next: '0.1000', tip });
    expect(await read('0.1000')).toEqual({ ids: [0, 1, 2], next: '3.1000', tip });
  });

  it('ends when the server repeats its last page', async () => {
    const { read } = open({ '&page=4&pageSize=3&to=1000': answer(3, [6]) });
    expect(await read('9.1000')).toEqual({ ids: [], next: undefined, tip });
  });

  it('is empty for an unused account', async () => {
    const { read } = open({ '&pageSize=3': { ...answer(1, []), txs: 0 } });
    expect(await read()).toEqual({ ids: [], next: undefined, tip });
  });

  it('refuses cursors that it did not make', async () => {
    const { read, sent } = open({});
    for (const cursor of ['', '3', '3.', '-3.1000', '3.1000.1', 'x.y', '3.10000000000']) {
      const error = await read(cursor).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(RefusedError);
      expect((error as RefusedError).problems[0]?.code).toBe('page.invalid');
    }
    expect(sent).toEqual([]);
  });
});
