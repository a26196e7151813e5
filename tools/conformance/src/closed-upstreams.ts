import { UpstreamError } from '@isochain/core';
import type { AttemptOutcome } from '@isochain/core/upstream';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Scene, TestAccount } from './setup.ts';
import { type Stage, traced } from './stage.ts';
import { carryOut, first } from './walk.ts';
import type { Interceptor } from './wire.ts';

/** A way in which a provider says that it serves no more, and the reasons under which operators may find it. */
interface Way {
  readonly name: string;
  readonly outcomes: readonly AttemptOutcome[];
  readonly answer: Interceptor;
}

const json =
  (body: unknown, status: number): Interceptor =>
  async () =>
    Response.json(body, { status });

const page =
  (status: number): Interceptor =>
  async () =>
    new Response('<!doctype html><html><head><title>Gone</title></head><body>See you.</body></html>', {
      status,
      headers: { 'content-type': 'text/html' },
    });

/** What an interface may say of a thing that it does not have. A family reads it as "nothing" only from an endpoint that is known to work. */
const nothing: readonly AttemptOutcome[] = ['notServed', 'rejected', 'unavailable', 'unable'];

const ways: readonly Way[] = [
  { name: '410 and JSON', outcomes: ['closed'], answer: json({ error: 'This endpoint has been discontinued.' }, 410) },
  { name: '410 and a page', outcomes: ['closed'], answer: page(410) },
  { name: '404 and a page for everything', outcomes: nothing, answer: page(404) },
  { name: '404 and a message for everything', outcomes: nothing, answer: json({ message: 'Not Found' }, 404) },
  { name: '404 and an error for everything', outcomes: nothing, answer: json({ error: 'Not Found' }, 404) },
  { name: '401', outcomes: ['unauthorized'], answer: json({ message: 'Unauthorized' }, 401) },
  { name: '403 and a wish for a key', outcomes: ['unauthorized'], answer: json({ error: 'API key is required' }, 403) },
  { name: 'a web page', outcomes: ['webPage'], answer: page(200) },
  {
    name: '200 and an error in JSON',
    outcomes: ['closed'],
    answer: json({ error: 'This endpoint has been discontinued.' }, 200),
  },
  {
    name: 'a name that no longer resolves',
    outcomes: ['unresolved'],
    answer: async ({ line }) => {
      const cause = Object.assign(new Error(`getaddrinfo ENOTFOUND ${line}.invalid`), { code: 'ENOTFOUND' });
      throw new TypeError('fetch failed', { cause });
    },
  },
];

/** A provider that ends an endpoint says so in many ways. None may read as "not found" or "empty", and each costs time once. */
export function describeClosedUpstreams(stage: Stage): void {
  const { has } = stage;
  const hasTransactions = has.feature('read.transaction.native') || has.feature('read.transaction.tokens');
  const hasHistory = has.feature('read.account.transactions.native') || has.feature('read.account.transactions.tokens');

  describe.each(ways)('an endpoint that was closed, and answers $name,', ({ outcomes, answer }) => {
    let scene: Scene<TestAccount>;
    let hash: string;
    beforeAll(async () => {
      const example = first(stage);
      const prepared = await stage.prepare(example);
      hash = await carryOut(stage, example, prepared);
      scene = prepared.scene;
    });
    // Each test has a name of its own for it: an operation that ended may still have a retry under way.
    const dead = (name: string) => stage.line(name, { intercept: answer, maxBatch: 10 });

    it('never says that there is nothing', async () => {
      const { address } = scene.sender;
      const reads = [
        traced((options) => stage.connect([dead('alone')]).accountState(address, options)),
        ...(hasHistory ? [traced((options) => stage.connect([dead('alone')]).history(address, options))] : []),
        ...(hasTransactions ? [traced((options) => stage.connect([dead('alone')]).transaction(hash, options))] : []),
      ];
      for (const { result, trace } of await Promise.all(reads)) {
        expect(result.status === 'rejected' ? result.reason : result).toBeInstanceOf(UpstreamError);
        expect(trace.attempts.map(({ outcome }) => outcome)).toSatisfy((told: AttemptOutcome[]) =>
          told.some((outcome) => outcomes.includes(outcome)),
        );
      }
    });

    it('is asked in the first read only, while another is well', async () => {
      const { address } = scene.sender;
      const chain = stage.connect([dead('dead'), stage.line('well')], undefined, {
        now: slowed(stage.engine.options?.now),
      });
      const askedFor = async () => {
        const before = stage.wire.calls.length;
        const { balances } = await chain.accountState(address);
        expect(balances.native?.total).toBe(String(await stage.engine.balance(address)));
        return stage.wire.calls.slice(before).filter(({ line }) => line === 'dead').length;
      };
      expect(await askedFor(), 'it is first in the list').toBeGreaterThan(0);
      expect(await askedFor(), 'it was set aside').toBe(0);
    });
  });
}

/** A clock that goes slowly, so that no pause is over while a test runs on a busy machine. */
function slowed(now: () => number = Date.now): () => number {
  const start = now();
  return () => start + (now() - start) / 1_000;
}
