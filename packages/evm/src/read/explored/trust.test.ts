import { UpstreamError } from '@isochain/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bob, connect, empty, eve, hash, me, usdc } from '../../../test/explored-chain.ts';
import { blockscoutOf, etherscanOf, type Ledger, time } from '../../../test/scripted-explorer.ts';

const received = { hash: hash(1), block: 100, index: 0, from: bob, to: me, value: '5' };
const good: Ledger = { ...empty, transactions: [received] };
const idsOf = async (chain: ReturnType<typeof connect>) =>
  (await chain.history(me)).transactions.map(({ parsed }) => parsed?.id);
const failureOf = async (chain: ReturnType<typeof connect>) => {
  const error = await chain.history(me).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(UpstreamError);
  return (error as UpstreamError).attempts.map(({ endpoint, outcome, detail }) => [endpoint, outcome, detail]);
};

describe('rows that do not concern the account', () => {
  const alien = { hash: hash(2), block: 6, index: 0, from: eve, to: bob, value: '999' };
  const pages: [string, Ledger][] = [
    ['transactions', { ...good, transactions: [received, alien] }],
    ['transfers', { ...good, transfers: [{ ...alien, logIndex: 1, token: usdc }] }],
    ['internals', { ...good, internals: [alien] }],
  ];
  it.each(pages)('make a page of %s worthless, and the next explorer is asked', async (name, ledger) => {
    const honest = blockscoutOf(good, 50);
    expect(await idsOf(connect({ 'blockscout-lying': blockscoutOf(ledger, 50), 'blockscout-b': honest }))).toEqual([
      hash(1),
    ]);
    expect(await idsOf(connect({ etherscan: etherscanOf(ledger), blockscout: honest }))).toEqual([hash(1)]);
    expect(await failureOf(connect({ blockscout: blockscoutOf(ledger, 50) }))).toEqual([
      ['blockscout', 'malformed', `${name}: a row of another account`],
    ]);
  });

  it("do not include the created contract's rows", async () => {
    const ledger = { ...good, transactions: [{ ...alien, to: null, created: me, value: '0' }] };
    expect(await idsOf(connect({ blockscout: blockscoutOf(ledger, 50) }))).toEqual([hash(2)]);
    expect(await idsOf(connect({ etherscan: etherscanOf(ledger) }))).toEqual([hash(2)]);
  });
});

describe('an explorer', () => {
  const elsewhere = { time: (block: number) => time(block) + 86_400 };

  it.each(['blockscout', 'etherscan'])('of another chain is not believed: %s', async (kind) => {
    const explorer = kind === 'blockscout' ? blockscoutOf(good, 50) : etherscanOf(good);
    expect(await failureOf(connect({ [kind]: explorer }, elsewhere))).toEqual([
      [kind, 'rejected', 'it serves another chain'],
    ]);
  });

  it('of another chain makes room for the next one', async () => {
    // The first has no block at the time of the node's.
    const other: Ledger = { ...empty, transactions: [{ ...received, hash: hash(3), block: 90 }] };
    const node = { time: (block: number) => (block === 90 ? time(1) : time(block)) };
    const wrong = blockscoutOf(other, 50);
    const chain = connect({ 'blockscout-other': wrong, 'blockscout-ours': blockscoutOf(good, 50) }, node);
    expect(await idsOf(chain)).toEqual([hash(1)]);
    // And is asked last from then on.
    const asked = wrong.asked.length;
    expect(await idsOf(chain)).toEqual([hash(1)]);
    expect(wrong.asked).toHaveLength(asked);
  });

  it('of a far higher chain is not believed', async () => {
    const high: Ledger = { ...empty, transactions: [{ ...received, block: 50_000 }] };
    expect(await failureOf(connect({ blockscout: blockscoutOf(high, 50) }))).toEqual([
      ['blockscout', 'rejected', 'it serves another chain'],
    ]);
  });

  it('may be some blocks ahead of the node', async () => {
    const ahead: Ledger = { ...empty, transactions: [{ ...received, block: 125 }] };
    expect(await idsOf(connect({ blockscout: blockscoutOf(ahead, 50) }))).toEqual([hash(1)]);
  });

  it('is compared with a node once, as soon as both have answered', async () => {
    const ledger: Ledger = { transactions: [], transfers: [], internals: [] };
    const calls: string[] = [];
    const chain = connect({ blockscout: blockscoutOf(ledger, 50) }, { onCall: (method) => calls.push(method) });
    const compared = () => calls.filter((method) => method === 'eth_getBlockByNumber').length;
    await idsOf(chain);
    expect(compared()).toBe(0);
    ledger.transactions.push(received);
    for (let i = 0; i < 3; i++) await idsOf(chain);
    expect(compared()).toBe(1);
  });

  it('is compared separately from other explorers', async () => {
    let isDown = false;
    const first = blockscoutOf(good, 50);
    const chain = connect(
      {
        'blockscout-a': {
          ...first,
          fetch: async (...asked) => (isDown ? new Response('', { status: 503 }) : first.fetch(...asked)),
        },
        'blockscout-b': blockscoutOf({ ...empty, transactions: [{ ...received, block: 90 }] }, 50),
      },
      { time: (block) => (block === 90 ? 1 : time(block)) },
    );
    expect(await idsOf(chain)).toEqual([hash(1)]);
    isDown = true;
    expect((await failureOf(chain)).at(-1)).toEqual(['blockscout-b', 'rejected', 'it serves another chain']);
  });

  it.each([
    ['does not have the block any more', { time: () => undefined }],
    ['is down', { instead: () => new Response('', { status: 503 }) }],
  ])('is believed for now where the node %s', async (_, node) => {
    expect(await idsOf(connect({ blockscout: blockscoutOf(good, 50) }, node))).toEqual([hash(1)]);
  });
});

describe('a node that hangs', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('delays a history by at most half a second', async () => {
    const chain = connect({ blockscout: blockscoutOf(good, 50) }, { instead: () => new Promise<Response>(() => {}) });
    let found: unknown;
    void chain.history(me).then(({ transactions }) => {
      found = transactions[0]?.parsed;
    });
    const settle = async () => {
      for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
    };
    await settle();
    await vi.advanceTimersByTimeAsync(499);
    await settle();
    expect(found).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    await settle();
    expect(found).toMatchObject({ id: hash(1), blockHeight: '100' });
    expect(found).not.toHaveProperty('confirmations');
  });
});

describe('native coins', () => {
  it('count once if a contract reports them as tokens too', async () => {
    const emitters = {
      zksync: '0x000000000000000000000000000000000000800A',
      polygon: '0x0000000000000000000000000000000000001010',
      ethereum: '0xffffFFFfFFffffffffffffffFfFFFfffFFFfFFfE',
    } as const;
    for (const [chainId, token] of Object.entries(emitters)) {
      const ledger: Ledger = {
        transactions: [{ hash: hash(1), block: 5, index: 0, from: me, to: bob, value: '1000' }],
        transfers: [
          { hash: hash(1), block: 5, logIndex: 1, from: me, to: bob, token, value: '1000' },
          { hash: hash(1), block: 5, logIndex: 2, from: me, to: eve, token, value: '77' },
          { hash: hash(3), block: 4, logIndex: 2, from: me, to: bob, token, value: '77' },
        ],
        internals: [],
      };
      const { transactions } = await connect({ blockscout: blockscoutOf(ledger, 50) }, {}, chainId as 'zksync').history(
        me,
      );
      expect(transactions.map(({ parsed }) => [parsed?.mode, parsed?.senders?.map(({ amount }) => amount)])).toEqual([
        ['transfer', ['1000']],
      ]);
    }
  });

  it('are not moved by contracts in a transaction that failed', async () => {
    const ledger: Ledger = {
      ...empty,
      transactions: [
        { hash: hash(1), block: 5, index: 0, from: me, to: bob, value: '1000', input: '0x12', isFailed: true },
      ],
      internals: [{ hash: hash(1), block: 5, index: 0, from: bob, to: me, value: '900' }],
    };
    const { transactions } = await connect({ blockscout: blockscoutOf(ledger, 50) }).history(me);
    expect(transactions.map(({ parsed }) => [parsed?.state, parsed?.senders?.map(({ amount }) => amount)])).toEqual([
      ['failed', ['0']],
    ]);
  });
});
