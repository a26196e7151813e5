import type { FallibleCall } from '@isochain/core/upstream';
import * as z from 'zod';
import type { RpcTransaction } from '../bytes/rpc-transaction.ts';
import { type FeltHex, toFelt } from '../felt.ts';
import { askable, errorCode } from './calls.ts';
import { felt } from './fields.ts';

const taken = z.object({ transaction_hash: felt }).transform(({ transaction_hash }) => toFelt(transaction_hash));

/** Statuses of transactions that a node knows (starknet-specs, TXN_STATUS). */
const status = z.object({
  finality_status: z.enum(['RECEIVED', 'CANDIDATE', 'PRE_CONFIRMED', 'ACCEPTED_ON_L2', 'ACCEPTED_ON_L1']),
  execution_status: z.enum(['SUCCEEDED', 'REVERTED']).nullish(),
});

export type TransactionStatus = z.output<typeof status>;

/** Refusals of a transaction (starknet-specs, api/starknet_write_api.json). */
const refusals = [28, 52, 53, 54, 55, 56, 58, 59, 64, 65] as const;

/** Sends a signed transaction. */
export function addTransaction(transaction: RpcTransaction): FallibleCall<FeltHex> {
  return transaction.type === 'INVOKE'
    ? askable('starknet_addInvokeTransaction', { invoke_transaction: transaction }, taken, { codes: refusals })
    : askable('starknet_addDeployAccountTransaction', { deploy_account_transaction: transaction }, taken, {
        codes: refusals,
      });
}

/** Asks what became of a transaction. Error 29: the node does not know it. */
export function statusOf(hash: FeltHex) {
  return askable('starknet_getTransactionStatus', { transaction_hash: hash }, status, {
    codes: [errorCode.transactionNotFound],
  });
}
