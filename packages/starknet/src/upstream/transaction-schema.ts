import * as z from 'zod';
import { toFelt } from '../felt.ts';
import { blockNumber, felt, felts, upTo } from './fields.ts';

// Transactions and receipts as nodes tell them (starknet-specs, api/starknet_api_openrpc.json: TXN, TXN_RECEIPT). Old versions lack most of the fields.

const bound = z.object({ max_amount: upTo(64), max_price_per_unit: upTo(128) });

const hash = felt.transform(toFelt);

/** Any transaction. Which fields it has depends on its type and version. */
export const transactionSchema = z.object({
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

export type NodeTransaction = z.output<typeof transactionSchema>;

const event = z.object({ from_address: felt, keys: felts, data: felts });

/** An event of a contract. The name is the first key. */
export type NodeEvent = z.output<typeof event>;

const units = z.int().min(0);

export const receiptSchema = z.object({
  transaction_hash: hash,
  actual_fee: z.object({ amount: upTo(128), unit: z.enum(['FRI', 'WEI']) }),
  finality_status: z.enum(['PRE_CONFIRMED', 'ACCEPTED_ON_L2', 'ACCEPTED_ON_L1']),
  execution_status: z.enum(['SUCCEEDED', 'REVERTED']),
  block_number: blockNumber.nullish(),
  events: z.array(event),
  execution_resources: z.object({ l2_gas: units.nullish() }),
});

/** What came of a transaction. `actual_fee` in FRI (10^-18 STRK), or in WEI (10^-18 ETH) for old versions. */
export type Receipt = z.output<typeof receiptSchema>;

/** An event with its place, as `starknet_getEvents` tells it. Nodes of version 0.9 do not tell the index. */
const placedEvent = z.object({
  transaction_hash: hash,
  block_number: blockNumber.nullish(),
  transaction_index: z.int().min(0).nullish(),
  from_address: felt,
  keys: felts,
  data: felts,
});

export type PlacedEvent = z.output<typeof placedEvent>;

export const eventPage = z.object({ events: z.array(placedEvent), continuation_token: z.string().nullish() });

export const minedBlock = z.object({
  block_number: blockNumber,
  timestamp: z.int().min(0).max(253_402_300_799),
  transactions: z.array(hash),
});

/** A block's time, in seconds since 1970, and its transactions in order. */
export type MinedBlock = z.output<typeof minedBlock>;
