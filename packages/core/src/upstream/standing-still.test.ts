import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { after, createWorld, hang, json, node, type Reply, refused, text } from '../../test/scripted-upstream.ts';
import { StandingStill } from './attempt-failure.ts';
import type { HttpGuard } from './guard.ts';
import type { RpcOutcome } from './json-rpc.ts';
import { UpstreamError } from './upstream-error.ts';

// Nodes tell the time of their latest block. Here a time before 1,000 is too old.

const latest = z.number();
const check = (latestAt: number) => {
  if (latestAt < 1_000) throw new StandingStill(latestAt);
};
const accept = ([outcome]: readonly RpcOutcome[]) => {
  if (outcome?.ok === true) check(outcome.value as number);
};
const clock = { method: 'latest', params: [], schema: latest };
const balance = { method: 'balance', params: [], schema: z.string() };
const calls = [clock, balance] as const;

/** Its latest block, and a balance that names the node. */
const at =
  (latestAt: number, name: string): Reply =>
  (...sent) =>
    node(({ method }) => (method === 'latest' ? latestAt : name))(...sent);

const said = ([, outcome]: readonly RpcOutcome[]) => (outcome?.ok === true ? outcome.value : outcome);

describe('an endpoint that stands still', () => {
  it('is passed over for a healthy one', async () => {
    const { upstream, clock: time, route } = createWorld({ 'a.test': at(400, 'a'), 'b.test': at(2_000, 'b') });
    const operation = upstream.operation();
    expect(said(await time.until(operation.rpcBatch(calls, { accept })))).toBe('b');
    expect(operation.standsStill).toBeUndefined();
    expect(operation.trace.attempts).toMatchObject([
      { endpoint: 'a.test', outcome: 'stale', detail: 'its latest block is of 1970-01-01T00:00:00Z' },
      { endpoint: 'b.test', outcome: 'ok' },
    ]);
    expect(upstream.status()).toMatchObject([{ healthy: false, lastFailure: 'stale' }, { healthy: true }]);

    // Once more, at once: it is set aside.
    await time.until(upstream.operation().rpcBatch(calls, { accept }));
    expect(route()).toEqual(['a.test', 'b.test', 'b.test']);
  });

  it('answers if every other one stands still too and it has the newest block', async () => {
    const { upstream, clock: time } = createWorld({
      'a.test': at(400, 'a'),
      'b.test': at(700, 'b'),
      'c.test': at(500, 'c'),
    });
    const operation = upstream.operation();
    const told: string[] = [];
    const answer = operation.rpcBatch(calls, { accept, answeredBy: (name) => told.push(name) });
    expect(said(await time.until(answer))).toBe('b');
    expect(told).toEqual(['b.test']);
    expect(operation.standsStill).toEqual({ latestAt: 700 });
    expect(operation.trace.attempts.map(({ outcome }) => outcome)).toEqual(['stale', 'stale', 'stale']);
  });

  it('is asked once, and all others are asked before it answers', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const lagging = Object.fromEntries(names.map((name) => [`${name}.test`, at(400, name)]));
    const { upstream, clock: time, route } = createWorld({ ...lagging, 'h.test': at(2_000, 'h') });
    expect(said(await time.until(upstream.operation().rpcBatch(calls, { accept })))).toBe('h');
    expect(route()).toEqual([...names, 'h'].map((name) => `${name}.test`));
  });

  it('answers if the others are down', async () => {
    const { upstream, clock: time } = createWorld({ 'a.test': at(400, 'a'), 'b.test': refused() });
    const operation = upstream.operation();
    expect(said(await time.until(operation.rpcBatch(calls, { accept })))).toBe('a');
    expect(operation.standsStill).toEqual({ latestAt: 400 });
  });

  it('is replaced by an overdue one that answers later', async () => {
    const { upstream, clock: time } = createWorld({ 'a.test': after(5_000, at(2_000, 'a')), 'b.test': at(400, 'b') });
    const operation = upstream.operation();
    expect(said(await time.until(operation.rpcBatch(calls, { accept })))).toBe('a');
    expect(operation.standsStill).toBeUndefined();
    expect(operation.trace.attempts.map(({ endpoint, outcome }) => `${endpoint} ${outcome}`)).toEqual([
      'b.test stale',
      'a.test ok',
    ]);
  });

  it('does not answer if the operation ends before the others answered', async () => {
    const { upstream, clock: time } = createWorld({ 'a.test': at(400, 'a'), 'b.test': hang() });
    const controller = new AbortController();
    const operation = upstream.operation({ signal: controller.signal });
    const answer = operation.rpcBatch(calls, { accept });
    answer.catch(() => {});
    await time.advance(100);
    controller.abort();
    await expect(time.until(answer)).rejects.toThrow(UpstreamError);
    expect(operation.standsStill).toBeUndefined();
  });

  it('goes on answering the same operation, and the others are not asked again', async () => {
    const { upstream, clock: time, route } = createWorld({ 'a.test': at(400, 'a'), 'b.test': at(700, 'b') });
    const operation = upstream.operation();
    await time.until(operation.rpcBatch(calls, { accept }));
    expect(said(await time.until(operation.rpcBatch(calls, { accept })))).toBe('b');
    expect(said(await time.until(operation.rpcBatch(calls, { accept, endpoint: 'b.test' })))).toBe('b');
    expect(route()).toEqual(['a.test', 'b.test', 'b.test', 'b.test']);
    expect(operation.standsStill).toEqual({ latestAt: 700 });
  });

  it('is asked after the others in the same operation, as long as one was healthy', async () => {
    const replies = [at(2_000, 'b'), refused(), refused(), refused()];
    const { upstream, clock: time, route } = createWorld({ 'a.test': at(400, 'a'), 'b.test': replies });
    const operation = upstream.operation();
    await time.until(operation.rpcBatch(calls, { accept }));
    await time.advance(5_000);
    expect(said(await time.until(operation.rpcBatch(calls, { accept })))).toBe('a');
    expect(route().slice(0, 4)).toEqual(['a.test', 'b.test', 'b.test', 'a.test']);
    expect(operation.standsStill).toEqual({ latestAt: 400 });
  });

  it('tells all callers that wait for the same answer', async () => {
    const { upstream, clock: time, sent } = createWorld({ 'a.test': at(400, 'a') });
    const operations = [upstream.operation(), upstream.operation()];
    const answers = operations.map((operation) => operation.rpcBatch(calls, { accept }));
    expect((await time.until(Promise.all(answers))).map(said)).toEqual(['a', 'a']);
    expect(sent).toHaveLength(1);
    expect(operations.map(({ standsStill }) => standsStill)).toEqual([{ latestAt: 400 }, { latestAt: 400 }]);
  });

  it('gives no answer to a request that names it, or that is strict', async () => {
    const { upstream, clock: time } = createWorld({ 'a.test': at(400, 'a') });
    const operation = upstream.operation();
    for (const ask of [
      () => operation.rpcBatch(calls, { accept, endpoint: 'a.test' }),
      () => operation.strict.rpcBatch(calls, { accept }),
    ]) {
      const error = await time.until(ask()).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: 'upstream.unavailable', attempts: [{ outcome: 'stale' }] });
    }
    expect(operation.standsStill).toBeUndefined();
    expect(operation.strict.trace).toBe(operation.trace);

    await time.until(operation.rpcBatch(calls, { accept }));
    expect(operation.strict.standsStill).toEqual({ latestAt: 400 });
  });

  it('answers if the others answer nonsense', async () => {
    const { upstream, clock: time } = createWorld({ 'a.test': at(400, 'a'), 'b.test': node(() => 'no number') });
    const operation = upstream.operation();
    expect(said(await time.until(operation.rpcBatch(calls, { accept })))).toBe('a');
    expect(operation.trace.attempts.map(({ outcome }) => outcome)).toEqual([
      'stale',
      'malformed',
      'malformed',
      'malformed',
    ]);
  });
});

describe('a guard that finds an endpoint standing still', () => {
  const request = { path: '/balance', schema: z.string() };
  const guardFor = (forMs?: number): HttpGuard => ({
    request: { path: '/latest', as: 'text', schema: z.string() },
    accept: (answer) => check(Number(answer.ok && answer.value)),
    forMs,
  });
  const guarded = (hosts: Parameters<typeof createWorld>[0], ...guard: HttpGuard[]) =>
    createWorld(hosts, { kinds: { rest: { isDefault: true, guard } } });
  const serving =
    (latestAt: () => number, name: string): Reply =>
    (sent, time) =>
      (sent.url.pathname.endsWith('/latest') ? text(String(latestAt())) : json(name))(sent, time);

  it('passes it over', async () => {
    const { upstream, clock: time } = guarded(
      { 'a.test': serving(() => 400, 'a'), 'b.test': serving(() => 2_000, 'b') },
      guardFor(),
    );
    const operation = upstream.operation();
    expect(await time.until(operation.http(request))).toMatchObject({ value: 'b' });
    expect(operation.standsStill).toBeUndefined();
    expect(operation.trace.attempts[0]).toMatchObject({ endpoint: 'a.test', outcome: 'stale' });
  });

  it('lets it answer if all stand still, and trusts none of them', async () => {
    const {
      upstream,
      clock: time,
      sent,
    } = guarded({ 'a.test': serving(() => 400, 'a'), 'b.test': serving(() => 700, 'b') }, guardFor());
    const operation = upstream.operation();
    expect(await time.until(operation.httpAll([request]))).toMatchObject([{ value: 'b' }]);
    expect(operation.standsStill).toEqual({ latestAt: 700 });
    const before = sent.length;
    await time.until(upstream.operation().http(request));
    expect(sent.slice(before).filter(({ url }) => url.pathname.endsWith('/latest'))).toHaveLength(2);
  });

  it('is asked again when its trust has expired, beside the next request', async () => {
    let latestAt = 2_000;
    const { upstream, clock: time, sent } = guarded({ 'a.test': serving(() => latestAt, 'a') }, guardFor(60_000));
    const ask = async () => {
      const operation = upstream.operation();
      const before = sent.length;
      await time.until(operation.http(request));
      const { standsStill } = operation;
      return { requests: sent.length - before, roundTrips: operation.trace.roundTrips, standsStill };
    };
    expect(await ask()).toEqual({ requests: 2, roundTrips: 1, standsStill: undefined });
    await time.advance(59_999);
    expect(await ask()).toEqual({ requests: 1, roundTrips: 1, standsStill: undefined });
    latestAt = 400;
    await time.advance(1);
    expect(await ask()).toEqual({ requests: 2, roundTrips: 1, standsStill: { latestAt: 400 } });
    expect(await ask()).toEqual({ requests: 2, roundTrips: 1, standsStill: { latestAt: 400 } });
  });

  it('may be one of several, and all must accept', async () => {
    const other: HttpGuard = { ...guardFor(60_000), accept: () => {} };
    const { upstream, clock: time, sent } = guarded({ 'a.test': serving(() => 400, 'a') }, other, guardFor(60_000));
    const operation = upstream.operation();
    expect(await time.until(operation.http(request))).toMatchObject({ value: 'a' });
    expect(operation.standsStill).toEqual({ latestAt: 400 });
    expect(sent).toHaveLength(3);
    await time.until(upstream.operation().http(request));
    expect(sent).toHaveLength(5);
  });
});
