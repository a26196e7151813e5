import * as z from 'zod';
import { uint64 } from '../fields.ts';
import { type Query, restQuery } from '../query.ts';

/** What a node suggests for transactions (go-algorand, daemon/algod/api/algod.oas3.yml: TransactionParams). */
export interface Suggested {
  readonly genesisId: string;
  /** In base64. */
  readonly genesisHash: string;
  /** The latest round of the node. */
  readonly lastRound: bigint;
  /** MicroAlgos that each transaction pays at least. */
  readonly minFee: bigint;
  /** MicroAlgos for each byte of the signed transaction. 0 while blocks have room. */
  readonly feePerByte: bigint;
}

const suggestedSchema = z
  .object({
    'genesis-id': z.string(),
    'genesis-hash': z.string(),
    'last-round': uint64,
    'min-fee': uint64,
    fee: uint64,
  })
  .transform(
    (raw): Suggested => ({
      genesisId: raw['genesis-id'],
      genesisHash: raw['genesis-hash'],
      lastRound: raw['last-round'],
      minFee: raw['min-fee'],
      feePerByte: raw.fee,
    }),
  );

export const suggested: Query<Suggested> = restQuery({
  kind: 'algod',
  path: '/v2/transactions/params',
  schema: suggestedSchema,
  read: (value) => value,
});

/** How up to date a node is (algod.oas3.yml: NodeStatus). */
export interface NodeStatus {
  readonly lastRound: bigint;
  /** Milliseconds since it saw its latest block. */
  readonly ageMs: number;
  /** Whether it catches up with the network, or stands still because it does not know the rules of later blocks. */
  readonly isBehind: boolean;
}

const statusSchema = z
  .object({
    'last-round': uint64,
    'time-since-last-round': uint64,
    'catchup-time': uint64,
    'stopped-at-unsupported-round': z.boolean(),
  })
  .transform(
    (raw): NodeStatus => ({
      lastRound: raw['last-round'],
      // Nanoseconds.
      ageMs: Number(raw['time-since-last-round'] / 1_000_000n),
      isBehind: raw['catchup-time'] > 0n || raw['stopped-at-unsupported-round'],
    }),
  );

export const nodeStatus: Query<NodeStatus> = restQuery({
  kind: 'algod',
  path: '/v2/status',
  schema: statusSchema,
  read: (value) => value,
});
