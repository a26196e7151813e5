import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { after, createWorld, hang, json, node, settle, status } from '../../test/scripted-upstream.ts';

const schema = z.number();
const call = { method: 'echo', params: [1], schema };

describe('equal reads in flight', () => {
  it('are made once across operations', async () => {
    const { upstream, clock, sent } = createWorld({ 'a.test': after(50, node()) });
    const [first, second] = [upstream.operation(), upstream.operation()];
    expect(await clock.until(Promise.all([first.rpc(call), second.rpc(call), second.rpc({ ...call })]))).toEqual([
      1, 1, 1,
    ]);
    expect(sent).toHaveLength(1);
    expect(first.trace).toMatchObject({ roundTrips: 1, requests: 1, coalesced: 0 });
    expect(second.trace).toMatchObject({ roundTrips: 1, requests: 0, coalesced: 2, attempts: [] });
  });

  it('are made once only within an operation, if connections must not be shared', async () => {
    const { upstream, clock, sent } = createWorld({ 'a.test': after(50, node()) }, { coalesce: 'operation' });
    const [first, second] = [upstream.operation(), upstream.operation()];
    await clock.until(Promise.all([first.rpc(call), first.rpc(call), second.rpc(call)]));
    expect(sent).toHaveLength(2);
  });

  it('are made again once they have ended', async () => {
    const { upstream, clock, sent } = createWorld({ 'a.test': node() });
    const operation = upstream.operation();
    await clock.until(operation.rpc(call));
    await clock.until(operation.rpc(call));
    expect(sent).toHaveLength(2);
  });

  it('share a failure, and do not keep it', async () => {
    const { upstream, clock, sent } = createWorld({ 'a.test': [status(500), node()] }, { maxAttempts: 1 });
    const results = await clock.until(
      Promise.allSettled([upstream.operation().rpc(call), upstream.operation().rpc(call)]),
    );
    expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected']);
    expect(sent).toHaveLength(1);
    expect(await clock.until(upstream.operation().rpc(call))).toBe(1);
  });

  it('are equal only if all these are equal: method, params, schema, hooks, kind, path and endpoint', async () => {
    const { upstream, clock, sent } = createWorld(
      {
        'a.test': after(
          50,
          node(() => 1),
        ),
      },
      { maxConcurrent: 100 },
    );
    const operation = upstream.operation();
    const accept = () => {};
    const otherSchema = z.number();
    const reads = [
      () => operation.rpc(call),
      () => operation.rpc({ ...call, method: 'other' }),
      () => operation.rpc({ ...call, params: [2] }),
      () => operation.rpc({ ...call, params: ['1'] }),
      () => operation.rpc({ ...call, params: [1, 1] }),
      () => operation.rpc({ ...call, schema: otherSchema }),
      () => operation.rpc({ ...call, optional: true }),
      () => operation.rpc({ ...call, isAnswer: accept as () => never }),
      () => operation.rpc(call, { accept }),
      () => operation.rpc(call, { path: '/jsonrpc' }),
      () => operation.rpc(call, { endpoint: 'a.test' }),
      () => operation.rpc(call, { timeoutMs: 4000 }),
      () => operation.rpc(call, { maxAttempts: 3 }),
      () => operation.rpcBatch([call, call]),
    ];
    await clock.until(Promise.all([...reads, ...reads].map((read): Promise<unknown> => read())));
    expect(sent).toHaveLength(reads.length);
  });

  it('are equal over HTTP if path, query, body and schemas are', async () => {
    const { upstream, clock, sent } = createWorld({ 'a.test': after(50, json(1)) }, { maxConcurrent: 100 });
    const operation = upstream.operation();
    const bytes = new Uint8Array(2);
    const refusals = { statuses: [404], schema: z.string() };
    const requests = [
      { path: '/a', schema },
      { path: '/b', schema },
      { path: '/a', schema, query: { x: 1 } },
      { path: '/a', schema, body: { json: { x: 1n } } },
      { path: '/a', schema, body: { text: 'x' } },
      { path: '/a', schema, body: { bytes, type: 'x/y' } },
      { path: '/a', schema, headers: { accept: 'x/y' } },
      { path: '/a', schema, refusals },
      { path: '/a', schema, refusals: { ...refusals, statuses: [400] } },
      { path: '/a', schema: z.number() },
    ];
    await clock.until(
      Promise.all([...requests, ...requests].map((request): Promise<unknown> => operation.http(request))),
    );
    expect(sent).toHaveLength(requests.length);
  });

  it('do not end for other operations when the operation that began them ends', async () => {
    const { upstream, clock, sent } = createWorld({ 'a.test': [hang(), node()] });
    const leaving = new AbortController();
    const first = upstream
      .operation({ signal: leaving.signal })
      .rpc(call)
      .catch((error: Error) => error.name);
    const others = [upstream.operation().rpc(call), upstream.operation().rpc(call)];
    await settle();
    leaving.abort();
    expect(await clock.until(Promise.all([first, ...others]))).toEqual(['UpstreamError', 1, 1]);
    expect(sent).toHaveLength(2);
  });

  it('let an operation leave at once when it ends', async () => {
    const { upstream, clock } = createWorld({ 'a.test': after(50, node()) });
    const leaving = new AbortController();
    const first = upstream.operation().rpc(call);
    const second = upstream.operation({ signal: leaving.signal }).rpc(call);
    leaving.abort();
    await expect(second).rejects.toMatchObject({ timedOut: true });
    expect(await clock.until(first)).toBe(1);
  });
});
