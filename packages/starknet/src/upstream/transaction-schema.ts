import * as z from 'zod';
import { toFelt } from '../felt.ts';
import { blockNumber, each, felt, felts, upTo } from './fields.ts';

// Transactions and receipts as nodes tell them (starknet-specs, api/starknet_api_openrpc.json: TXN, TXN_RECEIPT). Old versions lack most of the fields.

const bound = z.object({ max_amount: upTo(64), max_price_per_unit: upTo(128) });

const hash = felt.transform(toFelt);

/** Any transaction. Which fields it has depends on its type and version. */
const knownTransaction = z.object({
  transaction_hash: hash,
  type: z.enum(['INVOKE', 'DEPLOY_ACCOUNT', 'DECLARE', 'DEPLOY', 'L1_HANDLER']),
  version: felt,
  sender_address: felt.nullish(),
  contract_address: felt.nullish(),
  nonce: felt.nullish(),
  calldata: felts.nullish(),
  constructor_calldata: felts.nullish(),
  class_hash: felt.nullish(),
  contract_address_salt: felt.nullish(),
  tip: upTo(64).nullish(),
  paymaster_data: felts.nullish(),
  account_deployment_data: felts.nullish(),
  proof_facts: felts.nullish(),
  nonce_data_availability_mode: z.enum(['L1', 'L2']).nullish(),
  fee_data_availability_mode: z.enum(['L1', 'L2']).nullish(),
  resource_bounds: z.object({ l1_gas: bound, l2_gas: bound, l1_data_gas: bound.nullish() }).nullish(),
});

type KnownTransaction = z.output<typeof knownTransaction>;

/** A transaction. Of type `unread` if it has another form: then no more than its sender is known of it, and that is not proven. */
export type NodeTransaction = Omit<KnownTransaction, 'type'> & { readonly type: KnownTransaction['type'] | 'unread' };

export const transactionSchema: z.ZodType<NodeTransaction> = z.union([
  knownTransaction,
  z
    .object({ transaction_hash: hash, sender_address: felt.optional().catch(undefined) })
    .transform((read): NodeTransaction => ({ ...read, type: 'unread', version: 0n })),
]);

const event = z.object({ from_address: felt, keys: felts, data: felts });

/** An event of a contract. The name is the first key. */
export type NodeEvent = z.output<typeof event>;

const units = z.int().min(0);

const noEvents = { read: [], unread: 1 };

/** A part that does not fit is left out, and named in `unread`. */
export const receiptSchema = z
  .object({
    transaction_hash: hash,
    actual_fee: z
      .object({ amount: upTo(128), unit: z.enum(['FRI', 'WEI']) })
      .optional()
      .catch(undefined),
    finality_status: z.enum(['PRE_CONFIRMED', 'ACCEPTED_ON_L2', 'ACCEPTED_ON_L1']).optional().catch(undefined),
    execution_status: z.enum(['SUCCEEDED', 'REVERTED']).optional().catch(undefined),
    block_number: blockNumber.nullish().catch(undefined),
    events: each(event).catch(noEvents),
    execution_resources: z.object({ l2_gas: units.nullish() }).catch({}),
  })
  .transform(({ events, ...rest }) => ({
    ...rest,
    events: events.read,
    /** What could not be read, in words. */
    unread: [
      ...(events.unread > 0 ? ['an event'] : []),
      ...(rest.actual_fee === undefined ? ['the fee'] : []),
      ...(rest.finality_status === undefined || rest.execution_status === undefined ? ['the state'] : []),
    ],
  }));

/** What came of it. `actual_fee` in FRI (10^-18 STRK), or in WEI (10^-18 ETH) for old versions. */
export type Receipt = z.output<typeof receiptSchema>;

/** An event with its place, as `starknet_getEvents` tells it. Nodes of version 0.9 do not tell the index. */
const place = {
  transaction_hash: hash,
  block_number: blockNumber.nullish(),
  transaction_index: z.int().min(0).nullish().catch(undefined),
};

const placedEvent = z.union([
  z.object({ ...place, from_address: felt, keys: felts, data: felts }),
  z.object(place).transform((read) => ({ ...read, from_address: undefined, keys: [], data: [] })),
]);

/** Without the address of its contract, no more than its place could be read. */
export type PlacedEvent = z.output<typeof placedEvent>;

export const eventPage = z
  .object({ events: each(placedEvent), continuation_token: z.string().nullish() })
  .transform(({ events, ...rest }) => ({ ...rest, events: events.read, unlisted: events.unread }));

export const minedBlock = z.object({
  block_number: blockNumber,
  timestamp: z.int().min(0).max(253_402_300_799).optional().catch(undefined),
  // One that cannot be read keeps its place.
  transactions: z.array(hash.optional().catch(undefined)).catch([]),
});

/** A block's time, in seconds since 1970, and its transactions in order. */
export type MinedBlock = z.output<typeof minedBlock>;
