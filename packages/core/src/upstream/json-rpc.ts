import type * as z from 'zod';
import { AttemptFailure } from './attempt-failure.ts';
import { checkAnswer } from './check-answer.ts';
import { cleanReason } from './clean-reason.ts';
import type { WireAnswer } from './exchange.ts';
import { noticeFailure, statusFailure } from './http-failures.ts';
import { parseJson, stringifyJson } from './json.ts';
import { isWebPage } from './notices.ts';
import type { RpcError } from './rpc-error.ts';
import { batchLimitIn, classifyRpcError } from './rpc-failures.ts';

/** One call of a JSON-RPC method. */
export interface RpcCall<T = unknown> {
  readonly method: string;
  /** By position or by name. A `bigint` is written as a JSON integer. */
  readonly params: readonly unknown[] | Readonly<Record<string, unknown>>;
  /**
   * Schema of the result. A result that does not fit is a failure of the endpoint. Make the schema once, not per call: reads with different schemas
   * are never coalesced.
   */
  readonly schema: z.ZodType<T>;
  /**
   * Size limit of the answer, in addition to `smallAnswer` (64 KiB). A longer answer is not read, and the next endpoint is asked. The limits of the
   * calls of a batch are added up, because a batch has one answer.
   */
  readonly maxBytes?: number | undefined;
  /**
   * True if the call may fail. Every error is then its outcome, and no other endpoint is asked. A result that does not fit the schema is an error
   * with code 0.
   */
  readonly optional?: boolean | undefined;
  /**
   * Whether an error is an answer about what was asked: a code of the chain's own interface, or words of its machine. Every other error is a complaint of
   * the endpoint about itself, and the next one is asked. Without this no error is an answer. Make the function once: reads with different functions are
   * never coalesced.
   */
  readonly isAnswer?: ((error: RpcError) => boolean) | undefined;
}

/** An error of a single call is a value, because the endpoint did its work. */
export type RpcOutcome<T = unknown> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: RpcError };

/** The outcomes of several calls, in their order. */
export type RpcOutcomes<Calls extends readonly RpcCall[]> = {
  readonly [K in keyof Calls]: Calls[K] extends RpcCall<infer T> ? RpcOutcome<T> : never;
};

/** Names the calls for logs: `eth_call×3, eth_chainId`. */
export function describeCalls(calls: readonly RpcCall[]): string {
  const counts = new Map<string, number>();
  for (const { method } of calls) counts.set(method, (counts.get(method) ?? 0) + 1);
  return [...counts].map(([method, count]) => (count === 1 ? method : `${method}×${count}`)).join(', ');
}

/** One call as an object, several as a batch. Ids are 1, 2, 3…: equal calls make equal bodies. */
export function encodeCalls(calls: readonly RpcCall[]): string {
  const messages = calls.map(({ method, params }, index) => ({ jsonrpc: '2.0', id: index + 1, method, params }));
  return stringifyJson(messages.length === 1 ? messages[0] : messages);
}

/** Checks the answer to one call. It throws an AttemptFailure if the answer does not settle the call. */
export type Settle = () => RpcOutcome;

/**
 * The answers to calls that were sent together, in their order. They are not checked yet: a check may hold a proof that takes long.
 *
 * @throws AttemptFailure if some call has no answer.
 */
export function decodeAnswer(calls: readonly RpcCall[], answer: WireAnswer, now: number): Settle[] {
  if (answer.status === 429) throw statusFailure(answer, now);
  const isBatch = calls.length > 1;
  // These statuses do not come from a node. So the body is not an answer.
  if ([401, 402, 407, 410, 502, 503, 504].includes(answer.status) || answer.status >= 520) {
    throw noticeFailure(answer, describeCalls(calls)) ?? statusFailure(answer, now, { batchSuspected: isBatch });
  }
  const isError = answer.status < 200 || answer.status > 299;
  const body = tryJson(answer.text);
  if (body === undefined && !isError) throw withoutJson(calls, answer);
  if (answer.status === 403) throw endpointFailure(calls, looseError(body)) ?? withoutAnswer(calls, answer, now);
  // Some nodes send well-formed errors with a 4xx or 500 status.
  const attempt = <T>(step: () => T): T => {
    try {
      return step();
    } catch (failure) {
      const outcome = failure instanceof AttemptFailure ? failure.outcome : undefined;
      const isNothing = answer.status === 404 && outcome === 'batchRefused' && readEnvelope(body) === undefined;
      const explained = outcome !== undefined && outcome !== 'malformed' && !isNothing;
      throw !isError || explained ? failure : withoutAnswer(calls, answer, now);
    }
  };
  const settles = attempt(() => (isBatch ? decodeBatch : decodeSingle)(calls, body));
  return settles.map((settle) => () => attempt(settle));
}

function decodeSingle(calls: readonly RpcCall[], body: unknown): Settle[] {
  const envelope = readEnvelope(body);
  const [call] = calls;
  if (!call || !envelope) throw notAnEnvelope(calls, body);
  // A node that could not read the id answers with null, and there was only one call.
  const isOurs = envelope.id === 1 || (envelope.id === undefined && 'error' in envelope);
  if (!isOurs) throw malformed(calls, 'another id than that of the call');
  return [() => settle(call, envelope)];
}

function decodeBatch(calls: readonly RpcCall[], body: unknown): Settle[] {
  if (!Array.isArray(body)) throw wholeBatchFailure(calls, looseError(body));
  const errors = body.map(looseError).filter((error) => error !== undefined);
  const refusal = errors.find((error) => classifyRpcError(error, { batch: true }).means === 'batchRefused');
  const isCutShort = errors.length === body.length && body.length > 0 && body.length < calls.length;
  if (refusal || isCutShort) throw wholeBatchFailure(calls, refusal ?? errors[0]);

  const byId = new Map<number, Envelope>();
  for (const item of body) {
    const envelope = readEnvelope(item);
    if (!envelope) throw notAnEnvelope(calls, item);
    if (envelope.id === undefined || envelope.id < 1 || envelope.id > calls.length) {
      throw endpointFailure(calls, looseError(item)) ?? malformed(calls, 'an answer with an id of no call');
    }
    if (byId.has(envelope.id)) throw malformed(calls, 'two answers with one id');
    byId.set(envelope.id, envelope);
  }
  return calls.map((call, index) => {
    const envelope = byId.get(index + 1);
    if (!envelope) throw malformed(calls, `no answer to ${call.method}`);
    return () => settle(call, envelope);
  });
}

function settle(call: RpcCall, envelope: Envelope): RpcOutcome {
  if ('error' in envelope) {
    const { error } = envelope;
    // What a closed endpoint does not answer may well be served by others.
    const isClosed = classifyRpcError(error).means === 'closed';
    if (call.optional && !isClosed) return { ok: false, error };
    if (call.isAnswer?.(error) === true) return { ok: false, error };
    throw endpointFailure([call], error) ?? complaint(call, error);
  }
  const checked = checkAnswer(call.schema, envelope.result, call.method);
  if (checked.ok) return checked;
  if (call.optional) return { ok: false, error: { code: 0, message: checked.detail } };
  throw new AttemptFailure('malformed', checked.detail);
}

/** The failure that an error means. Undefined if the common rules do not know it as a complaint of the endpoint. */
function endpointFailure(calls: readonly RpcCall[], error: RpcError | undefined): AttemptFailure | undefined {
  if (!error) return undefined;
  const { means, name } = classifyRpcError(error, { batch: calls.length > 1 });
  const detail = `${describeCalls(calls)}: ${name} (error ${error.code})`;
  switch (means) {
    case 'rateLimited':
      return new AttemptFailure('rateLimited', detail, { unprocessed: true });
    case 'unavailable':
      return new AttemptFailure('unavailable', detail, { batchSuspected: calls.length > 1, ...wordsOf(error) });
    case 'unsupported':
    case 'closed':
    case 'unauthorized':
      return new AttemptFailure(means, detail, { unprocessed: true, final: true });
    default:
      return undefined;
  }
}

/** The failure of an error that is no answer to its call. */
function complaint({ method }: RpcCall, error: RpcError): AttemptFailure {
  return new AttemptFailure('unavailable', `${method}: error ${error.code}`, wordsOf(error));
}

function wordsOf({ message }: RpcError): { readonly said?: string } {
  const said = cleanReason(message);
  return said === '' ? {} : { said };
}

/** One error for a whole batch. If it is not about a rate limit or the endpoint's state, the endpoint may not take batches at all. */
function wholeBatchFailure(calls: readonly RpcCall[], error: RpcError | undefined): AttemptFailure {
  const failure = endpointFailure(calls, error);
  if (failure !== undefined && failure.outcome !== 'unsupported') return failure;
  return new AttemptFailure('batchRefused', 'one answer for the whole batch', { batchLimit: batchLimitIn(error) });
}

/** An error with only a status. After a batch it may mean that the endpoint takes no batches. */
function withoutAnswer(calls: readonly RpcCall[], answer: WireAnswer, now: number): AttemptFailure {
  const ended = noticeFailure(answer, describeCalls(calls));
  if (ended !== undefined) return ended;
  // A server that takes single calls at this address would not say of a batch that there is nothing.
  if (answer.status === 404) return statusFailure(answer, now);
  return calls.length > 1 ? new AttemptFailure('batchRefused', `HTTP ${answer.status}`) : statusFailure(answer, now);
}

function notAnEnvelope(calls: readonly RpcCall[], body: unknown): AttemptFailure {
  return endpointFailure(calls, looseError(body)) ?? malformed(calls, 'not a JSON-RPC answer');
}

function withoutJson(calls: readonly RpcCall[], answer: WireAnswer): AttemptFailure {
  const what = describeCalls(calls);
  if (!isWebPage(answer.text)) return noticeFailure(answer, what) ?? malformed(calls, 'not JSON');
  return new AttemptFailure('webPage', `${what}: a web page`, { batchSuspected: calls.length > 1 });
}

function malformed(calls: readonly RpcCall[], what: string): AttemptFailure {
  return new AttemptFailure('malformed', `${describeCalls(calls)}: ${what}`, { batchSuspected: calls.length > 1 });
}

type Envelope = { readonly id: number | undefined } & ({ readonly result: unknown } | { readonly error: RpcError });

/** @returns undefined if the body is not a JSON-RPC answer. */
function readEnvelope(body: unknown): Envelope | undefined {
  if (!isRecord(body) || !(body.jsonrpc === '2.0' || isFirstVersion(body))) return undefined;
  const id = readId(body.id);
  if (id === 'invalid') return undefined;
  // Some nodes add the other member as null.
  const { result, error } = body;
  if (error !== undefined && error !== null) {
    const readable = readError(error);
    return readable && (result === undefined || result === null) ? { id, error: readable } : undefined;
  }
  return result === undefined ? undefined : { id, result };
}

/** Bitcoin Core and its descendants answer in JSON-RPC 1.0, which has no version and always all three members. */
function isFirstVersion(body: Readonly<Record<string, unknown>>): boolean {
  return (body.jsonrpc === undefined || body.jsonrpc === '1.0') && 'id' in body && 'result' in body && 'error' in body;
}

/** Some nodes give numbers back as strings. */
function readId(id: unknown): number | undefined | 'invalid' {
  if (id === undefined || id === null) return undefined;
  if (typeof id === 'string' && /^\d{1,9}$/.test(id)) return Number(id);
  return typeof id === 'number' && Number.isInteger(id) ? id : 'invalid';
}

function readError(error: unknown): RpcError | undefined {
  if (!isRecord(error)) return undefined;
  const { code, message = '', data } = error;
  if (typeof code !== 'number' || typeof message !== 'string') return undefined;
  return data === undefined ? { code, message } : { code, message, data };
}

/** The error in an answer of any form. A gateway in front of the node may send it, for example for a rate limit. */
function looseError(body: unknown): RpcError | undefined {
  if (!isRecord(body)) return undefined;
  const { error = body } = body;
  if (typeof error === 'string') return { code: 0, message: error };
  if (!isRecord(error)) return undefined;
  const { code, message, data } = error;
  if (typeof message !== 'string') return readError(error);
  return { code: Number.isInteger(Number(code)) ? Number(code) : 0, message, data };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function tryJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
