import { withRaw } from '@isochain/core';
import {
  type BatchOptions,
  isOwnComplaint,
  jsonDecimal,
  largeAnswer,
  type Operation,
  type RpcCall,
  type RpcError,
  type RpcOutcome,
  type RpcOutcomes,
} from '@isochain/core/upstream';
import * as z from 'zod';
import type { UtxoContext } from '../context.ts';
import type { Head } from './backend.ts';
import {
  countSchema,
  hashSchema,
  heightSchema,
  hexSchema,
  listOf,
  outputIndexSchema,
  perhapsRawSchema,
  possible,
  rawSchema,
  timeSchema,
} from './common-schemas.ts';
import { merkleBlockSchema } from './inclusion.ts';

// The JSON-RPC of Bitcoin Core and its descendants: https://developer.bitcoin.org/reference/rpc/. Only the members that we use are read.

/** Coins with 8 decimals, as JSON numbers. */
const amount = jsonDecimal(8).refine((value) => value >= 0n);

/** @param maxSupply - No amount is above it. */
function scanSchema(maxSupply: bigint | undefined) {
  const coin = z
    .object({
      txid: hashSchema,
      vout: outputIndexSchema,
      scriptPubKey: hexSchema,
      /** With the path of its key: `wpkh([06361b08/0/7]035e...)#...`. */
      desc: z.string(),
      amount: possible(amount, maxSupply),
      height: heightSchema,
      /** Since Bitcoin Core 24. */
      coinbase: z.boolean().nullish(),
    })
    .transform(({ amount: value, ...rest }) => ({ ...rest, value }));
  return z.object({ success: z.literal(true), height: heightSchema, unspents: listOf(coin, maxSupply) });
}

type ScanSchema = ReturnType<typeof scanSchema>;

/** The coins in blocks that some scripts have. */
export type ScanAnswer = z.output<ScanSchema>;

const verbose = z.object({
  txid: hashSchema,
  hex: hexSchema,
  vin: z.array(
    z.object({
      /** Absent inside MWEB, and for coinbase inputs. */
      txid: hashSchema.nullish(),
      vout: outputIndexSchema.nullish(),
      coinbase: z.string().nullish(),
      scriptSig: z.object({ hex: hexSchema }).nullish(),
      sequence: countSchema.nullish(),
    }),
  ),
  vout: z.array(z.object({ ismweb: z.boolean().nullish() })),
  blockhash: hashSchema.nullish(),
  /** Seconds. */
  blocktime: timeSchema.nullish(),
});

/** A transaction, and the node's own object. */
const transaction = withRaw(verbose);

export type VerboseTransaction = z.output<typeof transaction>;

const schemas = {
  count: heightSchema,
  head: z.object({ blocks: heightSchema, bestblockhash: hashSchema }).transform(
    ({ blocks, bestblockhash }): Head => ({
      height: blocks,
      hashes: new Map([[blocks, bestblockhash]]),
    }),
  ),
  /** Undefined for a block that is not in the best chain any more: it has -1 confirmations. */
  header: z
    .object({ height: heightSchema, confirmations: z.int().nullish() })
    .transform(({ height, confirmations }) => ((confirmations ?? 1) < 1 ? undefined : height)),
  mempoolInfo: z.object({ size: countSchema, mempoolminfee: amount }),
  ids: z.array(hashSchema),
  /** Null if the output is spent, in the mempool or in a block. */
  output: z.object({ coinbase: z.boolean() }).nullable(),
  outputAmount: z.object({ value: amount }).nullable(),
  /** Negative or absent if the node has seen too few transactions. */
  fee: z.object({ feerate: jsonDecimal(8).nullish() }),
};

/** bitcoin/bitcoin, src/rpc/protocol.h. */
const codes = { invalidAddressOrKey: -5, invalidParameter: -8, warmingUp: -28 };

/** Codes above are the node's own. The common rules read the codes of JSON-RPC (src/rpc/protocol.h). */
const reserved = -32000;

/** bitcoin/bitcoin, src/rpc/blockchain.cpp: "Block height out of range". */
export const isOutOfRange = ({ code }: RpcError) => code === codes.invalidParameter;
/** Nodes say so of what they do not find, and of descriptors that they do not know (src/rpc/util.cpp: EvalDescriptorStringOrObject). */
const isUnknown = ({ code }: RpcError) => code === codes.invalidAddressOrKey;
/** A node without an index of transactions cannot say that there is none. */
const isNowhere = (error: RpcError) => isUnknown(error) && !/txindex|being indexed/i.test(error.message);
/** Nodes refuse transactions for reasons of many codes. Once a node has started, its own codes are about the transaction. */
const isRefusal = (error: RpcError) =>
  error.code > reserved ? error.code !== codes.warmingUp : !isOwnComplaint(error);

/** @param isAnswer - Which errors are answers. By default none: the node is not usable, and the next one is asked. */
const call = <T>(
  method: string,
  params: readonly unknown[],
  schema: z.ZodType<T>,
  isAnswer?: RpcCall['isAnswer'],
): RpcCall<T> => ({ method, params, schema, isAnswer });

/** Calls with long answers: a transaction, the mempool or an account. */
const large = <T>(of: RpcCall<T>): RpcCall<T> => ({ ...of, maxBytes: largeAnswer });

export const calls = {
  head: call('getblockchaininfo', [], schemas.head),
  /** An error says that there is no such block. */
  blockHash: (height: number) => call('getblockhash', [height], hashSchema, isOutOfRange),
  blockCount: call('getblockcount', [], schemas.count),
  blockHeader: (hash: string) => call('getblockheader', [hash], schemas.header),
  mempoolInfo: call('getmempoolinfo', [], schemas.mempoolInfo),
  mempool: large(call('getrawmempool', [false], schemas.ids)),
  scan: (descriptors: readonly string[], schema: ScanSchema) =>
    large(call('scantxoutset', ['start', descriptors], schema)),
  /** An error says that the node does not know such descriptors. */
  scanRanges: (
    ranges: readonly { readonly desc: string; readonly range: readonly [number, number] }[],
    schema: ScanSchema,
  ) => large(call('scantxoutset', ['start', ranges], schema, isUnknown)),
  output: (txid: string, vout: number) => call('gettxout', [txid, vout, true], schemas.output),
  amount: (txid: string, vout: number) => call('gettxout', [txid, vout, true], schemas.outputAmount),
  /** An error says that there is no such transaction. */
  transaction: (txid: string) => large(call('getrawtransaction', [txid, true], transaction, isNowhere)),
  full: (txid: string) => large(call('getrawtransaction', [txid, false], rawSchema)),
  /** An error says that the node does not have the transaction, or that it is inside MWEB. */
  fullIfKnown: (txid: string) => large(call('getrawtransaction', [txid, false], perhapsRawSchema, isUnknown)),
  /** An error says that the transaction is in no block, or that its outputs are spent and the node has no index of transactions. */
  inclusion: (txid: string) => call('gettxoutproof', [[txid]], merkleBlockSchema, isUnknown),
  fee: (target: number) => call('estimatesmartfee', [target], schemas.fee),
  /** An error says why the node does not take the transaction. */
  send: (raw: string) => call('sendrawtransaction', [raw], hashSchema, isRefusal),
};

export type AskNode = ReturnType<typeof createAsk>;

/** Made once for a chain, as equal reads in flight are recognised by their schemas. */
export function createAsk(context: UtxoContext) {
  /** The schema of scans. */
  const scan = scanSchema(context.policy.maxSupply);
  return Object.assign(ask, { scan });
}

/** Makes calls of one node. Every batch also asks for the chain and the age of the latest block: that costs a node next to nothing. */
async function ask<const Calls extends readonly RpcCall[]>(
  operation: Operation,
  asked: Calls,
  options: BatchOptions<RpcOutcomes<Calls>> = {},
): Promise<RpcOutcomes<Calls>> {
  // There are as many outcomes as calls.
  if (asked.length === 0) return [] as unknown as RpcOutcomes<Calls>;
  return operation.rpcBatch(asked, { ...options, kind: 'core', isGuarded: true });
}

/** The result of a call without errors. */
export function answerOf<T>(outcome: RpcOutcome<T>): T {
  if (!outcome.ok) throw new TypeError('An error was taken for an answer.');
  return outcome.value;
}
