import { AttemptFailure } from './attempt-failure.ts';
import type { FetchAnswer } from './fetch.ts';

type Body = Pick<FetchAnswer, 'body' | 'headers'>;

/**
 * Reads a response as UTF-8 text, and stops as soon as it is larger than allowed.
 *
 * If the connection breaks behind a whole JSON document, the document is the answer. Gateways of cosmos-sdk 0.50 end refusals with a trailer that
 * HTTP does not allow, and Node breaks off there.
 *
 * @throws AttemptFailure `tooLarge`; `malformed` if it is not UTF-8. Errors of the stream itself (a broken connection) pass through.
 */
export async function readBody({ body, headers }: Body, maxBytes: number): Promise<string> {
  if (body === null) return '';
  if (body instanceof Uint8Array) {
    if (body.byteLength > maxBytes) throw tooLarge(maxBytes);
    return decode(new TextDecoder('utf-8', { fatal: true }), body, false);
  }
  // The header counts compressed bytes, and these are never more than the decompressed ones.
  const announced = Number(headers.get('content-length') ?? 0);
  if (announced > maxBytes) {
    await discardBody({ body });
    throw tooLarge(maxBytes);
  }

  const reader = body.getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      if (announced === 0 && isWholeJson(text)) return { done: true, value: undefined };
      throw error;
    });
    if (done || value === undefined) break;
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      reader.cancel().catch(ignore);
      throw tooLarge(maxBytes);
    }
    text += decode(decoder, value, true);
  }
  return text + decode(decoder, undefined, false);
}

/**
 * Whether a text is an object or a list in JSON, from its first character to its last. For a `fetch` that reads the body itself: if the connection
 * breaks behind such a body, and no length was announced, nothing is missing. Of a number, digits could be missing.
 */
export function isWholeJson(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Cancels a body that is not needed, so that its connection is free again. */
export async function discardBody({ body }: Pick<FetchAnswer, 'body'>): Promise<void> {
  if (body instanceof ReadableStream) await body.cancel().catch(ignore);
}

function decode(decoder: TextDecoder, bytes: Uint8Array | undefined, stream: boolean): string {
  try {
    return decoder.decode(bytes, { stream });
  } catch {
    throw new AttemptFailure('malformed', 'not UTF-8');
  }
}

function tooLarge(maxBytes: number): AttemptFailure {
  return new AttemptFailure('tooLarge', `more than ${maxBytes} bytes`, { final: true });
}

function ignore(): void {}
