import { RefusedError, refuse, unknownFields } from '@isochain/core';
import type { HonoRequest } from 'hono';
import type { Settings } from './config/settings.ts';
import type { Env } from './context.ts';

interface Context {
  readonly req: HonoRequest;
  readonly var: Env['Variables'];
}

const json = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/**
 * Reads the body of a request as a JSON object.
 *
 * @param expected - The fields that it may have; of others the answer warns.
 * @throws RefusedError `request.mediaType`, `request.tooLarge`, `request.tooSlow`, `request.malformed` or `request.invalid`
 */
export async function readJson(c: Context, expected: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  if (!json.test(c.req.header('content-type') ?? '')) throw refuse('request.mediaType', {});
  const value = parse(await readBytes(c.req.raw, c.var.dependencies.settings.limits));
  const body = requireObject(value, 'body');
  c.var.ignored.push(...unknownFields(body, expected));
  return body;
}

/** Clients send all of them to every route. */
const parts = ['data', 'encoded', 'signature'];

/** The `transaction` of a body. What is in it is checked by core, in its own words. */
export async function readTransaction(c: Context): Promise<Readonly<Record<string, unknown>>> {
  const { transaction } = await readJson(c, ['transaction']);
  const object = requireObject(transaction, 'transaction');
  c.var.ignored.push(...unknownFields(object, parts, 'transaction'));
  return object;
}

function requireObject(value: unknown, field: string): Readonly<Record<string, unknown>> {
  if (value === undefined) throw refuse('request.invalid', { field, expected: 'is required' }, field);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refuse('request.invalid', { field, expected: 'must be an object' }, field);
  }
  return value as Readonly<Record<string, unknown>>;
}

/** Counts what really arrives: a length may be missing (chunked) or wrong. Does not wait for ever for what never arrives. */
async function readBytes(request: Request, { bodyBytes, bodyTimeoutMs }: Settings['limits']): Promise<Uint8Array> {
  const tooLarge = () => refuse('request.tooLarge', { limit: bodyBytes });
  if (Number(request.headers.get('content-length') ?? 0) > bodyBytes) throw tooLarge();
  const reader = request.body?.getReader();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(refuse('request.tooSlow', { seconds: bodyTimeoutMs / 1000 })), bodyTimeoutMs);
  });
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = (await Promise.race([reader?.read(), late])) ?? { done: true, value: undefined };
      if (done) break;
      size += value.byteLength;
      if (size > bodyBytes) throw tooLarge();
      chunks.push(value);
    }
  } catch (error) {
    if (error instanceof RefusedError && error.code === 'request.tooLarge') discard(reader).catch(() => {});
    if (error instanceof RefusedError) throw error;
    // The connection broke before the body was complete: nobody reads the answer.
    throw refuse('request.malformed', {}, undefined, { cause: error });
  } finally {
    clearTimeout(timer);
  }
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

/**
 * Lets the rest of a body arrive and forgets it, while the answer is on its way: a connection that breaks in the middle of a request may take the answer
 * with it. The server puts an end to it.
 */
async function discard(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<void> {
  while ((await reader?.read())?.done === false);
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw refuse('request.malformed', {}, undefined, { cause });
  }
}
