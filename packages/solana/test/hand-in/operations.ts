import type { Examples } from '@isochain/conformance/hand-ins/hand-in.ts';

// What the development profile answers right after its start, but for times: a test sends each of these requests there and compares.

const demo = { name: 'Isochain Demo Dollar', ticker: 'DEMO', decimals: '6' };
const amount = '1000000000000';
const pagination = { nextPage: null };

const mint = 'H1guMGrs9oL5PTVUwCR5is96MhhxeXrtiEaKoWZCgVEv';
const token = { type: 'SPL', id: mint, ...demo, contractAddress: mint };

const validatorsExample = {
  params: { chainId: 'solana' },
  response: {
    chainId: 'solana',
    validators: [
      {
        address: '3BUguuzRrgPvow6Do3qWLhMQGudLkBmdct2JVefxDmvc',
        name: 'Isochain Demo Validator',
        commission: 0.05,
        stakedAmount: '1000000000000000',
      },
    ],
    pagination,
  },
};

const anyTokenExample = { params: { chainId: 'solana', tokenId: mint }, response: { token: token } };

const holder = { chainId: 'solana', accountId: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96' };
const lamports = { available: '10000000000000', total: '10000000000000', unconfirmed: '0' };
const staking = {
  ...{ total: '0', locked: '0', unlocking: '0', unlocked: '0' },
  positions: [],
  rewards: { native: [], tokens: [] },
};

const anyAccountStateExample = {
  params: holder,
  query: { include: ['native', 'tokens', 'staking'] },
  response: { ...holder, balances: { native: lamports, tokens: [{ token: token, amount }], staking } },
};

export const operations = {
  validators: validatorsExample,
  anyToken: anyTokenExample,
  anyAccountState: anyAccountStateExample,
} satisfies Examples['operations'];
