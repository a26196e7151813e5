import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from '@isochain/devnet/eventually';
import { Redis as Client } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Redis, redisIsInstalled, startRedis } from '../../test/redis.ts';
import { cached } from './cached.ts';
import { notesIn } from './notes.ts';
import { take } from './rate-limiter.ts';
import { redisStore } from './redis-store.ts';
import type { Store } from './store.ts';

const rate = { requests: 5, seconds: 3600 };
const now = 1_800_000_000_000;
const password = 'hunter2';

/** A Redis that answers is never too late, however busy the machine is. */
const timeoutMs = 60_000;

const until = (isDone: () => boolean) => eventually(isDone, Boolean);

describe.skipIf(!redisIsInstalled())('a store in Redis', () => {
  const changes: [boolean, string | undefined][] = [];
  let redis: Redis;
  let first: Store;
  let second: Store;

  beforeAll(async () => {
    redis = await startRedis();
    const { url } = redis;
    first = redisStore({ url, prefix: 'test', timeoutMs, onChange: (...change) => changes.push(change) });
    second = redisStore({ url, prefix: 'test', timeoutMs, onChange: () => {} });
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
      const look = async () => {
        await store.storage.getItem('anything');
        return store.isHealthy();
      };
      await eventually(look, Boolean);
    }
  }

  it('lets two gateways share one limit, in any order of requests', async () => {
    const stores = [first, second, second, first, second, first];
    const verdicts = [];
    for (const store of stores) verdicts.push(await take(store.counters, 'shared', rate, now));
    expect(verdicts.map(({ remaining }) => remaining)).toEqual([4, 3, 2, 1, 0, 0]);
    expect(verdicts.map(({ isAllowed }) => isAllowed)).toEqual([true, true, true, true, true, false]);
  });

  it('lets one gateway read what another noted, until it is deleted', async () => {
    const [writer, reader] = [notesIn(first), notesIn(second)];
    const key = 'lost:ton:+a/b?c==';
    await writer.set(key, 'lost', 60);
    expect(await reader.get(key)).toBe('lost');
    await reader.delete(key);
    expect(await writer.get(key)).toBeUndefined();
  });

  it('counts requests of both at the same time', async () => {
    const taken = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        take((i % 2 === 0 ? first : second).counters, 'busy', { requests: 100, seconds: 3600 }, now),
      ),
    );
    expect(taken.filter(({ isAllowed }) => isAllowed)).toHaveLength(100);
  });

  it("lets one gateway use the other's cached answers", async () => {
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

  it('continues with its own counts while Redis is away, and comes back', async () => {
    for (let i = 0; i < 3; i++) await take(first.counters, 'outage', rate, now);
    await take(second.counters, 'outage', rate, now);
    changes.length = 0;
    await redis.stop();

    const alone = [];
    for (let i = 0; i < 3; i++) alone.push(await take(first.counters, 'outage', rate, now));
    // It made 3 itself before, so 2 are left; that the other one made one more is forgotten for now.
    expect(alone.map(({ isAllowed }) => isAllowed)).toEqual([true, true, false]);
    expect(first.isHealthy()).toBe(false);
    await until(() => changes.length > 0);
    expect(changes).toEqual([[false, expect.stringMatching(/^(?:ECONNREFUSED|ECONNRESET)$/)]]);
    let asked = 0;
    const ask = async () => ({ asked: ++asked });
    expect(await cached(first, ['x'], 60, ask)).toEqual({ asked: 1 });
    expect(await cached(first, ['x'], 60, ask)).toEqual({ asked: 1 });

    await redis.restart();
    await untilHealthy(first, second);
    expect([first.isHealthy(), second.isHealthy()]).toEqual([true, true]);
    expect(changes.slice(1)).toEqual([[true, undefined]]);
    await take(first.counters, 'after', rate, now);
    expect((await take(second.counters, 'after', rate, now)).remaining).toBe(3);
  });

  it('works without a Redis that never answered, and is unhealthy until one answers', async () => {
    const told: unknown[] = [];
    // Nobody is given this port, so nobody listens.
    const url = `redis://:${password}@127.0.0.1:1`;
    const nowhere = redisStore({ url, prefix: 'x', timeoutMs, onChange: (...change) => told.push(change) });
    expect(nowhere.isHealthy()).toBe(false);
    expect((await take(nowhere.counters, 'a', rate, now)).remaining).toBe(4);
    expect((await take(nowhere.counters, 'a', rate, now)).remaining).toBe(3);
    await until(() => told.length > 0);
    // It goes on trying: that is told once.
    await wait(500);
    expect(told).toEqual([[false, 'ECONNREFUSED']]);
    expect(nowhere.isHealthy()).toBe(false);
    await nowhere.close();
  });

  describe('says before the first request why it cannot be used', () => {
    let locked: Redis;
    beforeAll(async () => {
      locked = await startRedis(['--requirepass', password, '--databases', '4']);
    });
    afterAll(() => locked?.stop());

    it.each([
      ['with a wrong password', (url: string) => url.replace('//', '//:wrong@'), /^WRONGPASS /],
      ['without a password', (url: string) => url, /^NOAUTH /],
      [
        'at a database that is not there',
        (url: string) => `${url.replace('//', `//:${password}@`)}/99`,
        /^ERR DB index/,
      ],
      [
        'by TLS where there is none',
        (url: string) => url.replace('redis:', 'rediss:'),
        /^(?:ETIMEDOUT|ECONNRESET|EPROTO|ERR_SSL\w*)$/,
      ],
      ['at a host that is not there', () => `redis://:${password}@host.invalid:1`, /^(?:ENOTFOUND|EAI_AGAIN)$/],
    ])('%s', async (_, urlOf, reason) => {
      const told: [boolean, string | undefined][] = [];
      const url = urlOf(locked.url);
      // A Redis says nothing to TLS: the time to connect is the test's time.
      const patience = url.startsWith('rediss:') ? {} : { timeoutMs };
      const store = redisStore({ url, prefix: 'x', ...patience, onChange: (...change) => told.push(change) });
      await until(() => told.length > 0);
      expect(told).toEqual([[false, expect.stringMatching(reason)]]);
      expect(JSON.stringify(told)).not.toMatch(/hunter2|wrong|127\.0\.0\.1|host\.invalid/);
      expect((await take(store.counters, 'a', rate, now)).remaining).toBe(4);
      expect(store.isHealthy()).toBe(false);
      await store.close();
    });

    it('if it takes connections and says nothing', async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const told: unknown[] = [];
      const onChange = (...change: unknown[]) => told.push(change);
      const store = redisStore({ url: `redis://127.0.0.1:${port}`, prefix: 'x', onChange });
      await take(store.counters, 'a', rate, now);
      await until(() => told.length > 0);
      expect(told).toEqual([[false, 'no answer within 250 ms']]);
      await store.close();
      server.close();
    });

    it('and names the refused command when a request finds it', async () => {
      const url = locked.url.replace('//', `//:${password}@`);
      const told: unknown[] = [];
      const store = redisStore({ url, prefix: 'x', timeoutMs, onChange: (...change) => told.push(change) });
      await until(() => store.isHealthy());
      await store.storage.setItem('a', 'b');
      expect(told).toEqual([]);
      const admin = new Client(url);
      await admin.config('SET', 'maxmemory', '1');
      admin.disconnect();
      await take(store.counters, 'b', rate, now);
      expect(told).toEqual([[false, expect.stringMatching(/^(?:OOM|EXECABORT) /)]]);
      await store.close();
    });
  });
});
