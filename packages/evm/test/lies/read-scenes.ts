import type { LieScene } from '@isochain/conformance';
import { anvil, receipt } from '../recordings.ts';
import { blockscoutOf, etherscanOf, type Ledger, time } from '../scripted-explorer.ts';
import { hex, token } from '../scripted-node.ts';
import { ann, bob } from '../signers.ts';
import { gold, scene, sender, tip } from './upstream.ts';

// What clients read: states, tokens, transactions, and histories of all kinds of sources.

export const hashOf = (n: number) => `0x${n.toString(16).padStart(64, '0')}`;
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

const story: Ledger = {
  transactions: [
    {
      ...{ hash: hashOf(8), block: 110, index: 4, from: ann.address, to: bob.address },
      ...{ value: '1000', fee: '31500', nonce: 11 },
    },
    { hash: hashOf(7), block: 109, index: 2, from: ann.address, to: usdc, value: '0', input: '0xa9059cbb', nonce: 10 },
    // A contract that somebody's transaction created.
    {
      ...{ hash: hashOf(6), block: 108, index: 1, from: ann.address, to: null, value: '0', input: '0x6080' },
      ...{ created: '0x00000000000000000000000000000000000000cc', nonce: 9 },
    },
  ],
  transfers: [
    { hash: hashOf(7), block: 109, logIndex: 31, from: ann.address, to: bob.address, token: usdc, value: '2500000' },
  ],
  internals: [{ hash: hashOf(1), block: 103, index: 5, from: bob.address, to: ann.address, value: '77' }],
  balances: [
    {
      token: {
        ...{ address_hash: gold, name: 'USD Coin', symbol: 'USDC', decimals: '6', type: 'ERC-20', reputation: 'ok' },
        exchange_rate: '1.0',
      },
      value: '999',
      token_id: null,
      token_instance: null,
    },
  ],
};

const held: Ledger = {
  ...story,
  transfers: [
    { hash: hashOf(7), block: 109, logIndex: 31, from: bob.address, to: ann.address, token: gold, value: '999' },
  ],
};

const found = (session: 'default' | 'optimism', name: string) => ({
  eth_getTransactionByHash: () => anvil(session, `tx ${name}`).result,
  eth_getTransactionReceipt: () => anvil(session, `receipt ${name}`).result,
});

export const idOf = (name: string) => (anvil('default', `tx ${name}`).result as { hash: string }).hash;

/** A real receipt of Optimism, which tells fees beyond gas, with the transaction that belongs to it. */
const onOptimism: Record<string, unknown> = {
  ...receipt('OP Mainnet after Ecotone'),
  operatorFeeScalar: '0x5',
  operatorFeeConstant: '0x7',
};
const optimistic = {
  ...(anvil('default', 'tx native').result as object),
  ...{
    hash: onOptimism.transactionHash,
    blockNumber: onOptimism.blockNumber,
    from: onOptimism.from,
    to: onOptimism.to,
  },
};

/** A block of a private chain with two transactions of the account. */
const scanned = (number: number) => ({
  number: hex(number),
  timestamp: hex(time(number)),
  baseFeePerGas: '0x7',
  transactions:
    number === 119
      ? ['native', 'erc20'].map((name) => ({
          ...(anvil('default', `tx ${name}`).result as object),
          blockNumber: hex(number),
          blockTimestamp: undefined,
        }))
      : [],
});

const scan = {
  eth_getBlockByNumber: ([number]: readonly unknown[]) => scanned(number === 'latest' ? tip : Number(number)),
  eth_getLogs: () => {
    const { logs } = anvil('default', 'receipt erc20').result as { logs: object[] };
    return logs.map((log) => ({ ...log, blockNumber: hex(119), transactionIndex: '0x1' }));
  },
  eth_getTransactionReceipt: ([id]: readonly unknown[]) => {
    const name = ['native', 'erc20'].find((one) => id === idOf(one));
    if (name === undefined) return null;
    return { ...(anvil('default', `receipt ${name}`).result as object), blockNumber: hex(119) };
  },
};

const alchemy = { url: 'https://alchemy.test', name: 'alchemy', kind: 'alchemy', maxBatch: 50 };
/** A chain whose bundled list is short: less to ask for, and the same ways. */
const fewKnown = { chainId: 'gnosis-chiado' } as const;
const alchemyAnswers = {
  alchemy_getTokenBalances: () => ({
    address: sender,
    tokenBalances: [{ contractAddress: gold.toLowerCase(), tokenBalance: hex(999) }],
    pageKey: null,
  }),
};

/** All pages, one transaction each. A history that has no end is cut: more than ten pages this story has not. */
const pages: LieScene['run'] = async (chain) => {
  const read = [];
  let nextPage: string | undefined;
  for (let page = 0; page < 10; page += 1) {
    const { transactions, pagination } = await chain.history(ann.address, { limit: 1, nextPage });
    read.push(...transactions);
    if (pagination.nextPage === null) break;
    ({ nextPage } = pagination);
  }
  return { transactions: read };
};

const readTokens: LieScene['run'] = (chain) => chain.accountState(ann.address, { include: ['tokens'] });
const readHistory: LieScene['run'] = (chain) => chain.history(ann.address);

export const readScenes: readonly LieScene[] = [
  scene(
    'state',
    { ...fewKnown, options: { tokens: [{ id: gold, name: 'Gold', ticker: 'GLD', decimals: 6 }] } },
    (chain) => chain.accountState(ann.address),
  ),
  scene('token', {}, (chain) => chain.token(gold)),
  scene('listed token', { script: { contracts: { [usdc.toLowerCase()]: token() } } }, (chain) => chain.token(usdc)),
  scene('transaction', { script: { methods: found('default', 'native') } }, (chain) =>
    chain.transaction(idOf('native')),
  ),
  scene('token transaction', { script: { methods: found('default', 'erc20') } }, (chain) =>
    chain.transaction(idOf('erc20')),
  ),
  scene(
    'optimism transaction',
    {
      chainId: 'optimism',
      script: {
        methods: {
          eth_getTransactionByHash: () => ({ ...optimistic, blockTimestamp: undefined }),
          eth_getTransactionReceipt: () => ({ ...onOptimism, blockNumber: hex(tip - 1) }),
        },
      },
    },
    (chain) => chain.transaction(String(onOptimism.transactionHash)),
  ),
  scene('blockscout', { explorers: { blockscout: blockscoutOf(story, 50) } }, readHistory),
  scene('blockscout pages', { explorers: { blockscout: blockscoutOf(story, 1) } }, pages),
  scene('etherscan', { explorers: { etherscan: etherscanOf(story) } }, readHistory),
  scene('scan', { script: { methods: scan }, options: { historyScanBlocks: 20 } }, readHistory),
  scene('blockscout tokens', { ...fewKnown, explorers: { blockscout: blockscoutOf(story, 50) } }, readTokens),
  scene('etherscan tokens', { ...fewKnown, explorers: { etherscan: etherscanOf(held) } }, readTokens),
  scene('alchemy tokens', { ...fewKnown, script: { methods: alchemyAnswers }, more: [alchemy] }, readTokens),
];
