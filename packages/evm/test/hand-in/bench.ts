import type { BenchHandIn } from '@isochain/conformance/hand-ins/hand-in.ts';
import { jsonRpc, type Methods } from '@isochain/conformance/hand-ins/json-rpc-stand-in.ts';
import type { CompletedData } from '@isochain/core';
import { keccak256, serializeTransaction } from 'viem/utils';

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

const blockHash = (number: number) => `0x${number.toString(16).padStart(64, 'c')}`;

/** As large as on Ethereum: all of a header, 16 withdrawals, and the hashes of 200 transactions. */
const block = {
  ...{
    number: '0xa',
    hash: blockHash(10),
    parentHash: blockHash(9),
    sha3Uncles: blockHash(1),
    stateRoot: blockHash(2),
  },
  ...{
    transactionsRoot: blockHash(3),
    receiptsRoot: blockHash(4),
    withdrawalsRoot: blockHash(5),
    mixHash: blockHash(6),
  },
  ...{
    miner: `0x${'ab'.repeat(20)}`,
    logsBloom: `0x${'f0'.repeat(256)}`,
    difficulty: '0x0',
    nonce: '0x0000000000000000',
  },
  ...{ gasLimit: '0x2aea540', gasUsed: '0x15752a0', baseFeePerGas: gwei, size: '0x15f90', extraData: '0x', uncles: [] },
  ...{ parentBeaconBlockRoot: blockHash(7), requestsHash: blockHash(8), blobGasUsed: '0x0', excessBlobGas: '0x0' },
  withdrawals: Array.from({ length: 16 }, (_, i) => ({
    ...{ index: `0x${i}`, validatorIndex: `0x${i}`, address: `0x${'cd'.repeat(20)}`, amount: '0x1234567' },
  })),
  transactions: Array.from({ length: 200 }, (_, i) => blockHash(i)),
};

const latestBlock = () => ({ ...block, timestamp: `0x${Math.floor(Date.now() / 1000).toString(16)}` });

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
  eth_getBlockByNumber: () => latestBlock(),
  eth_call: ([call]) => zeros(callsIn((call as { readonly data: string }).data)),
};

const address = (number: number) => `0x${'ab'.repeat(12)}${number.toString(16).padStart(16, '0')}`;

export const bench: BenchHandIn = {
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
  library: { calls: "viem's `serializeTransaction` and `keccak256`", mostTimes: 1.2, transfer: transferTwice },
};

/** Completed data of a transfer, and the same transaction as viem's serializer takes it. Another account and amount for each number. */
function transferTwice(number: number) {
  const account = (kind: string) => `0x${kind.repeat(12)}${number.toString(16).padStart(16, '0')}` as const;
  const to = account('cd');
  const [gas, cap, tip] = [21_000n, 3_000_000_000n, 1_000_000_000n];
  const value = 10n ** 15n + BigInt(number);
  const data: CompletedData = {
    mode: 'transfer',
    senderAddress: account('ab'),
    recipientAddress: to,
    amount: value.toString(),
    useMaxAmount: false,
    nonce: String(number),
    gas: gas.toString(),
    fees: (gas * cap).toString(),
    params: { type: 'eip1559', maxFeePerGas: cap.toString(), maxPriorityFeePerGas: tip.toString() },
  };
  const transaction = {
    type: 'eip1559' as const,
    chainId: 11_155_111,
    nonce: number,
    gas,
    to,
    value,
    maxFeePerGas: cap,
    maxPriorityFeePerGas: tip,
  };
  return { data, hash: () => keccak256(serializeTransaction(transaction)).slice(2) };
}
