import { describe, expect, it } from 'vitest';
import { blockscoutOf } from '../../test/scripted-explorer.ts';
import { connectTo, hex, token } from '../../test/scripted-node.ts';
import { evm } from '../index.ts';

const ann = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const eve = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const gold = '0x5FbDB2315678afecb367f032d93F642f64180aa3';

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const topicOf = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;

interface Move {
  readonly from: string;
  readonly to: string;
  /** Coins, unless a number of tokens is given. */
  readonly value?: bigint;
  readonly tokens?: number;
  /** Who asks the contract to move tokens: with an allowance, not their owner. */
  readonly by?: string;
}

const idOf = (block: number, index: number) => `0x${block.toString(16).padStart(60, '0')}${hexWord(index, 4)}`;
const hexWord = (value: number, digits: number) => value.toString(16).padStart(digits, '0');

/** A chain of blocks with these moves in them, by height. Block n is of second n. */
function chainOf(
  moves: Readonly<Record<number, readonly Move[]>>,
  height: number,
  options: { head?: () => number } = {},
) {
  const at = (block: number) => moves[block] ?? [];
  const head = options.head ?? (() => height);
  const transaction = (block: number, index: number) => {
    const { from, to, value = 0n, tokens, by = from } = at(block)[index] as Move;
    return {
      hash: idOf(block, index),
      blockNumber: hex(block),
      from: by.toLowerCase(),
      to: (tokens === undefined ? to : gold).toLowerCase(),
      value: hex(value),
      nonce: '0x0',
      gas: '0x5208',
      gasPrice: '0x1',
      input: tokens === undefined ? '0x' : '0xa9059cbb',
    };
  };
  const logs = (block: number, index: number) => {
    const { from, to, tokens } = at(block)[index] as Move;
    if (tokens === undefined) return [];
    const topics = [transferTopic, topicOf(from), topicOf(to)];
    return [{ address: gold.toLowerCase(), topics, data: `0x${hexWord(tokens, 64)}` }];
  };
  return {
    contracts: { [gold.toLowerCase()]: token({ symbol: 'AU' }) },
    methods: {
      eth_blockNumber: () => hex(head()),
      eth_getBlockByNumber: ([number]: readonly unknown[]) => {
        if (number === 'latest') return undefined;
        const block = Number(number);
        if (block > head()) return null;
        return {
          number: hex(block),
          timestamp: hex(block),
          transactions: at(block).map((_, index) => transaction(block, index)),
        };
      },
      eth_getTransactionReceipt: ([id]: readonly unknown[]) => {
        const [block, index] = [Number(`0x${String(id).slice(2, 62)}`), Number(`0x${String(id).slice(62)}`)];
        return {
          transactionHash: id,
          blockNumber: hex(block),
          status: '0x1',
          gasUsed: '0x5208',
          effectiveGasPrice: '0x1',
          logs: logs(block, index),
        };
      },
      eth_getLogs: ([filter]: readonly unknown[]) => {
        const { fromBlock, toBlock, topics } = filter as {
          fromBlock: string;
          toBlock: string;
          topics: (string | null)[];
        };
        const found: object[] = [];
        for (let block = Number(fromBlock); block <= Number(toBlock); block++) {
          at(block).forEach((_, index) => {
            for (const log of logs(block, index)) {
              if (topics.some((topic, i) => topic !== null && topic !== log.topics[i])) continue;
              const place = {
                transactionHash: idOf(block, index),
                blockNumber: hex(block),
                transactionIndex: hex(index),
              };
              found.push({ ...log, ...place });
            }
          });
        }
        return found;
      },
    },
  };
}

async function pagesOf(script: ReturnType<typeof chainOf>, account: string, limit: number, historyScanBlocks = 1_000) {
  const { chain } = connectTo('sepolia', script, { historyScanBlocks });
  const pages: string[][] = [];
  let nextPage: string | undefined;
  do {
    const page = await chain.history(account, { limit, nextPage });
    pages.push(page.transactions.map(({ parsed }) => parsed?.id ?? ''));
    nextPage = page.pagination.nextPage ?? undefined;
  } while (nextPage !== undefined && pages.length < 100);
  return pages;
}

const coins = (from: string, to: string, value: bigint): Move => ({ from, to, value });

describe('a history from blocks', () => {
  it('has sent and received coins and tokens, newest first', async () => {
    const script = chainOf(
      {
        3: [coins(ann, bob, 5n), coins(bob, eve, 6n)],
        7: [coins(bob, eve, 1n), coins(eve, ann, 7n)],
        9: [{ from: bob, to: ann, tokens: 42 }],
      },
      10,
    );
    const { chain } = connectTo('sepolia', script, { historyScanBlocks: 1_000 });
    const { transactions, pagination } = await chain.history(ann, { include: ['parsed', 'raw'] });
    expect(transactions.map(({ parsed }) => parsed)).toEqual([
      {
        id: idOf(9, 0),
        mode: 'transferToken',
        tokenId: gold,
        state: 'confirmed',
        fees: { amount: '21000', ticker: 'ETH' },
        blockHeight: '9',
        timestamp: '9000',
        gas: '21000',
        nonce: '0',
        senders: [{ address: bob, amount: '42', ticker: 'AU', tokenId: gold }],
        recipients: [{ address: ann, amount: '42', ticker: 'AU', tokenId: gold }],
        confirmations: '2',
      },
      expect.objectContaining({ id: idOf(7, 1), mode: 'transfer', timestamp: '7000' }),
      expect.objectContaining({ id: idOf(3, 0), mode: 'transfer', confirmations: '8' }),
    ]);
    expect(transactions[0]?.raw).toMatchObject({ transaction: { hash: idOf(9, 0) }, receipt: { status: '0x1' } });
    expect(pagination.nextPage).toBeNull();
  });

  it('has tokens that another account moved for the account', async () => {
    const script = chainOf({ 2: [{ from: ann, to: bob, tokens: 1, by: eve }] }, 5);
    expect(await pagesOf(script, ann, 10)).toEqual([[idOf(2, 0)]]);
  });

  const busy = Object.fromEntries(
    Array.from({ length: 50 }, (_, block) => [block, Array.from({ length: block % 4 }, () => coins(ann, bob, 1n))]),
  );
  const all = Array.from({ length: 50 }, (_, i) => 49 - i).flatMap((block) =>
    Array.from({ length: block % 4 }, (_, i) => idOf(block, (block % 4) - 1 - i)),
  );

  it.each([1, 2, 3, 7, 25, 100])('comes in pages of %d, each entry once', async (limit) => {
    const pages = await pagesOf(chainOf(busy, 49), ann, limit);
    expect(pages.flat()).toEqual(all);
    for (const page of pages) expect(page.length).toBeLessThanOrEqual(limit);
  });

  it.each([1, 5, 20, 33])('reads at most %d blocks for a page, and continues after them', async (blocks) => {
    expect((await pagesOf(chainOf(busy, 49), ann, 100, blocks)).flat()).toEqual(all);
  });

  it('continues at the same place while blocks arrive', async () => {
    let height = 30;
    const script = chainOf(busy, 49, { head: () => height });
    const { chain } = connectTo('sepolia', script, { historyScanBlocks: 1_000 });
    const first = await chain.history(ann, { limit: 5 });
    height = 49;
    const second = await chain.history(ann, { limit: 100, nextPage: first.pagination.nextPage ?? undefined });
    const ids = [...first.transactions, ...second.transactions].map(({ parsed }) => parsed?.id);
    expect(ids).toEqual(all.filter((id) => id <= idOf(30, 9)));
  });

  it('does not begin again if the page token is from another source', async () => {
    const rows = [7, 8].map((block) => ({ hash: idOf(block, 0), block, index: 0, from: ann, to: bob, value: '1' }));
    const explorer = blockscoutOf({ transactions: rows, transfers: [], internals: [] }, 50);
    const endpoints = [{ url: 'https://explorer.test', kind: 'blockscout' as const }];
    const explored = evm.connect('sepolia', { endpoints, fetch: (url, init) => explorer.fetch(url, init) });
    const { pagination } = await explored.history(ann, { limit: 1 });
    const { chain } = connectTo('sepolia', chainOf(busy, 49), { historyScanBlocks: 1_000 });
    const nextPage = pagination.nextPage ?? undefined;
    expect(nextPage).toBeTypeOf('string');
    await expect(chain.history(ann, { nextPage })).rejects.toMatchObject({ code: 'page.invalid' });
  });

  it('leaves out transfers of nothing that others make in the name of the account', async () => {
    const poison = { from: ann, to: eve, tokens: 0, by: bob };
    expect(await pagesOf(chainOf({ 3: [poison, { ...poison, from: eve, to: ann }] }, 10), ann, 10)).toEqual([[]]);
    // Its own are its own.
    expect(await pagesOf(chainOf({ 3: [{ ...poison, by: ann }] }, 10), ann, 10)).toEqual([[idOf(3, 0)]]);
  });

  it('loses only a log that does not fit', async () => {
    const script = chainOf({ 3: [{ from: bob, to: ann, tokens: 42 }] }, 10);
    const logs = script.methods.eth_getLogs;
    const odd = {
      ...script,
      methods: {
        ...script.methods,
        eth_getLogs: (asked: readonly unknown[]) => [{}, { topics: null }, ...logs(asked)],
      },
    };
    expect(await pagesOf(odd, ann, 10)).toEqual([[idOf(3, 0)]]);
  });

  it.each([
    ['value', '-0x1'],
    ['input', 'none'],
    ['value', undefined],
  ])('names a transaction whose %s does not fit (%s), and shows the others', async (field, value) => {
    const script = chainOf({ 3: [coins(ann, bob, 5n), coins(bob, ann, 6n)] }, 10);
    const block = script.methods.eth_getBlockByNumber;
    const answer = (asked: readonly unknown[]) => {
      const found = block(asked);
      const [first, ...others] = found?.transactions ?? [];
      return first === undefined || found == null
        ? found
        : { ...found, transactions: [{ ...first, [field]: value }, ...others] };
    };
    const odd = { ...script, methods: { ...script.methods, eth_getBlockByNumber: answer } };
    const { chain } = connectTo('sepolia', odd, { historyScanBlocks: 1_000 });
    const { transactions } = await chain.history(ann);
    expect(transactions.map(({ parsed }) => [parsed?.id, parsed?.mode])).toEqual([
      [idOf(3, 1), 'transfer'],
      [idOf(3, 0), 'unknown'],
    ]);
    expect(transactions[1]?.parsed).toMatchObject({
      ...{ state: 'confirmed', blockHeight: '3' },
      warnings: [{ code: 'transaction.incomplete', context: { parts: 'the transaction' } }],
    });
    expect(transactions[1]?.parsed).not.toHaveProperty('senders');
  });

  it('is empty for an account that did nothing', async () => {
    expect(await pagesOf(chainOf(busy, 49), eve, 10)).toEqual([[]]);
    expect(await pagesOf(chainOf({}, 0), ann, 10)).toEqual([[]]);
  });

  it('does not exist without a limit of blocks to read', async () => {
    const { chain } = connectTo('sepolia', chainOf({}, 0));
    await expect(chain.history(ann)).rejects.toMatchObject({ code: 'feature.unsupported' });
  });
});
