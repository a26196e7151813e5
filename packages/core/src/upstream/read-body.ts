import { AttemptFailure } from './attempt-failure.ts';

/**
 * Reads a response as UTF-8 text, and stops as soon as it is larger than allowed.
 *
 * @throws AttemptFailure `tooLarge`; `malformed` if it is not UTF-8. What the stream itself throws (a broken connection) passes through.
 */
export async function readBody(response: Response, maxBytes: number): Promise<string> {
  if (!response.body) return '';
  // Counts bytes before decompression, which can only be fewer.
  const announced = Number(response.headers.get('content-length') ?? 0);
  if (announced > maxBytes) {
    await discardBody(response);
    throw tooLarge(maxBytes);
  }

  const reader = response.body.getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      reader.cancel().catch(ignore);
      throw tooLarge(maxBytes);
    }
    text += decode(decoder, value);
  }
  return text + decode(decoder);
}

/** Gives up on a body that nobody wants, so that its connection is free again. */
export async function discardBody(response: Response): Promise<void> {
  await response.body?.cancel().catch(ignore);
}

function decode(decoder: TextDecoder, bytes?: Uint8Array): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
  } catch {
    throw new AttemptFailure('malformed', 'not UTF-8');
  }
}

function tooLarge(maxBytes: number): AttemptFailure {
  return new AttemptFailure('tooLarge', `more than ${maxBytes} bytes`, { final: true });
}

function ignore(): void {}
