import { withRaw } from '@isochain/core';
import * as z from 'zod';
import type { Address } from '../address/address.ts';
import { address, hash, u64 } from './fields.ts';
import type { ChainEvent } from './queries/simulation.ts';

// Transactions as nodes write them (aptos-labs/aptos-core, api/types/src/transaction.rs).

/** What was signed. */
export interface Request {
  readonly sender: Address;
  /** 2^64 - 1 for orderless transactions (AIP-123). Newer nodes may leave it out there. */
  readonly sequenceNumber: bigint | undefined;
  /** Of an orderless transaction. */
  readonly nonce: bigint | undefined;
  readonly maxGasAmount: bigint;
  /** Octas for one gas unit. */
  readonly gasUnitPrice: bigint;
  /** Unix time in seconds. */
  readonly expiration: bigint;
  /** As the node has it. */
  readonly payload: unknown;
  /** As the node has it. */
  readonly signature: unknown;
}

/** An event of a transaction. */
export interface NodeEvent extends ChainEvent {
  /** Events of handles name the account of the handle, and its number there. */
  readonly guid?: unknown;
}

/** What a block made of a transaction. */
export interface Outcome {
  /** Number of the transaction in the ledger. */
  readonly version: bigint;
  readonly isSuccess: boolean;
  /** Gas units, before any refund. */
  readonly gasUsed: bigint;
  /** When its block was made, in microseconds since 1970. Undefined for the first transaction of the chain. */
  readonly time: bigint | undefined;
  readonly events: readonly NodeEvent[];
  /** The write set. */
  readonly changes: readonly unknown[];
}

/** A transaction of a node. */
export interface NodeTransaction {
  readonly hash: string;
  /** Undefined for transactions of the chain itself: those that begin and end blocks. */
  readonly request: Request | undefined;
  /** Undefined while it waits. */
  readonly outcome: Outcome | undefined;
}

const request = {
  sender: address,
  sequence_number: u64.nullish(),
  replay_protection_nonce: u64.nullish(),
  max_gas_amount: u64,
  gas_unit_price: u64,
  expiration_timestamp_secs: u64,
  payload: z.unknown(),
  signature: z.unknown(),
};

const outcome = {
  version: u64,
  gas_used: u64,
  success: z.boolean(),
  timestamp: u64.optional(),
  events: z
    .array(z.object({ type: z.string(), data: z.record(z.string(), z.unknown()).catch({}), guid: z.unknown() }))
    .default([]),
  changes: z.array(z.unknown()).default([]),
};

const ofUser = 'user_transaction';
const waiting = 'pending_transaction';

const ofChain = z.string().refine((type) => type !== ofUser && type !== waiting);

type Answer =
  | (z.output<z.ZodObject<typeof request>> & { readonly hash: string })
  | (z.output<z.ZodObject<typeof outcome>> & { readonly hash: string });

/** A transaction, and what the node wrote. */
export const nodeTransaction = withRaw(
  z
    .union([
      z.object({ type: z.literal(ofUser), hash, ...request, ...outcome }),
      z.object({ type: z.literal(waiting), hash, ...request }),
      z.object({ type: ofChain, hash, ...outcome }),
    ])
    .transform(
      (answer: Answer): NodeTransaction => ({
        hash: answer.hash,
        request: 'sender' in answer ? requestOf(answer) : undefined,
        outcome: 'version' in answer ? outcomeOf(answer) : undefined,
      }),
    ),
);

function requestOf(answer: z.output<z.ZodObject<typeof request>>): Request {
  return {
    sender: answer.sender,
    sequenceNumber: answer.sequence_number ?? undefined,
    nonce: answer.replay_protection_nonce ?? undefined,
    maxGasAmount: answer.max_gas_amount,
    gasUnitPrice: answer.gas_unit_price,
    expiration: answer.expiration_timestamp_secs,
    payload: answer.payload,
    signature: answer.signature,
  };
}

function outcomeOf(answer: z.output<z.ZodObject<typeof outcome>>): Outcome {
  return {
    version: answer.version,
    isSuccess: answer.success,
    gasUsed: answer.gas_used,
    time: answer.timestamp,
    events: answer.events,
    changes: answer.changes,
  };
}
