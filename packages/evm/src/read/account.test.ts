import { describe, expect, it } from 'vitest';
import { connectTo, Fault, hex, type NodeScript, token } from '../../test/scripted-node.ts';
import type { EvmChainId } from '../chains.ts';
import type { EvmOptions } from '../options.ts';

const ann = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const lower = ann.toLowerCase();
const ether = 10n ** 18n;

// On the list of sepolia.
const usdc = '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238';
const link = '0x779877A7B0D9E8603169DdbD7836e478b4624789';
const gold = '0x5FbDB2315678afecb367f032d93F642f64180aa3';

const holding = (amount: bigint) => token({ balances: { [lower]: amount } });

async function read(
  script: NodeScript,
  {
    chainId = 'sepolia',
    include,
    account = ann,
    ...options
  }: EvmOptions & {
    chainId?: EvmChainId;
    include?: readonly ('native' | 'tokens' | 'staking')[];
    account?: string;
  } = {},
) {
  const { chain, node, onTrace, roundTrips } = connectTo(chainId, script, options);
  const state = await chain.accountState(account, { include, onTrace });
  return { state, node, roundTrips: roundTrips() };
}

describe('account state', () => {
  it('has coins and the tokens of the list, in one round trip', async () => {
    const { state, roundTrips } = await read({
      balances: { [lower]: 3n * ether },
      contracts: { [usdc.toLowerCase()]: holding(1_500_000n), [link.toLowerCase()]: holding(2n ** 255n) },
    });
    expect(state).toEqual({
      chainId: 'sepolia',
      accountId: ann,
      balances: {
        native: { available: '3000000000000000000', total: '3000000000000000000', unconfirmed: '0' },
        tokens: [
          {
            token: {
              type: 'ERC20',
              id: usdc,
              name: 'USD Coin',
              ticker: 'USDC',
              decimals: '6',
              contractAddress: usdc,
            },
            amount: '1500000',
          },
          {
            token: {
              type: 'ERC20',
              id: link,
              name: 'Chainlink Token',
              ticker: 'LINK',
              decimals: '18',
              contractAddress: link,
            },
            amount: '57896044618658097711785492504343953926634992332820282019728792003956564819968',
          },
        ],
      },
    });
    expect(roundTrips).toBe(1);
  });

  it('of an unused account is zero', async () => {
    const { state } = await read({ contracts: { [usdc.toLowerCase()]: holding(0n) } });
    expect(state.balances).toEqual({ native: { available: '0', total: '0', unconfirmed: '0' }, tokens: [] });
  });

  it.each([
    ['what is on its way out is not available', 1n, { available: '1', total: '3', unconfirmed: '0' }],
    ['what is on its way in is unconfirmed', 10n, { available: '3', total: '3', unconfirmed: '7' }],
    ['nothing is on its way', 3n, { available: '3', total: '3', unconfirmed: '0' }],
  ])('%s', async (_, pending, native) => {
    const { state } = await read({ balances: { [lower]: 3n }, pendingBalances: { [lower]: pending } });
    expect(state.balances.native).toEqual(native);
  });

  it.each([
    [-32000, 'pending state is not available'],
    [-32000, 'pending block is not available'],
    [-32602, 'unknown block tag pending'],
    [-32601, 'the method does not support pending'],
    [-32000, 'header not found'],
  ])('is the latest one where the node has no pending state: %i %s', async (code, message) => {
    const { state, roundTrips } = await read({
      balances: { [lower]: 3n },
      methods: { eth_getBalance: ([, tag]) => (tag === 'pending' ? new Fault(code, message) : undefined) },
    });
    expect(state.balances.native).toEqual({ available: '3', total: '3', unconfirmed: '0' });
    expect(roundTrips).toBe(1);
  });

  it('is not guessed from a node that is too busy to tell the pending balance', async () => {
    const busy = {
      eth_getBalance: ([, tag]: readonly unknown[]) =>
        tag === 'pending' ? new Fault(429, 'too many requests') : undefined,
    };
    await expect(read({ balances: { [lower]: 3n }, methods: busy })).rejects.toMatchObject({
      code: 'upstream.unavailable',
    });
  });

  it.each<EvmChainId>(['hyperliquid', 'monad-testnet'])('on %s never asks for pending state', async (chainId) => {
    const { state, node } = await read({ balances: { [lower]: 3n }, pendingBalances: { [lower]: 1n } }, { chainId });
    expect(state.balances.native).toEqual({ available: '3', total: '3', unconfirmed: '0' });
    expect(JSON.stringify(node.asked)).not.toContain('pending');
  });

  it('reads only the requested parts', async () => {
    const script: NodeScript = { balances: { [lower]: 3n }, contracts: { [usdc.toLowerCase()]: holding(5n) } };
    const native = await read(script, { include: ['native'] });
    expect(Object.keys(native.state.balances)).toEqual(['native']);
    expect(native.node.asked.map(({ method }) => method)).not.toContain('eth_call');
    const tokens = await read(script, { include: ['tokens'] });
    expect(Object.keys(tokens.state.balances)).toEqual(['tokens']);
    expect(tokens.node.asked.map(({ method }) => method)).not.toContain('eth_getBalance');
    const staking = await read(script, { include: ['staking'] });
    expect(staking.state.balances).toEqual({});
    expect(staking.node.asked).toEqual([]);
  });

  it('knows the configured tokens, before the tokens of the list', async () => {
    const tokens = [
      { id: gold.toLowerCase(), name: 'Gold', ticker: 'AU', decimals: 9 },
      { id: usdc.toLowerCase(), name: 'My name for it', ticker: 'MINE', decimals: 6 },
    ];
    const contracts = { [gold.toLowerCase()]: holding(1n), [usdc.toLowerCase()]: holding(2n) };
    const { state } = await read({ contracts }, { tokens });
    expect(
      state.balances.tokens?.map(({ token: { id, ticker, decimals }, amount }) => [id, ticker, decimals, amount]),
    ).toEqual([
      [gold, 'AU', '9', '1'],
      [usdc, 'MINE', '6', '2'],
    ]);
  });

  it('does not fail because of one broken token', async () => {
    const { state } = await read({
      contracts: {
        [usdc.toLowerCase()]: () => new Fault(3, 'execution reverted'),
        [link.toLowerCase()]: holding(7n),
      },
    });
    expect(state.balances.tokens?.map(({ token: { ticker } }) => ticker)).toEqual(['LINK']);
    expect(state.status?.warnings).toMatchObject([
      { code: 'account.incomplete', context: { parts: 'the balance of USDC' } },
    ]);
  });

  it.each<[string, string, boolean]>([
    ['nothing is not there, and holds nothing', '0x', false],
    ['less than a word tells no balance', '0x01', true],
    ['two words tells no balance', `0x${'0'.repeat(127)}1`, true],
  ])('a listed token that answers %s', async (_, answer, isUnread) => {
    const { state } = await read({
      contracts: { [usdc.toLowerCase()]: () => answer, [link.toLowerCase()]: holding(7n) },
    });
    expect(state.balances.tokens?.map(({ token: { ticker } }) => ticker)).toEqual(['LINK']);
    expect(state.status !== undefined).toBe(isUnread);
  });

  it.each<[string, EvmChainId, boolean]>([
    ['is known to be missing', 'injective-evm-testnet', true],
    ['is missing at its address', 'sepolia', false],
  ])('is read call by call where Multicall3 %s', async (_, chainId, multicall) => {
    const tokens = [
      { id: gold, name: 'Gold', ticker: 'AU', decimals: 9 },
      { id: link, name: 'Link', ticker: 'LINK', decimals: 18 },
    ];
    const contracts = { [gold.toLowerCase()]: holding(1n), [link.toLowerCase()]: holding(2n) };
    const { state, roundTrips } = await read({ multicall, contracts }, { chainId, tokens });
    expect(state.balances.tokens?.map(({ token: { id }, amount }) => [id, amount])).toEqual([
      [gold, '1'],
      [link, '2'],
    ]);
    expect(roundTrips).toBeLessThanOrEqual(2);
  });

  it('asks for many tokens in several calls of Multicall3', async () => {
    const tokens = Array.from({ length: 400 }, (_, i) => ({
      id: `0x${(i + 1_000_000).toString(16).padStart(40, '0')}`,
      name: `${i}`,
      ticker: `${i}`,
      decimals: 0,
    }));
    const contracts = Object.fromEntries(tokens.map(({ id }, i) => [id, holding(BigInt(i + 1))]));
    const { state, node, roundTrips } = await read({ contracts }, { tokens });
    expect(state.balances.tokens?.map(({ amount }) => amount)).toEqual(tokens.map((_, i) => `${i + 1}`));
    expect(node.asked.filter(({ method }) => method === 'eth_call')).toHaveLength(3);
    expect(roundTrips).toBe(1);
  });

  it("repeats the account in the client's spelling, and asks for its checksummed form", async () => {
    const { state, node } = await read({ balances: { [lower]: 3n } }, { account: lower, include: ['native'] });
    expect(state.accountId).toBe(lower);
    const { params } = node.asked.find(({ method }) => method === 'eth_getBalance') ?? {};
    expect(params?.[0]).toBe(ann);
  });

  it('takes addresses of Rootstock with its own checksum (EIP-1191)', async () => {
    const account = '0x5aaEB6053f3e94c9b9a09f33669435E7ef1bEAeD';
    const balances = { [account.toLowerCase()]: 5n };
    const { state } = await read({ balances }, { chainId: 'rootstock', account });
    expect(state).toMatchObject({ accountId: account, balances: { native: { total: '5' } } });
  });

  it.each(['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', 'ann.eth', ''])('refuses %j', async (account) => {
    await expect(read({}, { account })).rejects.toMatchObject({
      code: expect.stringMatching(/^(address\.checksumMismatch|account\.invalid)$/),
    });
  });

  it('does not come from a malformed answer', async () => {
    const methods = { eth_getBalance: () => ({ balance: hex(1) }) };
    await expect(read({ methods })).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });
});
