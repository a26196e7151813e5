import { describe, expect, it } from 'vitest';
import { type Endpoint, resolveEndpoints } from './endpoint.ts';
import { createEndpointHealth } from './endpoint-health.ts';

function setUp(
  endpoints: readonly Endpoint[] = ['a', 'b', 'c'].map((name) => ({ name, url: `https://${name}.test` })),
) {
  let time = 0;
  const targets = resolveEndpoints(endpoints, { maxBatch: 3, timeoutMs: 1 });
  const health = createEndpointHealth(targets, () => time);
  const at = (name: string) => targets.find((target) => target.name === name) ?? expect.unreachable();
  return {
    health,
    at,
    order: (isRetry?: boolean) => health.order(targets, isRetry).map(({ name }) => name),
    wait: (ms: number) => {
      time += ms;
    },
    now: () => time,
  };
}

describe('endpoint health', () => {
  it('keeps the configured order while all are well', () => {
    expect(setUp().order()).toEqual(['a', 'b', 'c']);
  });

  it('asks a failed endpoint last, until its time is over', () => {
    const { health, at, order, wait, now } = setUp();
    health.failed(at('a'), 'timeout', now());
    expect(order()).toEqual(['b', 'c', 'a']);
    wait(999);
    expect(order()).toEqual(['b', 'c', 'a']);
    wait(1);
    expect(order()).toEqual(['a', 'b', 'c']);
  });

  it('doubles the time with every failure, up to a minute, and forgets it with a success', () => {
    const { health, at, wait, now } = setUp();
    const pauses = Array.from({ length: 9 }, () => {
      wait(100_000);
      health.failed(at('a'), 'http', now());
      return health.status()[0]?.setAsideMs;
    });
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
    health.succeeded(at('a'), now());
    expect(health.status()[0]).toEqual({
      name: 'a',
      kind: undefined,
      known: true,
      healthy: true,
      failures: 0,
      setAsideMs: 0,
      lastFailure: 'http',
    });
  });

  it('knows nothing of an endpoint until an attempt has ended', () => {
    const { health, at, now } = setUp();
    health.began(at('a'));
    health.began(at('b'))();
    health.succeeded(at('b'), now());
    health.failed(at('c'), 'timeout', now());
    expect(health.status().map(({ known }) => known)).toEqual([false, true, true]);
  });

  it('remembers that the last attempt failed, even after the time is over', () => {
    const { health, at, wait, now } = setUp();
    health.failed(at('a'), 'http', now());
    wait(1000);
    expect(health.status()[0]).toMatchObject({ healthy: true, failures: 1 });
  });

  it('counts the failures of parallel requests once', () => {
    const { health, at, wait } = setUp();
    wait(50);
    for (const startedAt of [0, 10, 20]) health.failed(at('a'), 'network', startedAt);
    expect(health.status()[0]).toMatchObject({ failures: 1, setAsideMs: 1000, healthy: false });
  });

  it('does not believe a success that is older than the failure', () => {
    const { health, at, wait } = setUp();
    wait(50);
    health.failed(at('a'), 'rateLimited', 40);
    health.succeeded(at('a'), 30);
    expect(health.status()[0]?.healthy).toBe(false);
  });

  it('asks the endpoint that returns first, if all are set aside', () => {
    const { health, at, order, now } = setUp();
    health.failed(at('a'), 'rateLimited', now(), 30_000);
    health.failed(at('b'), 'http', now());
    health.failed(at('c'), 'rateLimited', now(), 10_000);
    expect(order()).toEqual(['b', 'c', 'a']);
  });

  it('asks an endpoint after the others if it has not answered for a quarter of its time', () => {
    const { health, at, order, wait, now } = setUp(
      ['a', 'b'].map((name) => ({ name, url: `https://${name}.test`, timeoutMs: 400 })),
    );
    const first = health.began(at('a'));
    wait(50);
    health.began(at('a'))();
    wait(49);
    expect(order()).toEqual(['a', 'b']);
    wait(1);
    expect(order()).toEqual(['b', 'a']);
    expect(health.status()[0]?.healthy).toBe(true);
    first();
    expect(order()).toEqual(['a', 'b']);
    health.failed(at('b'), 'http', now());
    health.began(at('a'));
    wait(100);
    expect(order()).toEqual(['a', 'b']);
  });

  it('lets one request find out whether an endpoint that failed is back', () => {
    const { health, at, order, wait, now } = setUp();
    health.failed(at('a'), 'http', now());
    wait(1000);
    expect([order(), order(true)]).toEqual([
      ['a', 'b', 'c'],
      ['b', 'c', 'a'],
    ]);
    const startedAt = now();
    const over = health.began(at('a'));
    expect(order()).toEqual(['b', 'c', 'a']);
    over();
    health.succeeded(at('a'), startedAt);
    health.began(at('a'));
    expect(order()).toEqual(['a', 'b', 'c']);
  });

  it('forgets attempts if nobody reports their end', () => {
    const { health, at, order, wait } = setUp(
      ['a', 'b'].map((name) => ({ name, url: `https://${name}.test`, timeoutMs: 400 })),
    );
    health.began(at('a'));
    wait(800);
    expect(order()).toEqual(['b', 'a']);
    wait(1);
    expect(order()).toEqual(['a', 'b']);
  });

  it('counts an answer as overdue after three times the usual time, between an eighth and half of its limit', () => {
    const { health, at, wait, now } = setUp();
    const answer = (ms: number) => {
      const startedAt = now();
      wait(ms);
      health.succeeded(at('a'), startedAt);
      return health.overdueMs(at('a'), 8_000);
    };
    expect(health.overdueMs(at('a'), 8_000)).toBe(1_000);
    expect(answer(100)).toBe(1_000);
    // 100 + (900 - 100) / 8 = 200, then 200 + (1800 - 200) / 8 = 400.
    expect(answer(900)).toBe(1_000);
    expect(answer(1_800)).toBe(1_200);
    expect(answer(60_000)).toBe(4_000);
    expect(health.overdueMs(at('a'), 80_000)).toBe(23_550);
    expect(health.overdueMs(at('b'), 8_000)).toBe(1_000);
  });

  it('honours Retry-After, up to five minutes', () => {
    const { health, at, now } = setUp();
    health.failed(at('a'), 'rateLimited', now(), 30_000);
    health.failed(at('b'), 'rateLimited', now(), 86_400_000);
    expect(health.status().map(({ setAsideMs }) => setAsideMs)).toEqual([30_000, 300_000, 0]);
  });

  it('believes a learned batch limit for ten minutes, and never more than the configured one', () => {
    const { health, at, wait } = setUp();
    health.learnBatchLimit(at('a'), 1);
    health.learnBatchLimit(at('b'), 50);
    expect([health.batchLimit(at('a')), health.batchLimit(at('b')), health.batchLimit(at('c'))]).toEqual([1, 3, 3]);
    wait(600_000);
    expect(health.batchLimit(at('a'))).toBe(3);
  });
});
