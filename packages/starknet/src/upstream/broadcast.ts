import { UpstreamError } from '@isochain/core';
import { ask, type FallibleCall, type Operation, RejectedAnswer, type RpcOutcome } from '@isochain/core/upstream';
import * as z from 'zod';
import type { RpcTransaction } from '../bytes/rpc-transaction.ts';
import { describeRefusal, type Failure } from '../failures.ts';
import { type FeltHex, toFelt } from '../felt.ts';
import { askable, errorCode } from './calls.ts';
import { felt } from './fields.ts';

const taken = z.object({ transaction_hash: felt }).transform(({ transaction_hash }) => toFelt(transaction_hash));

/** Statuses of transactions that a node knows (starknet-specs, TXN_STATUS). */
const status = z.object({
  finality_status: z.enum(['RECEIVED', 'CANDIDATE', 'PRE_CONFIRMED', 'ACCEPTED_ON_L2', 'ACCEPTED_ON_L1']),
  execution_status: z.enum(['SUCCEEDED', 'REVERTED']).nullish(),
});

/** An error that says something about the transaction is the answer. */
const isAnswer = (error: Parameters<typeof describeRefusal>[0]) => describeRefusal(error) !== undefined;
export type TransactionStatus = z.output<typeof status>;

/** Sends a signed transaction. */
function addTransaction(transaction: RpcTransaction): FallibleCall<FeltHex> {
  const call = { schema: taken, isAnswer, fallible: true } as const;
  return transaction.type === 'INVOKE'
    ? { ...call, method: 'starknet_addInvokeTransaction', params: { invoke_transaction: transaction } }
    : { ...call, method: 'starknet_addDeployAccountTransaction', params: { deploy_account_transaction: transaction } };
}

/** Which endpoint is asked, and how often. */
interface Asked {
  readonly endpoint: string;
  readonly maxAttempts: number | undefined;
}

/**
 * Sends a signed transaction to one node.
 *
 * @param hash - Of the transaction. A node that answers another one is of another chain, or it lies.
 * @returns Undefined if the node took it.
 * @throws UpstreamError if it gave no usable answer, or does not know this version of transactions.
 */
export async function broadcast(
  chainId: string,
  { transaction, hash }: { readonly transaction: RpcTransaction; readonly hash: FeltHex },
  asked: Asked,
  operation: Operation,
): Promise<Failure | undefined> {
  const accept = (outcome: RpcOutcome<FeltHex>) => {
    if (outcome.ok && outcome.value !== hash) throw new RejectedAnswer('it answered the hash of another transaction');
  };
  const outcome = await operation.tryRpc(addTransaction(transaction), { ...asked, write: 'idempotent', accept });
  if (outcome.ok) return undefined;
  const failure = describeRefusal(outcome.error);
  if (failure !== undefined && failure.means !== 'unreadable') return failure;
  const detail = 'it takes no transactions of version 3';
  throw new UpstreamError(chainId, [{ endpoint: asked.endpoint, outcome: 'unsupported', detail, ms: 0 }]);
}

/**
 * Whether a node of our chain knows a transaction: it waits, or is in a block. Whether it succeeded does not matter: its nonce is used.
 *
 * @throws UpstreamError if the node gave no usable answer, or is of another chain.
 */
export async function knows(hash: FeltHex, asked: Asked, operation: Operation): Promise<boolean> {
  const { found } = await ask(operation, { found: statusOf(hash) }, { ...asked, mayLag: true });
  return found.ok;
}

/** Asks what became of a transaction. Error 29: the node does not know it. */
export function statusOf(hash: FeltHex) {
  return askable('starknet_getTransactionStatus', { transaction_hash: hash }, status, {
    codes: [errorCode.transactionNotFound],
  });
}
