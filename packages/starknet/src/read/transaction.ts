import type { ParsedTransaction, ReadTransaction } from '@isochain/core';
import { ask, type Operation, type RpcOutcome, silent } from '@isochain/core/upstream';
import type { FeltHex } from '../felt.ts';
import { knownTokens } from '../tokens/known-tokens.ts';
import { statusOf, type TransactionStatus } from '../upstream/broadcast.ts';
import { blockCall, blockNumberCall, receiptCall, transactionCall } from '../upstream/read-calls.ts';
import { poolsOf } from './deed.ts';
import { tokensOf } from './movements.ts';
import { readAssets, type TokenMemories, type TokenOptions } from './names.ts';
import { blockOf, parseTransaction } from './parse-transaction.ts';
import { senderOf } from './prove-id.ts';
import { readStakersOfPools, type StakersContext } from './stakers-of-pools.ts';

/**
 * Reads one transaction in one round, and the time of its block in a second, with names of tokens and validators. What was signed is proven by its id, if it is of version 3. What came of it is
 * what the node says.
 *
 * @param id - As nodes write it: without leading zeros.
 * @param options.tokens - The operator's tokens, for tickers.
 * @returns Undefined if the node does not know the transaction: never sent, or dropped from the mempool after 300 seconds.
 * @throws UpstreamError if no node gave a usable answer.
 */
export async function readTransaction(
  context: StakersContext & TokenMemories,
  options: TokenOptions,
  id: FeltHex,
  operation: Operation,
): Promise<ReadTransaction | undefined> {
  const known = await knownTokens(context, options);
  const found = await ask(operation, {
    transaction: transactionCall(context.chain.id, id),
    receipt: receiptCall(id),
    // A transaction that a node has just got is only known by its status.
    status: statusOf(id),
    head: blockNumberCall(),
  });
  const transaction = found.transaction.ok ? found.transaction.value : undefined;
  const receipt = found.receipt.ok ? found.receipt.value : undefined;
  if (transaction === undefined && receipt === undefined && !found.status.ok) return undefined;
  const block = receipt && blockOf(receipt.value);
  const [timed, assets, stakerOf] = await Promise.all([
    // A transaction without its time is better than none.
    block === undefined ? undefined : silent(ask(operation, { block: blockCall(block) })),
    readAssets(context, known, receipt === undefined ? [] : tokensOf(receipt.value), operation),
    readStakersOfPools(
      context,
      transaction === undefined ? [] : poolsOf(transaction.value, senderOf(transaction.value)),
      operation,
    ),
  ]);
  const parsed = parseTransaction(
    {
      id,
      transaction: transaction?.value,
      receipt: receipt?.value,
      waiting: waitingState(found.status),
      time: timed?.block.timestamp,
      head: found.head,
    },
    assets,
    stakerOf,
  );
  return { parsed, raw: { transaction: transaction?.raw ?? null, receipt: receipt?.raw ?? null } };
}

/** The state of a transaction without a receipt (starknet-specs, TXN_STATUS). */
function waitingState(status: RpcOutcome<TransactionStatus>): ParsedTransaction['state'] {
  if (!status.ok) return 'pending';
  const { finality_status: finality, execution_status: execution } = status.value;
  if (execution === 'REVERTED') return 'failed';
  if (finality === 'RECEIVED' || finality === 'CANDIDATE') return 'pending';
  // The receipt was asked for a moment too early.
  return finality === 'PRE_CONFIRMED' ? 'unconfirmed' : 'confirmed';
}
