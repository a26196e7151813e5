import { fromHex, type SignedTransaction, UpstreamError } from '@isochain/core';
import { type HttpAnswer, type Operation, RejectedAnswer, servesAnotherChain, silent } from '@isochain/core/upstream';
import * as z from 'zod';
import type { Address } from '../address/address.ts';
import type { AptosContext } from '../context.ts';
import { describeRefusal, type Failure } from '../failures.ts';
import { askOne } from './ask.ts';
import { address, hash as hashField, u64 } from './fields.ts';
import { ledgerOf, requireChain } from './ledger.ts';
import { account } from './queries/accounts.ts';
import { signedType } from './queries/simulation.ts';
import { nodeQuery, type Query } from './query.ts';

/** An endpoint, to be asked by its name. */
interface Target {
  readonly endpoint: string;
  readonly maxAttempts: number | undefined;
}

const pending = z.object({ hash: hashField });

/** Statuses of refusals that say something about the transaction. 507: the mempool is full. */
const refusals = [400, 403, 404, 410, 413, 507];

/** Sends signed bytes. @returns Undefined if the node took them. */
function sending({ raw, hash }: SignedTransaction): Query<Failure | undefined> {
  return nodeQuery({
    path: '/transactions',
    body: { bytes: fromHex(raw) ?? new Uint8Array(), type: signedType },
    schema: pending,
    statuses: refusals,
    read(taken): Failure | undefined {
      if (taken.hash !== hash) throw new RejectedAnswer('it answered the hash of another transaction');
      return undefined;
    },
    refused(error) {
      const failure = describeRefusal(error);
      if (failure?.means === 'foreign') throw servesAnotherChain();
      return failure && { value: failure };
    },
  });
}

/**
 * Sends a signed transaction to one node.
 *
 * @returns Undefined if the node took it, or has it in its mempool already. Otherwise what its refusal means.
 * @throws UpstreamError if the endpoint gave no usable answer, serves another chain, or answers the hash of something else.
 */
export async function broadcast(
  { chain, chainId }: Pick<AptosContext, 'chain' | 'chainId'>,
  signed: SignedTransaction,
  target: Target,
  operation: Operation,
): Promise<Failure | undefined> {
  const query = sending(signed);
  const accept = (answer: HttpAnswer<unknown, unknown>) => {
    requireChain(chain.id, [answer]);
    query.read(answer);
  };
  const answer = await operation.http(query.request, { ...target, kind: query.kind, write: 'idempotent', accept });
  const failure = query.read(answer);
  if (failure?.means !== 'unsupported') return failure;
  const detail = 'it takes no transactions';
  throw new UpstreamError(chainId, [{ endpoint: target.endpoint, outcome: 'unsupported', detail, ms: 0 }]);
}

/** What a node shows of a transaction and of its sender. */
export interface Sight {
  /** Whether it is in a block, or waits. Whether it succeeded does not matter: its fee is paid, and its number used. */
  readonly isKnown: boolean;
  /** The sender's next sequence number there. Undefined if the node does not tell. */
  readonly next: bigint | undefined;
  /** The time of the node's latest block, in milliseconds since 1970. Undefined if the node does not tell. */
  readonly time: number | undefined;
}

/** Asks one node for a transaction and for its sender. @throws UpstreamError if it gave no usable answer, or is of another chain. */
export async function look(
  context: Pick<AptosContext, 'chain'>,
  { hash, sender }: { readonly hash: string; readonly sender: Address },
  target: Target,
  operation: Operation,
): Promise<Sight> {
  const [found, facts] = await Promise.all([
    askOne(context, knows(hash), operation, target),
    silent(askOne(context, account(sender), operation, target)),
  ]);
  return { ...found, next: facts?.sequenceNumber };
}

function knows(hash: string): Query<Pick<Sight, 'isKnown' | 'time'>> {
  return nodeQuery<z.output<typeof pending>, Pick<Sight, 'isKnown' | 'time'>>({
    path: `/transactions/by_hash/${hash}`,
    route: '/transactions/by_hash/{id}',
    schema: pending,
    read(found, answer) {
      if (found.hash !== hash) throw new RejectedAnswer('it answered another transaction');
      return { isKnown: true, time: ledgerOf(answer)?.time };
    },
    refused: ({ error_code }, answer) =>
      error_code === 'transaction_not_found' ? { value: { isKnown: false, time: ledgerOf(answer)?.time } } : undefined,
  });
}

/** Which transaction of an account has a sequence number. Undefined if the node has none in its history. */
function transactionWith(sender: Address, sequenceNumber: bigint): Query<string | undefined> {
  return nodeQuery({
    path: `/accounts/${sender}/transactions`,
    route: '/accounts/{address}/transactions',
    query: { start: sequenceNumber.toString(), limit: 1 },
    schema: z.array(z.object({ hash: hashField, sender: address, sequence_number: u64 })).max(100),
    read: (rows) => rows.find((row) => row.sender === sender && row.sequence_number === sequenceNumber)?.hash,
    refused: () => ({ value: undefined }),
  });
}

/**
 * Finds the transaction that used a sequence number: the one that was sent, or another one.
 *
 * @param endpoints - Names of nodes that say that the number is used.
 * @returns Its hash. Undefined if it was not found, which proves nothing: nodes forget old transactions.
 */
export async function findUser(
  context: Pick<AptosContext, 'chain'>,
  endpoints: readonly string[],
  { sender, sequenceNumber }: { readonly sender: Address; readonly sequenceNumber: bigint },
  operation: Operation,
): Promise<string | undefined> {
  const asked = endpoints.map((endpoint) =>
    silent(askOne(context, transactionWith(sender, sequenceNumber), operation, { endpoint, maxAttempts: 1 })),
  );
  return (await Promise.all(asked)).find((found) => found !== undefined);
}
