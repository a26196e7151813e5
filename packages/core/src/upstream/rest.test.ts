import { describe, expect, expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import { createWorld, json, settle, status, text } from '../../test/scripted-upstream.ts';
import { RejectedAnswer } from './attempt-failure.ts';
import { jsonInteger } from './json.ts';
import { once } from './once.ts';
import type { HttpAnswer, HttpRefusal, HttpRequest, HttpSuccess } from './rest.ts';
import { UpstreamError } from './upstream-error.ts';

const account = {
  path: '/accounts/GA',
  route: '/accounts/{id}',
  schema: z.object({ balance: z.string() }),
  refusals: { statuses: [404], schema: z.object({ title: z.string() }) },
};

describe('http', () => {
  it('reads JSON of any size of integer', async () => {
    const { upstream, clock, sent } = createWorld({
      'a.test': [text('{"amount": 18446744073709551615}', { headers: { 'x-height': '7' } })],
    });
    const answer = await clock.until(
      upstream
        .operation()
        .http({ path: '/v2/accounts', query: { limit: 2 }, schema: z.object({ amount: jsonInteger() }) }),
    );
    expectTypeOf(answer).toEqualTypeOf<HttpSuccess<{ amount: bigint }>>();
    expect(answer.value).toEqual({ amount: 18446744073709551615n });
    expect(answer.headers.get('x-height')).toBe('7');
    expect(sent[0]).toMatchObject({ method: 'GET', text: '' });
    expect(sent[0]?.url.href).toBe('https://a.test/secret-key/v2/accounts?limit=2');
  });

  it('reads text if the interface answers text', async () => {
    const { upstream, clock } = createWorld({ 'a.test': [text('870000')] });
    const { value } = await clock.until(
      upstream
        .operation()
        .http({ path: '/blocks/tip/height', as: 'text', schema: z.string().regex(/^\d+$/).transform(Number) }),
    );
    expect(value).toBe(870_000);
  });

  it.each([
    { error: 'quota is frozen' },
    { Error: 'quota is frozen' },
    { ok: false, error: 'quota is frozen', code: 500 },
    { code: 2, message: 'quota is frozen', details: [] },
    { error: { code: -32_000, message: 'quota is frozen' } },
  ])('takes an error with the status of a success for no answer: %j', async (body) => {
    const { upstream, clock } = createWorld({ 'a.test': [json(body)], 'b.test': [json({ amount: 7 })] });
    // All members may be absent, as in answers about accounts that do not exist.
    const schema = z.object({ amount: z.number().optional() });
    const { value } = await clock.until(upstream.operation().http({ path: '/account', schema }));
    expect(value).toEqual({ amount: 7 });

    const alone = createWorld({ 'a.test': [json(body), json(body)] });
    await expect(alone.clock.until(alone.upstream.operation().http({ path: '/account', schema }))).rejects.toThrow(
      'An upstream said: "quota is frozen".',
    );
  });

  it.each([{}, { message: '' }, { message: 'a memo', amount: 7 }, { code: 0, status: 'ok' }])(
    'takes other objects for answers: %j',
    async (body) => {
      const { upstream, clock } = createWorld({ 'a.test': [json(body)] });
      const { value } = await clock.until(upstream.operation().http({ path: '/account', schema: z.unknown() }));
      expect(value).toEqual(body);
    },
  );

  it('makes the steps of an answer before it is accepted, and lets others in between', async () => {
    const { upstream, clock } = createWorld({ 'a.test': [json(Array.from({ length: 20 }, (_, i) => i))] });
    let made = 0;
    let madeWhenAccepted = 0;
    const double = (one: number) =>
      once(() => {
        made += 1;
        return 2 * one;
      });
    const answer = upstream.operation().http(
      {
        path: '/list',
        schema: z.array(z.number().transform(double)),
        steps: (list) => list,
      },
      {
        accept: () => {
          madeWhenAccepted = made;
        },
      },
    );
    await settle();
    // Nothing else had its turn, because no time passed.
    expect(made).toBeLessThanOrEqual(8);
    const { value } = await clock.until(answer);
    expect(madeWhenAccepted).toBe(20);
    expect(value.map((read) => read())).toEqual(Array.from({ length: 20 }, (_, i) => 2 * i));
    expect(made).toBe(20);
  });

  it('asks the next endpoint if a step rejects the answer', async () => {
    const { upstream, clock, route } = createWorld({ 'a.test': [json([1])], 'b.test': [json([2])] });
    const check = (one: number) => () => {
      if (one === 1) throw new RejectedAnswer('it answers 1');
    };
    const request = { path: '/list', schema: z.array(z.number()), steps: (list: readonly number[]) => list.map(check) };
    expect(await clock.until(upstream.operation().http(request))).toMatchObject({ value: [2] });
    expect(route()).toEqual(['a.test', 'b.test']);
  });

  it('gives a declared status as a value', async () => {
    const { upstream, clock } = createWorld({
      'a.test': [json({ title: 'Resource Missing' }, { status: 404 })],
      'b.test': [],
    });
    const answer = await clock.until(upstream.operation().http(account));
    expectTypeOf(answer).toEqualTypeOf<HttpSuccess<{ balance: string }> | HttpRefusal<{ title: string }>>();
    expect(answer).toMatchObject({ ok: false, status: 404, error: { title: 'Resource Missing' } });
    expect(upstream.status()[0]?.healthy).toBe(true);
  });

  it('tells the 404 of a proxy from the 404 of the interface', async () => {
    const { upstream, clock, route } = createWorld({ 'a.test': [status(404)], 'b.test': [json({ balance: '1' })] });
    const operation = upstream.operation();
    expect(await clock.until(operation.http(account))).toMatchObject({ ok: true, value: { balance: '1' } });
    expect(route()).toEqual(['a.test', 'b.test']);
    expect(operation.trace.attempts[0]).toMatchObject({
      request: 'GET /accounts/{id}',
      outcome: 'notServed',
      detail: 'HTTP 404',
    });
  });

  it('gives the text of a refusal that is not JSON', async () => {
    const { upstream, clock } = createWorld({ 'a.test': [text('Transaction not found', { status: 404 })] });
    const request = { ...account, refusals: { statuses: [404], schema: z.literal('Transaction not found') } };
    expect(await clock.until(upstream.operation().http(request))).toMatchObject({
      ok: false,
      error: 'Transaction not found',
    });
  });

  it('fails over after an answer that does not fit, and names the place', async () => {
    const { upstream, clock } = createWorld({
      'a.test': [json({ balance: 5 })],
      'b.test': [text('<html>')],
      'c.test': [json({ balance: '1' })],
    });
    const operation = upstream.operation();
    await clock.until(operation.http(account));
    expect(operation.trace.attempts.map(({ detail }) => detail)).toEqual([
      'GET /accounts/{id}: balance expected string',
      'GET /accounts/{id}: a web page',
      undefined,
    ]);
  });

  it('lets a hook treat a regular answer as a rate limit', async () => {
    const { upstream, clock } = createWorld({
      'a.test': [json({ balance: 'lack of computing resources' })],
      'b.test': [json({ balance: '1' })],
    });
    const accept = (answer: HttpAnswer<{ balance: string }, { title: string }>) => {
      if (answer.ok && /lack/.test(answer.value.balance)) throw new RejectedAnswer('lack of resources', 'rateLimited');
    };
    expect(await clock.until(upstream.operation().http(account, { accept }))).toMatchObject({
      value: { balance: '1' },
    });
    expect(upstream.status()[0]?.lastFailure).toBe('rateLimited');
  });

  it('sends each kind of body with its type', async () => {
    const { upstream, clock, sent } = createWorld({ 'a.test': json({}) });
    const operation = upstream.operation();
    const bodies: NonNullable<HttpRequest['body']>[] = [
      { json: { amount: 2n ** 64n } },
      { form: { tx: 'AAA+BB=' } },
      { text: '0200' },
      { text: '0200', type: 'application/x-hex' },
      { bytes: new TextEncoder().encode('xx0200xx').subarray(2, 6), type: 'application/x-binary' },
    ];
    for (const body of bodies) await clock.until(operation.http({ path: '/tx', body, schema: z.unknown() }));
    expect(sent.map(({ method, text: content, headers }) => [method, headers.get('content-type'), content])).toEqual([
      ['POST', 'application/json', '{"amount":18446744073709551616}'],
      ['POST', 'application/x-www-form-urlencoded', 'tx=AAA%2BBB%3D'],
      ['POST', 'text/plain', '0200'],
      ['POST', 'application/x-hex', '0200'],
      ['POST', 'application/x-binary', '0200'],
    ]);
  });

  it('lets a request ask for another form of answer', async () => {
    const { upstream, clock, sent } = createWorld({ 'a.test': json({}) });
    await clock.until(
      upstream.operation().http({ path: '/', headers: { Accept: 'application/x-bcs' }, schema: z.unknown() }),
    );
    expect(sent[0]?.headers.get('accept')).toBe('application/x-bcs');
  });

  it('throws at once if the path is not one', async () => {
    const { upstream, sent } = createWorld({ 'a.test': json({}) });
    await expect(upstream.operation().http({ path: '/accounts/../admin', schema: z.unknown() })).rejects.toThrow(
      TypeError,
    );
    expect(sent).toEqual([]);
  });
});

describe('httpAll', () => {
  const tip = { path: '/tip', as: 'text', schema: z.string() } as const;

  it('asks one endpoint for everything, side by side', async () => {
    const { upstream, clock, sent, route } = createWorld({
      'a.test': [json({ balance: '1' }), text('7')],
      'b.test': [],
    });
    const operation = upstream.operation();
    const answers = await clock.until(operation.httpAll([account, tip]));
    expectTypeOf(answers[0]).toEqualTypeOf<HttpAnswer<{ balance: string }, { title: string }>>();
    expectTypeOf(answers[1]).toEqualTypeOf<HttpSuccess<string>>();
    expect(answers).toMatchObject([{ value: { balance: '1' } }, { value: '7' }]);
    expect(route()).toEqual(['a.test', 'a.test']);
    expect(sent[0]?.at).toBe(sent[1]?.at);
    expect(operation.trace).toMatchObject({
      roundTrips: 1,
      requests: 2,
      attempts: [{ request: 'GET /accounts/{id}, GET /tip' }],
    });
  });

  it('asks another endpoint for everything when one answer is missing', async () => {
    const { upstream, clock } = createWorld({
      'a.test': [json({ balance: '1' }), status(500)],
      'b.test': [json({ balance: '2' }), text('8')],
    });
    expect(await clock.until(upstream.operation().httpAll([account, tip]))).toMatchObject([
      { value: { balance: '2' } },
      { value: '8' },
    ]);
  });

  it('asks nobody for an empty list', async () => {
    expect(await createWorld({}).upstream.operation().httpAll([])).toEqual([]);
  });
});

describe('a write', () => {
  const request = { path: '/transactions', body: { form: { tx: 'AAAA' } }, schema: z.object({ hash: z.string() }) };
  const done = json({ hash: 'h' });

  it.each([
    ['HTTP 500', status(500)],
    ['HTTP 503', status(503)],
    ['HTTP 504', status(504)],
    ['a broken connection', () => Promise.reject(new TypeError('terminated'))],
    ['silence', () => new Promise<Response>(() => {})],
    ['an answer that does not fit', json({ ok: true })],
    ['an answer that is cut off', text('{"hash":"h')],
  ])('that must not be repeated ends after %s, and may have been carried out', async (_, reply) => {
    const { upstream, clock, sent } = createWorld({ 'a.test': [reply], 'b.test': [] });
    const error = await clock
      .until(upstream.operation().http(request, { write: 'once' }))
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UpstreamError);
    expect(error).toMatchObject({ maybeSent: true });
    expect(sent).toHaveLength(1);
  });

  it.each([[429], [401], [403], [405]])(
    'goes elsewhere after HTTP %i even if it must not be repeated',
    async (code) => {
      const { upstream, clock, route } = createWorld({ 'a.test': [status(code)], 'b.test': [done] });
      expect(await clock.until(upstream.operation().http(request, { write: 'once' }))).toMatchObject({
        value: { hash: 'h' },
      });
      expect(route()).toEqual(['a.test', 'b.test']);
    },
  );

  it('was certainly not carried out if all endpoints refused it at once', async () => {
    const { upstream, clock } = createWorld({ 'a.test': status(403), 'b.test': status(429, { 'retry-after': '60' }) });
    const error = await clock
      .until(upstream.operation().http(request, { write: 'once' }))
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ maybeSent: false, attempts: [{ detail: 'HTTP 403' }, { detail: 'HTTP 429' }] });
  });

  it('fails over like a read if it may be repeated, and says if it may have been carried out', async () => {
    const first = createWorld({ 'a.test': [status(504)], 'b.test': [done] });
    expect(await first.clock.until(first.upstream.operation().http(request, { write: 'idempotent' }))).toMatchObject({
      ok: true,
    });

    const second = createWorld({ 'a.test': status(504), 'b.test': status(429) });
    const error = await second.clock
      .until(second.upstream.operation().http(request, { write: 'idempotent' }))
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ maybeSent: true });
    expect(second.sent).toHaveLength(3);
  });

  it('is never coalesced', async () => {
    const { upstream, clock, sent } = createWorld({ 'a.test': done });
    const operation = upstream.operation();
    await clock.until(Promise.all([1, 2].map(() => operation.http(request, { write: 'idempotent' }))));
    expect(sent).toHaveLength(2);
  });
});
