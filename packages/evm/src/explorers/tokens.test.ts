import { describe, expect, it } from 'vitest';
import { blockscoutOf, type Explorer } from '../../test/scripted-explorer.ts';
import { type NodeScript, scriptedNode, token } from '../../test/scripted-node.ts';
import { evm } from '../index.ts';

const me = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const lower = me.toLowerCase();
const gold = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const dust = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512';
// On the bundled list of sepolia.
const usdc = '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238';

const facts = { name: 'Gold', symbol: 'GLD', decimals: '8', type: 'ERC-20', reputation: 'ok', exchange_rate: null };
const held = (address: string, value: string, more: object = {}) => ({
  token: { ...facts, address_hash: address, ...more },
  value,
  token_id: null,
  token_instance: null,
});

const holding = (amount: bigint) => token({ balances: { [lower]: amount } });
const script: NodeScript = {
  balances: { [lower]: 7n },
  contracts: {
    [usdc.toLowerCase()]: holding(5n),
    [gold.toLowerCase()]: holding(1234n),
    [dust.toLowerCase()]: holding(0n),
  },
};

function connect(explorer: Explorer) {
  const node = scriptedNode(11_155_111, script);
  return evm.connect('sepolia', {
    endpoints: [
      { url: 'https://node.test', name: 'node', maxBatch: 10 },
      { url: 'https://explorer.test', name: 'explorer', kind: 'blockscout' },
    ],
    fetch: (url, init) => (url.includes('explorer.test') ? explorer.fetch(url, init) : node.fetch(url, init)),
  });
}

const ledger = { transactions: [], transfers: [], internals: [] };

async function read(balances: readonly object[], include?: readonly ('native' | 'tokens')[]) {
  const explorer = blockscoutOf({ ...ledger, balances }, 50);
  let roundTrips = 0;
  const { balances: found } = await connect(explorer).accountState(me, {
    include,
    onTrace: (trace) => {
      roundTrips = trace.roundTrips;
    },
  });
  return { found, roundTrips, asked: explorer.asked };
}

describe('tokens that an explorer knows of', () => {
  it('are added to the known ones, with what the chain itself says of their amounts', async () => {
    const { found, roundTrips } = await read([held(gold.toLowerCase(), '999'), held(usdc, '999', { symbol: 'FAKE' })]);
    expect(found.native?.available).toBe('7');
    expect(found.tokens).toEqual([
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
    ['what has no decimals', held(gold, '5', { decimals: null })],
    ['what is gone', held(gold, '0')],
  ])('are not: %s', async (_, balance) => {
    const { found } = await read([balance]);
    expect(found.tokens?.map(({ token: { id } }) => id)).toEqual([usdc]);
  });

  it('cost no second round trip where there are none, and nothing where tokens are not asked for', async () => {
    expect((await read([])).roundTrips).toBe(1);
    expect((await read([held(gold, '1')], ['native'])).asked).toEqual([]);
  });

  it('are missing, and nothing else, while no explorer answers', async () => {
    const down: Explorer = { asked: [], fetch: async () => new Response('down', { status: 500 }) };
    const { balances } = await connect(down).accountState(me);
    expect(balances.tokens?.map(({ token: { id } }) => id)).toEqual([usdc]);
    expect(balances.native?.total).toBe('7');
  });

  it('are looked at up to a number, those with a price first', async () => {
    const many = Array.from({ length: 400 }, (_, i) => held(`0x${(i + 1).toString(16).padStart(40, '0')}`, '1'));
    const { found } = await read([...many, held(gold, '1', { exchange_rate: '2.5' })]);
    expect(found.tokens?.map(({ token: { id } }) => id)).toEqual([usdc, gold]);
  });
});
