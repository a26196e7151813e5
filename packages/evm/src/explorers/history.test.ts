import { type RefusedError, UpstreamError } from '@isochain/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockscoutOf, type Explorer, etherscanOf, type Ledger } from '../../test/scripted-explorer.ts';
import { evm } from '../index.ts';

// Vitalik's well-known address, and addresses of the ERC-55 text.
const me = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const bob = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const eve = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F';
const hash = (n: number) => `0x${n.toString(16).padStart(64, '0')}`;

/** A chain with these explorers; the node knows nothing but its height. */
function connect(explorers: Readonly<Record<string, Explorer>>, height: number | null = 120) {
  const endpoints = Object.keys(explorers).map((kind) => ({
    url: kind === 'etherscan' ? 'https://etherscan.test/v2/api?apikey=secret' : `https://${kind}.test`,
    name: kind,
    kind,
  }));
  return evm.connect('ethereum', {
    endpoints: [{ url: 'https://node.test', name: 'node' }, ...endpoints],
    async fetch(url, init) {
      const explorer = explorers[new URL(url).hostname.replace('.test', '')];
      if (explorer !== undefined) return explorer.fetch(url, init);
      if (height === null) return new Response('down', { status: 503 });
      const calls = [JSON.parse(String(init.body))].flat() as { id: number; method: string }[];
      const answers = calls.map(({ id, method }) => ({
        jsonrpc: '2.0',
        id,
        result: method === 'eth_chainId' ? '0x1' : `0x${height.toString(16)}`,
      }));
      return Response.json(answers.length === 1 && !String(init.body).startsWith('[') ? answers[0] : answers);
    },
  });
}

const empty: Ledger = { transactions: [], transfers: [], internals: [] };
const down: Explorer = { asked: [], fetch: async () => new Response('down', { status: 503 }) };

const story: Ledger = {
  transactions: [
    { hash: hash(9), block: null, index: 0, from: me, to: bob, value: '5', nonce: 12 },
    { hash: hash(8), block: 110, index: 4, from: me, to: bob, value: '1000', fee: '31500', nonce: 11 },
    {
      hash: hash(7),
      block: 109,
      index: 2,
      from: me,
      to: usdc,
      value: '0',
      input: '0xa9059cbb',
      nonce: 10,
      gasUsed: '52000',
    },
    { hash: hash(6), block: 108, index: 0, from: me, to: eve, value: '7', input: '0x38ed1739', nonce: 9 },
    { hash: hash(5), block: 107, index: 9, from: me, to: null, value: '0', input: '0x6080', nonce: 8, isFailed: true },
  ],
  transfers: [
    { hash: hash(7), block: 109, logIndex: 31, from: me, to: bob, token: usdc, value: '2500000' },
    { hash: hash(6), block: 108, logIndex: 11, from: eve, to: me, token: dai, symbol: 'DAI', value: '9' },
    { hash: hash(4), block: 106, logIndex: 70, from: bob, to: me, token: dai, symbol: 'DAI', value: '44' },
    { hash: hash(3), block: 105, logIndex: 2, from: me, to: eve, token: usdc, value: '0' },
    {
      hash: hash(2),
      block: 104,
      logIndex: 3,
      from: eve,
      to: me,
      token: bob,
      symbol: 'Visit evil.test',
      value: '1',
      isScam: true,
    },
  ],
  internals: [
    { hash: hash(1), block: 103, index: 5, from: eve, to: me, value: '77' },
    { hash: hash(6), block: 108, index: 0, from: eve, to: me, value: '3', type: 'delegatecall' },
  ],
};

/** Etherscan lists nothing that waits. */
const mined = { ...story, transactions: story.transactions.filter(({ block }) => block !== null) };

describe('a history from Blockscout', () => {
  it('puts together what belongs to one transaction, newest first, and leaves spam out', async () => {
    const chain = connect({ blockscout: blockscoutOf(story, 50) });
    const { transactions, pagination } = await chain.history(me);
    const native = (address: string, amount: string) => ({ address, amount, ticker: 'ETH' });
    const time = (block: number) => String((1_700_000_000 + 12 * block) * 1000);
    expect(transactions.map(({ parsed }) => parsed)).toEqual([
      {
        id: hash(9),
        mode: 'transfer',
        state: 'pending',
        nonce: '12',
        senders: [native(me, '5')],
        recipients: [native(bob, '5')],
      },
      {
        id: hash(8),
        mode: 'transfer',
        state: 'confirmed',
        fees: { amount: '31500', ticker: 'ETH' },
        blockHeight: '110',
        timestamp: time(110),
        gas: '21000',
        nonce: '11',
        senders: [native(me, '1000')],
        recipients: [native(bob, '1000')],
        confirmations: '11',
      },
      {
        id: hash(7),
        mode: 'transferToken',
        tokenId: usdc,
        state: 'confirmed',
        fees: { amount: '42000', ticker: 'ETH' },
        blockHeight: '109',
        timestamp: time(109),
        gas: '52000',
        nonce: '10',
        senders: [{ address: me, amount: '2500000', ticker: 'USDC' }],
        recipients: [{ address: bob, amount: '2500000', ticker: 'USDC' }],
        confirmations: '12',
      },
      // Coins for tokens: no mode says that.
      {
        id: hash(6),
        mode: 'unknown',
        state: 'confirmed',
        fees: { amount: '42000', ticker: 'ETH' },
        blockHeight: '108',
        timestamp: time(108),
        gas: '21000',
        nonce: '9',
        senders: [native(me, '7'), { address: eve, amount: '9', ticker: 'DAI' }],
        recipients: [native(eve, '7'), { address: me, amount: '9', ticker: 'DAI' }],
        confirmations: '13',
      },
      {
        id: hash(5),
        mode: 'unknown',
        state: 'failed',
        fees: { amount: '42000', ticker: 'ETH' },
        blockHeight: '107',
        timestamp: time(107),
        gas: '21000',
        nonce: '8',
        senders: [native(me, '0')],
        recipients: [],
        confirmations: '14',
      },
      // Received: whose transaction it was, and what it cost, the list does not say.
      {
        id: hash(4),
        mode: 'transferToken',
        tokenId: dai,
        state: 'confirmed',
        blockHeight: '106',
        timestamp: time(106),
        senders: [{ address: bob, amount: '44', ticker: 'DAI' }],
        recipients: [{ address: me, amount: '44', ticker: 'DAI' }],
        confirmations: '15',
      },
      {
        id: hash(1),
        mode: 'transfer',
        state: 'confirmed',
        blockHeight: '103',
        timestamp: time(103),
        senders: [native(eve, '77')],
        recipients: [native(me, '77')],
        confirmations: '18',
      },
    ]);
    expect(pagination.nextPage).toBeNull();
  });

  it('takes one round trip where one page of each list is enough', async () => {
    const explorer = blockscoutOf(story, 50);
    let roundTrips = 0;
    await connect({ blockscout: explorer }).history(me, {
      onTrace: (trace) => {
        roundTrips = trace.roundTrips;
      },
    });
    expect(roundTrips).toBe(1);
    expect(explorer.asked.map(({ pathname, search }) => `${pathname.split('/').at(-1)}${search}`).toSorted()).toEqual([
      'internal-transactions',
      'token-transfers?type=ERC-20',
      'transactions',
    ]);
  });

  it('keeps what the explorer said', async () => {
    const { transactions } = await connect({ blockscout: blockscoutOf(story, 50) }).history(me, { include: ['raw'] });
    expect(transactions[2]).toEqual({
      raw: {
        transaction: expect.objectContaining({ hash: hash(7), block_number: 109 }),
        tokenTransfers: [expect.objectContaining({ log_index: 31 })],
        internal: [],
      },
    });
  });

  it('is empty for an account that the explorer never saw', async () => {
    const unseen: Explorer = { asked: [], fetch: async () => Response.json({ message: 'Not found' }, { status: 404 }) };
    for (const explorer of [unseen, blockscoutOf(empty, 50)]) {
      const { transactions, pagination } = await connect({ blockscout: explorer }).history(me);
      expect([transactions, pagination]).toEqual([[], { nextPage: null }]);
    }
  });

  it('does without confirmations where no node answers', async () => {
    const { transactions } = await connect({ blockscout: blockscoutOf(story, 50) }, null).history(me);
    expect(transactions[1]?.parsed?.confirmations).toBeUndefined();
    expect(transactions).toHaveLength(7);
  });
});

describe('a history from Etherscan', () => {
  it('tells the same', async () => {
    const chain = connect({ etherscan: etherscanOf(mined) });
    const { transactions } = await chain.history(me);
    expect(transactions.map(({ parsed }) => [parsed?.id, parsed?.mode, parsed?.state])).toEqual([
      [hash(8), 'transfer', 'confirmed'],
      [hash(7), 'transferToken', 'confirmed'],
      [hash(6), 'unknown', 'confirmed'],
      [hash(5), 'unknown', 'failed'],
      [hash(4), 'transferToken', 'confirmed'],
      // Etherscan does not call tokens scams.
      [hash(2), 'transferToken', 'confirmed'],
      [hash(1), 'transfer', 'confirmed'],
    ]);
    // It tells fee, gas and nonce with transfers too: 21,000 gas at 2 wei.
    expect(transactions[4]?.parsed).toMatchObject({
      fees: { amount: '42000', ticker: 'ETH' },
      gas: '21000',
      nonce: '7',
    });
  });

  it.each([
    ['a wrong key', { status: '0', message: 'NOTOK', result: 'Invalid API Key (#err2)|secret' }, 'rejected'],
    [
      'a rate limit',
      { status: '0', message: 'NOTOK', result: 'Max rate limit reached, please use API Key for higher rate limit' },
      'rateLimited',
    ],
    [
      'a chain that is not in the plan',
      { status: '0', message: 'NOTOK', result: 'Free API access is not supported for this chain' },
      'rejected',
    ],
  ])('is no history with %s', async (_, answer, outcome) => {
    const refusing: Explorer = { asked: [], fetch: async () => Response.json(answer) };
    const error = await connect({ etherscan: refusing })
      .history(me)
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UpstreamError);
    expect((error as UpstreamError).attempts[0]?.outcome).toBe(outcome);
    expect(String((error as Error).message)).not.toContain('secret');
  });
});

describe('several explorers', () => {
  it('stand in for each other on a first page', async () => {
    const { transactions } = await connect({ blockscout: down, etherscan: etherscanOf(mined) }).history(me);
    expect(transactions.length).toBeGreaterThan(5);
  });

  it('are not mixed within a history', async () => {
    const chain = connect({ blockscout: blockscoutOf(story, 50), etherscan: etherscanOf(empty) });
    const { pagination } = await chain.history(me, { limit: 2 });
    const other = connect({ etherscan: etherscanOf(mined) });
    const error = await other
      .history(me, { limit: 2, nextPage: pagination.nextPage ?? '' })
      .catch((reason: unknown) => reason);
    expect((error as RefusedError).code).toBe('page.invalid');
  });
});

/** Reads a history to its end. `between` is called between pages. */
async function readAll(
  chain: ReturnType<typeof connect>,
  limit: number,
  between: () => void = () => {},
): Promise<string[]> {
  const ids: string[] = [];
  let nextPage: string | undefined;
  for (let pages = 0; pages < 500; pages++) {
    const page = await chain.history(me, { limit, nextPage });
    expect(page.transactions.length).toBeLessThanOrEqual(limit);
    ids.push(...page.transactions.map(({ parsed }) => parsed?.id ?? ''));
    if (page.pagination.nextPage === null) return ids;
    expect(page.pagination.nextPage.length).toBeLessThan(1024);
    nextPage = page.pagination.nextPage;
    between();
  }
  throw new Error('It has no end.');
}

const ledgers = fc
  .array(
    fc.record({
      gap: fc.nat({ max: 2 }),
      kind: fc.constantFrom('native', 'token', 'internal', 'all', 'spam'),
      legs: fc.integer({ min: 1, max: 4 }),
    }),
    { maxLength: 60 },
  )
  .map((steps) => {
    const ledger: Ledger = { transactions: [], transfers: [], internals: [] };
    let block = 1;
    let log = 0;
    steps.forEach(({ gap, kind, legs }, i) => {
      block += gap;
      const id = hash(1000 + i);
      if (kind === 'native' || kind === 'all') {
        ledger.transactions.push({ hash: id, block, index: i, from: me, to: bob, value: '1' });
      }
      for (let leg = 0; leg < legs; leg++) {
        log += 1;
        if (kind === 'token' || kind === 'all') {
          ledger.transfers.push({ hash: id, block, logIndex: log, from: bob, to: me, token: usdc, value: String(log) });
        }
        if (kind === 'spam') {
          ledger.transfers.push({
            hash: id,
            block,
            logIndex: log,
            from: bob,
            to: me,
            token: dai,
            value: '1',
            isScam: true,
          });
        }
      }
      if (kind === 'internal' || kind === 'all')
        ledger.internals.push({ hash: id, block, index: i, from: eve, to: me, value: '2' });
    });
    return ledger;
  });

/** Every transaction that is no spam. Only Blockscout says what is. */
function expected({ transactions, transfers, internals }: Ledger, kind: string): string[] {
  const blocks = new Map<string, number>();
  for (const row of [
    ...transactions,
    ...transfers.filter(({ isScam }) => kind === 'etherscan' || !isScam),
    ...internals,
  ])
    blocks.set(row.hash, row.block ?? 0);
  return [...blocks].map(([id]) => id).toSorted();
}

describe('pages', () => {
  it.each(['blockscout', 'etherscan'])(
    'of %s show every transaction exactly once, whatever their sizes and whatever arrives meanwhile',
    (kind) =>
      fc.assert(
        fc.asyncProperty(
          ledgers,
          fc.integer({ min: 1, max: 20 }),
          fc.integer({ min: 2, max: 12 }),
          async (ledger, limit, pageSize) => {
            const before = expected(ledger, kind);
            const explorer = kind === 'blockscout' ? blockscoutOf(ledger, pageSize) : etherscanOf(ledger);
            let arriving = 0;
            const ids = await readAll(connect({ [kind]: explorer }), limit, () => {
              arriving += 1;
              const at = { block: 10_000 + arriving, index: 0 };
              ledger.transactions.push({ ...at, hash: hash(5_000 + arriving), from: me, to: bob, value: '1' });
              ledger.transfers.push({
                ...at,
                hash: hash(6_000 + arriving),
                logIndex: 1,
                from: bob,
                to: me,
                token: usdc,
                value: '1',
              });
            });
            expect(new Set(ids).size).toBe(ids.length);
            expect(ids.toSorted()).toEqual(before);
          },
        ),
        { numRuns: 60 },
      ),
  );

  it('go deeper than the ten thousand rows that Etherscan counts', async () => {
    const ledger: Ledger = {
      ...empty,
      transactions: Array.from({ length: 950 }, (_, i) => ({
        hash: hash(i),
        block: 10 + Math.floor(i / 150),
        index: i,
        from: me,
        to: bob,
        value: '1',
      })),
    };
    const explorer = etherscanOf(ledger);
    const ids = await readAll(connect({ etherscan: explorer }), 100);
    expect(new Set(ids).size).toBe(950);
    // Never further from a block than its own rows.
    expect(Math.max(...explorer.asked.map(({ searchParams }) => Number(searchParams.get('page'))))).toBeLessThanOrEqual(
      3,
    );
  });

  it('get past a block with more rows than a request reads', async () => {
    const ledger: Ledger = {
      ...empty,
      transactions: [{ hash: hash(1), block: 5, index: 0, from: me, to: bob, value: '1' }],
      transfers: Array.from({ length: 60 }, (_, i) => ({
        hash: hash(2),
        block: 9,
        logIndex: i,
        from: bob,
        to: me,
        token: usdc,
        value: '1',
      })),
    };
    expect(await readAll(connect({ blockscout: blockscoutOf(ledger, 4) }), 5)).toEqual([hash(2), hash(1)]);
  });

  it('are refused when they were tampered with, or belong to somebody else', async () => {
    const chain = connect({ blockscout: blockscoutOf(story, 50) });
    const { pagination } = await chain.history(me, { limit: 2 });
    const token = pagination.nextPage ?? '';
    for (const wrong of [
      `${token}A`,
      token.slice(2),
      token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      'nonsense',
      '',
    ]) {
      const asking = chain.history(me, { nextPage: wrong });
      if (wrong === '') continue;
      await expect(asking).rejects.toMatchObject({ code: 'page.invalid' });
    }
    await expect(chain.history(bob, { nextPage: token })).rejects.toMatchObject({ code: 'page.invalid' });
  });
});
