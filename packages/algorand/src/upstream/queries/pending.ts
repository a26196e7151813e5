import { largeAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import { uint64OrNone } from '../fields.ts';
import { readNodeRow } from '../node-row.ts';
import { type Query, restQuery } from '../query.ts';
import type { Row } from '../row.ts';
import { innerPart, readEach, readPart } from '../row-fields.ts';

/** What a node knows of a transaction in its pool or in one of its last 1,000 rounds (go-algorand, daemon/algod/api/server/v2/handlers.go: PreEncodedTxInfo). */
export interface PendingTransaction {
  readonly row: Row;
  /** Undefined if it stands in no block. */
  readonly confirmedRound: bigint | undefined;
  /** Whether the node threw it out of its pool. */
  readonly isThrownOut: boolean;
  /** As the node writes it. */
  readonly raw: unknown;
}

const answerSchema = z.object({
  'pool-error': z.string().optional(),
  'confirmed-round': uint64OrNone,
  'closing-amount': uint64OrNone,
  'asset-closing-amount': uint64OrNone,
  'sender-rewards': uint64OrNone,
  'receiver-rewards': uint64OrNone,
  'close-rewards': uint64OrNone,
  'inner-txns': z.array(z.unknown()).optional(),
  txn: z.object({ txn: z.unknown() }),
});

/**
 * A transaction that a node knows. Undefined if it knows none: it waits nowhere in the node's pool, and stands in none of its last 1,000 rounds.
 *
 * @param id - Canonical.
 */
export function pendingTransaction(id: string): Query<PendingTransaction | undefined> {
  return restQuery<unknown, PendingTransaction | undefined>({
    kind: 'algod',
    path: `/v2/transactions/pending/${id}`,
    route: '/v2/transactions/pending/{txid}',
    query: { format: 'json' },
    schema: z.unknown(),
    maxBytes: largeAnswer,
    read(raw) {
      const { 'pool-error': poolError = '', 'confirmed-round': confirmedRound } = readPart(answerSchema, raw);
      return {
        row: readRow(raw),
        confirmedRound: confirmedRound === 0n ? undefined : confirmedRound,
        isThrownOut: confirmedRound === 0n && poolError !== '',
        raw,
      };
    },
    refused: ({ status, message }) =>
      status === 404 && /could not find the transaction/.test(message) ? { value: undefined } : undefined,
  });
}

function readRow(raw: unknown): Row {
  const told = readPart(answerSchema, raw);
  const closing = { closingAmount: told['closing-amount'], assetClosingAmount: told['asset-closing-amount'] };
  const rewards = {
    sender: told['sender-rewards'],
    receiver: told['receiver-rewards'],
    close: told['close-rewards'],
  };
  const { read: inner, refused } = readEach(readRow, told['inner-txns'] ?? []);
  const unread = [...inner.flatMap((row) => row.unread), ...(refused > 0 ? [innerPart] : [])];
  return readNodeRow(told.txn.txn, closing, rewards, { inner, unread });
}
