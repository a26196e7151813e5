import { describe, expect, expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import {
  createWorld,
  fault,
  json,
  node,
  type Reply,
  RpcFault,
  type Sent,
  settle,
  status,
  text,
} from '../../test/scripted-upstream.ts';
import { RejectedAnswer } from './attempt-failure.ts';
import type { RpcCall, RpcOutcome } from './json-rpc.ts';
import { UpstreamError } from './upstream-error.ts';

const echo = (value: number): RpcCall<number> => ({ method: 'echo', params: [value], schema: z.number() });
const echoes = (count: number) => Array.from({ length: count }, (_, index) => echo(index));
const values = (outcomes: readonly RpcOutcome[]) =>
  outcomes.map((outcome) => (outcome.ok ? outcome.value : outcome.error.code));
/** How many calls each request held. */
const sizes = (sent: readonly Sent[]) => sent.map(({ json: body }) => (Array.isArray(body) ? body.length : 1));

/** A node that refuses batches of more than this, in its own words. */
function upTo(limit: number, refusal: Reply): Reply {
  return (sent, clock) => (Array.isArray(sent.json) && sent.json.length > limit ? refusal : node())(sent, clock);
}

/** The same node, with its answer to a batch changed. */
function tampered(change: (answers: Record<string, unknown>[]) => unknown): Reply {
  return async (sent, clock) =>
    Response.json(change((await (await node()(sent, clock)).json()) as Record<string, unknown>[]));
}

describe('the checks of a batch', () => {
  /** Asks for 20 texts. Tells how many of them were checked while no time passed, so that nothing else had its turn. */
  const checkedAtOnce = async (length: number, options: { readonly write?: 'idempotent' } = {}) => {
    const reply: Reply = ({ json: calls }) =>
      Response.json((calls as { id: number }[]).map(({ id }) => ({ jsonrpc: '2.0', id, result: 'x'.repeat(length) })));
    const { upstream, clock } = createWorld({ 'a.test': reply }, { defaultMaxBatch: 20 });
    let checked = 0;
    const schema = z.string().refine(() => {
      checked += 1;
      return true;
    });
    const calls = Array.from({ length: 20 }, (): RpcCall<string> => ({ method: 'text', params: [], schema }));
    const answer = upstream.operation().rpcBatch(calls, options);
    await settle();
    const atOnce = checked;
    expect(await clock.until(answer)).toHaveLength(20);
    expect(checked).toBe(20);
    return atOnce;
  };

  it('let others in between if the answer is long', async () => {
    expect(await checkedAtOnce(2_000)).toBeLessThanOrEqual(8);
  });

  it('are made at once if it is short', async () => {
    expect(await checkedAtOnce(10)).toBe(20);
  });

  it('of a write are made at once: what it did must be known, also if the operation ends', async () => {
    expect(await checkedAtOnce(2_000, { write: 'idempotent' })).toBe(20);
  });
});

describe('a batch', () => {
  it('is one request, as long as the endpoint takes so many calls', async () => {
    const { upstream, clock, sent } = createWorld({ 'a.test': node() }, { defaultMaxBatch: 10 });
    const operation = upstream.operation();
    expect(values(await clock.until(operation.rpcBatch(echoes(5))))).toEqual([0, 1, 2, 3, 4]);
    expect(sizes(sent)).toEqual([5]);
    expect(operation.trace).toMatchObject({
      roundTrips: 1,
      requests: 1,
      attempts: [{ request: 'echo×5', outcome: 'ok' }],
    });
  });

  it('is split into batches that the endpoint takes, side by side and to the same endpoint', async () => {
    const { upstream, clock, sent, route } = createWorld({ 'a.test': node(), 'b.test': [] });
    const operation = upstream.operation();
    expect(values(await clock.until(operation.rpcBatch(echoes(8))))).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(sizes(sent)).toEqual([3, 3, 2]);
    expect(new Set(route())).toEqual(new Set(['a.test']));
    expect(operation.trace).toMatchObject({ roundTrips: 1, requests: 3 });
  });

  it('becomes single calls if the endpoint takes no batches', async () => {
    const { upstream, clock, sent } = createWorld(
      { 'a.test': node() },
      { endpoints: [{ url: 'https://a.test', maxBatch: 1 }] },
    );
    expect(values(await clock.until(upstream.operation().rpcBatch(echoes(3))))).toEqual([0, 1, 2]);
    expect(sent.map(({ json: body }) => body)).toMatchObject([{ id: 1 }, { id: 1 }, { id: 1 }]);
  });

  it('asks nobody if it is empty', async () => {
    const { upstream, sent } = createWorld({ 'a.test': [] });
    expect(await upstream.operation().rpcBatch([])).toEqual([]);
    expect(sent).toEqual([]);
  });

  it('gives each call its own outcome and type', async () => {
    const reply = node(({ method }) => ({ a: 'text', b: 7, c: new RpcFault(3, 'execution reverted') })[method]);
    const { upstream, clock } = createWorld({ 'a.test': reply });
    const outcomes = await clock.until(
      upstream.operation().rpcBatch([
        { method: 'a', params: [], schema: z.string() },
        { method: 'b', params: { named: true }, schema: z.number().transform(BigInt) },
        { method: 'c', params: [], schema: z.boolean(), isAnswer: () => true },
      ]),
    );
    expectTypeOf(outcomes).toEqualTypeOf<readonly [RpcOutcome<string>, RpcOutcome<bigint>, RpcOutcome<boolean>]>();
    expect(outcomes).toEqual([
      { ok: true, value: 'text' },
      { ok: true, value: 7n },
      { ok: false, error: { code: 3, message: 'execution reverted' } },
    ]);
  });

  it('takes the answers in any order, and ids that came back as strings', async () => {
    const reply = tampered((answers) => answers.map((answer) => ({ ...answer, id: String(answer.id) })).reverse());
    const { upstream, clock } = createWorld({ 'a.test': reply });
    expect(values(await clock.until(upstream.operation().rpcBatch(echoes(3))))).toEqual([0, 1, 2]);
  });
});

describe('an answer to a batch that is not one', () => {
  const cases: [string, Reply, string][] = [
    ['an answer is missing', tampered((answers) => answers.slice(1)), 'echo×3: no answer to echo'],
    ['there are none', tampered(() => []), 'echo×3: no answer to echo'],
    ['two have one id', tampered((answers) => [...answers.slice(1), answers[1]]), 'echo×3: two answers with one id'],
    [
      'an id belongs to no call',
      tampered((answers) => [...answers, { jsonrpc: '2.0', id: 4, result: 1 }]),
      'echo×3: an answer with an id of no call',
    ],
    [
      'an id is zero',
      tampered((answers) => answers.map((answer, index) => ({ ...answer, id: index }))),
      'echo×3: an answer with an id of no call',
    ],
    [
      'an id is a fraction',
      tampered((answers) => answers.map((answer) => ({ ...answer, id: 1.5 }))),
      'echo×3: not a JSON-RPC answer',
    ],
    [
      'an id is of the wrong type',
      tampered((answers) => answers.map((answer) => ({ ...answer, id: [1] }))),
      'echo×3: not a JSON-RPC answer',
    ],
    [
      'an id is missing',
      tampered((answers) => answers.map(({ id: _, ...answer }) => answer)),
      'echo×3: an answer with an id of no call',
    ],
    [
      'an envelope is wrong',
      tampered((answers) => answers.map(({ jsonrpc: _, ...answer }) => answer)),
      'echo×3: not a JSON-RPC answer',
    ],
    [
      'a result does not fit',
      tampered((answers) => answers.map((answer) => ({ ...answer, result: 'x' }))),
      'echo: expected number',
    ],
    ['it is cut off', text('[{"jsonrpc":"2.0","id":1,"result":0},{"jsonrp'), 'echo×3: not JSON'],
  ];

  it.each(cases)('is malformed when %s', async (_, reply, detail) => {
    const { upstream, clock, route } = createWorld({ 'a.test': [reply], 'b.test': node() });
    const operation = upstream.operation();
    expect(values(await clock.until(operation.rpcBatch(echoes(3))))).toEqual([0, 1, 2]);
    expect(operation.trace.attempts[0]).toMatchObject({ outcome: 'malformed', detail });
    expect(route()).toEqual(['a.test', 'b.test']);
  });
});

describe('all calls of a batch', () => {
  it('go to another endpoint when one request fails, so that all answers come from one endpoint', async () => {
    let served = 0;
    const second: Reply = (sent, clock) => {
      served += 1;
      return served === 2 ? status(503)(sent, clock) : node(() => -1)(sent, clock);
    };
    const { upstream, clock } = createWorld({ 'a.test': second, 'b.test': node() });
    expect(values(await clock.until(upstream.operation().rpcBatch(echoes(9))))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('go to another endpoint when one call says that the endpoint is unwell', async () => {
    const behind = node(({ params }) => (params[0] === 1 ? new RpcFault(-32000, 'header not found') : -1));
    const { upstream, clock } = createWorld({ 'a.test': [behind], 'b.test': node() });
    expect(values(await clock.until(upstream.operation().rpcBatch(echoes(3))))).toEqual([0, 1, 2]);
  });

  it('stay where they are when an optional one fails', async () => {
    const lacking = node(({ method, params }) =>
      method === 'extra' ? new RpcFault(-32601, 'Method not found') : params[0],
    );
    const { upstream, clock } = createWorld({ 'a.test': [lacking], 'b.test': [] });
    const extra = { method: 'extra', params: [], schema: z.string(), optional: true };
    expect(values(await clock.until(upstream.operation().rpcBatch([echo(0), extra])))).toEqual([0, -32601]);
  });

  it('go to another endpoint when their answers are rejected together', async () => {
    const { upstream, clock } = createWorld({ 'a.test': node(() => 56), 'b.test': node() });
    const accept = (outcomes: readonly [RpcOutcome<number>, RpcOutcome<number>]) => {
      if (outcomes[0].ok && outcomes[0].value === 56) throw new RejectedAnswer('another chain');
    };
    expect(values(await clock.until(upstream.operation().rpcBatch([echo(1), echo(2)], { accept })))).toEqual([1, 2]);
    expect(upstream.status()[0]?.lastFailure).toBe('rejected');
  });

  it('are given up together', async () => {
    const signals: AbortSignal[] = [];
    const reply: Reply = (sent, clock) => {
      signals.push(sent.signal);
      return signals.length === 1 ? status(503)(sent, clock) : new Promise(() => {});
    };
    const { upstream, clock } = createWorld({ 'a.test': reply, 'b.test': node() });
    const before = clock.now();
    expect(values(await clock.until(upstream.operation().rpcBatch(echoes(9))))).toHaveLength(9);
    expect(signals.slice(1).map(({ aborted }) => aborted)).toEqual([true, true]);
    expect(clock.now()).toBe(before);
  });
});

describe('an endpoint that refuses a batch', () => {
  const error = (message: string, code = -32600) => ({ jsonrpc: '2.0', id: null, error: { code, message } });
  const refusals: [string, Reply, number[]][] = [
    ['with a status 400', status(400), [5, 1, 1, 1, 1, 1]],
    ['with a status 413', status(413), [5, 1, 1, 1, 1, 1]],
    ['with a status 403', status(403), [5, 1, 1, 1, 1, 1]],
    ['with a status 500', status(500), [5, 1, 1, 1, 1, 1]],
    ['with one error for all', json(error('Batch requests are not supported')), [5, 1, 1, 1, 1, 1]],
    ['with one error for all that says anything', json(error('Invalid request')), [5, 1, 1, 1, 1, 1]],
    ['with one error for all and a status', json(error('Invalid request'), { status: 500 }), [5, 1, 1, 1, 1, 1]],
    ['with a method that it did not find', json(error('Method not found', -32601)), [5, 1, 1, 1, 1, 1]],
    ['with too many requests, in the batch', json(error('too many requests in batch')), [5, 1, 1, 1, 1, 1]],
    ['with something that is no list', json('no'), [5, 1, 1, 1, 1, 1]],
    ['with a list of one error', json([error('invalid request')]), [5, 1, 1, 1, 1, 1]],
    ['like geth', json([{ ...error('batch too large'), id: 1 }]), [5, 1, 1, 1, 1, 1]],
    ['with an error for each call', fault(-32003, 'response too large'), [5, 1, 1, 1, 1, 1]],
    ['like dRPC', json(error('Batch of more than 3 requests are not allowed on free tier')), [5, 3, 2]],
    ['like dRPC, for each call', fault(31, 'Batch of more than 3 requests are not allowed on free tier'), [5, 3, 2]],
    [
      'like dRPC, with a status',
      json(error('Batch of more than 3 requests are not allowed on free tier'), { status: 500 }),
      [5, 3, 2],
    ],
  ];

  it.each(refusals)(
    '%s is asked again with smaller batches, and the limit is remembered',
    async (_, refusal, expected) => {
      const limit = expected[1] ?? 1;
      const { upstream, clock, sent, route } = createWorld(
        { 'a.test': upTo(limit, refusal), 'b.test': [] },
        { defaultMaxBatch: 100 },
      );
      const operation = upstream.operation();
      expect(values(await clock.until(operation.rpcBatch(echoes(5))))).toEqual([0, 1, 2, 3, 4]);
      expect(sizes(sent)).toEqual(expected);
      expect(new Set(route())).toEqual(new Set(['a.test']));
      expect(operation.trace).toMatchObject({
        roundTrips: 2,
        attempts: [{ outcome: 'batchRefused' }, { outcome: 'ok' }],
      });
      expect(upstream.status()[0]).toMatchObject({ healthy: true, failures: 0 });

      sent.length = 0;
      await clock.until(upstream.operation().rpcBatch(echoes(5)));
      expect(sizes(sent)).toEqual(expected.slice(1));

      await clock.advance(600_000);
      sent.length = 0;
      await clock.until(upstream.operation().rpcBatch(echoes(5)));
      expect(sizes(sent)).toEqual(expected);
    },
  );

  it('is asked for single calls if it refuses the size that it named', async () => {
    const refusal = json(error('Batch of more than 3 requests are not allowed on free tier'));
    const { upstream, clock, sent } = createWorld({ 'a.test': upTo(1, refusal) }, { defaultMaxBatch: 100 });
    expect(values(await clock.until(upstream.operation().rpcBatch(echoes(5))))).toEqual([0, 1, 2, 3, 4]);
    expect(sizes(sent)).toEqual([5, 3, 2, 1, 1, 1, 1, 1]);
  });

  it('does not use up the attempts', async () => {
    const { upstream, clock } = createWorld({ 'a.test': upTo(1, status(400)) }, { maxAttempts: 1 });
    expect(values(await clock.until(upstream.operation().rpcBatch(echoes(2))))).toEqual([0, 1]);
  });

  it('gets no remembered limit when single calls fail as well', async () => {
    const { upstream, clock, sent } = createWorld({
      'a.test': [status(500), status(500), status(500), node()],
      'b.test': node(),
    });
    await clock.until(upstream.operation().rpcBatch(echoes(2)));
    expect(sizes(sent)).toEqual([2, 1, 1, 2]);
    expect(upstream.status()[0]?.healthy).toBe(false);
    await clock.advance(1000);
    sent.length = 0;
    // The third scripted 500 was for the second of the two single calls.
    await clock.until(upstream.operation().rpcBatch(echoes(2)));
    expect(sizes(sent)).toEqual([2]);
  });

  it('is asked for single calls the second time if it may be down', async () => {
    const unclear = [
      status(502),
      json(error('Internal error', -32603)),
      text('<html>'),
      tampered((answers) => answers.slice(1)),
    ];
    for (const reply of unclear) {
      const { upstream, clock, sent } = createWorld({ 'a.test': upTo(1, reply) });
      expect(values(await clock.until(upstream.operation().rpcBatch(echoes(2))))).toEqual([0, 1]);
      expect(sizes(sent)).toEqual([2, 1, 1]);
      expect((sent[1]?.at ?? 0) - (sent[0]?.at ?? 0)).toBe(125);
    }
  });

  it('is left for the next endpoint if it limits our rate instead', async () => {
    for (const reply of [
      status(429),
      json(error('Too many requests')),
      json([error('Too many requests')]),
      fault(429, 'slow down'),
    ]) {
      const { upstream, clock, sent, route } = createWorld({ 'a.test': [reply], 'b.test': node() });
      const operation = upstream.operation();
      expect(values(await clock.until(operation.rpcBatch(echoes(3))))).toEqual([0, 1, 2]);
      expect(route()).toEqual(['a.test', 'b.test']);
      expect(sizes(sent)).toEqual([3, 3]);
      expect(operation.trace.attempts[0]?.outcome).toBe('rateLimited');
    }
  });

  it('never appears among the reasons of a failure', async () => {
    const { upstream, clock } = createWorld({ 'a.test': status(500) }, { maxAttempts: 1 });
    const error = await clock.until(upstream.operation().rpcBatch(echoes(2))).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UpstreamError);
    expect((error as UpstreamError).attempts).toMatchObject([{ outcome: 'http', detail: 'HTTP 500' }]);
  });
});

describe('a node that speaks JSON-RPC 1.0, such as Bitcoin Core', () => {
  const ask = (reply: Reply) => {
    const { upstream, clock } = createWorld({ 'a.test': reply }, { maxAttempts: 1 });
    const call: RpcCall = { method: 'gettxout', params: [], schema: z.unknown(), isAnswer: () => true };
    return clock.until(upstream.operation().tryRpc(call));
  };

  it('is read, with null results and errors with their statuses', async () => {
    expect(await ask(json({ result: 7, error: null, id: 1 }))).toEqual({ ok: true, value: 7 });
    expect(await ask(json({ jsonrpc: '1.0', result: null, error: null, id: 1 }))).toEqual({ ok: true, value: null });
    const error = { code: -26, message: 'dust' };
    expect(await ask(json({ result: null, error, id: 1 }, { status: 500 }))).toEqual({ ok: false, error });
  });

  it('is read in batches', async () => {
    const error = { code: -5, message: 'Not in the mempool' };
    const answers = [
      { result: null, error, id: 2 },
      { result: 1, error: null, id: 1 },
    ];
    const { upstream, clock } = createWorld({ 'a.test': json(answers) });
    const asked = echoes(2).map((echo) => ({ ...echo, isAnswer: () => true }));
    expect(await clock.until(upstream.operation().rpcBatch(asked))).toEqual([
      { ok: true, value: 1 },
      { ok: false, error },
    ]);
  });

  it('gives a malformed answer if a member is missing, or the version differs', async () => {
    for (const answer of [
      { result: 7, id: 1 },
      { result: 7, error: null },
      { jsonrpc: '3.0', result: 7, error: null, id: 1 },
    ]) {
      await expect(ask(json(answer))).rejects.toMatchObject({ attempts: [{ outcome: 'malformed' }] });
    }
  });
});

describe('a batch that changes something', () => {
  it('says after a failure that it may have been sent, and is not coalesced', async () => {
    const { upstream, clock, sent } = createWorld({ 'a.test': [node(), node()] });
    const operation = upstream.operation();
    const send = () => operation.rpcBatch(echoes(2), { write: 'idempotent' });
    await clock.until(Promise.all([send(), send()]));
    expect(sizes(sent)).toEqual([2, 2]);
    const failing = createWorld({ 'a.test': status(502) }, { maxAttempts: 1 });
    await expect(
      failing.clock.until(failing.upstream.operation().rpcBatch(echoes(2), { write: 'idempotent' })),
    ).rejects.toMatchObject({ maybeSent: true });
  });
});

describe('connections', () => {
  it('never exceed the limit, and all calls are made', async () => {
    let open = 0;
    let most = 0;
    const slow: Reply = async (sent, clock) => {
      open += 1;
      most = Math.max(most, open);
      await clock.sleep(100);
      open -= 1;
      return node()(sent, clock);
    };
    const { upstream, clock, sent } = createWorld({ 'a.test': slow }, { defaultMaxBatch: 1 });
    const operation = upstream.operation();
    const start = clock.now();
    const [batch, ...singles] = await clock.until(
      Promise.all([operation.rpcBatch(echoes(10)), ...[20, 21, 22, 23].map((value) => operation.rpc(echo(value)))]),
    );
    expect(values(batch as RpcOutcome[])).toHaveLength(10);
    expect(singles).toEqual([20, 21, 22, 23]);
    expect(most).toBe(6);
    expect(sent.map(({ at }) => at - start)).toEqual([0, 0, 0, 0, 0, 0, 100, 100, 100, 100, 100, 100, 200, 200]);
    expect(operation.trace).toMatchObject({ roundTrips: 3, requests: 14 });
  });

  it('are counted for each operation separately', async () => {
    const { upstream, clock, sent } = createWorld(
      { 'a.test': () => new Promise(() => {}) },
      { defaultMaxBatch: 1, maxConcurrent: 2, maxAttempts: 1 },
    );
    const both = [upstream.operation().rpcBatch(echoes(5)), upstream.operation().rpcBatch(echoes(4))];
    await settle();
    expect(sent).toHaveLength(4);
    await clock.until(Promise.allSettled(both));
    // Queued requests were given up together with those that timed out.
    expect(sent).toHaveLength(4);
  });
});
