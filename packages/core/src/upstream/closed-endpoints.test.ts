import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createWorld, json, node, type Reply, status, text } from '../../test/scripted-upstream.ts';
import type { FailureOutcome } from './attempt-failure.ts';
import type { HttpGuard } from './guard.ts';
import type { RpcCall } from './json-rpc.ts';
import { UpstreamError } from './upstream-error.ts';

const lost =
  (code: string): Reply =>
  () => {
    throw new TypeError('fetch failed', { cause: Object.assign(new Error('no'), { code }) });
  };
const discontinued = { error: 'This endpoint has been discontinued.' };
const page = '<!doctype html><html><head><title>Welcome</title></head></html>';

/** Every way in which a provider says that an endpoint is closed, and the reason that operators read. */
const ways: [string, Reply, FailureOutcome][] = [
  ['410 and JSON', json(discontinued, { status: 410 }), 'closed'],
  ['410 and nothing', status(410), 'closed'],
  ['410 and a page', text(page, { status: 410 }), 'closed'],
  ['200 and an error in JSON', json(discontinued), 'closed'],
  ['400 and an error in JSON', json(discontinued, { status: 400 }), 'closed'],
  ['404 and JSON', json({ message: 'Not Found' }, { status: 404 }), 'notServed'],
  ['404 and an error in JSON', json({ error: 'Not Found' }, { status: 404 }), 'notServed'],
  ['404 and a page', text(page, { status: 404 }), 'notServed'],
  ['404 and nothing', status(404), 'notServed'],
  ['401 and nothing', status(401), 'unauthorized'],
  ['403 and JSON', json({ message: 'API key is required' }, { status: 403 }), 'unauthorized'],
  ['200 and a wish for a key', json({ error: 'You must provide an API key.' }), 'unauthorized'],
  ['a web page', text(page), 'webPage'],
  ['a name that no longer resolves', lost('ENOTFOUND'), 'unresolved'],
];

const echoes = (count: number) =>
  Array.from({ length: count }, (_, i): RpcCall<number> => ({ method: 'echo', params: [i], schema: z.number() }));

describe('a JSON-RPC endpoint that was closed', () => {
  it.each(ways)('with %s is asked once, and last from then on', async (_, reply, outcome) => {
    const { upstream, clock, route } = createWorld({ 'dead.test': reply, 'b.test': node() }, { defaultMaxBatch: 10 });
    const first = upstream.operation();
    await clock.until(first.rpcBatch(echoes(8)));
    await clock.until(upstream.operation().rpcBatch(echoes(8)));
    expect(route()).toEqual(['dead.test', 'b.test', 'b.test']);
    expect(first.trace.attempts[0]).toMatchObject({ outcome });
    expect(upstream.status()[0]).toMatchObject({ healthy: false, lastFailure: outcome });
  });

  it('with an error in a JSON-RPC answer is asked once, and last from then on', async () => {
    const reply = node(() => undefined);
    const closed: Reply = async (sent, clock) => {
      const answers = (await (await reply(sent, clock)).json()) as { id: number }[];
      return Response.json(
        answers.map(({ id }) => ({ jsonrpc: '2.0', id, error: { code: -32000, message: discontinued.error } })),
      );
    };
    const { upstream, clock, route } = createWorld({ 'dead.test': closed, 'b.test': node() });
    const optional = echoes(2).map((call) => ({ ...call, optional: true }));
    await clock.until(upstream.operation().rpcBatch(optional));
    expect(route()).toEqual(['dead.test', 'b.test']);
    expect(upstream.status()[0]).toMatchObject({ healthy: false, lastFailure: 'closed' });
  });

  it('with 403 and nothing may refuse the batch only: it is asked call by call, then set aside', async () => {
    const { upstream, clock, route } = createWorld({ 'dead.test': status(403), 'b.test': node() });
    await clock.until(upstream.operation().rpcBatch(echoes(2)));
    expect(route()).toEqual(['dead.test', 'dead.test', 'dead.test', 'b.test']);
    await clock.until(upstream.operation().rpcBatch(echoes(2)));
    expect(route().slice(4)).toEqual(['b.test']);
    expect(upstream.status()[0]?.lastFailure).toBe('unauthorized');
  });

  it('is set aside for ten minutes if it says so, and asked all the same if no other answers', async () => {
    const { upstream, clock, route } = createWorld({
      'dead.test': json(discontinued, { status: 410 }),
      'b.test': node(),
    });
    await clock.until(upstream.operation().rpcBatch(echoes(2)));
    await clock.advance(599_000);
    await clock.until(upstream.operation().rpcBatch(echoes(2)));
    await clock.advance(1_000);
    await clock.until(upstream.operation().rpcBatch(echoes(2)));
    expect(route()).toEqual(['dead.test', 'b.test', 'b.test', 'dead.test', 'b.test']);

    const alone = createWorld({ 'dead.test': [status(410), node()] }, { maxAttempts: 1 });
    const failed = await alone.clock.until(
      alone.upstream
        .operation()
        .rpcBatch(echoes(2))
        .catch((reason: unknown) => reason),
    );
    expect(failed).toBeInstanceOf(UpstreamError);
    expect(await alone.clock.until(alone.upstream.operation().rpcBatch(echoes(2)))).toHaveLength(2);
  });

  it('did not carry out a write that must not be repeated', async () => {
    const { upstream, clock } = createWorld({ 'dead.test': status(410), 'b.test': node() });
    const [call] = echoes(1);
    if (call) expect(await clock.until(upstream.operation().rpc(call, { write: 'once' }))).toBe(0);
  });
});

const account = {
  path: '/accounts/A',
  schema: z.object({ balance: z.string().optional() }),
  refusals: { statuses: [400, 404, 410], schema: z.unknown() },
};

describe('a REST endpoint that was closed', () => {
  const known: HttpGuard = {
    request: { path: '/network', schema: z.object({ network: z.literal('main') }) },
    accept: () => {},
  };
  const worldOf = (reply: Reply, guard: HttpGuard) => {
    const alive: Reply = ({ url }) =>
      Response.json(url.pathname.endsWith('/network') ? { network: 'main' } : { balance: '1' });
    return createWorld(
      { 'dead.test': reply, 'b.test': alive },
      { kinds: { rest: { isDefault: true, guard: [guard] } } },
    );
  };
  // What fits no schema of the interface. With a schema that takes everything, only the guard can tell.
  const guards: [string, HttpGuard][] = [
    ['a guard', known],
    ['a guard for refusals', { ...known, isForRefusals: true }],
  ];

  describe.each(guards)('behind %s', (_, guard) => {
    it.each(ways)('with %s never reads as an answer, and is asked last from then on', async (_way, reply, outcome) => {
      const { upstream, clock, route } = worldOf(reply, guard);
      expect(await clock.until(upstream.operation().http(account))).toMatchObject({
        ok: true,
        value: { balance: '1' },
      });
      const before = route().length;
      expect(await clock.until(upstream.operation().http(account))).toMatchObject({ ok: true });
      expect(route().slice(before)).not.toContain('dead.test');
      expect(upstream.status()[0]).toMatchObject({ healthy: false, lastFailure: outcome });
    });
  });

  it('after it was trusted never reads as an answer either', async () => {
    let isDead = false;
    const { upstream, clock } = worldOf((sent, time) => {
      if (isDead) return json({ message: 'Not Found' }, { status: 404 })(sent, time);
      return Response.json(sent.url.pathname.endsWith('/network') ? { network: 'main' } : { balance: '7' });
    }, known);
    expect(await clock.until(upstream.operation().http(account))).toMatchObject({ value: { balance: '7' } });
    isDead = true;
    await clock.advance(60_000);
    expect(await clock.until(upstream.operation().http(account))).toMatchObject({ value: { balance: '1' } });
  });

  it('is not confused with one that does not have what was asked for', async () => {
    const { upstream, clock, route } = worldOf(
      (sent, time) =>
        sent.url.pathname.endsWith('/network')
          ? Response.json({ network: 'main' })
          : json({ message: 'Not Found' }, { status: 404 })(sent, time),
      { ...known, isForRefusals: true },
    );
    for (let i = 0; i < 2; i += 1) {
      expect(await clock.until(upstream.operation().http(account))).toMatchObject({ ok: false, status: 404 });
    }
    // The proof is made once a minute.
    expect(route()).toEqual(['dead.test', 'dead.test', 'dead.test']);
  });
});
