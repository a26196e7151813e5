import { withRaw } from '@isochain/core';
import {
  classifyRpcError,
  type FallibleCall,
  isOwnComplaint,
  largeAnswer,
  mediumAnswer,
  type RpcCall,
  type RpcError,
} from '@isochain/core/upstream';
import * as z from 'zod';
import type { Address, Hex } from '../address.ts';
import { toQuantity } from '../bytes/quantity.ts';

// The only file that knows the JSON-RPC methods of an Ethereum node (ethereum/execution-apis) and the shape of their answers. Only the fields that we
// use are parsed. An answer that does not fit is the endpoint's failure, and the next one is asked.

/** A quantity: 0x and hex digits. Some nodes write leading zeros. The specification forbids them, but they do no harm. */
const quantity = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/)
  .transform((text) => BigInt(text));
/**
 * A quantity with at most so many bits. A value that no chain can have is the endpoint's failure, and the next one is asked: it must not get into a
 * transaction, or into an error that blames the client.
 */
const upTo = (bits: number) => quantity.refine((value) => value < 2n ** BigInt(bits), `expected at most ${bits} bits`);
/** Gas is 64 bits wide in every client (go-ethereum: core/types, `Gas() uint64`). */
const gas = upTo(64);
/** Gas that a call needs: never 0. */
const neededGas = gas.refine((value) => value > 0n, 'expected more than 0');
/** Wei per gas. Reth has base fees in 64 bits (alloy-consensus, `Header::base_fee_per_gas`): up to 18 coins for one unit of gas. */
const price = upTo(64);
/** Some nodes of the OP stack tell negative rewards of deposits, which pay no base fee (hemilabs/op-geth#33). They say nothing of tips. */
const negative = z
  .string()
  .regex(/^-0x[0-9a-fA-F]{1,16}$/)
  .transform(() => undefined);
/** Block numbers and nonces: 53 bits stay exact in every JSON reader. EIP-2681 allows nonces up to 2^64 - 2, and no account comes near. */
const count = upTo(53);
/** Seconds since 1970, up to the end of the year 9999. */
const time = quantity.refine((value) => value <= 253_402_300_799n, 'expected a time before the year 10000');
export const bytes = z
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

/** A list in which one element that does not fit costs that element only: undefined stands in its place. */
const eachOf = <T>(element: z.ZodType<T>) =>
  z.array(z.unknown()).transform((list) =>
    list.map((one): T | undefined => {
      const parsed = element.safeParse(one);
      return parsed.success ? parsed.data : undefined;
    }),
  );

/** A field that is worth nothing if it does not fit, and costs nothing else then. */
const perhaps = <T>(schema: z.ZodType<T>) => schema.nullish().catch(undefined);

const block = z.object({
  number: count,
  timestamp: time,
  baseFeePerGas: price.nullish(),
  // Each chain chooses its content. What cannot be read is ignored.
  extraData: perhaps(bytes),
});

const timed = block.pick({ timestamp: true });

/** EIP-7702. */
const authorization = z.object({
  chainId: count,
  address,
  nonce: count,
  yParity: upTo(1),
  r: quantity,
  s: quantity,
});

const transaction = z.object({
  hash,
  blockNumber: count.nullish(),
  from: address,
  to: address.nullish(),
  value: quantity,
  // Deposits of OP chains have none on some nodes.
  nonce: perhaps(upTo(64)),
  gasPrice: perhaps(upTo(128)),
  gas: perhaps(gas),
  input: bytes,
  // EIP-2718.
  type: perhaps(upTo(7)),
  // Coins that a deposit of an OP chain makes for its sender (specs.optimism.io, "Deposits").
  mint: quantity.nullish(),
  authorizationList: perhaps(eachOf(authorization)),
  // As in receipts.
  blockTimestamp: perhaps(time),
});

const log = z.object({ address, topics: z.array(hash), data: bytes, logIndex: perhaps(count) });

const receipt = z.object({
  transactionHash: hash,
  blockNumber: count,
  // 1 for success, 0 for failure (EIP-658). Receipts before it have none (receipt-status.ts).
  status: upTo(1).nullish(),
  gasUsed: gas,
  effectiveGasPrice: upTo(128).nullish(),
  logs: eachOf(log),
  type: perhaps(upTo(7)),
  // Of a transaction that creates a contract.
  contractAddress: perhaps(address),
  // EIP-4844. Receipts of the OP stack have the first one too, with another meaning.
  blobGasUsed: perhaps(gas),
  blobGasPrice: perhaps(upTo(128)),
  l1Fee: quantity.nullish(),
  operatorFeeScalar: quantity.nullish(),
  operatorFeeConstant: quantity.nullish(),
  daFootprintGasScalar: quantity.nullish(),
  // Not in the specification: only some nodes have it, and anvil writes it as a number. Without it the block is asked for.
  blockTimestamp: perhaps(time),
});

const feeHistory = z.object({
  baseFeePerGas: z.array(price).min(1),
  // Some nodes tell none (foundry-rs/foundry#15559).
  gasUsedRatio: perhaps(eachOf(z.number())),
  reward: z.array(z.array(z.union([price, negative]))).nullish(),
});

/** What is left of a transaction of a block that does not fit. */
const oddTransaction = z
  .object({ hash, from: perhaps(address), to: perhaps(address) })
  .transform((found) => ({ ...found, isOdd: true as const }));

const blockWithTransactions = block.extend({ transactions: eachOf(withRaw(z.union([transaction, oddTransaction]))) });

/** Who used which nonce. */
const sent = z.object({ hash, from: address, nonce: count, blockNumber: count.nullish() });

const foundLog = log.extend({ transactionHash: hash, blockNumber: count, transactionIndex: count });

const lineaEstimate = z.object({ gasLimit: neededGas, baseFeePerGas: price, priorityFeePerGas: price });

// Reads are coalesced only if they have the same schema object, so each is made once.
const nullable = {
  block: block.nullable(),
  blockWithTransactions: blockWithTransactions.nullable(),
  transaction: withRaw(transaction.nullable()),
  receipt: withRaw(receipt.nullable()),
  sent: sent.nullable(),
  senders: z.object({ transactions: eachOf(sent) }).nullable(),
};
const foundLogs = eachOf(foundLog);

type Kept<T> = { readonly raw: unknown; readonly value: T };

/** The most schemas to keep. They are small. */
const mostRemembered = 1_000;
const remembered = new Map<string, z.ZodType>();

/**
 * The schema of an answer that names its subject. An answer about another subject is the endpoint's failure. Schemas are kept by subject, as reads
 * with different schemas are never coalesced.
 *
 * @param about - The kind of the answer, and its subject.
 */
function only<T>(about: string, schema: z.ZodType<T>, isAbout: (value: T) => boolean): z.ZodType<T> {
  const known = remembered.get(about) as z.ZodType<T> | undefined;
  if (known !== undefined) return known;
  const made = schema.refine(isAbout, 'expected an answer about what was asked for');
  const [oldest] = remembered.keys();
  if (oldest !== undefined && remembered.size >= mostRemembered) remembered.delete(oldest);
  remembered.set(about, made);
  return made;
}

const onlyTransaction = (id: string) =>
  only<Kept<NodeTransaction | null>>(
    `transaction ${id}`,
    nullable.transaction,
    ({ value }) => value === null || value.hash === id.toLowerCase(),
  );
const onlyReceipt = (id: string) =>
  only<Kept<Receipt | null>>(
    `receipt ${id}`,
    nullable.receipt,
    ({ value }) => value === null || value.transactionHash === id.toLowerCase(),
  );
/** The block of a number. A block that is asked for by a tag may have any number. */
const onlyBlock = <B extends Block>(kind: string, schema: z.ZodType<B | null>, at: bigint) =>
  only(`${kind} ${at}`, schema, (value) => value === null || value.number === at);

export type Block = z.infer<typeof block>;
export type NodeTransaction = z.infer<typeof transaction>;
export type Authorization = z.infer<typeof authorization>;
export type Receipt = z.infer<typeof receipt>;
export type Log = z.infer<typeof log>;
export type FeeHistory = z.infer<typeof feeHistory>;
export type OddTransaction = z.infer<typeof oddTransaction>;

export function isOdd(found: NodeTransaction | OddTransaction): found is OddTransaction {
  return 'isOdd' in found;
}

export type BlockWithTransactions = z.infer<typeof blockWithTransactions>;

export type Tag = 'latest' | 'pending';

/** A call without fee fields: with them a node limits gas by the balance, and a sender without coins gets no estimate. */
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

/** A state override with more coins than any chain has. Sums of it do not overflow. */
function plenty({ from }: CallRequest): Record<string, { balance: string }> {
  return from === undefined ? {} : { [from]: { balance: toQuantity(2n ** 128n) } };
}

// An error of these calls is the endpoint's failure, and the next one is asked. Calls that may fail for a reason of their own are asked as `fallible`
// with their reasons (verdicts.ts), or as `optional`.

/** @param maxBytes - Size limit of the answer, if it may be more than small. */
const call = <T>(method: string, params: readonly unknown[], schema: z.ZodType<T>, maxBytes?: number): RpcCall<T> => ({
  method,
  params,
  schema,
  ...(maxBytes === undefined ? {} : { maxBytes }),
});

/** Whether a node says that it has no pending state, always or at the moment ("pending state is not available", go-ethereum since 1.12.1). */
function lacksPending(error: RpcError): boolean {
  const { means, name } = classifyRpcError(error);
  return means === 'unsupported' || name === 'state not at hand' || /pending/i.test(error.message);
}

/** Every client refuses transactions in words of its own, so a refusal is all that is not known as the endpoint's own complaint. */
const isRefusal = (error: RpcError) => !isOwnComplaint(error);

export const rpc = {
  chainId: () => call('eth_chainId', [], quantity),
  blockNumber: () => call('eth_blockNumber', [], count),
  block: (number: bigint | Tag) =>
    // The answer holds the hashes of the block's transactions: 15,000 fit into a megabyte.
    typeof number === 'bigint'
      ? call(
          'eth_getBlockByNumber',
          [toQuantity(number), false],
          onlyBlock('block', nullable.block, number),
          mediumAnswer,
        )
      : call('eth_getBlockByNumber', [number, false], nullable.block, mediumAnswer),
  /** There is always one. */
  latestBlock: () => call('eth_getBlockByNumber', ['latest', false], block, mediumAnswer),
  /** The time of the latest block, and no other field. */
  latestTime: () => call('eth_getBlockByNumber', ['latest', false], timed, mediumAnswer),
  blockWithTransactions: (number: bigint) =>
    call(
      'eth_getBlockByNumber',
      [toQuantity(number), true],
      onlyBlock('block with transactions', nullable.blockWithTransactions, number),
      largeAnswer,
    ),
  /** The last blocks, with the median tip of each. Some 60 bytes a block. */
  feeHistory: (blocks: number) => call('eth_feeHistory', [toQuantity(BigInt(blocks)), 'latest', [50]], feeHistory),
  gasPrice: () => call('eth_gasPrice', [], price),
  maxPriorityFeePerGas: () => call('eth_maxPriorityFeePerGas', [], price),
  /** @param at - A number means: after that block. Only archive nodes know it for all blocks. */
  transactionCount: (of: string, at: Tag | bigint) =>
    call('eth_getTransactionCount', [of, typeof at === 'bigint' ? toQuantity(at) : at], count),
  balance: (of: string) => call('eth_getBalance', [of, 'latest'], quantity),
  /** With waiting transactions carried out. A node that knows no pending state answers an error: then the latest balance is all that is known. */
  pendingBalance: (of: string): FallibleCall<bigint> => ({
    ...call('eth_getBalance', [of, 'pending'], quantity),
    fallible: true,
    isAnswer: lacksPending,
  }),
  /** Code has at most 24,576 bytes on most chains (EIP-170), and never more than 262,144 (EIP-7907). A byte is two digits. */
  code: (of: string) => call('eth_getCode', [of, 'latest'], bytes, mediumAnswer),
  /** @param maxBytes - Size limit of the answer, if it may be more than small. */
  call: (what: CallRequest, answer: z.ZodType<Hex> = bytes, maxBytes?: number) =>
    call('eth_call', [request(what), 'latest'], answer, maxBytes),
  estimateGas: (what: CallRequest) => call('eth_estimateGas', [request(what)], neededGas),
  /** Runs the call as if the sender had plenty of coins, as nodes refuse a call that the sender cannot pay. Not all nodes can do it. */
  richCall: (what: CallRequest) => call('eth_call', [request(what), 'latest', plenty(what)], bytes),
  richEstimateGas: (what: CallRequest) => call('eth_estimateGas', [request(what), 'latest', plenty(what)], neededGas),
  /** https://docs.linea.build/api/reference/linea-estimategas */
  lineaEstimateGas: (what: CallRequest) => call('linea_estimateGas', [request(what)], lineaEstimate),
  transaction: (id: string) => call('eth_getTransactionByHash', [id], onlyTransaction(id), largeAnswer),
  /** Reth, anvil and some others have it. */
  transactionBySenderAndNonce: (sender: string, nonce: bigint) =>
    call('eth_getTransactionBySenderAndNonce', [sender, toQuantity(nonce)], nullable.sent, mediumAnswer),
  /** The senders and nonces of a block's transactions. */
  sendersIn: (number: bigint) =>
    call('eth_getBlockByNumber', [toQuantity(number), true], nullable.senders, largeAnswer),
  receipt: (id: string) => call('eth_getTransactionReceipt', [id], onlyReceipt(id), largeAnswer),
  /** A node's refusal of a transaction is an answer, which failures.ts reads. If a node says something about itself, the next one is asked. */
  sendRawTransaction: (raw: Hex): RpcCall<Hex> => ({
    method: 'eth_sendRawTransaction',
    params: [raw],
    schema: hash,
    isAnswer: isRefusal,
  }),
  logs: (fromBlock: bigint, toBlock: bigint, topics: readonly (Hex | null)[]) =>
    call(
      'eth_getLogs',
      [{ fromBlock: toQuantity(fromBlock), toBlock: toQuantity(toBlock), topics }],
      foundLogs,
      largeAnswer,
    ),
};
