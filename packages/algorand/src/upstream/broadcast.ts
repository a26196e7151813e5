import { fromHex, type SignedTransaction, UpstreamError } from '@isochain/core';
import { type HttpAnswer, type Operation, RejectedAnswer, servesAnotherChain } from '@isochain/core/upstream';
import * as z from 'zod';
import type { AlgorandPlan } from '../bytes/transaction.ts';
import type { AlgorandContext } from '../context.ts';
import { describeRefusal, type Failure } from '../failures.ts';
import { askOne } from './ask.ts';
import { uint64, uint64OrNone } from './fields.ts';
import { nodeStatus } from './queries/network.ts';
import { type Query, restQuery } from './query.ts';

/** An endpoint, to be asked by its name. */
interface Target {
  readonly endpoint: string;
  readonly maxAttempts: number | undefined;
}

type Context = Pick<AlgorandContext, 'chainId' | 'identity'>;

const taken = z.object({ txId: z.string() });

/** Statuses of refusals that say something about the transaction. 503: the node fetches old state, and took nothing (handlers.go: RawTransaction). */
const toldStatuses = [400, 503];

/** Sends signed bytes (go-algorand, daemon/algod/api/algod.oas3.yml: RawTransaction). @returns Undefined if the node took them. */
function sending({ raw, hash }: SignedTransaction, plan: AlgorandPlan, context: Context): Query<Reply> {
  return restQuery<z.output<typeof taken>, Reply>({
    kind: 'algod',
    path: '/v2/transactions',
    body: { bytes: fromHex(raw) ?? new Uint8Array(), type: 'application/x-binary' },
    statuses: toldStatuses,
    schema: taken,
    read({ txId }) {
      if (txId !== hash) throw new RejectedAnswer('it answered the id of another transaction');
      return 'taken';
    },
    refused({ status, message }) {
      if (status === 503) return /not available during catchup/.test(message) ? { value: 'behind' } : undefined;
      const failure = describeRefusal(message, hash, plan, context);
      if (failure.means === 'foreign') throw servesAnotherChain();
      return { value: failure.means === 'known' ? 'taken' : failure };
    },
  });
}

/** How a node took a transaction. `behind`: it takes none before it is up to date, and did nothing. */
type Reply = 'taken' | 'behind' | Failure;

/**
 * Sends a signed transaction to one node.
 *
 * @returns Undefined if the node took it, or has it already. Otherwise what its refusal means.
 * @throws UpstreamError if the endpoint gave no usable answer, is behind, or serves another network.
 */
export async function broadcast(
  context: Context,
  signed: SignedTransaction,
  plan: AlgorandPlan,
  target: Target,
  operation: Operation,
): Promise<Failure | undefined> {
  const { chainId } = context;
  const query = sending(signed, plan, context);
  const accept = (answer: HttpAnswer<unknown, unknown>) => void query.read(answer);
  const answer = await operation.http(query.request, { ...target, kind: query.kind, write: 'idempotent', accept });
  const reply = query.read(answer);
  if (reply === 'taken') return undefined;
  if (reply !== 'behind') return reply;
  const { endpoint } = target;
  throw new UpstreamError(chainId, [{ endpoint, outcome: 'stale', detail: 'it is behind the network', ms: 0 }]);
}

/** What an endpoint shows of a transaction. */
export interface Sight {
  /** Whether it is in a block, or waits. */
  readonly isKnown: boolean;
  /** All blocks up to this round are in the answer, as far as the endpoint keeps them. */
  readonly round: bigint;
}

const pendingSchema = z.object({ 'pool-error': z.string(), 'confirmed-round': uint64OrNone });

/**
 * Whether a node has a transaction in its pool or in its latest 1,000 rounds (go-algorand, node/node.go: GetPendingTransaction). One that its pool threw out is not
 * known: pools of other nodes may still have it, but this one does not.
 */
function pending(hash: string): Query<boolean> {
  return restQuery<z.output<typeof pendingSchema>, boolean>({
    kind: 'algod',
    path: `/v2/transactions/pending/${hash}`,
    route: '/v2/transactions/pending/{id}',
    schema: pendingSchema,
    read: (found) => found['confirmed-round'] > 0n || found['pool-error'] === '',
    refused: ({ status, message }) =>
      status === 404 && /could not find the transaction/.test(message) ? { value: false } : undefined,
  });
}

/**
 * Asks a node for a transaction. First it asks for its round: what it answers afterwards is not older.
 *
 * @throws UpstreamError if it gave no usable answer, is behind the network, or serves another one.
 */
export async function lookAtNode(hash: string, target: Target, operation: Operation): Promise<Sight> {
  const { lastRound: round } = await askOne(nodeStatus, operation, target);
  return { isKnown: await askOne(pending(hash), operation, target), round };
}

const pageSchema = z.object({
  'current-round': uint64,
  transactions: z.array(z.object({ id: z.string(), 'confirmed-round': uint64OrNone })).max(10),
});

/**
 * Whether an indexer has a transaction. A search also tells the round if there is none, and both are of the same state of its database (algorand/indexer,
 * idb/postgres/postgres.go: Transactions). The look-up by id does not.
 */
function indexed(hash: string): Query<Sight> {
  return restQuery({
    kind: 'indexer',
    path: '/v2/transactions',
    query: { txid: hash },
    schema: pageSchema,
    read({ 'current-round': round, transactions }): Sight {
      if (transactions.some(({ id }) => id !== hash)) throw new RejectedAnswer('it answers with another transaction');
      return { isKnown: transactions.length > 0, round };
    },
  });
}

/** Asks an indexer for a transaction. @throws UpstreamError if it gave no usable answer. */
export function lookAtIndexer(hash: string, target: Target, operation: Operation): Promise<Sight> {
  return askOne(indexed(hash), operation, target);
}
