import { type RefusedError, UpstreamError } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { bob, connect, dai, down, empty, eve, hash, me, usdc } from '../../test/explored-chain.ts';
import { blockscoutOf, type Explorer, etherscanOf, type Ledger } from '../../test/scripted-explorer.ts';

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
  it('puts the rows of a transaction together, newest first, and leaves spam out', async () => {
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
        senders: [{ address: me, amount: '2500000', ticker: 'USDC', tokenId: usdc }],
        recipients: [{ address: bob, amount: '2500000', ticker: 'USDC', tokenId: usdc }],
        confirmations: '12',
      },
      // Coins for tokens have no mode.
      {
        id: hash(6),
        mode: 'unknown',
        state: 'confirmed',
        fees: { amount: '42000', ticker: 'ETH' },
        blockHeight: '108',
        timestamp: time(108),
        gas: '21000',
        nonce: '9',
        senders: [native(me, '7'), { address: eve, amount: '9', ticker: 'DAI', tokenId: dai }],
        recipients: [native(eve, '7'), { address: me, amount: '9', ticker: 'DAI', tokenId: dai }],
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
        confirmations: '14',
      },
      // The list of received transfers does not tell sender and cost of the transaction, and this node does not either.
      {
        id: hash(4),
        mode: 'transferToken',
        tokenId: dai,
        state: 'confirmed',
        blockHeight: '106',
        timestamp: time(106),
        senders: [{ address: bob, amount: '44', ticker: 'DAI', tokenId: dai }],
        recipients: [{ address: me, amount: '44', ticker: 'DAI', tokenId: dai }],
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

  it('takes one round trip if one page of each list is enough, and one for what the explorer does not tell', async () => {
    const explorer = blockscoutOf(story, 50);
    const chain = connect({ blockscout: explorer });
    const trips: number[] = [];
    for (let i = 0; i < 2; i++) await chain.history(me, { onTrace: ({ roundTrips }) => trips.push(roundTrips) });
    // At the same time, the first one of all has a block of the explorer compared with the node's.
    expect(trips).toEqual([2, 2]);
    const asked = explorer.asked.map(({ pathname, search }) => `${pathname.split('/').at(-1)}${search}`);
    expect(asked.slice(3).toSorted()).toEqual([
      'internal-transactions?apikey=secret',
      'token-transfers?apikey=secret&type=ERC-20',
      'transactions?apikey=secret',
    ]);
  });

  it("keeps the explorer's answer", async () => {
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
    const unseen: Explorer = {
      asked: [],
      fetch: async (input) =>
        String(input).includes('/api/v2/stats')
          ? Response.json({ total_blocks: '7' })
          : Response.json({ message: 'Not found' }, { status: 404 }),
    };
    for (const explorer of [unseen, blockscoutOf(empty, 50)]) {
      const { transactions, pagination } = await connect({ blockscout: explorer }).history(me);
      expect([transactions, pagination]).toEqual([[], { nextPage: null }]);
    }
  });

  it('is no empty history from a host that serves the interface no more, in whatever words', async () => {
    const words = [{ message: 'Not found' }, { message: 'no Route matched with those values' }, { error: 'Not Found' }];
    for (const said of words) {
      const closed: Explorer = { asked: [], fetch: async () => Response.json(said, { status: 404 }) };
      await expect(connect({ blockscout: closed }).history(me)).rejects.toMatchObject({
        code: 'upstream.unavailable',
        attempts: [{ outcome: 'notServed' }],
      });
      const { transactions } = await connect({ blockscout: closed, etherscan: etherscanOf(mined) }).history(me);
      expect(transactions).toHaveLength(7);
    }
  });

  it('has no confirmations if no node answers', async () => {
    const node = { instead: () => new Response('down', { status: 503 }) };
    const { transactions } = await connect({ blockscout: blockscoutOf(story, 50) }, node).history(me);
    expect(transactions[1]?.parsed?.confirmations).toBeUndefined();
    expect(transactions).toHaveLength(7);
  });
});

describe('a history from Etherscan', () => {
  it('has the same content', async () => {
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
    ['a wrong key', { status: '0', message: 'NOTOK', result: 'Invalid API Key (#err2)|secret' }, 'unauthorized'],
    [
      'a version that was closed',
      { status: '0', message: 'NOTOK', result: 'You are using a deprecated V1 endpoint, switch to Etherscan API V2' },
      'closed',
    ],
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
