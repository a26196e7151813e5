import { withRaw } from '@isochain/core';
import * as z from 'zod';
import type { Address } from '../address/address.ts';
import { address, each, hash, u64 } from './fields.ts';
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
  /** How many events could not be read. */
  readonly unreadEvents: number;
}

/** A transaction of a node. */
export interface NodeTransaction {
  readonly hash: string;
  /** Undefined for transactions of the chain itself: those that begin and end blocks. */
  readonly request: Request | undefined;
  /** Undefined while it waits. */
  readonly outcome: Outcome | undefined;
  /** True if what was signed, or what came of it, has another form than known. */
  readonly isUnread?: boolean;
  /** Number in the ledger of a transaction whose outcome has another form than known. */
  readonly version?: bigint | undefined;
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
  timestamp: u64.optional().catch(undefined),
  events: each(z.object({ type: z.string(), data: z.record(z.string(), z.unknown()).catch({}), guid: z.unknown() }))
    .default({ read: [], unread: [] })
    .catch({ read: [], unread: [undefined] }),
  changes: z.array(z.unknown()).default([]).catch([]),
};

const ofUser = 'user_transaction';
const waiting = 'pending_transaction';

const ofChain = z.string().refine((type) => type !== ofUser && type !== waiting);

type Answer =
  | (z.output<z.ZodObject<typeof request>> & { readonly hash: string })
  | (z.output<z.ZodObject<typeof outcome>> & { readonly hash: string });

interface Unread {
  readonly hash: string;
  readonly version?: bigint | undefined;
  readonly success?: boolean | undefined;
  readonly timestamp?: bigint | undefined;
  readonly isUnread: true;
}

/** A transaction, and what the node wrote. */
export const nodeTransaction = withRaw(
  z
    .union([
      z.object({ type: z.literal(ofUser), hash, ...request, ...outcome }),
      z.object({ type: z.literal(waiting), hash, ...request }),
      z.object({ type: ofChain, hash, ...outcome }),
      // Another form. Its place in the ledger is all that is needed to list it.
      z
        .object({
          hash,
          version: u64.optional().catch(undefined),
          success: z.boolean().optional().catch(undefined),
          timestamp: u64.optional().catch(undefined),
        })
        .transform((read) => ({ ...read, isUnread: true as const })),
    ])
    .transform((answer: Answer | Unread): NodeTransaction => {
      if ('isUnread' in answer) return unreadOf(answer);
      return {
        hash: answer.hash,
        request: 'sender' in answer ? requestOf(answer) : undefined,
        outcome: 'version' in answer ? outcomeOf(answer) : undefined,
      };
    }),
);

function unreadOf({ hash: id, version, success, timestamp: time }: Unread): NodeTransaction {
  const outcome: Outcome | undefined =
    version === undefined || success === undefined
      ? undefined
      : { version, isSuccess: success, gasUsed: 0n, time, events: [], changes: [], unreadEvents: 0 };
  return { hash: id, request: undefined, outcome, isUnread: true, version };
}

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
    events: answer.events.read,
    unreadEvents: answer.events.unread.length,
    changes: answer.changes,
  };
}
