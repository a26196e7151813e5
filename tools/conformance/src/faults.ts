import type { AttemptOutcome } from '@isochain/core/upstream';
import { isBatch, type RpcAnswer, type RpcQuestion, rewriteAnswers, rewriteBody } from './json-rpc-wire.ts';
import type { FamilySetup, Speaks } from './setup.ts';
import { elsewhere, type Interceptor, type WireCall } from './wire.ts';

/** A way in which an upstream lets us down. */
export interface Fault {
  readonly name: string;
  /** How the first attempt at such an endpoint may end. */
  readonly outcomes: readonly AttemptOutcome[];
  readonly intercept: Interceptor;
  /** The endpoint still does its work: no other endpoint is asked. */
  readonly harmless?: true;
  /** The request reached the engine, only the answer is of no use. */
  readonly delivers?: true;
  /** It never answers: wait for it no longer than this, in milliseconds. */
  readonly timeoutMs?: number;
  /** Can only happen where there are batches. */
  readonly needsBatches?: true;
  /** Happens only to some kinds of endpoints: other kinds may answer instead. */
  readonly partial?: true;
}

/** Small, because every test of a timeout takes this long; but much longer than the event loop is ever busy. */
const shortTimeoutMs = 150;

const never = () => new Promise<never>(() => {});

const json = (body: string, init: ResponseInit = {}) =>
  new Response(body, { ...init, headers: { 'content-type': 'application/json', ...init.headers } });

const page =
  '<!doctype html><html><head><title>502</title></head><body><h1>Something is wrong at node-7.internal.example</h1></body></html>';

const html =
  (status: number): Interceptor =>
  async () =>
    new Response(page, { status, headers: { 'content-type': 'text/html' } });

/** The first part of what the engine answers, cut somewhere in the middle. */
const cut = (text: string) => text.slice(0, Math.max(1, Math.floor(text.length / 2)));

/** Larger than any answer that is read. */
const hugeBytes = 9 * 1024 * 1024;

/** Faults of HTTP and of JSON, which every interface has. */
const common: readonly Fault[] = [
  {
    name: 'down',
    outcomes: ['network'],
    intercept: async ({ line }) => {
      throw new TypeError('fetch failed', {
        cause: Object.assign(new Error(`connect ECONNREFUSED ${line}.invalid:443`), { code: 'ECONNREFUSED' }),
      });
    },
  },
  { name: 'never answering', outcomes: ['timeout', 'overtaken'], timeoutMs: shortTimeoutMs, intercept: never },
  {
    name: 'never ending its answer',
    outcomes: ['timeout', 'overtaken'],
    timeoutMs: shortTimeoutMs,
    intercept: async () =>
      new Response(new ReadableStream({ start: (stream) => stream.enqueue(bytes('{"jsonrpc":"2.0",')) })),
  },
  {
    name: 'breaking off in its answer',
    outcomes: ['network'],
    delivers: true,
    intercept: async (_call, forward) => broken(cut(await (await forward()).text())),
  },
  {
    name: 'answering 429 with Retry-After',
    outcomes: ['rateLimited'],
    intercept: async () => json('{"error":"too many requests"}', { status: 429, headers: { 'retry-after': '30' } }),
  },
  // An error without an answer to a batch may mean that batches are not supported: the client tries again with single calls.
  { name: 'answering 500', outcomes: ['http', 'batchRefused'], intercept: html(500) },
  { name: 'answering 502', outcomes: ['http'], intercept: html(502) },
  { name: 'answering 503', outcomes: ['http'], intercept: html(503) },
  { name: 'answering 401', outcomes: ['unauthorized'], intercept: html(401) },
  { name: 'answering 403', outcomes: ['unauthorized', 'batchRefused'], intercept: html(403) },
  { name: 'answering a web page', outcomes: ['webPage'], intercept: html(200) },
  { name: 'answering nothing', outcomes: ['malformed'], intercept: async () => json('') },
  { name: 'answering null', outcomes: ['malformed', 'batchRefused'], intercept: async () => json('null') },
  {
    name: 'answering another object',
    outcomes: ['malformed', 'batchRefused'],
    intercept: async () => json('{"status":"ok"}'),
  },
  {
    name: 'answering bytes that are no text',
    outcomes: ['malformed'],
    intercept: async () => new Response(new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x80])),
  },
  {
    name: 'cutting its JSON',
    outcomes: ['malformed'],
    delivers: true,
    intercept: async (_call, forward) => json(cut(await (await forward()).text())),
  },
  {
    name: 'answering too much',
    outcomes: ['tooLarge'],
    intercept: async () => new Response(flood()),
  },
  {
    name: 'announcing too much',
    outcomes: ['tooLarge'],
    intercept: async () => json('{}', { headers: { 'content-length': String(hugeBytes) } }),
  },
  {
    name: 'redirecting',
    outcomes: ['http'],
    intercept: async () => new Response(null, { status: 302, headers: { location: elsewhere } }),
  },
  {
    name: 'redirecting with the method kept',
    outcomes: ['http'],
    intercept: async () => new Response(null, { status: 307, headers: { location: elsewhere } }),
  },
  {
    name: 'lying: numbers for texts',
    // A lie in a refusal makes it an error of HTTP, and one with 404 a sign that nothing is served.
    outcomes: ['malformed', 'http', 'notServed'],
    delivers: true,
    intercept: rewriteBody((value) => (typeof value === 'string' ? 7 : value)),
  },
  {
    name: 'lying: null for everything',
    outcomes: ['malformed', 'rejected', 'http', 'notServed'],
    delivers: true,
    intercept: rewriteBody(() => null),
  },
  {
    name: 'lying: lists for texts',
    outcomes: ['malformed', 'http', 'notServed'],
    delivers: true,
    intercept: rewriteBody((value) => (typeof value === 'string' ? [value] : value)),
  },
];

const rpcError = (question: RpcQuestion | undefined, code: number, message: string) => ({
  jsonrpc: '2.0',
  id: question?.id ?? null,
  error: { code, message },
});

const onBatches =
  (answer: (call: WireCall, forward: () => Promise<Response>) => Promise<Response>): Interceptor =>
  (call, forward) =>
    isBatch(call) ? answer(call, forward) : forward();

/** Faults that only JSON-RPC knows. */
const ofJsonRpc: readonly Fault[] = [
  {
    name: 'answering an error of its own to everything',
    outcomes: ['unavailable'],
    intercept: async (call) =>
      json(JSON.stringify(answersOf(call, (question) => rpcError(question, -32603, 'internal error')))),
  },
  {
    name: 'limiting rates inside of a good answer',
    outcomes: ['rateLimited', 'unavailable'],
    intercept: async (call) =>
      json(
        JSON.stringify(
          answersOf(call, (question) =>
            rpcError(question, -32005, 'daily request count exceeded, request rate limited'),
          ),
        ),
      ),
  },
  {
    name: 'without any method',
    outcomes: ['unsupported'],
    intercept: async (call) =>
      json(
        JSON.stringify(
          answersOf(call, (question) => rpcError(question, -32601, 'the method does not exist/is not available')),
        ),
      ),
  },
  {
    name: 'with other ids',
    outcomes: ['malformed'],
    delivers: true,
    intercept: rewriteAnswers((answers) => answers.map((answer, i) => ({ ...answer, id: i + 1_000 }))),
  },
];

/** Only where there has to be one: JSON-RPC 1 has none. */
const withoutVersion: Fault = {
  name: 'without a version',
  outcomes: ['malformed'],
  delivers: true,
  intercept: rewriteAnswers((answers) => answers.map(({ jsonrpc: _, ...answer }) => answer)),
};

/** Faults of batches. */
const ofBatches: readonly Fault[] = [
  {
    name: 'refusing batches with 400',
    outcomes: ['batchRefused'],
    harmless: true,
    needsBatches: true,
    intercept: onBatches(async () => json('{"error":"batch requests are not supported"}', { status: 400 })),
  },
  {
    name: 'refusing batches with 500 and a page',
    outcomes: ['batchRefused'],
    harmless: true,
    needsBatches: true,
    intercept: onBatches(html(500)),
  },
  {
    name: 'refusing batches with one error',
    outcomes: ['batchRefused'],
    harmless: true,
    needsBatches: true,
    intercept: onBatches(async () =>
      json(JSON.stringify(rpcError(undefined, -32600, 'batch of more than 1 requests are not allowed'))),
    ),
  },
  {
    name: 'refusing batches with an error per call',
    outcomes: ['batchRefused'],
    harmless: true,
    needsBatches: true,
    intercept: onBatches(async (call) =>
      json(
        JSON.stringify(answersOf(call, (question) => rpcError(question, -32000, 'batch size exceeds the limit of 1'))),
      ),
    ),
  },
  {
    name: 'answering batches out of order',
    outcomes: ['ok'],
    harmless: true,
    needsBatches: true,
    intercept: rewriteAnswers((answers) => answers.toReversed()),
  },
  {
    name: 'answering batches with ids as texts',
    outcomes: ['ok'],
    harmless: true,
    needsBatches: true,
    intercept: rewriteAnswers((answers) => answers.map((answer) => ({ ...answer, id: String(answer.id) }))),
  },
  {
    name: 'answering one call of a batch twice',
    outcomes: ['malformed'],
    needsBatches: true,
    delivers: true,
    intercept: rewriteAnswers((answers) =>
      answers.length > 1 ? [...answers.slice(1), ...answers.slice(1, 2)] : answers,
    ),
  },
  {
    name: 'leaving out a call of a batch',
    outcomes: ['malformed'],
    needsBatches: true,
    delivers: true,
    intercept: rewriteAnswers((answers) => (answers.length > 1 ? answers.slice(0, -1) : answers)),
  },
  {
    name: 'giving the answers of a batch to the wrong calls',
    outcomes: ['malformed', 'rejected', 'unavailable'],
    needsBatches: true,
    delivers: true,
    // A number becomes a nonce, a balance a code: what does not fit its schema, or names another chain, is noticed. So is an error where none can be.
    intercept: rewriteAnswers((answers) =>
      answers.map((answer, i) => ({ ...answer, id: answers[(i + 1) % answers.length]?.id ?? null })),
    ),
  },
];

/** All faults of endpoints that speak these interfaces. A fault of one interface happens only to the endpoints that speak it. */
export function faultsOf(speaks: FamilySetup['speaks']): readonly Fault[] {
  if (typeof speaks === 'string') return faultsIn(speaks);
  const languages = Object.values(speaks);
  const known = new Set(languages.flatMap((language) => [...faultsIn(language)]));
  return [...known].map((fault) => {
    const isEverywhere = languages.every((language) => faultsIn(language).includes(fault));
    return isEverywhere ? fault : { ...fault, partial: true, intercept: onlyFor(fault, speaks) };
  });
}

function faultsIn(language: Speaks): readonly Fault[] {
  if (language === 'rest') return common;
  return [...common, ...ofJsonRpc, ...(language === 'json-rpc' ? [withoutVersion] : []), ...ofBatches];
}

function onlyFor(fault: Fault, speaks: Readonly<Record<string, Speaks>>): Interceptor {
  return (call, forward) => {
    const language = speaks[call.kind];
    if (language === undefined) throw new Error(`The setup does not say what endpoints of kind ${call.kind} speak.`);
    return faultsIn(language).includes(fault) ? fault.intercept(call, forward) : forward();
  };
}

function answersOf(call: WireCall, answer: (question: RpcQuestion | undefined) => RpcAnswer): RpcAnswer | RpcAnswer[] {
  const questions: RpcQuestion | RpcQuestion[] = JSON.parse(call.body ?? 'null');
  return Array.isArray(questions) ? questions.map(answer) : answer(questions);
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Sends a part, and then breaks as a connection does. */
function broken(part: string): Response {
  let sent = false;
  const stream = new ReadableStream({
    pull(controller) {
      if (sent) controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
      else controller.enqueue(bytes(part));
      sent = true;
    },
  });
  return new Response(stream);
}

/** Well-formed as far as it goes, and without an announced length. */
function flood(): ReadableStream<Uint8Array> {
  const chunk = bytes(' '.repeat(64 * 1024));
  let left = hugeBytes;
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(chunk);
      left -= chunk.length;
      if (left <= 0) controller.close();
    },
  });
}
