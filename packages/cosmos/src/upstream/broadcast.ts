import { fromHex, type SignedTransaction, toBase64 } from '@isochain/core';
import {
  type HttpAnswer,
  type HttpRequest,
  isOwnComplaint,
  mediumAnswer,
  type Operation,
  RejectedAnswer,
  type RpcCall,
  type RpcError,
} from '@isochain/core/upstream';
import * as z from 'zod';
import { describeRefusal, describeRpcError, type Failure } from '../failures.ts';
import type { CosmosKind } from '../options.ts';
import { amount } from './lcd/fields.ts';
import { type BroadcastAnswer, broadcastAnswer, refusalInWords } from './lcd/transactions.ts';
import { refusalStatuses, restRefusal } from './query.ts';

/** An endpoint, to be asked by its name. */
export interface Target {
  readonly kind: CosmosKind;
  readonly endpoint: string;
  readonly maxAttempts: number | undefined;
}

const overRest: Pick<HttpRequest<BroadcastAnswer, BroadcastAnswer>, 'path' | 'schema' | 'refusals'> = {
  path: '/cosmos/tx/v1beta1/txs',
  schema: broadcastAnswer,
  // Injective answers refusals with status 500.
  refusals: { statuses: refusalStatuses, schema: refusalInWords },
};

/** CometBFT's `broadcast_tx_sync`: answers refusals as results. */
const rpcAnswer: z.ZodType<BroadcastAnswer> = z
  .object({ code: amount, codespace: z.string().nullish(), log: z.string().nullish(), hash: z.string().nullish() })
  .transform(({ code, codespace, log, hash }) => ({
    ...{ code: Number(code), codespace: codespace ?? '', log: log ?? '' },
    ...(hash ? { hash: hash.toUpperCase() } : {}),
  }));

/**
 * Sends a signed transaction to one endpoint. An endpoint is not believed if it serves another network, or says that it took something else.
 *
 * @returns Undefined if the node took it. Otherwise why it did not.
 * @throws UpstreamError if the endpoint gave no usable answer.
 */
export async function broadcast(
  signed: Signed,
  { kind, ...asked }: Target,
  operation: Operation,
): Promise<Failure | undefined> {
  const { code, failure } =
    kind === 'rest' ? await sendRest(signed, asked, operation) : await sendRpc(signed, asked, operation);
  return code === 0 ? undefined : failure;
}

type Asked = Omit<Target, 'kind'>;

type Signed = Pick<SignedTransaction, 'raw' | 'hash'>;

interface Said {
  readonly code: number;
  readonly failure: Failure | undefined;
}

async function sendRest({ raw, hash }: Signed, asked: Asked, operation: Operation): Promise<Said> {
  const request = { ...overRest, body: { json: { tx_bytes: raw, mode: 'BROADCAST_MODE_SYNC' } } };
  const accept = (found: HttpAnswer<BroadcastAnswer, BroadcastAnswer>) => requireHash(hash, found.ok && found.value);
  const answer = await operation.http(request, { ...asked, kind: 'rest', write: 'idempotent', accept });
  return read(answer.ok ? answer.value : answer.error);
}

async function sendRpc({ raw, hash }: Signed, asked: Asked, operation: Operation): Promise<Said> {
  const call: RpcCall<BroadcastAnswer> = {
    method: 'broadcast_tx_sync',
    params: { tx: raw },
    schema: rpcAnswer,
    isAnswer: (error) => describeRpcError(wordsOf(error)).means !== 'elsewhere' || !isOwnComplaint(error),
  };
  const [outcome] = await operation.rpcBatch([call], {
    ...{ ...asked, kind: 'rpc', write: 'idempotent', isGuarded: true },
    // Whether the chain moves was asked before, and the transaction is sent by now.
    mayLag: true,
    accept: ([found]) => requireHash(hash, found.ok && found.value),
  });
  if (outcome.ok) return read(outcome.value);
  return { code: outcome.error.code, failure: describeRpcError(wordsOf(outcome.error)) };
}

function requireHash(hash: string, answer: BroadcastAnswer | false): void {
  if (answer === false || answer.code !== 0 || answer.hash === undefined || answer.hash === hash) return;
  throw new RejectedAnswer('it answered the hash of another transaction');
}

/** CometBFT puts the reason into `data`. */
function wordsOf({ message, data }: { readonly message: string; readonly data?: unknown }): string {
  return typeof data === 'string' ? data : message;
}

function read(answer: BroadcastAnswer): Said {
  return { code: answer.code, failure: answer.code === 0 ? undefined : describeRefusal(answer) };
}

const anyTransaction = z
  .object({ tx_response: z.object({ txhash: z.string() }) })
  .transform(({ tx_response }) => tx_response.txhash);
const rpcTransaction = z.object({ hash: z.string() }).transform(({ hash }) => hash);

/** CometBFT, rpc/core/tx.go: "tx (...) not found". */
const isUnknown = (error: RpcError) => /\bnot found\b/i.test(wordsOf(error));

/** Whether an endpoint has the transaction in a block. */
export async function knows(hash: string, { kind, ...asked }: Target, operation: Operation): Promise<boolean> {
  if (kind === 'rest') {
    const request = {
      path: `/cosmos/tx/v1beta1/txs/${hash}`,
      route: '/cosmos/tx/v1beta1/txs/{hash}',
      schema: anyTransaction,
      refusals: { statuses: refusalStatuses, schema: restRefusal },
      maxBytes: mediumAnswer,
    };
    const answer = await operation.http(request, { ...asked, kind });
    return answer.ok && answer.value.toUpperCase() === hash;
  }
  const bytes = fromHex(hash) ?? new Uint8Array();
  const call = {
    method: 'tx',
    params: { hash: toBase64(bytes), prove: false },
    schema: rpcTransaction,
    maxBytes: mediumAnswer,
    isAnswer: isUnknown,
  };
  const outcome = await operation.tryRpc(call, { ...asked, kind });
  return outcome.ok && outcome.value.toUpperCase() === hash;
}
