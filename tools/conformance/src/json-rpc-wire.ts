import { parseJson, stringifyJson } from '@isochain/core/upstream';
import type { Interceptor, WireCall } from './wire.ts';

/** One call as it is on the wire. */
export interface RpcQuestion {
  readonly id: unknown;
  readonly method: string;
  readonly params: unknown;
}

/** One answer as it is on the wire, right or wrong. */
export type RpcAnswer = Readonly<Record<string, unknown>>;

export function isBatch({ body }: WireCall): boolean {
  return body?.trimStart().startsWith('[') === true;
}

/** The calls of a request; none if it is not JSON-RPC. */
export function questionsOf({ body }: WireCall): RpcQuestion[] {
  if (body === undefined) return [];
  try {
    const parsed: RpcQuestion | RpcQuestion[] = JSON.parse(body);
    return Array.isArray(parsed) ? parsed : [parsed];
  } catch {
    return [];
  }
}

/** Changes the answers of JSON-RPC calls; that to a single call stays single. */
export function rewriteAnswers(
  change: (answers: readonly RpcAnswer[], questions: readonly RpcQuestion[]) => readonly RpcAnswer[],
): Interceptor {
  return async (call, forward) => {
    const response = await forward();
    // The engine is ours: what it answers is JSON-RPC.
    const body = parseJson(await response.text()) as RpcAnswer | RpcAnswer[];
    const changed = change(Array.isArray(body) ? body : [body], questionsOf(call));
    return withBody(response, Array.isArray(body) ? changed : changed[0]);
  };
}

/**
 * Answers some calls differently than the engine, without asking it about them.
 *
 * @param answer - `result` or `error` instead of the engine's; undefined to leave it to the engine.
 */
export function interceptCalls(
  answer: (question: RpcQuestion) => { readonly result: unknown } | { readonly error: unknown } | undefined,
): Interceptor {
  return async (call, forward) => {
    const questions = questionsOf(call);
    const own = new Map(questions.map((question) => [question.id, answer(question)]));
    if (questions.length > 0 && questions.every(({ id }) => own.get(id) !== undefined)) {
      const answers = questions.map(({ id }) => ({ jsonrpc: '2.0', id, ...own.get(id) }));
      return withBody(new Response(null), isBatch(call) ? answers : answers[0]);
    }
    const others = questions.filter(({ id }) => own.get(id) === undefined);
    // The engine must not act on a call that is answered here.
    const response = await forward(others.length === questions.length ? undefined : stringifyJson(others));
    if (others.length === questions.length) return response;
    const body = parseJson(await response.text());
    if (!Array.isArray(body)) return withBody(response, body);
    const theirs = new Map((body as RpcAnswer[]).map((answer) => [answer.id, answer]));
    const answers = questions.map(({ id }) => {
      const ours = own.get(id);
      return ours === undefined ? theirs.get(id) : { jsonrpc: '2.0', id, ...ours };
    });
    return withBody(
      response,
      answers.filter((answer) => answer !== undefined),
    );
  };
}

/** Changes every value in a JSON answer; in JSON-RPC, in its results only. An answer that is bare text, as some REST interfaces have it, is one value. */
export function rewriteBody(change: (value: unknown) => unknown): Interceptor {
  return async (_call, forward) => {
    const response = await forward();
    return withBody(response, rewrite(jsonOrText(await response.text()), change));
  };
}

function jsonOrText(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

function rewrite(value: unknown, change: (value: unknown) => unknown): unknown {
  if (Array.isArray(value) && value.every(isEnvelope)) return value.map((item) => rewrite(item, change));
  if (isEnvelope(value)) return 'result' in value ? { ...value, result: deep(value.result, change) } : value;
  return deep(value, change);
}

function deep(value: unknown, change: (value: unknown) => unknown): unknown {
  const changed = change(value);
  if (changed !== value) return changed;
  if (Array.isArray(value)) return value.map((item) => deep(item, change));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, deep(member, change)]));
  }
  return value;
}

/** With a version, or without as in JSON-RPC 1, where result and error are always both there. */
function isEnvelope(value: unknown): value is RpcAnswer {
  if (typeof value !== 'object' || value === null) return false;
  return 'jsonrpc' in value || ('id' in value && 'result' in value && 'error' in value);
}

function withBody({ status }: Response, body: unknown): Response {
  return new Response(stringifyJson(body), { status, headers: { 'content-type': 'application/json' } });
}
