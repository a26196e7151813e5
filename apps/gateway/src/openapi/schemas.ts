import { z } from '@hono/zod-openapi';
import {
  accountState,
  balanceParts,
  chainDetail,
  encodedItem,
  status,
  token,
  tokenAmount,
  transactionData,
  transactionRecord,
  validator,
} from '@isochain/core';
import { chainIdOn } from './parameters.ts';

// What the routes take and answer, made of core's schemas. The schemas of requests are only for the document: core checks the requests themselves.

const warningStatus = z.object(status.shape).openapi('Warned', {
  description: 'Warnings: parts of the request were ignored, or the chain stands still. Absent if there are none.',
});

/** For answers that have no status otherwise. */
const warned = {
  status: warningStatus.optional(),
};

const pagination = z
  .object({ nextPage: z.string().nullable().describe('Opaque; null at the end.') })
  .openapi('Pagination');

export const errorBody = z
  .object({ status })
  .openapi('Error', { description: 'Every answer that is not a success. `status.errors` holds at least one entry.' });

export const encodeRequest = z.object({ transaction: z.object({ data: transactionData }) });

export const validateRequest = z.object({
  transaction: z.object({ data: transactionData, encoded: z.array(encodedItem).optional() }),
});

/**
 * What encode answers and broadcast takes. Both refer to the same components, and no place adds anything to one. So generated
 * clients pass on what they got, without a cast.
 */
const encodedTransaction = {
  // Core answers it as a record.
  data: transactionData as unknown as z.ZodType<Record<string, unknown>>,
  encoded: z.array(encodedItem),
};

export const broadcastRequest = z.object({
  transaction: z.object({
    data: encodedTransaction.data,
    encoded: encodedTransaction.encoded.describe('Exactly as received from encode.'),
    signature: z.string().describe('In any form that the chain’s signers produce: see docs/signing.md.'),
  }),
});

const accountQuery = z
  .object({
    chainId: chainIdOn.any,
    accountId: z.string(),
    include: z.array(z.enum(balanceParts)).nullish(),
    publicKey: z.string().nullish().describe('Public key, in hex. Null and an empty text count as absent.'),
  })
  .openapi('AccountQuery');

export const accountStatesRequest = z.union([
  accountQuery,
  z.object({ accounts: z.array(accountQuery).min(1).max(100) }),
]);

export const addressesRequest = z.object({ pubkey: z.string().describe('Public key in hex, with or without 0x.') });

export const encodeResponse = z
  .object({
    chainId: chainIdOn.encode,
    transaction: z.object({
      data: encodedTransaction.data,
      encoded: encodedTransaction.encoded.describe('Empty if there are errors.'),
    }),
    status,
  })
  .openapi('EncodeResponse');

export const validateResponse = z
  .object({
    chainId: chainIdOn.encode,
    transaction: z.object({
      data: z
        .record(z.string(), z.unknown())
        .describe(
          'The completed data. If the request has `encoded`: what the bytes say, as fields of a transaction data object.',
        ),
    }),
    status,
  })
  .openapi('ValidateResponse');

export const broadcastResponse = z
  .object({
    chainId: chainIdOn.encode,
    hash: z.string().describe('Transaction hash, as explorers show it.'),
    ...warned,
  })
  .openapi('BroadcastResponse');

const failedAccount = z.object({ chainId: z.string(), accountId: z.string(), status }).openapi('FailedAccount');

export const accountStatesResponse = z.union([
  accountState,
  z.object({
    accounts: z.array(z.union([accountState, failedAccount])).describe('In the order of the request.'),
    ...warned,
  }),
]);

export const tokenBalancesResponse = z
  .object({ chainId: chainIdOn.any, accountId: z.string(), tokens: z.array(tokenAmount), pagination, ...warned })
  .openapi('TokenBalances');

export const historyResponse = z
  .object({
    chainId: chainIdOn.any,
    accountId: z.string(),
    transactions: z.array(transactionRecord).describe('Newest first.'),
    pagination,
    ...warned,
  })
  .openapi('History');

export const transactionResponse = z
  .object({ chainId: chainIdOn.any, transaction: transactionRecord, status })
  .openapi('TransactionResponse');

export const tokensResponse = z
  .object({ chainId: chainIdOn.any, tokens: z.array(token), pagination, ...warned })
  .openapi('Tokens');

export const tokenResponse = z.object({ token, ...warned }).openapi('TokenResponse');

export type TokenResponse = z.infer<typeof tokenResponse>;

export const validatorsResponse = z
  .object({ chainId: chainIdOn.any, validators: z.array(validator), pagination, ...warned })
  .openapi('Validators');

export const addressesResponse = z
  .object({
    chainId: chainIdOn.any,
    pubkey: z.string(),
    addresses: z.array(z.object({ type: z.string(), address: z.string() })).describe('The first is the default.'),
    ...warned,
  })
  .openapi('Addresses');

export const chainResponse = z.object({ chain: chainDetail, ...warned }).openapi('Chain');

export const chainsResponse = z.object({ chains: z.record(z.string(), chainDetail), ...warned }).openapi('Chains');
