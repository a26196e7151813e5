import { largeAnswer, RejectedAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import type { Address } from '../../address/address.ts';
import { provesItsId } from '../../read/prove-id.ts';
import { address, type Each, each, u64 } from '../fields.ts';
import { type HeadOfLedger, headOf } from '../ledger.ts';
import { type NodeTransaction, nodeTransaction } from '../node-transaction.ts';
import { type NodeError, nodeQuery, type Query } from '../query.ts';

/** Whether the id of a transaction is known, in a block or waiting. */
export function isTransaction(id: string): Query<boolean> {
  return nodeQuery({
    path: `/transactions/by_hash/${id}`,
    route: '/transactions/by_hash/{id}',
    schema: z.object({ hash: z.string() }),
    read: () => true,
    refused: () => ({ value: false }),
  });
}

/** A transaction, with the ledger that it was read from. */
export interface ReadFromLedger extends HeadOfLedger {
  readonly transaction: NodeTransaction;
  /** What the node wrote. */
  readonly raw: unknown;
}

/**
 * A transaction by its id, in a block or waiting. Undefined if the node does not know it. The id proves what was signed, if the call is one that is understood.
 *
 * @param chainId - The byte of the chain.
 */
export function transactionById(chainId: number, id: string): Query<ReadFromLedger | undefined> {
  return nodeQuery<z.output<typeof nodeTransaction>, ReadFromLedger | undefined>({
    path: `/transactions/by_hash/${id}`,
    route: '/transactions/by_hash/{id}',
    schema: nodeTransaction,
    maxBytes: largeAnswer,
    read({ value: transaction, raw }, answer) {
      if (transaction.hash !== id) throw new RejectedAnswer('it answers with another transaction');
      requireProof(transaction, chainId);
      return { transaction, raw, ...headOf(answer) };
    },
    refused(error) {
      if (error.error_code === 'transaction_not_found') return { value: undefined };
      return requireKept(error);
    },
  });
}

/** Why a node does not have a transaction: it does not keep it any more, or it has not got that far. */
export type Missing = 'pruned' | 'ahead';

/** A transaction by its number in the ledger. */
export function transactionAt(chainId: number, version: bigint): Query<ReadFromLedger | Missing> {
  return nodeQuery<z.output<typeof nodeTransaction>, ReadFromLedger | Missing>({
    path: `/transactions/by_version/${version}`,
    route: '/transactions/by_version/{version}',
    schema: nodeTransaction,
    maxBytes: largeAnswer,
    // A page of a history asks for a hundred of them.
    steps: ({ value }) => [() => isProven(value, chainId)],
    read({ value: transaction, raw }, answer) {
      const { version: told } = transaction.outcome ?? transaction;
      const isUntold = told === undefined && transaction.isUnread === true;
      if (told !== version && !isUntold) throw new RejectedAnswer('it answers with another transaction');
      requireProof(transaction, chainId);
      return { transaction, raw, ...headOf(answer) };
    },
    refused(error) {
      if (isPruned(error)) return { value: 'pruned' };
      const isAhead = ['version_not_found', 'transaction_not_found'].includes(error.error_code);
      return isAhead ? { value: 'ahead' } : undefined;
    },
  });
}

/** The height of the block that holds a transaction. */
export function blockAt(version: bigint): Query<bigint> {
  return nodeQuery({
    path: `/blocks/by_version/${version}`,
    route: '/blocks/by_version/{version}',
    schema: z.object({ block_height: u64, first_version: u64, last_version: u64 }),
    read(block) {
      if (version < block.first_version || version > block.last_version)
        throw new RejectedAnswer('it answers with another block');
      return block.block_height;
    },
    refused: requireKept,
  });
}

/** What an account sent. */
export interface Sent {
  /** Numbers of the transactions, newest first. */
  readonly versions: readonly bigint[];
  /** How many rows could not be read. */
  readonly unlisted: number;
}

/**
 * Numbers of the transactions that an account sent, with sequence numbers and without them, newest first (aptos-labs/aptos-core, api/src/transactions.rs).
 *
 * @param last - The newest version that counts. Undefined for the latest.
 */
export function sentBy(account: Address, limit: number, last: bigint | undefined): Query<Sent> {
  return nodeQuery<Each<{ version: bigint; sender: Address }>, Sent>({
    path: `/accounts/${account}/transaction_summaries`,
    route: '/accounts/{address}/transaction_summaries',
    query: { limit, ...(last === undefined ? {} : { end_version: last.toString() }) },
    schema: each(z.object({ version: u64, sender: address }), 1_000).refine(
      // If there is nothing else, the list has another form.
      ({ read, unread }) => read.length > 0 || unread.length < 2,
      'no row can be read',
    ),
    read({ read: rows, unread }) {
      const found = rows.map(({ version }) => version);
      const isForeign = rows.some(({ sender }) => sender !== account);
      const isTwice = new Set(found).size < found.length;
      if (isForeign || isTwice || (last !== undefined && found.some((version) => version > last)))
        throw new RejectedAnswer('it answers what was not asked');
      return { versions: found.toSorted((a, b) => (a < b ? 1 : -1)), unlisted: unread.length };
    },
    refused(error) {
      if (error.error_code === 'account_not_found') return { value: { versions: [], unlisted: 0 } };
      return requireKept(error);
    },
  });
}

/** Whether transactions prove their ids. Each is computed once: that takes long. */
const proofs = new WeakMap<NodeTransaction, boolean>();

function isProven(transaction: NodeTransaction, chainId: number): boolean {
  const proof = proofs.get(transaction) ?? provesItsId(transaction, chainId);
  proofs.set(transaction, proof);
  return proof;
}

function requireProof(transaction: NodeTransaction, chainId: number): void {
  if (!isProven(transaction, chainId)) throw new RejectedAnswer('it answers with a transaction that has another id');
}

function isPruned({ error_code: code }: NodeError): boolean {
  return ['version_pruned', 'block_pruned'].includes(code);
}

/** A node that keeps a part of the history only is not at fault: another one is asked, and it goes on serving. */
function requireKept(error: NodeError): undefined {
  if (isPruned(error)) throw new RejectedAnswer('it keeps no history as old as that', 'unable');
  return undefined;
}
