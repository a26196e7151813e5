import { withRaw } from '@isochain/core';
import {
  type FallibleCall,
  fallible,
  isOwnComplaint,
  largeAnswer,
  type RpcCall,
  type RpcError,
} from '@isochain/core/upstream';
import type * as z from 'zod';
import { type FeltHex, toFelt } from '../felt.ts';
import { provesItsId } from '../read/prove-id.ts';
import { askable, errorCode, question } from './calls.ts';
import { blockNumber } from './fields.ts';
import {
  eventPage,
  type MinedBlock,
  minedBlock,
  type NodeTransaction,
  type Receipt,
  receiptSchema,
  transactionSchema,
} from './transaction-schema.ts';

// Methods of a node for transactions and histories (starknet-specs, api/starknet_api_openrpc.json).

/** A part of an answer, with the answer as the node wrote it. */
export interface Kept<T> {
  readonly raw: unknown;
  readonly value: T;
}

const transactionAnswer = withRaw(transactionSchema);
const receiptAnswer = withRaw(receiptSchema);

/** The most schemas to keep. They are small. */
const mostRemembered = 1_000;
const remembered = new Map<string, z.ZodType>();

/**
 * The schema of an answer that names its subject. An answer about another subject is the endpoint's failure. Schemas are kept by subject, as reads with
 * different schemas are never coalesced.
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

const notFound = { codes: [errorCode.transactionNotFound], maxBytes: largeAnswer };

/**
 * Asks for a transaction. What was signed must have its id as hash: see `provesItsId`. Error 29: the node does not know it.
 *
 * @param chain - The number of the chain.
 */
export function transactionCall(chain: bigint, hash: FeltHex): FallibleCall<Kept<NodeTransaction>> {
  const schema = only<Kept<NodeTransaction>>(
    `transaction ${chain} ${hash}`,
    transactionAnswer,
    ({ value }) => value.transaction_hash === hash && provesItsId(value, chain),
  );
  return askable('starknet_getTransactionByHash', { transaction_hash: hash }, schema, notFound);
}

/** Asks what came of a transaction. Error 29: it waits, or the node does not know it. */
export function receiptCall(hash: FeltHex): FallibleCall<Kept<Receipt>> {
  const schema = only<Kept<Receipt>>(`receipt ${hash}`, receiptAnswer, ({ value }) => value.transaction_hash === hash);
  return askable('starknet_getTransactionReceipt', { transaction_hash: hash }, schema, notFound);
}

/** Asks for the number of the latest block that a majority agreed on. */
export function blockNumberCall(): RpcCall<number> {
  return question('starknet_blockNumber', {}, blockNumber);
}

/** Asks for a block by its number: its time, and the hashes of its transactions. */
export function blockCall(number: number): RpcCall<MinedBlock> {
  const schema = only<MinedBlock>(`block ${number}`, minedBlock, (block) => block.block_number === number);
  return question('starknet_getBlockWithTxHashes', { block_id: { block_number: number } }, schema, largeAnswer);
}

/** Which events to list. */
export interface EventFilter {
  /** The contract that emitted them. */
  readonly address?: bigint;
  /** For each place of the keys, what may stand there. An empty list stands for anything. */
  readonly keys?: readonly (readonly bigint[])[];
}

/** The most events of one answer that all providers allow. Larger ones answer error 31. */
const chunkSize = 1_000;

/**
 * Asks for events between two blocks, oldest first. Providers limit searches in words of their own: an error that is not known as a complaint of the endpoint about itself may be such a limit.
 *
 * @param token - Of the page before.
 */
export function eventsCall(
  { address, keys }: EventFilter,
  from: number,
  to: number,
  token: string | undefined,
): FallibleCall<z.output<typeof eventPage>> {
  const filter = {
    from_block: { block_number: from },
    to_block: { block_number: to },
    ...(address === undefined ? {} : { address: toFelt(address) }),
    ...(keys === undefined ? {} : { keys: keys.map((place) => place.map(toFelt)) }),
    chunk_size: chunkSize,
    ...(token === undefined ? {} : { continuation_token: token }),
  };
  return fallible(
    { method: 'starknet_getEvents', params: { filter }, schema: eventPage, maxBytes: largeAnswer },
    mayBeLimit,
  );
}

const mayBeLimit = (error: RpcError) => !isOwnComplaint(error);
