import type { LieScene } from '@isochain/conformance';
import { hex } from '../scripted-node.ts';
import { ann, bob } from '../signers.ts';
import { ether, gold, gwei, scene, sender } from './upstream.ts';

// What clients have encoded: once on a chain of every fee class, and for every way that numbers of the chain get into the bytes.

const parties = { senderAddress: ann.address, recipientAddress: bob.address };

/** The balance of native coins, in wei. */
const amount = ether;
/** The balance of gold, in its smallest unit. */
const tokenAmount = 1_000_000n;

export const transfer = { mode: 'transfer', ...parties, amount: String(amount) };
const maximum = { mode: 'transfer', ...parties, useMaxAmount: true };
const tokens = { mode: 'transferToken', ...parties, tokenId: gold, amount: String(tokenAmount) };
const allTokens = { mode: 'transferToken', ...parties, tokenId: gold, useMaxAmount: true };

const encode =
  (intent: Record<string, unknown>): LieScene['run'] =>
  (chain) =>
    chain.encode(intent);

/** Two attempts of a client that was told that the first one failed. */
const twice =
  (intent: Record<string, unknown>): LieScene['run'] =>
  async (chain) => [await chain.encode(intent), await chain.encode(intent)];

const contract = { [bob.address.toLowerCase()]: '0x60806040' };
const waiting = { [sender]: 4 };
const second = { url: 'https://second.test', name: 'second', maxBatch: 50 };

export const encodeScenes: readonly LieScene[] = [
  scene('transfer', {}, encode(transfer)),
  scene('maximum', {}, encode(maximum)),
  scene('tokens', {}, encode(tokens)),
  scene('all tokens', {}, encode(allTokens)),
  scene('twice', {}, twice(transfer)),
  scene('maximum twice', {}, twice(maximum)),
  scene('to a contract', { script: { code: contract, estimate: 30_000n } }, encode(transfer)),
  // Another transaction waits. Coins that it spends cannot be sent again.
  scene(
    'while one waits',
    { script: { pendingNonces: waiting, pendingBalances: { [sender]: 60n * ether } } },
    encode(maximum),
  ),
  scene('second opinion', { options: { priceCheck: 'second' }, more: [second], trusted: ['second'] }, encode(transfer)),
  scene('legacy', { chainId: 'fantom' }, encode(transfer)),
  scene('auto', { chainId: 'chiliz', script: { baseFee: 2n * gwei } }, encode(transfer)),
  scene('optimism', { chainId: 'optimism' }, encode(transfer)),
  scene('optimism maximum', { chainId: 'optimism' }, encode(maximum)),
  scene('optimism tokens', { chainId: 'optimism' }, encode(tokens)),
  scene('mantle', { chainId: 'mantle' }, encode(transfer)),
  scene('arbitrum', { chainId: 'arbitrum' }, encode(transfer)),
  scene(
    'zksync',
    { chainId: 'zksync', script: { methods: { eth_gasPrice: () => hex(45_250_000) } } },
    encode(transfer),
  ),
  scene('linea', { chainId: 'linea' }, encode(transfer)),
  scene('monad', { chainId: 'monad-testnet', script: { baseFee: 60n * gwei } }, encode(transfer)),
  scene('avalanche', { chainId: 'avalanche' }, encode(transfer)),
  scene('hyperliquid', { chainId: 'hyperliquid' }, encode(transfer)),
  scene('cronos', { chainId: 'cronos' }, encode(transfer)),
  // Without Multicall3 contracts are asked one by one.
  scene('tokens without multicall', { chainId: 'chiliz-testnet' }, encode(tokens)),
];

/** The scenes of `encodeScenes` that encode a transfer of native coins once. */
export const everyClass = [
  ...['transfer', 'legacy', 'auto', 'optimism', 'mantle', 'arbitrum', 'zksync', 'linea'],
  ...['monad', 'avalanche', 'hyperliquid', 'cronos'],
] as const;
