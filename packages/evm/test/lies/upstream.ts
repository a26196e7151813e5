import type { LieScene } from '@isochain/conformance';
import type { Family } from '@isochain/core';
import type { Endpoint } from '@isochain/core/upstream';
import { keccak256 } from 'ethers';
import { type EvmChainId, type EvmOptions, evm } from '../../src/index.ts';
import { type Explorer, time } from '../scripted-explorer.ts';
import { gasPriceOracleAddress, hex, type NodeScript, oracle, scriptedNode, token } from '../scripted-node.ts';
import { ann } from '../signers.ts';

// Nodes and explorers that tell the truth, over which scenes are played.

export const gold = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
export const sender = ann.address.toLowerCase();
export const gwei = 10n ** 9n;
export const ether = 10n ** 18n;
/** Height of the chain. */
export const tip = 120;

/** 100 coins, and prices as on a quiet day. */
const usual: NodeScript = {
  baseFee: gwei,
  tips: [gwei, 2n * gwei, gwei],
  balances: { [sender]: 100n * ether },
  nonces: { [sender]: 3 },
  contracts: {
    [gold.toLowerCase()]: token({ balances: { [sender]: 5_000_000n }, lists: { isBlackListed: [] } }),
    [gasPriceOracleAddress]: oracle({
      getL1FeeUpperBound: () => 10n ** 12n,
      getL1Fee: () => 10n ** 12n,
      getOperatorFee: (gas) => gas,
      tokenRatio: () => 4_000n,
    }),
  },
  methods: {
    eth_sendRawTransaction: ([raw]) => keccak256(String(raw)),
    eth_gasPrice: () => hex(gwei),
    eth_maxPriorityFeePerGas: () => hex(gwei),
    eth_blockNumber: () => hex(tip),
    eth_getBlockByNumber: ([number]) => {
      const height = number === 'latest' ? tip : Number(number);
      const block = { number: hex(height), timestamp: hex(time(height)), baseFeePerGas: hex(gwei), transactions: [] };
      // As on Base after Denim: a denominator of 1000, an elasticity of 5, and 5,000,000 wei at least.
      const extraData = '0x01000003e80000000500000000004c4b40';
      return height > tip ? null : number === 'latest' ? { ...block, extraData } : block;
    },
    linea_estimateGas: () => ({ gasLimit: hex(21_000), baseFeePerGas: '0x7', priorityFeePerGas: hex(gwei) }),
  },
};

export interface Where {
  readonly chainId?: EvmChainId;
  /** Changes of the node's usual answers. */
  readonly script?: NodeScript;
  /** By kind. */
  readonly explorers?: Readonly<Record<string, Explorer>>;
  readonly options?: EvmOptions;
  /** Endpoints after the first node: nodes, or such with a kind, served by the node's script. */
  readonly more?: readonly Endpoint[];
  /** Names of the endpoints among them that never lie. */
  readonly trusted?: readonly string[];
}

const family: Family = evm;

/** Something that a client does over an upstream that tells the truth. */
export function scene(
  name: string,
  { chainId = 'ethereum', script = {}, explorers = {}, options = {}, more = [], trusted = [] }: Where,
  run: LieScene['run'],
): LieScene {
  const nativeId = Number(evm.family.bytes(chainId).identity.nativeId);
  const served = scriptOf(script);
  return {
    name,
    upstream() {
      const node = scriptedNode(nativeId, served);
      const endpoints: Endpoint[] = [
        { url: 'https://node.test', name: 'node', maxBatch: 50 },
        ...more,
        ...Object.keys(explorers).map((kind) => ({
          url: kind === 'etherscan' ? 'https://etherscan.test/v2/api?apikey=secret' : `https://${kind}.test/`,
          name: kind,
          kind,
        })),
      ];
      return {
        endpoints,
        trusted,
        fetch(input, init) {
          const explorer = explorers[new URL(String(input)).hostname.replace('.test', '')];
          return explorer === undefined ? node.fetch(input, init) : explorer.fetch(input, init);
        },
      };
    },
    connect: ({ endpoints, fetch }) =>
      family.connect(chainId, { endpoints, fetch, now: () => time(tip + 1) * 1000, ...options }),
    run,
  };
}

function scriptOf(script: NodeScript): NodeScript {
  return {
    ...usual,
    ...script,
    methods: { ...usual.methods, ...script.methods },
    contracts: { ...usual.contracts, ...script.contracts },
  };
}
