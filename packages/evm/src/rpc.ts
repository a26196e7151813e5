import { largeAnswer, mediumAnswer, type RpcCall } from '@isochain/core';
import * as z from 'zod';
import type { Address, Hex } from './address.ts';

// The only file that knows the JSON-RPC methods of an Ethereum node (ethereum/execution-apis) and the shape of their answers. Only the
// fields that we use are parsed; an answer that does not fit is the endpoint's failure, and the next one is asked.

/** A quantity: 0x and hex digits. Some nodes write leading zeros, which the specification forbids and nobody minds. */
const quantity = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/)
  .transform((text) => BigInt(text));
const bytes = z
  .string()
  .regex(/^0x(?:[0-9a-fA-F]{2})*$/)
  .transform((text) => text as Hex);
const hash = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/)
  .transform((text) => text.toLowerCase() as Hex);
const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((text) => text as Address);

const block = z.object({
  number: quantity,
  timestamp: quantity,
  baseFeePerGas: quantity.nullish(),
});

const transaction = z.object({
  hash,
  blockNumber: quantity.nullish(),
  from: address,
  to: address.nullish(),
  value: quantity,
  nonce: quantity,
  gas: quantity,
  gasPrice: quantity.nullish(),
  input: bytes,
  // As in receipts.
  blockTimestamp: quantity.nullish().catch(undefined),
});

const log = z.object({ address, topics: z.array(hash), data: bytes });

const receipt = z.object({
  transactionHash: hash,
  blockNumber: quantity,
  status: quantity.nullish(),
  gasUsed: quantity,
  effectiveGasPrice: quantity.nullish(),
  logs: z.array(log),
  l1Fee: quantity.nullish(),
  operatorFeeScalar: quantity.nullish(),
  operatorFeeConstant: quantity.nullish(),
  daFootprintGasScalar: quantity.nullish(),
  // Not of the specification: only some nodes have it, and anvil as a number. Without it the block is asked.
  blockTimestamp: quantity.nullish().catch(undefined),
});

const feeHistory = z.object({
  baseFeePerGas: z.array(quantity).min(1),
  gasUsedRatio: z.array(z.number()).nullish(),
  reward: z.array(z.array(quantity)).nullish(),
});

/** Parsed, and beside it what the node really said. */
function keepRaw<T>(schema: z.ZodType<T>) {
  return z
    .unknown()
    .transform((raw) => ({ raw, value: raw }))
    .pipe(z.object({ raw: z.unknown(), value: schema }));
}

const blockWithTransactions = block.extend({ transactions: z.array(keepRaw(transaction)) });

/** Who used which nonce. */
const sent = z.object({ hash, from: address, nonce: quantity, blockNumber: quantity.nullish() });

const foundLog = log.extend({ transactionHash: hash, blockNumber: quantity, transactionIndex: quantity });

const lineaEstimate = z.object({ gasLimit: quantity, baseFeePerGas: quantity, priorityFeePerGas: quantity });

// Equal reads in flight are recognised by their schema too, so each is made once.
const nullable = {
  block: block.nullable(),
  blockWithTransactions: blockWithTransactions.nullable(),
  transaction: keepRaw(transaction.nullable()),
  receipt: keepRaw(receipt.nullable()),
  sent: sent.nullable(),
  senders: z.object({ transactions: z.array(sent) }).nullable(),
};
const foundLogs = z.array(foundLog);

export type Block = z.infer<typeof block>;
export type NodeTransaction = z.infer<typeof transaction>;
export type Receipt = z.infer<typeof receipt>;
export type Log = z.infer<typeof log>;
export type FoundLog = z.infer<typeof foundLog>;
export type FeeHistory = z.infer<typeof feeHistory>;
export type BlockWithTransactions = z.infer<typeof blockWithTransactions>;

export type Tag = 'latest' | 'pending';

/** Who would send what, without fee fields: with them a node caps gas by the balance, and a sender without coins gets no estimate. */
export interface CallRequest {
  readonly from?: string;
  readonly to: string;
  readonly value?: bigint;
  readonly data?: Hex;
}

function request(call: CallRequest): Record<string, string> {
  return {
    ...(call.from === undefined ? {} : { from: call.from }),
    to: call.to,
    ...(call.value === undefined ? {} : { value: toQuantity(call.value) }),
    ...(call.data === undefined ? {} : { data: call.data }),
  };
}

/** A state override: more coins than any chain has, and few enough for sums not to overflow. */
function plenty({ from }: CallRequest): Record<string, { balance: string }> {
  return from === undefined ? {} : { [from]: { balance: toQuantity(2n ** 128n) } };
}

/** A number as JSON-RPC writes it. */
export function toQuantity(value: bigint): Hex {
  return `0x${value.toString(16)}`;
}

// None of these calls has an error of its own: one that fails tells of the endpoint, and the next is asked. Those that may fail for a reason
// of their own (a revert) are asked as `optional`, which comes first.
const always = () => true;

/** @param maxBytes - Of the answer, where it may be more than small. */
const call = <T>(method: string, params: readonly unknown[], schema: z.ZodType<T>, maxBytes?: number): RpcCall<T> => ({
  method,
  params,
  schema,
  isEndpointFailure: always,
  ...(maxBytes === undefined ? {} : { maxBytes }),
});

export const rpc = {
  chainId: () => call('eth_chainId', [], quantity),
  blockNumber: () => call('eth_blockNumber', [], quantity),
  block: (number: bigint | Tag) =>
    // With the hashes of its transactions: 15,000 fit into a megabyte.
    call(
      'eth_getBlockByNumber',
      [typeof number === 'bigint' ? toQuantity(number) : number, false],
      nullable.block,
      mediumAnswer,
    ),
  blockWithTransactions: (number: bigint) =>
    call('eth_getBlockByNumber', [toQuantity(number), true], nullable.blockWithTransactions, largeAnswer),
  /** Ten blocks, with the median tip of each. */
  feeHistory: () => call('eth_feeHistory', ['0xa', 'latest', [50]], feeHistory),
  gasPrice: () => call('eth_gasPrice', [], quantity),
  maxPriorityFeePerGas: () => call('eth_maxPriorityFeePerGas', [], quantity),
  /** @param at - A number: after the block of this number. Only archives know it of all blocks. */
  transactionCount: (of: string, at: Tag | bigint) =>
    call('eth_getTransactionCount', [of, typeof at === 'bigint' ? toQuantity(at) : at], quantity),
  balance: (of: string, tag: Tag) => call('eth_getBalance', [of, tag], quantity),
  /** 24,576 bytes on most chains (EIP-170), 262,144 at most (EIP-7907), two digits each. */
  code: (of: string) => call('eth_getCode', [of, 'latest'], bytes, mediumAnswer),
  /** @param maxBytes - Of the answer, where it may be more than small. */
  call: (what: CallRequest, maxBytes?: number) => call('eth_call', [request(what), 'latest'], bytes, maxBytes),
  estimateGas: (what: CallRequest) => call('eth_estimateGas', [request(what)], quantity),
  /** As if the sender had plenty of coins: for nodes that will not look at a call that the sender could not pay. Not all nodes can. */
  richCall: (what: CallRequest) => call('eth_call', [request(what), 'latest', plenty(what)], bytes),
  richEstimateGas: (what: CallRequest) => call('eth_estimateGas', [request(what), 'latest', plenty(what)], quantity),
  /** https://docs.linea.build/api/reference/linea-estimategas */
  lineaEstimateGas: (what: CallRequest) => call('linea_estimateGas', [request(what)], lineaEstimate),
  transaction: (id: string) => call('eth_getTransactionByHash', [id], nullable.transaction, largeAnswer),
  /** Reth, anvil and some others have it. */
  transactionBySenderAndNonce: (sender: string, nonce: bigint) =>
    call('eth_getTransactionBySenderAndNonce', [sender, toQuantity(nonce)], nullable.sent, mediumAnswer),
  /** The transactions of a block, as far as it takes to know who used which nonce. */
  sendersIn: (number: bigint) =>
    call('eth_getBlockByNumber', [toQuantity(number), true], nullable.senders, largeAnswer),
  receipt: (id: string) => call('eth_getTransactionReceipt', [id], nullable.receipt, largeAnswer),
  /** What a node says against a transaction is an answer, for failures.ts to read; what it says of itself makes the next one be asked. */
  sendRawTransaction: (raw: Hex): RpcCall<Hex> => ({
    method: 'eth_sendRawTransaction',
    params: [raw],
    schema: hash,
  }),
  logs: (fromBlock: bigint, toBlock: bigint, topics: readonly (Hex | null)[]) =>
    call(
      'eth_getLogs',
      [{ fromBlock: toQuantity(fromBlock), toBlock: toQuantity(toBlock), topics }],
      foundLogs,
      largeAnswer,
    ),
};
