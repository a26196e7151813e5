import { AttemptFailure } from './attempt-failure.ts';
import type { Target } from './endpoint.ts';
import { withoutKeys } from './endpoint-keys.ts';
import type { Fetch, FetchAnswer } from './fetch.ts';
import { discardBody, readBody } from './read-body.ts';
import { type Sleep, withLimit } from './timer.ts';
import type { TraceRecorder } from './trace.ts';

export interface Wire {
  readonly fetch: Fetch;
  readonly sleep: Sleep;
  readonly maxResponseBytes: number;
  readonly trace: TraceRecorder;
}

export interface WireRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | undefined;
  /** Replaces the endpoint's time limit. */
  readonly timeoutMs: number | undefined;
  /** Size limit of the answer. `maxResponseBytes` limits it too. */
  readonly maxBytes: number;
}

/** A complete HTTP answer of any status except a redirect. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: FetchAnswer['headers'];
  readonly text: string;
}

/**
 * Sends one HTTP request, and reads the whole answer within the time and size limits.
 *
 * @throws AttemptFailure, and nothing else.
 */
export async function exchange(
  wire: Wire,
  target: Target,
  request: WireRequest,
  signal: AbortSignal,
): Promise<WireAnswer> {
  if (signal.aborted) throw cancelled();
  const complete = wire.trace.begin('sent');
  const ms = request.timeoutMs ?? target.timeoutMs;
  const expired = () => new AttemptFailure('timeout', `no complete answer within ${ms} ms`);
  try {
    return await withLimit(ms, wire.sleep, signal, { expired, ended: cancelled }, (own) =>
      send(wire, target, request, own),
    );
  } finally {
    complete();
  }
}

async function send(wire: Wire, target: Target, request: WireRequest, signal: AbortSignal): Promise<WireAnswer> {
  // Called without a receiver: browsers and Workers refuse a `fetch` that is called as a method of something else.
  const { fetch } = wire;
  const maxBytes = Math.min(request.maxBytes, wire.maxResponseBytes);
  try {
    const response = await fetch(request.url.href, {
      method: request.method,
      headers: headersOf(request, target),
      // A followed redirect would carry keys in headers to any host that an upstream names. Workers do not have 'error'.
      redirect: 'manual',
      signal,
      maxBytes,
      ...(request.body === undefined ? {} : { body: request.body }),
    });
    const { status, type, headers } = response;
    if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
      await discardBody(response);
      throw new AttemptFailure('http', 'redirect', { final: true });
    }
    return { status, headers, text: withoutKeys(await readBody(response, maxBytes), target.keys) };
  } catch (error) {
    throw error instanceof AttemptFailure ? error : networkFailure(error);
  }
}

/** Headers of the endpoint come last, so that they win. */
function headersOf(request: WireRequest, target: Target): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json' };
  for (const source of [request.headers, target.headers]) {
    for (const name in source) headers[name.toLowerCase()] = source[name] ?? '';
  }
  return headers;
}

/** Codes of getaddrinfo for a name that does not exist, as Node, Deno and Bun tell them. `EAI_AGAIN` may pass, so it is not one of them. */
const noSuchName: readonly unknown[] = ['ENOTFOUND', 'EAI_NONAME', 'EAI_NODATA', 'ENODATA'];

/**
 * Codes of system calls that fail before there is a connection: nothing can have been sent (POSIX: connect, getaddrinfo). After all others, such as
 * ECONNRESET, something may have been. Node and undici give these codes. Workers give none: "Network connection lost" is said of both.
 */
const unconnected: readonly unknown[] = ['ECONNREFUSED', 'EAI_AGAIN', ...noSuchName];

interface NetworkError {
  readonly code?: unknown;
  readonly cause?: unknown;
  /** One for each address of a host, if it has several. */
  readonly errors?: unknown;
}

/** The failure that an error of `fetch` means, with its code. Its text may name hosts. */
function networkFailure(error: unknown): AttemptFailure {
  const own: NetworkError = Object(error);
  const cause: NetworkError = Object(own.cause);
  const found = [own.code, cause.code].find(
    (candidate) => typeof candidate === 'string' && /^[A-Z][A-Z0-9_]{2,40}$/.test(candidate),
  );
  const each = [own.errors, cause.errors].find((list): list is NetworkError[] => Array.isArray(list));
  const codes = each === undefined ? [found] : each.map((one) => Object(one).code);
  const unprocessed = codes.length > 0 && codes.every((code) => unconnected.includes(code));
  const outcome = noSuchName.includes(found) ? 'unresolved' : 'network';
  return new AttemptFailure(outcome, found === undefined ? 'connection failed' : String(found), { unprocessed });
}

function cancelled(): AttemptFailure {
  return new AttemptFailure('cancelled', 'ended from outside', { final: true, blameless: true });
}
