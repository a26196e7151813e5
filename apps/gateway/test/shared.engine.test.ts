import { eventually } from '@isochain/devnet/eventually';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redisStore } from '../src/shared/redis-store.ts';
import type { Store } from '../src/shared/store.ts';
import { createFakeNode } from './fake-node.ts';
import { keyHash, open, type Serve, type Subject } from './harness.ts';
import { type Redis, redisIsInstalled, startRedis } from './redis.ts';

// Two gateways, as behind a load balancer, and the Redis that they share.

const serve: Serve = async (app) => ({
  request: async (path, init) => app.fetch(new Request(`http://isochain.test${path}`, init)),
  close: async () => {},
});
/** A Redis that answers is never too late, however busy the machine is. */
const timeoutMs = 60_000;
const token = '/api/osmosis/token/ibc';
const keys = { tests: { sha256: keyHash, rate: { requests: 4, seconds: 3600 } } };

/** Waits until the store is connected. A load balancer sends no request before that. */
async function untilConnected(store: Store): Promise<void> {
  const look = async () => {
    await store.storage.getItem('x');
    return store.isHealthy();
  };
  await eventually(look, Boolean);
}

describe.skipIf(!redisIsInstalled())('two gateways on one Redis', () => {
  let redis: Redis;
  let gateways: Subject[];
  const warned: boolean[] = [];
  const stores: Store[] = [];

  beforeAll(async () => {
    redis = await startRedis();
    gateways = await Promise.all(
      ['a', 'b'].map(async () => {
        const store = redisStore({
          url: redis.url,
          prefix: 'shared',
          timeoutMs,
          onChange: (isHealthy) => warned.push(isHealthy),
        });
        stores.push(store);
        await untilConnected(store);
        return open(serve, { fetch: createFakeNode().fetch, store, settings: { keys } });
      }),
    );
    warned.length = 0;
  });
  afterAll(async () => {
    for (const store of stores) await store.close();
    await redis?.stop();
  });

  const ask = async (index: number) => {
    const gateway = gateways[index];
    if (gateway === undefined) throw new Error('There are two.');
    const { status, headers } = await gateway.send('GET', token);
    return { status, remaining: Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]) };
  };
  const storeOf = async (index: number) =>
    (await (await gateways[index]?.request('/ready'))?.json()) as { store: object };

  it('share one limit, and go on with their own when it is gone', async () => {
    expect((await storeOf(0)).store).toEqual({ kind: 'redis', healthy: true });
    expect([await ask(0), await ask(1), await ask(0)]).toEqual([
      { status: 200, remaining: 3 },
      { status: 200, remaining: 2 },
      { status: 200, remaining: 1 },
    ]);

    await redis.stop();
    // The second one made one request itself: three more, whatever the first one did. No request fails.
    expect([(await ask(1)).status, (await ask(1)).status, (await ask(1)).status, (await ask(1)).status]).toEqual([
      200, 200, 200, 429,
    ]);
    expect((await storeOf(1)).store).toEqual({ kind: 'redis', healthy: false });
    // Each is told once, by its connection if it was not asked.
    await expect.poll(() => warned, { timeout: 60_000 }).toEqual([false, false]);
    expect((await gateways[1]?.request('/ready'))?.status).toBe(200);
  });
});
