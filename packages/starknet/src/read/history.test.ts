import { type TransactionRecord, UpstreamError } from '@isochain/core';
import { hash } from 'starknet';
import { describe, expect, it } from 'vitest';
import {
  calldataOf,
  dataTransfer,
  type Event,
  invoke,
  keyTransfer,
  type Ledger,
  type Made,
  type Manners,
  selectors,
  serveLedger,
  timeOf,
} from '../../test/scripted-ledger.ts';
import { sender as me, strk } from '../../test/scripted-node.ts';
import { type StarknetOptions, starknet } from '../index.ts';

const bob = '0x028cced05d2b693b92012478dbede9483a805b0eb51f16cba011d2c580125966';
const token = '0x033068f6539f8e6e6b131e6b2b814e6c34a5224bc66947c47dab9dfee93b35fb';

const executed = (account: string): Event => ({
  from_address: account,
  keys: [selectors.TransactionExecuted],
  data: [],
});

let nonce = 0;

/** A transfer of STRK. Argent's accounts emit an event of their own. */
const pay = (block: number, from: string, to: string, amount = 5n) =>
  invoke({
    ...{ block, sender: from, nonce: nonce++ },
    calldata: calldataOf([strk, selectors.transfer, to, `0x${amount.toString(16)}`, '0x0']),
    events: [dataTransfer(strk, from, to, amount), executed(from)],
  });

const payToken = (block: number, from: string, to: string, events = [keyTransfer(token, from, to, 9n)]) =>
  invoke({
    ...{ block, sender: from, nonce: nonce++ },
    calldata: calldataOf([token, selectors.transfer, to, '0x9', '0x0']),
    events,
  });

/** Sent by a stranger: it names the account, and moves nothing of it. */
const spam = (block: number) =>
  payToken(block, bob, bob, [keyTransfer(token, me, bob, 0n), { from_address: token, keys: ['0x77', me], data: [] }]);

const sent = [pay(3, me, bob), pay(900, me, bob), pay(900, me, bob), payToken(4_000, me, bob), pay(30_000, me, bob)];
const tokensReceived = [payToken(5, bob, me), payToken(900, bob, me)];
const strkReceived = [pay(4, bob, me), pay(900, bob, me), pay(31_000, bob, me)];
const failed = invoke({
  block: 31_005,
  sender: me,
  calldata: calldataOf([token, selectors.transfer, bob, '0x1', '0x0']),
  isReverted: true,
});
const strangers = [spam(6), spam(900), pay(700, bob, bob)];

const inOrder = (made: readonly Made[]) => made.toSorted((a, b) => a.block - b.block);
const ledger: Ledger = {
  transactions: inOrder([...sent, ...tokensReceived, ...strkReceived, ...strangers, failed]),
  head: 31_010,
};
const own = inOrder([...sent, ...tokensReceived, ...strkReceived, failed]);

interface Setup {
  readonly from?: Ledger;
  readonly manners?: Manners;
  readonly options?: StarknetOptions;
  readonly withIndex?: boolean;
  readonly timeoutMs?: number;
}

function open({ from = ledger, manners = {}, options = {}, withIndex = false, timeoutMs = 8_000 }: Setup) {
  const state = { ledger: from, manners };
  const served = serveLedger(
    () => state.ledger,
    () => state.manners,
  );
  const chain = starknet.connect('starknet', {
    endpoints: [{ ...served.node, timeoutMs }, ...(withIndex ? [served.index] : [])],
    fetch: served.fetch,
    oldestBlockMs: 0,
    ...options,
  });
  return { ...served, state, chain };
}

async function allPages({ chain, state }: ReturnType<typeof open>, limit: number, between?: (page: number) => void) {
  const pages: TransactionRecord[][] = [];
  let next: string | undefined;
  do {
    const page = await chain.history(me, { limit, ...(next === undefined ? {} : { nextPage: next }) });
    pages.push(page.transactions);
    next = page.pagination?.nextPage ?? undefined;
    between?.(pages.length);
    if (pages.length > 200) throw new Error('the history does not end');
  } while (next !== undefined);
  return { state, pages, ids: pages.flat().map(({ parsed }) => parsed?.id) };
}

/** Newest first. Within a block: the last one first. */
const newestFirst = (made: readonly Made[]) => made.toReversed().map(({ hash }) => hash);

const index: Setup = { withIndex: true };
const blocks: Setup = { options: { historyScanBlocks: 100_000 } };
const events: Setup = { options: { historyFromEvents: true } };

describe('a history', () => {
  it.each([
    ['of the index', index],
    ['of all transfers', blocks],
  ])('%s is complete', async (_, setup) => {
    const { ids } = await allPages(open(setup), 100);
    expect(ids.toSorted()).toEqual(newestFirst(own).toSorted());
    const heights = ids.map((id) => own.find(({ hash }) => hash === id)?.block ?? 0);
    expect(heights).toEqual(heights.toSorted((a, b) => b - a));
  });

  it('of events has what the account sent, and the tokens that name it', async () => {
    const { ids } = await allPages(open(events), 100);
    expect(ids).toEqual(newestFirst(inOrder([...sent, ...tokensReceived])));
  });

  it.each([
    ['of the index', index],
    ['of all transfers', blocks],
    ['of events', events],
  ])('%s is the same in pages of any size, whatever blocks arrive meanwhile', async (_, setup) => {
    const { ids: whole } = await allPages(open(setup), 100);
    for (const limit of [1, 2, 3, 5]) {
      const opened = open(setup);
      const { ids } = await allPages(opened, limit, (page) => {
        const head = ledger.head + page;
        const newer = [pay(head, me, bob), payToken(head, bob, me)];
        opened.state.ledger = { transactions: [...opened.state.ledger.transactions, ...newer], head };
      });
      expect(ids).toEqual(whole);
    }
  });

  it('has its transactions as nodes tell them', async () => {
    const { transactions } = await open(index).chain.history(me, { limit: 2 });
    expect(transactions.map(({ parsed }) => parsed)).toEqual([
      expect.objectContaining({
        id: failed.hash,
        mode: 'transferToken',
        state: 'failed',
        fees: { amount: '77', ticker: 'STRK' },
        timestamp: String(timeOf(31_005) * 1000),
        confirmations: '6',
      }),
      expect.objectContaining({
        id: strkReceived[2]?.hash,
        mode: 'transfer',
        state: 'confirmed',
        blockHeight: '31000',
        recipients: [{ address: me, amount: '5', ticker: 'STRK' }],
      }),
    ]);
  });

  it('shows a transaction that the node does not know yet, without what it did', async () => {
    const { chain } = open({ ...index, manners: { unknown: [failed.hash] } });
    const { transactions } = await chain.history(me, { limit: 1 });
    expect(transactions[0]?.parsed).toEqual({ id: failed.hash, mode: 'unknown', state: 'unknown' });
  });

  it('of an account without transactions is empty', async () => {
    const nobody: Ledger = { transactions: strangers, head: 31_010 };
    for (const setup of [index, blocks, events]) {
      expect(await allPages(open({ ...setup, from: nobody }), 10)).toMatchObject({ ids: [] });
    }
  });

  it('refuses a place that another source gave', async () => {
    const { pagination } = await open(index).chain.history(me, { limit: 1 });
    const refused = open(events).chain.history(me, { limit: 1, nextPage: pagination?.nextPage ?? '' });
    await expect(refused).rejects.toMatchObject({ problems: [expect.objectContaining({ code: 'page.invalid' })] });
  });
});

describe('the index', () => {
  const long: Ledger = {
    transactions: Array.from({ length: 160 }, (_, i) => pay(10 + i, me, bob)),
    head: 31_010,
  };

  it('is asked from the page on that holds the place', async () => {
    const opened = open({ ...index, from: long });
    const { ids } = await allPages(opened, 60);
    expect(ids).toEqual(newestFirst(long.transactions));
    const pages = opened.urls.map((url) => `${url.pathname.split('/').at(-1)} ${url.searchParams.get('p')}`);
    // Three pages of 60, out of pages of 50. Nothing is read from the top again.
    expect(pages.filter((page) => page === 'txns 1')).toHaveLength(1);
    expect(pages.at(-1)).toMatch(/ [4-9]$/);
  });

  it('may tell the number of its pages instead of whether there are more', async () => {
    const page: Manners['page'] = ({ items, hasMore }) => ({ items, lastPage: hasMore ? 1_000 : 0 });
    const { ids } = await allPages(open({ ...index, from: long, manners: { page } }), 100);
    expect(ids).toHaveLength(160);
  });

  it.each<[string, Manners['page']]>([
    [
      'a row of another account',
      ({ items, ...rest }) => ({
        ...rest,
        items: items.map((row) => ({ ...row, contractAddress: bob, transferFrom: bob, transferTo: bob })),
      }),
    ],
    ['a list that is not in order', ({ items, ...rest }) => ({ ...rest, items: items.toReversed() })],
    [
      'a hash that is none',
      ({ items, ...rest }) => ({ ...rest, items: items.map((row) => ({ ...row, hash: 'x', txHash: 'x' })) }),
    ],
    ['no end', ({ items }) => ({ items })],
  ])('is not believed with %s', async (_, page) => {
    const error = await open({ ...index, manners: { page } })
      .chain.history(me, { limit: 3 })
      .catch((reason) => reason);
    expect(error).toBeInstanceOf(UpstreamError);
    expect(error.attempts.map(({ outcome }: { outcome: string }) => outcome)).toContain('malformed');
  });

  it('lists transactions that wait, and they are left out', async () => {
    const waiting = {
      hash: '0x5',
      txHash: '0x5',
      blockNumber: null,
      contractAddress: me,
      transferFrom: me,
      transferTo: bob,
    };
    const page: Manners['page'] = ({ items, ...rest }) => ({ ...rest, items: [waiting, ...items] });
    const { ids } = await allPages(open({ ...index, manners: { page } }), 100);
    expect(ids.toSorted()).toEqual(newestFirst(own).toSorted());
  });

  it('is replaced by events, if the operator wants them', async () => {
    const opened = open({ ...events, withIndex: true, manners: { page: () => 'down' } });
    expect((await allPages(opened, 100)).ids).toEqual(newestFirst(inOrder([...sent, ...tokensReceived])));
  });
});

describe('one odd row', () => {
  const plain = async (setup: Setup) => (await allPages(open(setup), 100)).ids;
  const listOf = (page: NonNullable<Manners['page']>) =>
    open({ ...index, manners: { page } }).chain.history(me, { limit: 100 });
  const unlisted = (count: number) =>
    expect.objectContaining({ code: 'transaction.unlisted', context: expect.objectContaining({ count }) });

  it('of the index is read from the transaction itself, if it names that', async () => {
    const [first] = (await plain(index)) as string[];
    const { transactions, status } = await listOf(({ items, ...rest }) => ({
      ...rest,
      items: items.map((row) =>
        row.hash === first || row.txHash === first
          ? { ...row, contractAddress: null, transferFrom: 7, transferTo: {}, index: 'x' }
          : row,
      ),
    }));
    expect(transactions.map(({ parsed }) => parsed?.id)).toEqual(await plain(index));
    expect(status).toBeUndefined();
  });

  it.each([null, 5, {}, { hash: '0x1', blockNumber: 'x' }, { txHash: 7, blockNumber: 5 }])(
    'of the index is counted and left out: %j',
    async (odd) => {
      const { transactions, status } = await listOf(({ items, ...rest }) => ({
        ...rest,
        items: [odd as never, ...items],
      }));
      expect(transactions.map(({ parsed }) => parsed?.id)).toEqual(await plain(index));
      // It stands in both lists.
      expect(status?.warnings).toEqual([unlisted(2)]);
    },
  );

  it('of events is read from the transaction itself, or counted', async () => {
    const expected = await plain(blocks);
    const oddly = (change: (event: Record<string, unknown>) => unknown) => {
      const opened = open({ ...blocks, manners: { event: change } });
      return opened.chain.history(me, { limit: 100 });
    };
    const read = await oddly((event) => ({ ...event, keys: [null], data: 5 }));
    expect(read.transactions.map(({ parsed }) => parsed?.id)).toEqual(expected);
    let isFirst = true;
    const counted = await oddly((event) => {
      if (!isFirst) return event;
      isFirst = false;
      return null;
    });
    expect(counted.transactions.length).toBeGreaterThanOrEqual(expected.length - 1);
    expect(counted.status?.warnings).toEqual([unlisted(1)]);
  });

  it('is one with new owners, also where nothing moved and somebody else sent it', async () => {
    const added = { from_address: me, keys: [hash.getSelectorFromName('OwnerAdded'), '0xab'], data: [] };
    const made = invoke({ block: 40, sender: bob, calldata: calldataOf([me, '0x77']), events: [added] });
    const { transactions } = await open({ ...events, from: { transactions: [made], head: 50 } }).chain.history(me);
    expect(transactions.map(({ parsed }) => [parsed?.id, parsed?.warnings?.[0]?.code])).toEqual([
      [made.hash, 'transaction.changesControl'],
    ]);
  });

  it('that a node tells in another form costs no other', async () => {
    const [made] = own.slice(-2) as [Made];
    const from = {
      ...ledger,
      transactions: ledger.transactions.map((each) =>
        each === made
          ? { ...each, receipt: { ...each.receipt, events: [null, ...each.receipt.events] as never } }
          : each,
      ),
    };
    const { transactions } = await open({ ...index, from }).chain.history(me, { limit: 100 });
    expect(transactions).toHaveLength(own.length);
    const odd = transactions.filter(({ parsed }) => parsed?.warnings !== undefined);
    expect(odd.map(({ parsed }) => parsed?.id)).toEqual([made.hash]);
  });
});

describe('windows of events', () => {
  it.each([
    ['a range of blocks that is too large', { mostBlocks: 700 }],
    ['only a few events', { mostEvents: 2 }],
    ['neither', { mostBlocks: 100, mostEvents: 1 }],
  ])('shrink where a node tells %s', async (_, manners) => {
    const { ids } = await allPages(open({ ...events, manners }), 100);
    expect(ids).toEqual(newestFirst(inOrder([...sent, ...tokensReceived])));
  });

  it('shrink where a node is too slow', async () => {
    const opened = open({ ...events, manners: { slowFrom: 5_000 }, timeoutMs: 500 });
    expect((await allPages(opened, 100)).ids).toEqual(newestFirst(inOrder([...sent, ...tokensReceived])));
  });

  it('leave no block out', async () => {
    const transactions = Array.from({ length: 40 }, (_, block) => pay(block, me, bob));
    const opened = open({ ...events, from: { transactions, head: 39 }, manners: { mostBlocks: 7 } });
    expect((await allPages(opened, 100)).ids).toEqual(newestFirst(transactions));
  });

  it.each([0, 1])('keep the order within a block, also if page %# comes from a node of version 0.9', async (parity) => {
    const { ids: whole } = await allPages(open(events), 100);
    const opened = open({ ...events, manners: { withoutIndex: parity === 0 } });
    const { ids } = await allPages(opened, 1, (page) => {
      opened.state.manners = { withoutIndex: page % 2 === parity };
    });
    expect(ids.toSorted()).toEqual(whole.toSorted());
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('are limited for a page', async () => {
    const opened = open({ ...events, from: { transactions: [], head: 6_000_000 } });
    const { transactions, pagination } = await opened.chain.history(me, { limit: 10 });
    expect([transactions, pagination?.nextPage]).toEqual([[], expect.any(String)]);
    const windows = opened.asked.filter(({ method }) => method === 'starknet_getEvents').length / 3;
    expect(windows).toBe(12);
  });

  it('of all transfers are at most as many blocks as the operator allows', async () => {
    const opened = open({ options: { historyScanBlocks: 80 }, from: { transactions: [], head: 1_000 } });
    await opened.chain.history(me, { limit: 10 });
    const filters = opened.asked.flatMap(({ method, params }) =>
      method === 'starknet_getEvents' ? [(params as { filter: Record<string, { block_number: number }> }).filter] : [],
    );
    expect(Math.min(...filters.map(({ from_block: from }) => from?.block_number ?? 0))).toBe(921);
  });
});

describe('supportedFeatures', () => {
  const partsOf = async (setup: Setup) => {
    const { adapter } = open(setup).chain;
    return adapter.reads.history?.parts ?? [];
  };

  it('claim what a history holds', async () => {
    expect(await partsOf({ options: { historyFromEvents: false } })).toEqual([]);
    expect(await partsOf({})).toEqual(['staking']);
    expect(await partsOf(index)).toEqual(['native', 'tokens', 'staking']);
    expect(await partsOf(blocks)).toEqual(['native', 'tokens', 'staking']);
    expect(await partsOf(events)).toEqual(['staking']);
  });

  it('are explained to the operator', () => {
    expect(open({}).chain.adapter.hints).toHaveLength(1);
    expect(open(index).chain.adapter.hints).toEqual([]);
  });
});
