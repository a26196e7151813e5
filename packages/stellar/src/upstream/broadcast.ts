import { type SignedTransaction, UpstreamError } from '@isochain/core';
import { type HttpAnswer, mediumAnswer, type Operation, RejectedAnswer, silent } from '@isochain/core/upstream';
import * as z from 'zod';
import type { Address } from '../address/address.ts';
import type { StellarContext } from '../context.ts';
import { describeResult, type Failure, later, unreadable } from '../failures.ts';
import { askOne } from './ask.ts';
import { address, hash as hashField, integer } from './fields.ts';
import { headOf } from './head.ts';
import { account } from './queries/accounts.ts';
import { root } from './queries/root.ts';
import { type HorizonError, horizonError, horizonQuery, isMissing, type Query } from './query.ts';
import { readResultCodes } from './result-codes.ts';

/** An endpoint, to be asked by its name. */
interface Target {
  readonly endpoint: string;
  readonly maxAttempts: number | undefined;
}

/** What `POST /transactions_async` answers (stellar/go, protocols/horizon/main.go: AsyncTransactionSubmissionResponse). Before version 22 it wrote `errorResultXdr`. */
const relayed = z.object({
  tx_status: z.enum(['PENDING', 'DUPLICATE', 'TRY_AGAIN_LATER', 'ERROR']),
  hash: hashField,
  error_result_xdr: z.string().max(10_000).optional(),
  errorResultXdr: z.string().max(10_000).optional(),
});

/** What `POST /transactions` answers once the transaction is in a ledger. Whether it succeeded is told otherwise. */
const landed = z.object({ hash: hashField });

/** The codes of a refusal (stellar/stellar-horizon, internal/actions/submit_transaction.go). */
const failedExtras = z.object({
  result_codes: z.object({
    transaction: z.string().max(100),
    operations: z.array(z.string().max(100)).max(100).optional(),
  }),
});

/** How a server took a transaction. `absent`: it does not take transactions in this way. `behind`: its core does not follow the network. Both did nothing. */
type Reply = 'taken' | 'absent' | 'behind' | Failure;

/** Statuses that say that there is nothing under this path. Whatever body they have, nothing was sent on. */
const absentStatuses = [403, 404, 405, 501];

/** Statuses with bodies that say something about the transaction. 409: it waits already. */
const toldStatuses = [400, 409, 503];

/** Anything fits: a proxy answers with a page of its own. */
const refusalBody = z.unknown();

/** Waiting for a ledger takes longer than other answers, in milliseconds: Horizon gives up after 30 seconds. */
const ledgerMs = 15_000;

/** Sends signed bytes. Servers know two ways: one that answers at once, and one that waits for the ledger. */
function sending({ raw, hash }: SignedTransaction, path: '/transactions_async' | '/transactions'): Query<Reply> {
  return {
    request: {
      path,
      body: { form: { tx: raw } },
      // Answers of `/transactions` hold the changes of the ledger.
      maxBytes: mediumAnswer,
      schema: path === '/transactions_async' ? relayed : landed,
      refusals: { statuses: [...absentStatuses, ...toldStatuses], schema: refusalBody },
    },
    read(answer): Reply {
      if (answer.ok && path === '/transactions') {
        requireSame(answer.value as z.output<typeof landed>, hash);
        return 'taken';
      }
      const body = answer.ok ? answer.value : answer.error;
      const relay = relayed.safeParse(body);
      if (relay.success) return readRelayed(relay.data, hash);
      if (!answer.ok && absentStatuses.includes(answer.status)) return 'absent';
      const error = horizonError.safeParse(body);
      // Horizon checks this before it sends anything on (stellar/stellar-horizon, internal/actions/submit_transaction.go).
      if (error.success && error.data.type.endsWith('/stale_history')) return 'behind';
      const failure = error.success ? readError(error.data) : undefined;
      if (failure === undefined) throw new RejectedAnswer('it answers with an error', 'unavailable');
      return failure;
    },
  };
}

/** Hashes depend on the network: a server of another one answers another hash. */
function requireSame(found: { readonly hash: string }, hash: string): void {
  if (found.hash !== hash) throw new RejectedAnswer('it answered the hash of another transaction');
}

function readRelayed(relay: z.output<typeof relayed>, hash: string): Reply {
  requireSame(relay, hash);
  switch (relay.tx_status) {
    // DUPLICATE: it waits in the queue of the server's core.
    case 'PENDING':
    case 'DUPLICATE':
      return 'taken';
    case 'TRY_AGAIN_LATER':
      return later;
    case 'ERROR': {
      const codes = readResultCodes(relay.error_result_xdr ?? relay.errorResultXdr ?? '');
      if (codes === undefined) throw new RejectedAnswer('it refused without a result', 'unavailable');
      return describeResult(codes);
    }
  }
}

/** What an error says about the transaction. Undefined: nothing, and it may have been sent on. */
function readError({ type, extras }: HorizonError): Failure | undefined {
  if (type.endsWith('/transaction_malformed')) return unreadable;
  if (!type.endsWith('/transaction_failed')) return undefined;
  const read = failedExtras.safeParse(extras);
  if (!read.success) return undefined;
  const { transaction, operations = [] } = read.data.result_codes;
  return describeResult({ transaction, operations });
}

/**
 * Sends a signed transaction to one server. It prefers the way that answers at once.
 *
 * @returns Undefined if the server took it, or has it already. Otherwise what its refusal means.
 * @throws UpstreamError if the endpoint gave no usable answer, serves another network, or answers the hash of something else.
 */
export async function broadcast(
  { chainId }: Pick<StellarContext, 'chainId'>,
  signed: SignedTransaction,
  target: Target,
  operation: Operation,
): Promise<Failure | undefined> {
  const send = async (query: Query<Reply>, timeoutMs?: number) => {
    const accept = (answer: HttpAnswer<unknown, unknown>) => void query.read(answer);
    const answer = await operation.http(query.request, { ...target, timeoutMs, write: 'idempotent', accept });
    return query.read(answer);
  };
  const first = await send(sending(signed, '/transactions_async'));
  // A server that has no such path, or has it switched off, did nothing.
  const reply = first === 'absent' ? await send(sending(signed, '/transactions'), ledgerMs) : first;
  if (reply === 'taken') return undefined;
  if (typeof reply === 'object') return reply;
  const { endpoint } = target;
  const attempt =
    reply === 'behind'
      ? ({ endpoint, outcome: 'stale', detail: 'it is behind the network', ms: 0 } as const)
      : ({ endpoint, outcome: 'unsupported', detail: 'it takes no transactions', ms: 0 } as const);
  throw new UpstreamError(chainId, [attempt]);
}

/** What a server shows of a transaction and of its sender. */
export interface Sight {
  /** Whether it is in a ledger. Whether it succeeded does not matter: its fee is paid, and its sequence number used. */
  readonly isKnown: boolean;
  /** The latest ledger of the server's history, and when it closed (milliseconds since 1970). */
  readonly history: { readonly ledger: bigint; readonly closedAt: number };
  /** The latest ledger of the server's core, as far as the server knows. It is never behind its history. */
  readonly core: bigint;
  /** The account of the sender. Undefined if the server does not tell. */
  readonly account: AccountSight | undefined;
}

interface AccountSight {
  /** Of its latest transaction. Undefined if the account does not exist. */
  readonly sequence: bigint | undefined;
  /** The ledger that this is the state after. Undefined if the server does not tell. */
  readonly ledger: bigint | undefined;
}

/**
 * Asks one server for a transaction and for its sender. First it asks how far the server is: what it answers afterwards is not older.
 *
 * @throws UpstreamError if it gave no usable answer, or serves another network.
 */
export async function look(
  { hash, sender }: { readonly hash: string; readonly sender: Address },
  target: Target,
  operation: Operation,
): Promise<Sight> {
  const { historyLatest, historyClosedAt, coreLatest } = await askOne(root, operation, target);
  const [isKnown, held] = await Promise.all([
    askOne(knows(hash), operation, target),
    silent(askOne(stateOf(sender), operation, target)),
  ]);
  return {
    isKnown,
    history: { ledger: historyLatest, closedAt: historyClosedAt },
    core: coreLatest > historyLatest ? coreLatest : historyLatest,
    account: held,
  };
}

/** Whether a server has a transaction in its history. It also finds one that somebody wrapped to pay its fee: it answers the hash that was asked for. */
function knows(hash: string): Query<boolean> {
  return horizonQuery<z.output<typeof landed>, boolean>({
    path: `/transactions/${hash}`,
    route: '/transactions/{id}',
    schema: landed,
    read(found) {
      if (found.hash !== hash) throw new RejectedAnswer('it answered another transaction');
      return true;
    },
    refused: (error) => (isMissing(error) ? { value: false } : undefined),
  });
}

/** An account, with the ledger that the answer is the state after (stellar/stellar-horizon, internal/httpx/middleware.go: StateMiddleware). */
function stateOf(of: Address): Query<AccountSight> {
  const asked = account(of);
  return {
    request: asked.request,
    read(answer) {
      return { sequence: asked.read(answer)?.sequence, ledger: headOf(answer) };
    },
  };
}

const rows = z.array(
  z.object({
    hash: hashField,
    source_account: address,
    source_account_sequence: integer,
    inner_transaction: z.object({ hash: hashField }).optional(),
  }),
);

/** Most transactions of an account that are looked through: a hot wallet sends one with each ledger, and many come in. */
const mostRows = 100;

/** Which transaction of an account has a sequence number. Undefined if it is not among the latest ones. Failed transactions use up their number, too. */
function transactionWith(sender: Address, sequence: bigint): Query<string | undefined> {
  return horizonQuery({
    path: `/accounts/${sender}/transactions`,
    route: '/accounts/{account}/transactions',
    query: { order: 'desc', limit: mostRows, include_failed: 'true' },
    // Rows hold the changes of the ledger.
    maxBytes: 4 * mediumAnswer,
    schema: z.object({ _embedded: z.object({ records: rows.max(mostRows) }) }),
    read({ _embedded: { records } }): string | undefined {
      const user = records.find((row) => row.source_account === sender && row.source_account_sequence === sequence);
      // Somebody may have wrapped it to pay its fee. Its own hash is the inner one then.
      return user?.inner_transaction?.hash ?? user?.hash;
    },
  });
}

/**
 * Finds transactions that used a sequence number: the one that was sent, or another one.
 *
 * @param endpoints - Names of endpoints where the number is used.
 * @returns What each of them says: the hash. None proves nothing: servers may keep a part of the history only.
 */
export async function findUsers(
  endpoints: readonly string[],
  { sender, sequence }: { readonly sender: Address; readonly sequence: bigint },
  operation: Operation,
): Promise<readonly string[]> {
  const asked = endpoints.map((endpoint) =>
    silent(askOne(transactionWith(sender, sequence), operation, { endpoint, maxAttempts: 1 })),
  );
  return (await Promise.all(asked)).filter((found) => found !== undefined);
}
