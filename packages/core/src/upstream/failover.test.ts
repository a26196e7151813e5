import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  after,
  createWorld,
  fault,
  hang,
  json,
  node,
  type Reply,
  refused,
  settle,
  status,
  text,
} from '../../test/scripted-upstream.ts';
import { IsochainError } from '../errors.ts';
import { RejectedAnswer } from './attempt-failure.ts';
import { UpstreamError } from './upstream-error.ts';

const call = { method: 'eth_chainId', params: ['0x1'], schema: z.string() };

async function failureOf(promise: Promise<unknown>): Promise<UpstreamError> {
  const error = await promise.then(
    () => expect.unreachable('must fail'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(UpstreamError);
  return error as UpstreamError;
}

describe('failover', () => {
  const failures: [string, Reply, Record<string, unknown>][] = [
    ['HTTP 500', status(500), { outcome: 'http', detail: 'HTTP 500' }],
    ['HTTP 403', status(403), { outcome: 'unauthorized', detail: 'HTTP 403' }],
    [
      'HTTP 403 with an error for the call',
      json({ jsonrpc: '2.0', id: 1, error: { code: -32052, message: 'API key is not allowed here' } }, { status: 403 }),
      { outcome: 'unauthorized', detail: 'HTTP 403' },
    ],
    ['a rate limit by HTTP', status(429), { outcome: 'rateLimited', detail: 'HTTP 429' }],
    [
      'a rate limit by JSON-RPC',
      fault(-32005, 'limit exceeded'),
      { outcome: 'rateLimited', detail: 'eth_chainId: quota used up (error -32005)' },
    ],
    [
      'a rate limit by JSON-RPC with a status',
      json({ jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'Too many requests' } }, { status: 403 }),
      { outcome: 'rateLimited' },
    ],
    [
      'a rate limit in words of its own',
      json({ code: 'x', message: 'Too many requests, upgrade' }),
      { outcome: 'rateLimited' },
    ],
    ['a node that is behind', fault(-32000, 'header not found'), { outcome: 'unavailable' }],
    ['a missing method', fault(-32601, 'Method not found'), { outcome: 'unsupported' }],
    ['no connection', refused(), { outcome: 'network', detail: 'ECONNREFUSED' }],
    ['a page instead of JSON', text('<html>ok</html>'), { outcome: 'webPage', detail: 'eth_chainId: a web page' }],
    [
      'JSON that is cut off',
      text('{"jsonrpc":"2.0","id":1,"resu'),
      { outcome: 'malformed', detail: 'eth_chainId: not JSON' },
    ],
    ['an empty answer', text(''), { outcome: 'malformed' }],
    ['no envelope', json('0x1'), { outcome: 'malformed', detail: 'eth_chainId: not a JSON-RPC answer' }],
    ['another version of JSON-RPC', json({ jsonrpc: '1.0', id: 1, result: '0x1' }), { outcome: 'malformed' }],
    ['neither result nor error', json({ jsonrpc: '2.0', id: 1 }), { outcome: 'malformed' }],
    [
      'both result and error',
      json({ jsonrpc: '2.0', id: 1, result: '0x1', error: { code: 1, message: '' } }),
      { outcome: 'malformed' },
    ],
    ['an error that is none', json({ jsonrpc: '2.0', id: 1, error: { message: 5 } }), { outcome: 'malformed' }],
    ['a list for one call', json([{ jsonrpc: '2.0', id: 1, result: '0x1' }]), { outcome: 'malformed' }],
    [
      'the id of another call',
      json({ jsonrpc: '2.0', id: 2, result: '0x1' }),
      { outcome: 'malformed', detail: 'eth_chainId: another id than that of the call' },
    ],
    ['an id of the wrong type', json({ jsonrpc: '2.0', id: { a: 1 }, result: '0x1' }), { outcome: 'malformed' }],
    ['a result that does not fit', node(() => 1), { outcome: 'malformed', detail: 'eth_chainId: expected string' }],
    [
      'a redirect',
      text('', { status: 302, headers: { location: 'https://evil.test/' } }),
      { outcome: 'http', detail: 'redirect' },
    ],
    [
      'too much',
      json({ jsonrpc: '2.0', id: 1, result: 'x'.repeat(2000) }),
      { outcome: 'tooLarge', detail: 'more than 1000 bytes' },
    ],
  ];

  it.each(failures)('asks the next endpoint at once after %s, and sets the first aside', async (_, reply, expected) => {
    const { upstream, clock, route } = createWorld({ 'a.test': [reply], 'b.test': node() }, { maxResponseBytes: 1000 });
    const operation = upstream.operation();
    expect(await clock.until(operation.rpc(call))).toBe('0x1');
    expect(route()).toEqual(['a.test', 'b.test']);
    expect(operation.trace.attempts).toMatchObject([
      { endpoint: 'a.test', request: 'eth_chainId', ...expected },
      { endpoint: 'b.test', request: 'eth_chainId', outcome: 'ok' },
    ]);
    expect(operation.trace.roundTrips).toBe(2);
    expect(upstream.status()).toMatchObject([
      { name: 'a.test', healthy: false },
      { name: 'b.test', healthy: true },
    ]);

    expect(await clock.until(upstream.operation().rpc(call))).toBe('0x1');
    expect(route()).toEqual(['a.test', 'b.test', 'b.test']);
  });

  it('returns to an endpoint when its time is over', async () => {
    const { upstream, clock, route } = createWorld({ 'a.test': [status(500), node(), node()], 'b.test': node() });
    const ask = () => clock.until(upstream.operation().rpc(call));
    await ask();
    await ask();
    await clock.advance(1000);
    await ask();
    await ask();
    expect(route()).toEqual(['a.test', 'b.test', 'b.test', 'a.test', 'a.test']);
  });

  it('asks the next endpoint when one is slow, and takes the first answer', async () => {
    const { upstream, clock, sent } = createWorld({ 'a.test': hang(), 'b.test': after(20, node()) });
    const since = clock.now();
    const operation = upstream.operation();
    expect(await clock.until(operation.rpc(call))).toBe('0x1');
    // An eighth of 8 seconds.
    expect(sent.map(({ to, at }) => [to, at - since])).toEqual([
      ['a.test', 0],
      ['b.test', 1000],
    ]);
    expect(clock.now() - since).toBe(1020);
    expect(sent[0]?.signal.aborted).toBe(true);
    expect(operation.trace.attempts).toMatchObject([
      { endpoint: 'a.test', outcome: 'overtaken', ms: 1020 },
      { endpoint: 'b.test', outcome: 'ok', ms: 20 },
    ]);
    expect(operation.trace).toMatchObject({ roundTrips: 1, requests: 2 });
    expect(upstream.status()).toMatchObject([
      { name: 'a.test', healthy: false, lastFailure: 'overtaken' },
      { name: 'b.test', healthy: true },
    ]);
  });

  it("takes the slow endpoint's answer if that comes first, and blames nobody", async () => {
    const { upstream, clock, sent } = createWorld({
      'a.test': after(
        1100,
        node(() => 'a'),
      ),
      'b.test': hang(),
    });
    const operation = upstream.operation();
    expect(await clock.until(operation.rpc(call))).toBe('a');
    expect(sent[1]?.signal.aborted).toBe(true);
    expect(operation.trace.attempts).toMatchObject([
      { endpoint: 'b.test', outcome: 'cancelled', ms: 100 },
      { endpoint: 'a.test', outcome: 'ok', ms: 1100 },
    ]);
    expect(upstream.status().every(({ healthy }) => healthy)).toBe(true);
  });

  it('reaches the fourth endpoint in three eighths of the time when three hang', async () => {
    const hosts = { 'a.test': hang(), 'b.test': hang(), 'c.test': hang(), 'd.test': node() };
    const { upstream, clock, sent } = createWorld(hosts);
    const since = clock.now();
    expect(await clock.until(upstream.operation().rpc(call))).toBe('0x1');
    expect(sent.map(({ to, at }) => [to, at - since])).toEqual([
      ['a.test', 0],
      ['b.test', 1000],
      ['c.test', 2000],
      ['d.test', 3000],
    ]);
    // From then on it is asked first.
    expect(await clock.until(upstream.operation().rpc(call))).toBe('0x1');
    expect(sent.at(-1)?.to).toBe('d.test');
    expect(sent).toHaveLength(5);
    expect(clock.now() - since).toBe(3000);
  });

  it('asks the next endpoint at once when the one that was asked meanwhile fails', async () => {
    const { upstream, clock, sent } = createWorld({ 'a.test': hang(), 'b.test': status(500), 'c.test': node() });
    const since = clock.now();
    expect(await clock.until(upstream.operation().rpc(call))).toBe('0x1');
    expect(sent.map(({ to, at }) => [to, at - since])).toEqual([
      ['a.test', 0],
      ['b.test', 1000],
      ['c.test', 1000],
    ]);
  });

  it('asks no endpoint twice while another may still answer', async () => {
    const { upstream, clock, sent } = createWorld({ 'a.test': after(7000, node()), 'b.test': status(500) });
    expect(await clock.until(upstream.operation().rpc(call))).toBe('0x1');
    expect(sent.map(({ to }) => to)).toEqual(['a.test', 'b.test']);
  });

  it('learns that some requests take long', async () => {
    const hosts = { 'a.test': after(900, node()), 'b.test': node() };
    const { upstream, clock, route } = createWorld(hosts);
    const ask = (n: number) => clock.until(upstream.operation().rpc({ ...call, params: [String(n)] }));
    await ask(1);
    hosts['a.test'] = after(2600, node());
    await ask(2);
    expect(route()).toEqual(['a.test', 'a.test']);
    hosts['a.test'] = after(2800, node());
    for (const n of [3, 4, 5, 6, 7, 8, 9]) await ask(n);
    expect(route()).not.toContain('b.test');
    // No longer than half of its time, whatever is usual.
    hosts['a.test'] = hang();
    const since = clock.now();
    await ask(10);
    expect(clock.now() - since).toBe(4000);
  });

  it('sends a write that must not be repeated to one endpoint at a time', async () => {
    const { upstream, clock, route } = createWorld({ 'a.test': after(7000, node()), 'b.test': node() });
    expect(await clock.until(upstream.operation().rpc(call, { write: 'once' }))).toBe('0x1');
    expect(route()).toEqual(['a.test']);
    const idempotent = createWorld({ 'a.test': after(7000, node()), 'b.test': node() });
    await idempotent.clock.until(idempotent.upstream.operation().rpc(call, { write: 'idempotent' }));
    expect(idempotent.route()).toEqual(['a.test', 'b.test']);
  });

  it('asks no other endpoint meanwhile if the request may be made only once', async () => {
    const { upstream, clock, route } = createWorld({ 'a.test': after(7000, node()), 'b.test': node() });
    expect(await clock.until(upstream.operation().rpc(call, { maxAttempts: 1 }))).toBe('0x1');
    expect(route()).toEqual(['a.test']);
  });

  it('takes the connections of hanging requests when no others are free', async () => {
    const { upstream, clock, sent } = createWorld({ 'a.test': hang(), 'b.test': node() }, { maxConcurrent: 2 });
    const since = clock.now();
    const operation = upstream.operation();
    const calls = Array.from({ length: 6 }, (_, n) => ({ ...call, params: [String(n)] }));
    await clock.until(operation.rpcBatch(calls));
    expect(clock.now() - since).toBe(1000);
    expect(sent.map(({ to }) => to)).toEqual(['a.test', 'a.test', 'b.test', 'b.test']);
    expect(operation.trace.attempts).toMatchObject([
      { endpoint: 'a.test', outcome: 'timeout', ms: 1000 },
      { endpoint: 'b.test', outcome: 'ok' },
    ]);
  });

  it('costs no request more than an eighth of the time when one of many endpoints hangs', async () => {
    const { upstream, clock, sent } = createWorld({ 'a.test': hang(), 'b.test': node(), 'c.test': node() });
    const since = clock.now();
    const ask = (n: number) => clock.until(upstream.operation().rpc({ ...call, params: [String(n)] }));
    await ask(1);
    await ask(2);
    await ask(3);
    expect(sent.map(({ to, at }) => [to, at - since])).toEqual([
      ['a.test', 0],
      ['b.test', 1000],
      ['b.test', 1000],
      ['b.test', 1000],
    ]);
  });

  it('does not count an endpoint as slow before a request was sent to it', async () => {
    const { upstream, clock, route } = createWorld({ 'a.test': hang(), 'b.test': node() }, { maxConcurrent: 1 });
    const busy = upstream.operation();
    for (const endpoint of ['a.test', 'b.test']) busy.rpc(call, { endpoint }).catch(() => {});
    await clock.advance(2000);
    expect(route()).toEqual(['a.test']);
    await clock.until(upstream.operation().rpc(call));
    expect(route()).toEqual(['a.test', 'b.test']);
  });

  it('still asks when all endpoints are set aside', async () => {
    const { upstream, clock, route } = createWorld(
      { 'a.test': [status(500), status(500), node()], 'b.test': [status(500), status(500), status(500)] },
      { maxAttempts: 2 },
    );
    await failureOf(clock.until(upstream.operation().rpc(call)));
    await failureOf(clock.until(upstream.operation().rpc(call)));
    expect(upstream.status().some(({ healthy }) => healthy)).toBe(false);
    expect(await clock.until(upstream.operation().rpc(call))).toBe('0x1');
    expect(route()).toHaveLength(5);
  });

  it('keeps the reason of every attempt, and tells clients none of them', async () => {
    const { upstream, clock } = createWorld({ 'a.test': hang(), 'b.test': status(503), 'c.test': [refused()] });
    const error = await failureOf(clock.until(upstream.operation().rpc(call)));
    expect(error).toBeInstanceOf(IsochainError);
    expect(error.attempts).toEqual([
      { endpoint: 'b.test', outcome: 'http', detail: 'HTTP 503', ms: 0 },
      { endpoint: 'c.test', outcome: 'network', detail: 'ECONNREFUSED', ms: 0 },
      { endpoint: 'a.test', outcome: 'timeout', detail: 'no complete answer within 8000 ms', ms: 8000 },
      { endpoint: 'b.test', outcome: 'http', detail: 'HTTP 503', ms: 0 },
    ]);
    expect(error.timedOut).toBe(false);
    expect(error.maybeSent).toBe(false);
    expect(error.problems).toEqual([
      {
        code: 'upstream.unavailable',
        message: 'No upstream of testchain gave a usable answer (4 attempts). A retry may help in 1 s.',
        context: { chain: 'testchain', attempts: 4, seconds: 1 },
      },
    ]);
    expect(error.cause).toBeUndefined();
    expect(`${error.message} ${JSON.stringify(error.context)}`).not.toMatch(/https?:|secret/);
  });

  it('says so when there were only timeouts', async () => {
    const { upstream, clock } = createWorld({ 'a.test': hang(), 'b.test': hang() });
    const error = await failureOf(clock.until(upstream.operation().rpc(call)));
    expect(error).toMatchObject({ code: 'upstream.timeout', timedOut: true });
    expect(error.message).toBe('No upstream of testchain answered in time (3 attempts). A retry may help in 1 s.');
  });

  it('times out if a body trickles', async () => {
    const drip: Reply = (_, clock) =>
      new Response(
        new ReadableStream({
          async pull(controller) {
            await clock.sleep(900);
            controller.enqueue(new TextEncoder().encode(' '));
          },
        }),
      );
    const { upstream, clock, sent } = createWorld({ 'a.test': drip });
    const operation = upstream.operation();
    await failureOf(clock.until(operation.rpc(call, { maxAttempts: 1 })));
    expect(operation.trace.attempts[0]).toMatchObject({ outcome: 'timeout', ms: 8000 });
    expect(sent[0]?.signal.aborted).toBe(true);
  });

  it('takes the time limit of the endpoint, or of the request', async () => {
    const { upstream, clock, sent } = createWorld(
      { 'a.test': after(60, node()), 'b.test': hang() },
      { endpoints: [{ url: 'https://a.test', timeoutMs: 50 }, { url: 'https://b.test' }], maxAttempts: 1 },
    );
    await failureOf(clock.until(upstream.operation().rpc(call)));
    expect(await clock.until(upstream.operation().rpc(call, { timeoutMs: 100, endpoint: 'endpoint-1' }))).toBe('0x1');
    expect(sent).toHaveLength(2);
  });

  it('leaves no timer behind after an answer', async () => {
    const { upstream, clock } = createWorld({ 'a.test': node() });
    const before = clock.now();
    await clock.until(upstream.operation().rpc(call));
    await expect(clock.until(new Promise(() => {}))).rejects.toThrow('Nothing will ever happen');
    expect(clock.now()).toBe(before);
  });
});

describe('attempts', () => {
  const counts: [number, number | undefined, number][] = [
    [1, undefined, 2],
    [2, undefined, 3],
    [3, undefined, 4],
    [7, undefined, 5],
    [3, 1, 1],
    [2, 6, 6],
  ];

  it.each(counts)('%i endpoints with maxAttempts %s are asked %i times', async (endpoints, maxAttempts, expected) => {
    const hosts = Object.fromEntries(Array.from({ length: endpoints }, (_, index) => [`${index}.test`, status(500)]));
    const { upstream, clock, sent } = createWorld(hosts, { maxAttempts });
    const error = await failureOf(clock.until(upstream.operation().rpc(call)));
    expect(sent).toHaveLength(expected);
    expect(error.attempts).toHaveLength(expected);
  });

  it('waits with full jitter before it asks the same endpoint again', async () => {
    for (const [random, expected] of [
      [0, [0, 0, 0, 0, 0]],
      [0.5, [0, 125, 375, 875, 1875]],
      [0.999_999, [0, 250, 750, 1750, 3750]],
    ] as const) {
      const { upstream, clock, sent } = createWorld(
        { 'a.test': status(500) },
        { maxAttempts: 5, random: () => random },
      );
      const start = clock.now();
      await failureOf(clock.until(upstream.operation().rpc(call)));
      expect(sent.map(({ at }) => Math.round(at - start))).toEqual(expected);
    }
  });

  it('waits at most two seconds by itself', async () => {
    const { upstream, clock, sent } = createWorld({ 'a.test': status(500) }, { maxAttempts: 8, random: () => 1 });
    await failureOf(clock.until(upstream.operation().rpc(call)));
    expect((sent[7]?.at ?? 0) - (sent[6]?.at ?? 0)).toBe(2000);
  });

  it('asks each endpoint once before it asks any a second time', async () => {
    const { upstream, clock, route } = createWorld(
      { 'a.test': status(500), 'b.test': status(500) },
      { maxAttempts: 4 },
    );
    await failureOf(clock.until(upstream.operation().rpc(call)));
    expect(route()).toEqual(['a.test', 'b.test', 'a.test', 'b.test']);
  });

  it('asks no more often than the request says', async () => {
    const { upstream, clock, route } = createWorld({ 'a.test': [status(500), node()] });
    const operation = upstream.operation();
    await failureOf(clock.until(operation.rpc(call, { maxAttempts: 1 })));
    expect(route()).toEqual(['a.test']);
    expect(operation.status()).toEqual(upstream.status());
    expect(operation.status()).toMatchObject([{ name: 'a.test', healthy: false }]);
  });

  it('does not ask an endpoint again if it would answer the same', async () => {
    const { upstream, clock, route } = createWorld(
      { 'a.test': status(401), 'b.test': status(500) },
      { maxAttempts: 4 },
    );
    const error = await failureOf(clock.until(upstream.operation().rpc(call)));
    expect(route()).toEqual(['a.test', 'b.test', 'b.test', 'b.test']);
    expect(error.attempts).toHaveLength(4);
  });

  it('leaves an endpoint that limits us alone for a second', async () => {
    const { upstream, clock, sent } = createWorld({ 'a.test': [status(429), node()] });
    await clock.until(upstream.operation().rpc(call));
    expect((sent[1]?.at ?? 0) - (sent[0]?.at ?? 0)).toBe(1000);
  });

  it('waits as long as Retry-After says', async () => {
    const { upstream, clock, sent } = createWorld({ 'a.test': [status(429, { 'retry-after': '3' }), node()] });
    await clock.until(upstream.operation().rpc(call));
    expect((sent[1]?.at ?? 0) - (sent[0]?.at ?? 0)).toBe(3000);
    expect(upstream.status()[0]?.healthy).toBe(true);
  });

  it("gives up on an endpoint whose Retry-After exceeds the request's time", async () => {
    const { upstream, clock, sent } = createWorld({ 'a.test': [status(429, { 'retry-after': '60' })] });
    const start = clock.now();
    const error = await failureOf(clock.until(upstream.operation().rpc(call)));
    expect(error.attempts).toHaveLength(1);
    expect(sent).toHaveLength(1);
    expect(clock.now()).toBe(start);
    expect(upstream.status()[0]?.setAsideMs).toBe(60_000);
  });

  it('does not blame an endpoint for a wrong request', async () => {
    const { upstream, clock } = createWorld({ 'a.test': status(400), 'b.test': status(400) });
    await failureOf(clock.until(upstream.operation().rpc(call)));
    expect(upstream.status().every(({ healthy }) => healthy)).toBe(true);
  });
});

describe('endpoints that lie', () => {
  const accept = (outcome: { ok: boolean; value?: string }) => {
    if (outcome.value !== '0x1') throw new RejectedAnswer('another chain');
  };

  it('are set aside, and not asked again for the same request', async () => {
    const { upstream, clock, route } = createWorld({ 'a.test': node(() => '0x38'), 'b.test': [status(500), node()] });
    const operation = upstream.operation();
    expect(await clock.until(operation.rpc(call, { accept }))).toBe('0x1');
    expect(route()).toEqual(['a.test', 'b.test', 'b.test']);
    expect(operation.trace.attempts[0]).toMatchObject({ outcome: 'rejected', detail: 'another chain' });
    expect(upstream.status()[0]).toMatchObject({ healthy: false, lastFailure: 'rejected' });
  });

  it('do not include healthy endpoints that cannot serve this request: those keep their place', async () => {
    const { upstream, clock, route } = createWorld({ 'a.test': node(), 'b.test': [node(), status(500)] });
    const unable = (outcome: { ok: boolean; value?: string }) => {
      if (route().length === 1 && outcome.value === '0x1') throw new RejectedAnswer('more than it lists', 'unable');
    };
    const operation = upstream.operation();
    expect(await clock.until(operation.rpc(call, { accept: unable }))).toBe('0x1');
    expect(operation.trace.attempts[0]).toMatchObject({ outcome: 'unable', detail: 'more than it lists' });
    expect(upstream.status()[0]).toMatchObject({ healthy: true, failures: 0 });
    await clock.until(operation.rpc(call));
    expect(route()).toEqual(['a.test', 'b.test', 'a.test']);
  });

  it('are not asked again after they say that they are unable', async () => {
    const { upstream, clock, route } = createWorld({ 'a.test': node() });
    const unable = () => {
      throw new RejectedAnswer('more than it lists', 'unable');
    };
    const error = await failureOf(clock.until(upstream.operation().rpc(call, { accept: unable })));
    expect(error.attempts).toMatchObject([{ outcome: 'unable', detail: 'more than it lists' }]);
    expect(route()).toEqual(['a.test']);
  });

  it('make the request fail if there are no others', async () => {
    const { upstream, clock } = createWorld({ 'a.test': node(() => '0x38') });
    const error = await failureOf(clock.until(upstream.operation().rpc(call, { accept })));
    expect(error.attempts).toMatchObject([{ outcome: 'rejected', detail: 'another chain' }]);
  });

  it('are not blamed for a bug in the hook', async () => {
    const { upstream, clock } = createWorld({ 'a.test': node() });
    const broken = () => {
      throw new RangeError('bug');
    };
    await expect(clock.until(upstream.operation().rpc(call, { accept: broken }))).rejects.toThrow(RangeError);
  });
});

describe('errors of a call', () => {
  const isAnswer = () => true;

  it('are values if the call lists them, and no reason to ask another endpoint', async () => {
    const { upstream, clock, sent } = createWorld({
      'a.test': [fault(3, 'execution reverted', '0x08c379a0')],
      'b.test': [],
    });
    const outcome = await clock.until(upstream.operation().tryRpc({ ...call, isAnswer }));
    expect(outcome).toEqual({ ok: false, error: { code: 3, message: 'execution reverted', data: '0x08c379a0' } });
    expect(sent).toHaveLength(1);
    expect(upstream.status()[0]?.healthy).toBe(true);
  });

  it("are the endpoint's own complaint if the call does not list them: the next one is asked", async () => {
    const words = "Can't route your request to suitable provider";
    const { upstream, clock } = createWorld({ 'a.test': [fault(12, words)], 'b.test': node() });
    expect(await clock.until(upstream.operation().tryRpc(call))).toEqual({ ok: true, value: '0x1' });
    expect(upstream.status()[0]).toMatchObject({ healthy: false, lastFailure: 'unavailable' });
  });

  it('are told in the words of the endpoint that complains, without a host, if there is no other', async () => {
    const words = 'no node of pool https://internal.example/key is well';
    const { upstream, clock } = createWorld({ 'a.test': [fault(12, words), fault(12, words)] });
    const error = await failureOf(clock.until(upstream.operation().tryRpc(call)));
    expect(error.attempts[0]).toMatchObject({
      outcome: 'unavailable',
      detail: 'eth_chainId: no node behind (error 12)',
    });
    expect(error.message).toBe(
      'No upstream of testchain gave a usable answer (2 attempts). A retry may help in 1 s. An upstream said: "no node of pool is well".',
    );
    expect(error.problems[0]?.context).toMatchObject({ said: 'no node of pool is well' });
  });

  it('are thrown by rpc, with the error at hand and not in the message', async () => {
    const { upstream, clock } = createWorld({ 'a.test': [fault(3, 'execution reverted: secret')] });
    const error = await failureOf(clock.until(upstream.operation().rpc({ ...call, isAnswer })));
    expect(error).toMatchObject({
      name: 'RpcAnswerError',
      code: 'upstream.unavailable',
      error: { code: 3, message: 'execution reverted: secret' },
    });
    expect(error.attempts).toMatchObject([{ endpoint: 'a.test', outcome: 'refused', detail: 'eth_chainId: error 3' }]);
    expect(error.message).not.toContain('secret');
  });

  it('may come without an id, because there was only one call', async () => {
    const { upstream, clock } = createWorld({
      'a.test': [json({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid' } })],
    });
    expect(await clock.until(upstream.operation().tryRpc({ ...call, isAnswer }))).toMatchObject({
      ok: false,
      error: { code: -32600 },
    });
  });

  it('may come with the status of an error', async () => {
    const { upstream, clock } = createWorld({
      'a.test': [json({ jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'bad' } }, { status: 400 })],
    });
    expect(await clock.until(upstream.operation().tryRpc({ ...call, isAnswer }))).toMatchObject({
      ok: false,
      error: { code: -32602 },
    });
  });

  it('are all values if the call is optional, even if the result does not fit the schema', async () => {
    const optional = { ...call, optional: true };
    for (const [reply, code] of [
      [fault(-32601, 'Method not found'), -32601],
      [fault(-32005, 'rate limit'), -32005],
      [node(() => 17), 0],
    ] as const) {
      const { upstream, clock, sent } = createWorld({ 'a.test': [reply], 'b.test': [] });
      expect(await clock.until(upstream.operation().tryRpc(optional))).toMatchObject({ ok: false, error: { code } });
      expect(sent).toHaveLength(1);
    }
  });

  it('mean what the call says before the common rules are asked', async () => {
    const hosts = { 'a.test': [fault(-32000, 'txpool is full')], 'b.test': node() };
    const full = createWorld(hosts);
    const busy = {
      ...call,
      isAnswer: (error: { message: string }) => !/full/.test(error.message),
    };
    expect(await full.clock.until(full.upstream.operation().rpc(busy))).toBe('0x1');

    const missing = createWorld({ 'a.test': [fault(-32000, 'header not found')], 'b.test': node() });
    const calm = { ...call, isAnswer: () => true };
    expect(await missing.clock.until(missing.upstream.operation().tryRpc(calm))).toMatchObject({
      ok: false,
      error: { code: -32000 },
    });
  });

  it('take ids that came back as strings, and a null beside the member that counts', async () => {
    const { upstream, clock } = createWorld({
      'a.test': [
        json({ jsonrpc: '2.0', id: '1', result: '0x1', error: null }),
        json({ jsonrpc: '2.0', id: 1, result: null, error: { code: 7, message: 'no' } }),
      ],
    });
    expect(await clock.until(upstream.operation().tryRpc(call))).toEqual({ ok: true, value: '0x1' });
    expect(await clock.until(upstream.operation().tryRpc({ ...call, isAnswer }))).toMatchObject({
      ok: false,
      error: { code: 7 },
    });
  });

  it('name the place where an answer does not fit its schema', async () => {
    const schema = z.object({
      baseFeePerGas: z.string(),
      uncles: z.array(z.object({ size: z.union([z.string(), z.bigint()]) })),
    });
    const { upstream, clock } = createWorld({
      'a.test': [
        node(() => ({ baseFeePerGas: 7, uncles: [] })),
        node(() => ({ baseFeePerGas: '7', uncles: [{ size: 'secret' }, { size: false }] })),
      ],
    });
    const error = await failureOf(
      clock.until(upstream.operation().rpc({ method: 'eth_getBlockByNumber', params: [], schema })),
    );
    expect(error.attempts.map(({ detail }) => detail)).toEqual([
      'eth_getBlockByNumber: baseFeePerGas expected string',
      'eth_getBlockByNumber: uncles.1.size expected string or bigint',
    ]);
  });

  it('are malformed answers if a transform throws', async () => {
    const { upstream, clock } = createWorld({ 'a.test': node(() => 'not a number'), 'b.test': node(() => '12') });
    const schema = z.string().transform((value) => BigInt(value));
    expect(await clock.until(upstream.operation().rpc({ ...call, schema }))).toBe(12n);
  });
});

describe('an operation that is ended from outside', () => {
  it('gives up what is under way, and blames nobody', async () => {
    const { upstream, sent } = createWorld({ 'a.test': hang(), 'b.test': node() });
    const controller = new AbortController();
    const operation = upstream.operation({ signal: controller.signal });
    const answer = operation.rpc(call);
    await settle();
    controller.abort();
    const error = await failureOf(answer);
    expect(error).toMatchObject({ code: 'upstream.timeout', timedOut: true });
    expect(error.attempts).toMatchObject([{ endpoint: 'a.test', outcome: 'cancelled' }]);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.signal.aborted).toBe(true);
    expect(upstream.status().every(({ healthy }) => healthy)).toBe(true);
  });

  it('begins nothing new', async () => {
    const { upstream, sent } = createWorld({ 'a.test': node() });
    const error = await failureOf(upstream.operation({ signal: AbortSignal.abort() }).rpc(call));
    expect(error.attempts).toEqual([]);
    expect(sent).toEqual([]);
  });
});

describe('which endpoints are asked', () => {
  const endpoints = [
    { url: 'https://a.test', name: 'a' },
    { url: 'https://b.test', name: 'b', kind: 'indexer' },
    { url: 'https://c.test', name: 'c', kind: 'indexer' },
  ];
  const hosts = { 'a.test': node(() => 'a'), 'b.test': node(() => 'b'), 'c.test': node(() => 'c') };

  it('only endpoints of the kind, or only endpoints without a kind', async () => {
    const { upstream, clock } = createWorld(hosts, { endpoints });
    const operation = upstream.operation();
    expect(await clock.until(operation.rpc(call))).toBe('a');
    expect(await clock.until(operation.rpc(call, { kind: 'indexer' }))).toBe('b');
    expect(await clock.until(operation.rpc(call, { kind: 'indexer', endpoint: 'c' }))).toBe('c');
    expect(upstream.endpoints).toEqual([
      { name: 'a', kind: undefined },
      { name: 'b', kind: 'indexer' },
      { name: 'c', kind: 'indexer' },
    ]);
  });

  it('none if no endpoint fits', async () => {
    const { upstream, sent } = createWorld(hosts, { endpoints });
    const error = await failureOf(upstream.operation().rpc(call, { kind: 'archive' }));
    expect(error).toMatchObject({ code: 'upstream.unavailable', attempts: [], timedOut: false });
    expect(sent).toEqual([]);
  });
});

describe('a request', () => {
  it('goes to the URL of the endpoint with its headers, and follows no redirect', async () => {
    const { upstream, clock, sent } = createWorld(
      { 'a.test': node() },
      { endpoints: [{ url: 'https://a.test/v2/key?x=1', headers: { 'x-api-key': 'k' } }] },
    );
    await clock.until(upstream.operation().rpc({ ...call, params: [2n ** 64n], schema: z.bigint() }));
    expect(sent[0]?.url.href).toBe('https://a.test/v2/key?x=1');
    expect(sent[0]?.text).toBe('{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[18446744073709551616]}');
    expect(Object.fromEntries(sent[0]?.headers ?? [])).toEqual({
      accept: 'application/json',
      'content-type': 'application/json',
      'x-api-key': 'k',
    });
    expect(sent[0]).toMatchObject({ method: 'POST', redirect: 'manual' });
  });

  it('may go to a path below it', async () => {
    const { upstream, clock, sent } = createWorld({ 'a.test': node() }, { endpoints: ['https://a.test/base'] });
    await clock.until(upstream.operation().rpc(call, { path: '/jsonrpc' }));
    expect(sent[0]?.url.pathname).toBe('/base/jsonrpc');
  });

  it('calls fetch as browsers and Workers demand: without a receiver', async () => {
    const receivers: unknown[] = [];
    const strictFetch = async function (this: unknown) {
      receivers.push(this);
      return Response.json({ jsonrpc: '2.0', id: 1, result: '0x1' });
    };
    const { upstream } = createWorld({ 'a.test': [] }, { fetch: strictFetch });
    await upstream.operation().rpc(call);
    expect(receivers).toEqual([undefined]);
  });

  it('is reported to listeners', async () => {
    const events: unknown[] = [];
    const { upstream, clock } = createWorld(
      { 'a.test': status(500), 'b.test': after(20, node()) },
      { onAttempt: (event) => events.push(event) },
    );
    await clock.until(upstream.operation().rpc(call));
    expect(events).toEqual([
      {
        chainId: 'testchain',
        endpoint: 'a.test',
        kind: undefined,
        request: 'eth_chainId',
        outcome: 'http',
        detail: 'HTTP 500',
        ms: 0,
      },
      { chainId: 'testchain', endpoint: 'b.test', kind: undefined, request: 'eth_chainId', outcome: 'ok', ms: 20 },
    ]);
  });
});
