import { jsonRpc, type Methods } from '../upstream/json-rpc.ts';
import type { BenchFamily } from './family.ts';

/** Sepolia (https://chainid.network/chains.json), and for lies the chain id of Ethereum. */
const chainId = '0xaa36a7';
const anotherChainId = '0x1';

const gwei = '0x3b9aca00';
const word = (value: number) => value.toString(16).padStart(64, '0');

/** Calls of Multicall3's aggregate3: the length of the array that its only argument points to, behind the selector and the pointer. */
function callsIn(data: string): number {
  return Number(`0x${data.slice(2 + 8 + 64, 2 + 8 + 128)}`);
}

/** What aggregate3 returns when every call succeeded and returned a zero word: an array of (bool, bytes). */
function zeros(count: number): string {
  // Each tuple: true, where its bytes begin, their length, the bytes.
  const tuple = [word(1), word(64), word(32), word(0)].join('');
  const starts = Array.from({ length: count }, (_, i) => word(32 * count + (tuple.length / 2) * i));
  return `0x${word(32)}${word(count)}${starts.join('')}${tuple.repeat(count)}`;
}

/** An account with 10 ether and seven transactions, and a chain at one gwei. */
const methods: Methods = {
  eth_chainId: () => chainId,
  eth_getTransactionCount: () => '0x7',
  eth_getBalance: () => '0x8ac7230489e80000',
  eth_getCode: () => '0x',
  eth_estimateGas: () => '0x5208',
  eth_gasPrice: () => gwei,
  eth_maxPriorityFeePerGas: () => gwei,
  eth_feeHistory: () => ({
    oldestBlock: '0x1',
    baseFeePerGas: Array.from({ length: 11 }, () => gwei),
    gasUsedRatio: Array.from({ length: 10 }, () => 0.5),
    reward: Array.from({ length: 10 }, () => [gwei]),
  }),
  eth_getBlockByNumber: () => ({ number: '0xa', timestamp: '0x65000000', baseFeePerGas: gwei }),
  eth_call: ([call]) => zeros(callsIn((call as { readonly data: string }).data)),
};

const address = (number: number) => `0x${'ab'.repeat(12)}${number.toString(16).padStart(16, '0')}`;

export const evm: BenchFamily = {
  name: 'evm',
  chainId: 'sepolia',
  endpoint: { maxBatch: 20 },
  answer: jsonRpc(methods),
  lie: jsonRpc({ ...methods, eth_chainId: () => anotherChainId }),
  transfer: (number) => ({
    mode: 'transfer',
    senderAddress: address(number),
    recipientAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    amount: '1000000000000000',
  }),
  account: address,
  // The generator of secp256k1 (SEC 2, section 2.4.1).
  publicKey: '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
};
