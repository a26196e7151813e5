import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createWorld, node, type Reply, text } from '../../test/scripted-upstream.ts';
import { largeAnswer, mediumAnswer, smallAnswer } from './answer-size.ts';

const call = { method: 'read', params: [], schema: z.string() };
/** An answer with so many characters in its result. */
const long = (length: number) => node(() => 'x'.repeat(length));

/** Answers bytes as long as they are taken, and counts them. */
function endless(): { reply: Reply; bytes: () => number } {
  let bytes = 0;
  const reply: Reply = () =>
    new Response(
      new ReadableStream({
        pull(controller) {
          bytes += 1024;
          controller.enqueue(new TextEncoder().encode(' '.repeat(1024)));
        },
      }),
    );
  return { reply, bytes: () => bytes };
}

describe('an answer', () => {
  it('is limited to the small size unless its call allows more, and otherwise the next endpoint is asked', async () => {
    const { reply, bytes } = endless();
    const { upstream, clock } = createWorld({ 'a.test': reply, 'b.test': long(100) });
    const operation = upstream.operation();
    expect(await clock.until(operation.rpc(call))).toHaveLength(100);
    expect(operation.trace.attempts[0]).toMatchObject({
      outcome: 'tooLarge',
      detail: `more than ${smallAnswer} bytes`,
    });
    expect(bytes()).toBeLessThan(smallAnswer + 4 * 1024);
  });

  it.each([
    [{}, 60_000, 70_000],
    [{ maxBytes: mediumAnswer }, 1_000_000, 1_200_000],
    [{ maxBytes: largeAnswer }, 8_000_000, 9_000_000],
  ])('of a call with %j may have %i bytes, and not %i', async (more, allowed, refused) => {
    const { upstream, clock } = createWorld({ 'a.test': [long(allowed), long(refused)] }, { maxAttempts: 1 });
    expect(await clock.until(upstream.operation().rpc({ ...call, ...more }))).toHaveLength(allowed);
    await expect(clock.until(upstream.operation().rpc({ ...call, ...more }))).rejects.toMatchObject({
      attempts: [{ outcome: 'tooLarge' }],
    });
  });

  it("of a batch may have the sum of its calls' limits, and the small calls share one limit", async () => {
    const calls = [call, call, { ...call, maxBytes: mediumAnswer }];
    const total = smallAnswer + mediumAnswer;
    const hosts = { 'a.test': [long(Math.floor(total / 3) - 100), long(Math.ceil(total / 3))] };
    const { upstream, clock } = createWorld(hosts, { maxAttempts: 1, defaultMaxBatch: 3 });
    expect(await clock.until(upstream.operation().rpcBatch(calls))).toHaveLength(3);
    await expect(clock.until(upstream.operation().rpcBatch(calls))).rejects.toMatchObject({
      attempts: [{ detail: `more than ${total} bytes` }],
    });
  });

  it('over HTTP is limited in the same way', async () => {
    const request = { path: '/x', as: 'text', schema: z.string() } as const;
    const hosts = { 'a.test': [text('x'.repeat(smallAnswer)), text('x'.repeat(smallAnswer + 1))] };
    const { upstream, clock } = createWorld(hosts, { maxAttempts: 1 });
    expect((await clock.until(upstream.operation().http(request))).value).toHaveLength(smallAnswer);
    await expect(clock.until(upstream.operation().http(request))).rejects.toMatchObject({
      attempts: [{ outcome: 'tooLarge' }],
    });
  });

  it('tells fetch how much will be read', async () => {
    const seen: unknown[] = [];
    const fetch = async (_: string, { maxBytes }: { maxBytes: number }) => {
      seen.push(maxBytes);
      return Response.json({ jsonrpc: '2.0', id: 1, result: '' });
    };
    const { upstream } = createWorld({ 'a.test': [] }, { fetch });
    await upstream.operation().rpc(call);
    await upstream.operation().rpc({ ...call, maxBytes: largeAnswer });
    expect(seen).toEqual([smallAnswer, 8 * 1024 * 1024]);
  });
});
