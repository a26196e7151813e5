import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createWorld, json, node, type Reply, status, text } from '../../test/scripted-upstream.ts';
import { ask } from './ask.ts';
import { RejectedAnswer } from './attempt-failure.ts';
import type { HttpGuard, RpcGuard } from './guard.ts';
import type { RpcCall } from './json-rpc.ts';

const ours = 'aa'.repeat(32);

function guard(): HttpGuard {
  return {
    request: { path: '/block-height/0', as: 'text', schema: z.string() },
    accept(answer) {
      if (!answer.ok || answer.value !== ours) throw new RejectedAnswer('it serves another chain');
    },
  };
}

/** Serves the chain whose block 0 has this hash. */
const chain =
  (genesis: string, balance: string): Reply =>
  (sent, clock) =>
    (sent.url.pathname.endsWith('/block-height/0') ? text(genesis) : json({ balance }))(sent, clock);

const guarded = (hosts: Parameters<typeof createWorld>[0]) =>
  createWorld(hosts, {
    kinds: { rest: { isDefault: true, guard: [guard()] } },
  });

const request = { path: '/accounts/GA', schema: z.object({ balance: z.string() }) };

describe('a guard', () => {
  it('is asked once of an endpoint, beside the first request', async () => {
    const { upstream, clock, sent } = guarded({ 'a.test': chain(ours, '7') });
    const operation = upstream.operation();
    expect(await clock.until(operation.http(request))).toMatchObject({ ok: true, value: { balance: '7' } });
    expect(operation.trace.roundTrips).toBe(1);
    expect(sent.map(({ url }) => url.pathname)).toEqual(['/secret-key/block-height/0', '/secret-key/accounts/GA']);

    const answers = await clock.until(upstream.operation().httpAll([request, request]));
    expect(answers.map((answer) => answer.value)).toEqual([{ balance: '7' }, { balance: '7' }]);
    expect(sent).toHaveLength(4);
  });

  it('is asked once for all requests at the same time', async () => {
    const { upstream, clock, sent } = guarded({ 'a.test': chain(ours, '7'), 'b.test': chain(ours, '8') });
    const operation = upstream.operation();
    const other = { ...request, path: '/accounts/GB' };
    const both = Promise.all([operation.http(request), operation.http(other)]);
    expect(await clock.until(both)).toMatchObject([{ value: { balance: '7' } }, { value: { balance: '7' } }]);
    expect(sent.map(({ url }) => url.pathname.slice('/secret-key'.length))).toEqual([
      '/block-height/0',
      '/accounts/GA',
      '/accounts/GB',
    ]);
    expect(operation.trace.roundTrips).toBe(1);
    await clock.until(operation.http(request, { endpoint: 'b.test' }));
    expect(sent).toHaveLength(5);
  });

  it('is asked once of each endpoint, even of several at the same time', async () => {
    const { upstream, clock, sent } = guarded({ 'a.test': chain(ours, '7'), 'b.test': chain(ours, '8') });
    const both = (operation = upstream.operation()) =>
      Promise.all(['a.test', 'b.test'].map((endpoint) => operation.http(request, { endpoint })));
    await clock.until(both());
    expect(sent).toHaveLength(4);
    await clock.until(both());
    expect(sent).toHaveLength(6);
  });

  it('does not accept an answer for one request that it rejects for all', async () => {
    const { upstream, clock, route } = guarded({
      'a.test': chain('bb'.repeat(32), '7'),
      'b.test': chain(ours, '8'),
    });
    const operation = upstream.operation();
    const other = { ...request, path: '/accounts/GB' };
    const both = Promise.all([operation.http(request), operation.http(other)]);
    expect(await clock.until(both)).toMatchObject([{ value: { balance: '8' } }, { value: { balance: '8' } }]);
    expect(route()).toEqual(['a.test', 'a.test', 'a.test', 'b.test', 'b.test', 'b.test']);
  });

  it('sets aside an endpoint of another chain, whatever it answered, and asks the next', async () => {
    const { upstream, clock, route } = guarded({
      'a.test': chain('bb'.repeat(32), '7'),
      'b.test': chain(ours, '8'),
    });
    const operation = upstream.operation();
    expect(await clock.until(operation.http(request))).toMatchObject({ value: { balance: '8' } });
    expect(route()).toEqual(['a.test', 'a.test', 'b.test', 'b.test']);
    expect(operation.trace.attempts[0]).toMatchObject({ outcome: 'rejected', detail: 'it serves another chain' });
    expect(upstream.status()[0]?.healthy).toBe(false);
  });

  it('discards refusals of an endpoint of another chain', async () => {
    const refusals = { statuses: [404], schema: z.object({ title: z.string() }) };
    const elsewhere: Reply = (sent, clock) =>
      (sent.url.pathname.endsWith('0') ? text('bb'.repeat(32)) : json({ title: 'Not found' }, { status: 404 }))(
        sent,
        clock,
      );
    const { upstream, clock } = guarded({ 'a.test': elsewhere, 'b.test': chain(ours, '8') });
    const answer = clock.until(upstream.operation().http({ ...request, refusals }));
    expect(await answer).toMatchObject({ ok: true, value: { balance: '8' } });
  });

  it('is asked again if it was not answered', async () => {
    let isDown = true;
    const { upstream, clock, sent } = guarded({
      'a.test': (one, at) => (isDown ? status(503) : chain(ours, '7'))(one, at),
    });
    await expect(clock.until(upstream.operation().http(request))).rejects.toThrow();
    isDown = false;
    const before = sent.length;
    await clock.until(upstream.operation().http(request));
    expect(sent).toHaveLength(before + 2);
  });

  it('counts only for endpoints of its kind', async () => {
    const { upstream, clock, sent } = createWorld(
      { 'a.test': chain(ours, '7'), 'b.test': chain(ours, '8') },
      {
        endpoints: [{ url: 'https://a.test/secret-key' }, { url: 'https://b.test/secret-key', kind: 'other' }],
        kinds: { rest: { isDefault: true, guard: [guard()] }, other: {} },
      },
    );
    await clock.until(upstream.operation().http(request, { kind: 'other' }));
    expect(sent).toHaveLength(1);
    await clock.until(upstream.operation().http(request, { kind: 'rest' }));
    expect(sent).toHaveLength(3);
  });

  it('asks another way if the endpoint does not know the first', async () => {
    const unknown = { statuses: [501], schema: z.object({ code: z.literal(12) }) };
    const first: HttpGuard = {
      ...guard(),
      request: { path: '/genesis', as: 'text', schema: z.string(), refusals: unknown },
      instead: (answer) => (answer.ok ? undefined : guard().request),
    };
    const notImplemented: Reply = () => Response.json({ code: 12 }, { status: 501 });
    const older: Reply = (sent, clock) =>
      (sent.url.pathname.endsWith('/genesis') ? notImplemented : chain(ours, '7'))(sent, clock);
    const asked = async (reply: Reply) => {
      const world = createWorld({ 'a.test': reply }, { kinds: { rest: { isDefault: true, guard: [first] } } });
      const answer = world.clock.until(world.upstream.operation().http(request));
      expect(await answer).toMatchObject({ value: { balance: '7' } });
      return world.sent.map(({ url }) => url.pathname.split('/').at(-1));
    };
    expect(await asked(older)).toEqual(['genesis', 'GA', '0']);
    const newer: Reply = (sent, clock) =>
      (sent.url.pathname.endsWith('/genesis') ? text(ours) : json({ balance: '7' }))(sent, clock);
    expect(await asked(newer)).toEqual(['genesis', 'GA']);
  });
});

describe('a guard of several checks', () => {
  const seen: string[] = [];
  const shows = (method: string, expected: string, reason: string) => ({
    call: { method, params: [], schema: z.string() },
    accept(outcome: unknown) {
      seen.push(method);
      const { value } = outcome as { readonly value: unknown };
      if (value !== expected) throw new RejectedAnswer(reason);
    },
  });
  const checks = [
    shows('chain', 'ours', 'it serves another chain'),
    shows('version', '2', 'it speaks another version'),
  ] as const;
  const echo: RpcCall<number> = { method: 'echo', params: [7], schema: z.number() };
  const answers = (chainName: string, version: string): Reply =>
    node(({ method }) => (method === 'chain' ? chainName : method === 'version' ? version : 7));
  const open = (hosts: Parameters<typeof createWorld>[0], guard: RpcGuard = { chain: checks }) => {
    seen.length = 0;
    return createWorld(hosts, { kinds: { node: { isDefault: true, guard } }, defaultMaxBatch: 10 });
  };
  const methods = (sent: unknown) => (sent as readonly { readonly method: string }[]).map(({ method }) => method);

  it('is part of the batch, and each check sees its own answer', async () => {
    const { upstream, clock, sent } = open({ 'a.test': answers('ours', '2') });
    const operation = upstream.operation();
    expect(await clock.until(ask(operation, { echo }))).toEqual({ echo: 7 });
    expect(sent.map((request) => methods(request.json))).toEqual([['chain', 'version', 'echo']]);
    expect(operation.trace.roundTrips).toBe(1);
    expect(seen).toEqual(['chain', 'version']);
  });

  it.each([
    ['first', answers('theirs', '2'), 'it serves another chain'],
    ['last', answers('ours', '1'), 'it speaks another version'],
  ] as const)('sets aside an endpoint that fails the %s, and asks the next', async (_, wrong, detail) => {
    const { upstream, clock, route } = open({ 'a.test': wrong, 'b.test': answers('ours', '2') });
    const operation = upstream.operation();
    expect(await clock.until(ask(operation, { echo }))).toEqual({ echo: 7 });
    expect(route()).toEqual(['a.test', 'b.test']);
    expect(operation.trace.attempts[0]).toMatchObject({ outcome: 'rejected', detail });
  });

  it('may have a clock beside them', async () => {
    const times: unknown[] = [];
    const call = { method: 'echo', params: [1], schema: z.number() };
    const guard: RpcGuard = { chain: checks, clock: { call, accept: (told) => void times.push(told) } };
    const { upstream, clock, sent } = open({ 'a.test': answers('ours', '2') }, guard);
    await clock.until(ask(upstream.operation(), { echo }));
    expect(sent.map((request) => methods(request.json))).toEqual([['chain', 'version', 'echo', 'echo']]);
    expect(times).toEqual([{ ok: true, value: 7 }]);
  });

  it('may have none', async () => {
    const { upstream, clock, sent } = open({ 'a.test': answers('theirs', '1') }, { chain: [] });
    expect(await clock.until(ask(upstream.operation(), { echo, more: echo }))).toEqual({ echo: 7, more: 7 });
    expect(sent.map((request) => methods(request.json))).toEqual([['echo', 'echo']]);
  });
});
