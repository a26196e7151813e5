import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort, type Redis, redisIsInstalled, startRedis } from '../../test/redis.ts';
import { cached } from './cached.ts';
import { take } from './rate-limiter.ts';
import { redisStore } from './redis-store.ts';
import type { Store } from './store.ts';

const rate = { requests: 5, seconds: 3600 };
const now = 1_800_000_000_000;

describe.skipIf(!redisIsInstalled())('a store in Redis', () => {
  const changes: [string, boolean][] = [];
  let redis: Redis;
  let first: Store;
  let second: Store;

  beforeAll(async () => {
    redis = await startRedis();
    const { url } = redis;
    first = redisStore({ url, prefix: 'test', onChange: (isHealthy) => changes.push(['first', isHealthy]) });
    second = redisStore({ url, prefix: 'test', onChange: (isHealthy) => changes.push(['second', isHealthy]) });
    await untilHealthy(first, second);
  });
  afterAll(async () => {
    await first?.close();
    await second?.close();
    await redis?.stop();
  });

  /** Connections are made in the background. */
  async function untilHealthy(...stores: Store[]): Promise<void> {
    for (const store of stores) {
      for (let i = 0; i < 200; i++) {
        await store.storage.getItem('anything');
        if (store.isHealthy()) break;
        await wait(25);
      }
    }
    changes.length = 0;
  }

  it('lets two gateways share one limit, however they take turns', async () => {
    const stores = [first, second, second, first, second, first];
    const verdicts = [];
    for (const store of stores) verdicts.push(await take(store.counters, 'shared', rate, now));
    expect(verdicts.map(({ remaining }) => remaining)).toEqual([4, 3, 2, 1, 0, 0]);
    expect(verdicts.map(({ isAllowed }) => isAllowed)).toEqual([true, true, true, true, true, false]);
  });

  it('loses no request that both make at once', async () => {
    const taken = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        take((i % 2 === 0 ? first : second).counters, 'busy', { requests: 100, seconds: 3600 }, now),
      ),
    );
    expect(taken.filter(({ isAllowed }) => isAllowed)).toHaveLength(100);
  });

  it('lets one answer what the other asked', async () => {
    let asked = 0;
    const ask = async () => {
      asked += 1;
      return { name: 'USD Coin', decimals: '6' };
    };
    expect(await cached(first, ['token', 'base', 'a'], 60, ask)).toEqual({ name: 'USD Coin', decimals: '6' });
    expect(await cached(second, ['token', 'base', 'a'], 60, ask)).toEqual({ name: 'USD Coin', decimals: '6' });
    expect(await cached(second, ['token', 'base', 'A'], 60, ask)).toEqual({ name: 'USD Coin', decimals: '6' });
    expect(asked).toBe(2);
  });

  it('goes on alone while Redis is away, with what it counted itself, and comes back', async () => {
    for (let i = 0; i < 3; i++) await take(first.counters, 'outage', rate, now);
    await take(second.counters, 'outage', rate, now);
    await redis.stop();

    const alone = [];
    for (let i = 0; i < 3; i++) alone.push(await take(first.counters, 'outage', rate, now));
    // It made 3 itself before, so 2 are left; that the other one made one more is forgotten for now.
    expect(alone.map(({ isAllowed }) => isAllowed)).toEqual([true, true, false]);
    expect(first.isHealthy()).toBe(false);
    expect(changes).toEqual([['first', false]]);
    let asked = 0;
    const ask = async () => ++asked;
    expect(await cached(first, ['x'], 60, ask)).toBe(1);
    expect(await cached(first, ['x'], 60, ask)).toBe(1);

    await redis.restart();
    await untilHealthy(first, second);
    expect([first.isHealthy(), second.isHealthy()]).toEqual([true, true]);
    await take(first.counters, 'after', rate, now);
    expect((await take(second.counters, 'after', rate, now)).remaining).toBe(3);
  });

  it('does without a Redis that was never there', async () => {
    const nowhere = redisStore({ url: `redis://127.0.0.1:${await freePort()}`, prefix: 'x', onChange: () => {} });
    expect((await take(nowhere.counters, 'a', rate, now)).remaining).toBe(4);
    expect((await take(nowhere.counters, 'a', rate, now)).remaining).toBe(3);
    expect(nowhere.isHealthy()).toBe(false);
    await nowhere.close();
  });
});
