import type { RecordScene } from '@isochain/conformance';
import { catalogue } from '@isochain/core';
import { chains as feeClasses } from '../../src/chains.ts';
import { type EvmChainId, evm } from '../../src/index.ts';
import { gwei, tip } from '../lies/upstream.ts';
import { time } from '../scripted-explorer.ts';
import { Fault, hex, type NodeScript } from '../scripted-node.ts';
import { allTokens, asking, maximum, signInAllForms, signUsually, signWrongly, tokens, transfer } from './asking.ts';

const intents = { transfer, maximum, tokens, 'all tokens': allTokens };

const chains = evm.chainIds.filter((chainId) => catalogue[chainId].paths.encode);

/** Blocks without a base fee, as before London. */
const beforeLondon: NodeScript = {
  methods: { eth_getBlockByNumber: () => ({ number: hex(tip), timestamp: hex(time(tip)), transactions: [] }) },
};
const quietLinea: NodeScript = {
  baseFee: 7n,
  methods: { eth_maxPriorityFeePerGas: () => hex(gwei), linea_estimateGas: () => new Fault(-32601, 'no such method') },
};

/** Prices that a fee model sees otherwise than on a quiet day. */
const prices: readonly (readonly [string, EvmChainId, NodeScript])[] = [
  ['empty blocks', 'ethereum', { tips: [undefined, undefined] }],
  ['no base fee', 'ethereum', { baseFee: 0n, tips: [0n] }],
  ['high tips', 'polygon', { baseFee: 900n * gwei, tips: [300n * gwei, undefined, 50n * gwei] }],
  ['empty blocks', 'bsc', { baseFee: 0n, tips: [] }],
  ['an odd base fee', 'base', { baseFee: 1_234_567n, tips: [1n, 3n, 7n] }],
  ['blocks without a base fee', 'chiliz', beforeLondon],
  ['blocks without a base fee', 'chiliz-testnet', beforeLondon],
  ['an odd gas price', 'fantom', { methods: { eth_gasPrice: () => hex(33_333_333_333n) } }],
  ['an odd base fee', 'arbitrum', { baseFee: 10_000_001n, estimate: 98_765n }],
  ['an odd gas price', 'zksync', { estimate: 123_457n, methods: { eth_gasPrice: () => hex(45_250_001n) } }],
  ['no estimate of its own', 'linea', quietLinea],
  ['an odd base fee', 'monad-testnet', { baseFee: 52_000_000_001n, tips: [2n * gwei], estimate: 21_001n }],
  ['an odd gas price', 'hyperliquid', { methods: { eth_gasPrice: () => hex(100_000_001n) } }],
  ['a high gas price', 'cronos', { estimate: 40_001n, methods: { eth_gasPrice: () => hex(5_000n * gwei) } }],
];

/** One chain for each class of fees. */
const representatives = new Set<EvmChainId>([
  ...new Map(chains.map((chainId) => [feeClasses[chainId].feeClass, chainId] as const)).values(),
]);

/** Coins on each chain, and with each price; on one chain of each class all coins, tokens and all tokens too. */
export const transferScenes: readonly RecordScene[] = [
  ...chains.flatMap((chainId) =>
    Object.entries(intents)
      .filter(([name]) => name === 'transfer' || representatives.has(chainId))
      .map(([name, intent]) => asking(`${name} on ${chainId}`, intent, { chainId, ...signing(name) })),
  ),
  ...prices.flatMap(([price, chainId, script]) =>
    Object.entries({ transfer, maximum }).map(([name, intent]) =>
      asking(`${name} on ${chainId}, ${price}`, intent, { chainId, script, ...signing(name) }),
    ),
  ),
];

/** A part and a maximum treat the price alike. */
function signing(name: string): { readonly sign?: RecordScene['sign'] } {
  return name === 'transfer' ? { sign: signUsually } : {};
}

/** Chains that differ in the form of signatures: it depends on the type of transaction and the length of the chain id. */
const signed: readonly (readonly [EvmChainId, NodeScript, readonly string[]])[] = [
  // Other nonces make other parities.
  ['ethereum', {}, ['3', '4']],
  ['sepolia', {}, ['4']],
  ['fantom', {}, ['3', '4']],
  ['chiliz', beforeLondon, ['5']],
];

export const signatureScenes: readonly RecordScene[] = [
  ...signed.flatMap(([chainId, script, nonces]) =>
    nonces.map((nonce) =>
      asking(
        `every form of signature on ${chainId}, nonce ${nonce}`,
        { ...transfer, nonce },
        {
          ...{ chainId, script, sign: signInAllForms(chainId) },
        },
      ),
    ),
  ),
  asking('every form of signature of tokens', tokens, { sign: signInAllForms('ethereum') }),
  asking('every form of signature of tokens, legacy', tokens, { chainId: 'fantom', sign: signInAllForms('fantom') }),
  asking('wrong signatures', transfer, { sign: signWrongly }),
  asking('wrong signatures, legacy', transfer, { chainId: 'fantom', sign: signWrongly }),
];
