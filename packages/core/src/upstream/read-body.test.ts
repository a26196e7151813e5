import { describe, expect, it } from 'vitest';
import { readBody } from './read-body.ts';

function streamOf(chunks: readonly Uint8Array[]) {
  const state = { pulled: 0, cancelled: false };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = chunks[state.pulled];
        if (!chunk) return controller.close();
        state.pulled += 1;
        controller.enqueue(chunk);
      },
      cancel() {
        state.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, state };
}

describe('readBody', () => {
  it('joins characters that are split between chunks', async () => {
    const bytes = new TextEncoder().encode('{"name":"Zürich 🏔"}');
    const { stream } = streamOf([...bytes].map((byte) => Uint8Array.of(byte)));
    expect(await readBody(new Response(stream), 1000)).toBe('{"name":"Zürich 🏔"}');
  });

  it('stops reading as soon as the answer is too large', async () => {
    const { stream, state } = streamOf(Array.from({ length: 100 }, () => new Uint8Array(10)));
    await expect(readBody(new Response(stream), 35)).rejects.toMatchObject({
      outcome: 'tooLarge',
      detail: 'more than 35 bytes',
    });
    expect(state).toEqual({ pulled: 4, cancelled: true });
  });

  it('does not read a body that announces too large a size', async () => {
    const { stream, state } = streamOf([new Uint8Array(10)]);
    const response = new Response(stream, { headers: { 'content-length': '1000' } });
    await expect(readBody(response, 35)).rejects.toMatchObject({ outcome: 'tooLarge' });
    expect(state).toEqual({ pulled: 0, cancelled: true });
  });

  it('takes a body of exactly the allowed size', async () => {
    expect(await readBody(new Response('12345'), 5)).toBe('12345');
  });

  it('refuses what is not UTF-8', async () => {
    await expect(readBody(new Response(Uint8Array.of(0x22, 0xff, 0x22)), 100)).rejects.toMatchObject({
      outcome: 'malformed',
    });
    await expect(readBody(new Response(Uint8Array.of(0xe2, 0x82)), 100)).rejects.toMatchObject({
      outcome: 'malformed',
    });
  });

  it('keeps a whole JSON document if the connection breaks behind it', async () => {
    const broken = new TypeError('terminated');
    const breakAfter = (...texts: string[]) => {
      let pulled = 0;
      return new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            const next = texts[pulled];
            pulled += 1;
            if (next === undefined) controller.error(broken);
            else controller.enqueue(new TextEncoder().encode(next));
          },
        },
        { highWaterMark: 0 },
      );
    };
    const read = (stream: ReadableStream<Uint8Array>, headers?: HeadersInit) =>
      readBody(new Response(stream, headers === undefined ? {} : { headers }), 1000);
    expect(await read(breakAfter('{"code":5,', '"details":[]}\n'))).toBe('{"code":5,"details":[]}\n');
    // The rest of a number or a text could be missing, and so could a line of several.
    for (const texts of [[], ['{"code":5'], ['12'], ['"ab"'], ['{}\n{'], ['<html>']]) {
      await expect(read(breakAfter(...texts))).rejects.toBe(broken);
    }
    // More was announced.
    await expect(read(breakAfter('{"a":1}'), { 'content-length': '9' })).rejects.toBe(broken);
  });

  it('reads no body as no text', async () => {
    expect(await readBody(new Response(null, { status: 204 }), 5)).toBe('');
  });
});
