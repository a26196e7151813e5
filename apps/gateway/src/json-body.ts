import { modes, RefusedError, refuse, shownName, unknownFields } from '@isochain/core';
import type { Settings } from './config/settings.ts';
import type { RequestContext } from './context.ts';
import { findRepeatedName } from './json-text.ts';

const json = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/**
 * Reads the body of a request as a JSON object.
 *
 * @param expected - The fields that it may have. The answer warns about others.
 * @throws RefusedError `request.mediaType`, `request.tooLarge`, `request.tooSlow`, `request.malformed` or `request.invalid`
 */
export async function readJson(
  c: RequestContext,
  expected: readonly string[],
): Promise<Readonly<Record<string, unknown>>> {
  if (!json.test(c.req.header('content-type') ?? '')) throw refuse('request.mediaType', {});
  const value = parse(await readBytes(c.req.raw, c.get('dependencies').settings.limits));
  const body = requireObject(value, 'body');
  c.get('ignored').push(...unknownFields(body, expected));
  return body;
}

/** Clients send all of these fields to every route. */
const parts = ['data', 'encoded', 'signature'];

/** The `transaction` of a body. Core checks its content. Its mode is kept for the log and the metrics. */
export async function readTransaction(c: RequestContext): Promise<Readonly<Record<string, unknown>>> {
  const { transaction } = await readJson(c, ['transaction']);
  const object = requireObject(transaction, 'transaction');
  c.get('ignored').push(...unknownFields(object, parts, 'transaction'));
  const mode = modes.find((name) => name === Object(object.data).mode);
  if (mode !== undefined) c.get('told').mode = mode;
  return object;
}

function requireObject(value: unknown, field: string): Readonly<Record<string, unknown>> {
  if (value === undefined) throw refuse('request.invalid', { field, expected: 'is required' }, field);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refuse('request.invalid', { field, expected: 'must be an object' }, field);
  }
  return value as Readonly<Record<string, unknown>>;
}

/** Reads a body, up to a time limit. */
async function readBytes(request: Request, { bodyBytes, bodyTimeoutMs }: Settings['limits']): Promise<Uint8Array> {
  const length = request.headers.get('content-length');
  if (Number(length ?? 0) > bodyBytes) throw tooLarge(bodyBytes);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(refuse('request.tooSlow', { seconds: bodyTimeoutMs / 1000 })), bodyTimeoutMs);
  });
  try {
    // The server accepts no more bytes than the length says. Reading the whole body takes a tenth of the time of a stream.
    const isBounded = length !== null && !request.headers.has('transfer-encoding');
    const body = isBounded ? request.arrayBuffer() : readStream(request, bodyBytes);
    const bytes = new Uint8Array(await Promise.race([body, late]));
    if (bytes.length > bodyBytes) throw tooLarge(bodyBytes);
    return bytes;
  } catch (error) {
    if (error instanceof RefusedError) throw error;
    // The connection broke before the body was complete: nobody reads the answer.
    throw refuse('request.malformed', {}, undefined, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

function tooLarge(limit: number): RefusedError {
  return refuse('request.tooLarge', { limit });
}

/** Counts the bytes that really arrive. */
async function readStream({ body }: Request, limit: number): Promise<ArrayBuffer> {
  const reader = body?.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) return new Blob(chunks).arrayBuffer();
    size += value.byteLength;
    if (size > limit) {
      discard(reader).catch(() => {});
      throw tooLarge(limit);
    }
    chunks.push(value);
  }
}

/**
 * Reads the rest of a body and drops it, while the answer is on its way. If the connection broke in the middle of a request, the client might lose
 * the answer. The server's time limit ends this.
 */
async function discard(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<void> {
  while ((await reader?.read())?.done === false);
}

/** It drops a byte order mark at the beginning, which some clients write. RFC 8259 (section 8.1) allows a reader to do that. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

function parse(bytes: Uint8Array): unknown {
  const { text, value } = decode(bytes);
  const repeated = findRepeatedName(text);
  if (repeated === undefined) return value;
  const field = repeated.map(shownName).join('.');
  throw refuse(
    'request.invalid',
    { field, expected: 'must not be there twice: only one of the values could count' },
    field,
  );
}

function decode(bytes: Uint8Array): { readonly text: string; readonly value: unknown } {
  try {
    const text = utf8.decode(bytes);
    return { text, value: JSON.parse(text) };
  } catch (cause) {
    throw refuse('request.malformed', {}, undefined, { cause });
  }
}
