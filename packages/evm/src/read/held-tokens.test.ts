import { describe, expect, it } from 'vitest';
import { blockscoutOf, type Explorer } from '../../test/scripted-explorer.ts';
import { Fault, type NodeScript, scriptedNode, token, word } from '../../test/scripted-node.ts';
import { type EvmChainId, evm } from '../index.ts';
import type { EvmKind } from '../upstream/explorers/explorer-kinds.ts';

const me = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const lower = me.toLowerCase();
const other = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
const gold = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const silver = '0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0';
const dust = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512';
// On the bundled list of sepolia.
const usdc = '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238';

const holding = (amount: bigint, facts: object = {}, replaced: Parameters<typeof token>[1] = {}) =>
  token({ balances: { [lower]: amount }, name: 'Gold', symbol: 'GLD', decimals: 8, ...facts }, replaced);

const contracts: NodeScript['contracts'] = {
  [usdc.toLowerCase()]: holding(5n),
  [gold.toLowerCase()]: holding(1234n),
  [silver.toLowerCase()]: holding(77n, { name: 'Silver', symbol: 'SLV', decimals: 2 }),
  [dust.toLowerCase()]: holding(0n),
};

const down: Explorer = { asked: [], fetch: async () => new Response('down', { status: 500 }) };

/** A chain with a node that answers by script, and one endpoint of each of these kinds. */
async function read(
  explorers: Readonly<Record<string, Pick<Explorer, 'fetch'>>>,
  {
    chainId = 'sepolia',
    nativeId = 11_155_111,
    include,
    script = {},
  }: {
    chainId?: EvmChainId;
    nativeId?: number;
    include?: readonly ('native' | 'tokens')[];
    script?: NodeScript;
  } = {},
) {
  const node = scriptedNode(nativeId, {
    balances: { [lower]: 7n },
    ...script,
    contracts: { ...contracts, ...script.contracts },
  });
  const chain = evm.connect(chainId, {
    endpoints: [
      { url: 'https://node.test', name: 'node', maxBatch: 10 },
      ...Object.keys(explorers).map((kind) => ({ url: `https://${kind}.test/api`, name: kind, kind: kind as EvmKind })),
    ],
    fetch(url, init) {
      const explorer = explorers[new URL(String(url)).hostname.replace('.test', '')];
      return explorer === undefined ? node.fetch(url, init) : explorer.fetch(url, init);
    },
  });
  let roundTrips = 0;
  const { balances, status } = await chain.accountState(me, {
    include,
    onTrace: (trace) => {
      roundTrips = trace.roundTrips;
    },
  });
  const found = balances.tokens?.map(({ token: { id, ticker, decimals }, amount }) => [id, ticker, decimals, amount]);
  const warned = status?.warnings.map(({ code, context }) => [code, context?.parts]);
  return { balances, found, roundTrips, node, warned };
}

const lacks = (parts: string) => [['account.incomplete', parts]];

const listed = [usdc, 'USDC', '6', '5'];

describe('tokens from Blockscout', () => {
  const facts = { name: 'Gold', symbol: 'GLD', decimals: '8', type: 'ERC-20', reputation: 'ok', exchange_rate: null };
  const held = (address: string, value: string, more: object = {}) => ({
    token: { ...facts, address_hash: address, ...more },
    value,
    token_id: null,
    token_instance: null,
  });
  const blockscout = (balances: unknown): Explorer => {
    const asked: URL[] = [];
    return {
      asked,
      async fetch(url) {
        asked.push(new URL(String(url)));
        return Response.json(balances);
      },
    };
  };

  it('are added to the known ones, with amounts from the chain itself', async () => {
    const balances = [held(gold.toLowerCase(), '999'), held(usdc, '999', { symbol: 'FAKE' })];
    const ledger = { transactions: [], transfers: [], internals: [], balances };
    const inner = blockscoutOf(ledger, 50);
    // An instance below a path.
    const explorer: Explorer = { ...inner, fetch: (url) => inner.fetch(String(url).replace('.test/api/', '.test/')) };
    const { balances: state, roundTrips } = await read({ blockscout: explorer });
    expect(state.native?.available).toBe('7');
    expect(state.tokens).toEqual([
      {
        token: { type: 'ERC20', id: usdc, name: 'USD Coin', ticker: 'USDC', decimals: '6', contractAddress: usdc },
        amount: '5',
      },
      {
        token: { type: 'ERC20', id: gold, name: 'Gold', ticker: 'GLD', decimals: '8', contractAddress: gold },
        amount: '1234',
      },
    ]);
    expect(roundTrips).toBe(2);
  });

  it.each([
    ['what the chain does not confirm', held(dust, '999')],
    ['scams', held(gold, '5', { reputation: 'scam' })],
    ['collectibles', held(gold, '5', { type: 'ERC-721' })],
    ['what is gone', held(gold, '0')],
  ])('are not: %s', async (_, balance) => {
    const { found, warned } = await read({ blockscout: blockscout([balance]) });
    expect(found).toEqual([listed]);
    expect(warned).toBeUndefined();
  });

  it.each([
    ['an amount', held(gold, '-1')],
    ['no amount', { token: { ...facts, address_hash: gold } }],
    ['a kind', held(gold, '1', { type: 20 })],
    ['a price', held(gold, '1', { exchange_rate: {} })],
    ['a reputation', held(gold, '1', { reputation: 5 })],
    ['another address', held(gold, '1', { address: 7 })],
  ])('are asked of their contracts where Blockscout tells %s that cannot be read', async (_, odd) => {
    const { found, warned } = await read({ blockscout: blockscout([odd, held(silver, '1')]) });
    expect(found).toEqual([listed, [gold, 'GLD', '8', '1234'], [silver, 'GLD', '2', '77']]);
    expect(warned).toBeUndefined();
  });

  it.each(['18', '0', '-1', '256', '8.5', '1e3', null, undefined, [8]])(
    'have the decimals of their contracts, also where Blockscout says %j',
    async (decimals) => {
      const { found } = await read({ blockscout: blockscout([held(gold, '5', { decimals }), held(silver, '1')]) });
      expect(found).toEqual([listed, [gold, 'GLD', '8', '1234'], [silver, 'GLD', '2', '77']]);
    },
  );

  it.each<[string, string | Fault]>([
    ['256', word(256)],
    ['2^256 - 1', word(2n ** 256n - 1n)],
    ['nothing', '0x'],
    ['a text', `${word(32)}${word(1).slice(2)}${'41'.padEnd(64, '0')}`],
    ['a revert', new Fault(3, 'execution reverted')],
  ])('lack only the one whose contract answers %s for its decimals', async (_, decimals) => {
    const script = { contracts: { [gold.toLowerCase()]: holding(1234n, {}, { decimals }) } };
    const { found, warned } = await read({ blockscout: blockscout([held(gold, '5'), held(silver, '1')]) }, { script });
    expect(found).toEqual([listed, [silver, 'GLD', '2', '77']]);
    expect(warned).toEqual(lacks('a token without decimals'));
  });

  it.each([
    ['a row that is none', 7],
    ['a row without a token', { value: '5' }],
    ['an address that is none', held('', '5')],
    ['no token', { token: null, value: '5' }],
    ['a token that is none', { token: 'gold', value: '5' }],
  ])('lack only %s, and a warning says so', async (_, row) => {
    const { found, warned } = await read({ blockscout: blockscout([row, held(gold, '5')]) });
    expect(found).toEqual([listed, [gold, 'GLD', '8', '1234']]);
    expect(warned).toEqual(lacks('a token'));
  });

  it('are not without a name that can be read: the contract tells it', async () => {
    const row = held(gold, '1', { name: { evil: true }, symbol: 7 });
    expect((await read({ blockscout: blockscout([row]) })).found).toEqual([listed, [gold, 'GLD', '8', '1234']]);
  });

  it('have names and tickers without misleading characters', async () => {
    const symbol = `\u202eHTE\u0000\n\u2066<a>\u200b${'X'.repeat(5_000)}`;
    const balance = held(gold, '5', { symbol, name: `\u061cGold\u0007 \ud83d\ude80\ud800${'y'.repeat(5_000)}` });
    const { balances } = await read({ blockscout: blockscout([balance]) });
    const { ticker, name } = balances.tokens?.[1]?.token ?? {};
    expect(ticker).toBe(`HTE<a>${'X'.repeat(26)}`);
    expect(name).toBe(`Gold \u{1f680}${'y'.repeat(122)}`);
  });

  it.each([
    ['null', null],
    ['empty', ''],
    ['invisible', '\u200b\u2060'],
  ])('have the names of their contracts where Blockscout says %s', async (_, text) => {
    const { found } = await read({ blockscout: blockscout([held(silver, '5', { symbol: text, name: text })]) });
    expect(found).toEqual([listed, [silver, 'SLV', '2', '77']]);
  });

  it('cost no second round trip if there are none, and nothing if tokens are not requested', async () => {
    expect((await read({ blockscout: blockscout([]) })).roundTrips).toBe(1);
    const explorer = blockscout([held(gold, '1')]);
    await read({ blockscout: explorer }, { include: ['native'] });
    expect(explorer.asked).toEqual([]);
  });

  it('are the only missing part while no explorer answers', async () => {
    for (const explorer of [down, blockscout({ items: [] }), blockscout('none')]) {
      const { balances, found, warned } = await read({ blockscout: explorer });
      expect(found).toEqual([listed]);
      expect(balances.native?.total).toBe('7');
      expect(warned).toEqual(lacks('tokens that are on no list'));
    }
  });

  it('are read up to a limit, and tokens with a price come first', async () => {
    const many = Array.from({ length: 400 }, (_, i) => held(`0x${(i + 1).toString(16).padStart(40, '0')}`, '1'));
    const { found } = await read({ blockscout: blockscout([...many, held(gold, '1', { exchange_rate: '2.5' })]) });
    expect(found?.map(([id]) => id)).toEqual([usdc, gold]);
  });

  it('are fewer without Multicall3, because each needs its own call', async () => {
    const many = Array.from({ length: 29 }, (_, i) => held(`0x${(i + 1).toString(16).padStart(40, '0')}`, '1'));
    const explorer = blockscout([...many, held(gold, '1'), held(silver, '1')]);
    const chain = { chainId: 'injective-evm-testnet', nativeId: 1439 } as const;
    const { found, node } = await read({ blockscout: explorer }, chain);
    expect(found?.filter(([id]) => id === gold || id === silver)).toEqual([[gold, 'GLD', '8', '1234']]);
    const targets = node.asked.flatMap(({ method, params }) => (method === 'eth_call' ? [params[0]] : []));
    expect(targets.filter((call) => (call as { to: string }).to === gold)).toHaveLength(2);
  });

  it.each<[string, EvmChainId, number, string]>([
    ['Polygon', 'polygon', 137, '0x0000000000000000000000000000000000001010'],
    ['Moonbeam', 'moonbeam', 1284, '0x0000000000000000000000000000000000000802'],
    ['the OP stack', 'optimism', 10, '0xDeadDeAddeAddEAddeadDEaDDEAdDeaDDeAD0000'],
  ])('do not have the native coins of %s a second time', async (_, chainId, nativeId, mirror) => {
    const script = { contracts: { [mirror.toLowerCase()]: holding(7n) } };
    const explorer = blockscout([held(mirror, '7'), held(gold, '1')]);
    const { found } = await read({ blockscout: explorer }, { chainId, nativeId, script });
    expect(found).toEqual([[gold, 'GLD', '8', '1234']]);
  });
});

describe("tokens from Etherscan's transfers", () => {
  /** The row of the captures (etherscan-rows-real.json), with other parties. */
  const row = (contractAddress: string, value: string, more: object = {}) => ({
    blockNumber: '13046292',
    timeStamp: '1629250442',
    hash: '0x211ed14e479328f20d99cab6ecc732db02b4f4c0d0e68ffa869f6949d6f93256',
    nonce: '433',
    blockHash: '0x1fe3a063683b8546e40c0215652d69dc464b7c8c6578e1699c39f6b82ebfd868',
    from: other,
    contractAddress,
    to: lower,
    value,
    tokenName: 'Emblem',
    tokenSymbol: 'EMB',
    tokenDecimal: '18',
    transactionIndex: '35',
    gas: '81400',
    gasPrice: '67000000000',
    gasUsed: '54267',
    cumulativeGasUsed: '2835533',
    input: 'deprecated',
    confirmations: '1905554',
    ...more,
  });
  /** Rows by page. Further pages are empty. */
  const etherscan = (...pages: readonly (readonly object[])[]): Explorer => {
    const asked: URL[] = [];
    return {
      asked,
      async fetch(input) {
        const url = new URL(String(input));
        asked.push(url);
        const result = pages[Number(url.searchParams.get('page')) - 1] ?? [];
        return Response.json(
          result.length > 0
            ? { status: '1', message: 'OK', result }
            : { status: '0', message: 'No transactions found', result: [] },
        );
      },
    };
  };

  it('are added once each, with amounts and decimals from their contracts', async () => {
    const rows = [
      row(gold.toLowerCase(), '1'),
      row(gold, '2', { from: lower, to: other }),
      row(usdc, '3'),
      row(dust, '4'),
      row(silver, '5'),
    ];
    const explorer = etherscan(rows);
    const { found, roundTrips } = await read({ etherscan: explorer });
    expect(found).toEqual([listed, [gold, 'EMB', '8', '1234'], [silver, 'EMB', '2', '77']]);
    expect(roundTrips).toBe(2);
    expect(explorer.asked.map(({ search }) => search)).toEqual([
      `?chainid=11155111&module=account&action=tokentx&address=${me}&page=1&offset=1000&sort=desc`,
    ]);
  });

  it.each([
    ['transfers of nothing, which anybody can make in the name of anybody', row(gold, '0', { from: lower, to: other })],
    ['collectibles, which have no amount', row(gold, '1', { value: undefined, tokenID: '7' })],
  ])('are not those of %s', async (_, odd) => {
    const { found, warned } = await read({ etherscan: etherscan([odd, row(silver, '5')]) });
    expect(found).toEqual([listed, [silver, 'EMB', '2', '77']]);
    expect(warned).toBeUndefined();
  });

  it.each([
    ['rows without a contract', row('', '1')],
    ['what is no row', {}],
    ['null', null as never],
  ])('lack only those of %s, and a warning says so', async (_, odd) => {
    const { found, warned } = await read({ etherscan: etherscan([odd, row(silver, '5')]) });
    expect(found).toEqual([listed, [silver, 'EMB', '2', '77']]);
    expect(warned).toEqual(lacks('a token'));
  });

  it('are asked of their contracts where an amount cannot be read', async () => {
    const { found, warned } = await read({ etherscan: etherscan([row(gold, '-1'), row(silver, '5')]) });
    expect(found).toEqual([listed, [gold, 'EMB', '8', '1234'], [silver, 'EMB', '2', '77']]);
    expect(warned).toBeUndefined();
  });

  it('come from at most three pages of a thousand', async () => {
    const full = (fill: string) => Array.from({ length: 1000 }, () => row(fill, '1'));
    const explorer = etherscan(full(dust), full(gold), full(silver), [row(usdc, '1')]);
    const { found } = await read({ etherscan: explorer });
    expect(found?.map(([id]) => id)).toEqual([usdc, gold, silver]);
    expect(explorer.asked.map(({ searchParams }) => searchParams.get('page'))).toEqual(['1', '2', '3']);
  });

  it.each([
    ['No transactions found', 1],
    ['No token transfers found', 1],
    ['No records found', 1],
  ])('are none where it says %j', async (message) => {
    let asked = 0;
    const none = async () => {
      asked += 1;
      return Response.json({ status: '0', message, result: [] });
    };
    const { found } = await read({ etherscan: { fetch: none } });
    expect([found, asked]).toEqual([[listed], 1]);
  });

  it('are the only missing part if it limits the rate', async () => {
    const limited = async () =>
      Response.json({ status: '0', message: 'NOTOK', result: 'Max rate limit reached, please use API Key' });
    expect((await read({ etherscan: { fetch: limited } })).found).toEqual([listed]);
  });
});

describe('tokens from Alchemy', () => {
  const amount = (value: number) => `0x${value.toString(16).padStart(64, '0')}`;
  type Balances = readonly unknown[];
  /** Pages by key, as alchemy_getTokenBalances answers them; the first has no key. */
  const alchemy = (
    pages: Readonly<Record<string, { tokenBalances: Balances; pageKey?: string | null }>>,
    id = 11_155_111,
  ) =>
    scriptedNode(id, {
      methods: {
        alchemy_getTokenBalances([address, , options]) {
          const { pageKey = '' } = options as { pageKey?: string };
          return pages[pageKey] === undefined ? new Fault(-32602, 'invalid pageKey') : { address, ...pages[pageKey] };
        },
      },
    });

  it('are added, with all facts from their contracts', async () => {
    const source = alchemy({
      '': {
        tokenBalances: [
          { contractAddress: gold.toLowerCase(), tokenBalance: amount(999) },
          { contractAddress: usdc.toLowerCase(), tokenBalance: amount(5) },
          { contractAddress: silver.toLowerCase(), tokenBalance: null, error: 'timed out' },
        ],
      },
    });
    const { found, roundTrips } = await read({ alchemy: source });
    expect(found).toEqual([listed, [gold, 'GLD', '8', '1234'], [silver, 'SLV', '2', '77']]);
    expect(roundTrips).toBe(2);
    expect(source.asked).toEqual([
      { method: 'eth_chainId', params: [] },
      { method: 'alchemy_getTokenBalances', params: [me, 'erc20', { maxCount: 100 }] },
    ]);
  });

  it('need no call if it says that the account holds nothing', async () => {
    const source = alchemy({
      '': {
        tokenBalances: [
          { contractAddress: gold, tokenBalance: amount(0) },
          { contractAddress: gold, tokenBalance: '0x' },
        ],
      },
    });
    const { found, roundTrips } = await read({ alchemy: source });
    expect(found).toEqual([listed]);
    expect(roundTrips).toBe(1);
  });

  it('lack only rows without an address, and a warning says so', async () => {
    const odd = [{ contractAddress: 'gold', tokenBalance: amount(1) }, null];
    const source = alchemy({ '': { tokenBalances: [...odd, { contractAddress: gold, tokenBalance: 7 }] } });
    const { found, warned } = await read({ alchemy: source });
    expect(found).toEqual([listed, [gold, 'GLD', '8', '1234']]);
    expect(warned).toEqual(lacks('a token'));
  });

  it('come from at most five pages', async () => {
    const pages = Object.fromEntries(
      Array.from({ length: 9 }, (_, i) => [
        i === 0 ? '' : `key${i}`,
        {
          tokenBalances: [{ contractAddress: i === 4 ? gold : i === 5 ? silver : dust, tokenBalance: amount(1) }],
          pageKey: `key${i + 1}`,
        },
      ]),
    );
    const source = alchemy(pages);
    const { found } = await read({ alchemy: source });
    expect(found?.map(([id]) => id)).toEqual([usdc, gold]);
    expect(source.asked.filter(({ method }) => method !== 'eth_chainId').map(({ params }) => params[2])).toEqual([
      { maxCount: 100 },
      ...['key1', 'key2', 'key3', 'key4'].map((pageKey) => ({ maxCount: 100, pageKey })),
    ]);
  });

  it.each([
    [
      'it serves another chain',
      alchemy({ '': { tokenBalances: [{ contractAddress: gold, tokenBalance: amount(1) }] } }, 1),
    ],
    ['it answers an error', alchemy({})],
    ['it is down', down],
  ])('are missing, and nothing else, where %s', async (_, source) => {
    const { found, warned } = await read({ alchemy: source });
    expect(found).toEqual([listed]);
    expect(warned).toEqual(lacks('tokens that are on no list'));
  });

  it('do not give a history', () => {
    const chain = evm.connect('sepolia', {
      endpoints: [{ url: 'https://node.test' }, { url: 'https://alchemy.test', kind: 'alchemy' }],
    });
    expect(chain.adapter.reads.history).toBeUndefined();
  });
});

describe('several sources of tokens', () => {
  const source = scriptedNode(11_155_111, {
    methods: {
      alchemy_getTokenBalances: () => ({ tokenBalances: [{ contractAddress: gold, tokenBalance: word(1) }] }),
    },
  });

  it('stand in for each other', async () => {
    const { found } = await read({ blockscout: down, etherscan: down, alchemy: source });
    expect(found).toEqual([listed, [gold, 'GLD', '8', '1234']]);
  });

  it('are asked in the configured order, until one answers', async () => {
    const asked: string[] = [];
    const nothing: Explorer['fetch'] = async (url) => {
      asked.push(String(url));
      return Response.json([]);
    };
    expect((await read({ alchemy: source, blockscout: { fetch: nothing } })).found).toHaveLength(2);
    expect(asked).toEqual([]);
    expect((await read({ blockscout: { fetch: nothing }, alchemy: source })).found).toEqual([listed]);
  });
});
