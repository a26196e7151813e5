import { createUpstream } from '@isochain/core/upstream';
import { describe, expect, it, vi } from 'vitest';
import vectors from '../../fixtures/account-vectors.json' with { type: 'json' };
import { deriveAddresses } from '../../test/derive-addresses.ts';
import type { ExtendedAccount } from '../address/account.ts';
import { accountOf } from '../address/account-id.ts';
import { deriveChild } from '../address/public-derivation.ts';
import { contextOf } from '../context.ts';
import { deriveInSteps, placesOf, stepSize } from './derive-in-steps.ts';
import { createEsplora } from './esplora.ts';

vi.mock('../address/public-derivation.ts', { spy: true });

const endpoints = [{ url: 'https://one.example', name: 'one', kind: 'esplora' as const }];
const context = contextOf('bitcoin', { endpoints, oldestBlockMs: 0 });

function accountOfKey(): ExtendedAccount {
  const account = accountOf(context.network, vectors.accounts[2]?.xpub ?? '');
  if (account.kind !== 'extended') throw new TypeError('no key');
  return account;
}

/** An upstream without used addresses. It notes how many keys were derived before each pause for other work. */
function open() {
  const beforePauses: number[] = [];
  const nothing = { tx_count: 0, funded_txo_sum: 0, spent_txo_sum: 0 };
  let counted = vi.mocked(deriveChild).mock.calls.length;
  const upstream = createUpstream({
    chainId: 'bitcoin',
    endpoints,
    async fetch(url) {
      const { pathname } = new URL(String(url));
      if (pathname.startsWith('/block-height/')) return new Response(context.checkpoint?.hash ?? '');
      if (pathname === '/blocks/tip/height') return new Response('900000');
      return Response.json({ chain_stats: nothing, mempool_stats: nothing });
    },
    sleep(ms, signal) {
      if (ms > 0) return new Promise((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));
      const { length } = vi.mocked(deriveChild).mock.calls;
      beforePauses.push(length - counted);
      counted = length;
      return new Promise((resolve) => setTimeout(resolve, 0));
    },
  });
  return { upstream, beforePauses };
}

describe('deriving in steps', () => {
  it('gives the addresses of the paths, in their order', async () => {
    const { upstream } = open();
    const account = accountOfKey();
    const places = [...placesOf(1, 4, 3), ...placesOf(0, 0, 20)];
    expect(placesOf(1, 4, 0)).toEqual([]);
    const derived = await deriveInSteps(upstream.operation(), context.network, account, places);
    expect(derived).toEqual([
      ...deriveAddresses(context.network, account, 1, 0, 10).slice(4, 7),
      ...deriveAddresses(context.network, account, 0, 0, 20),
    ]);
  });

  it('blocks other work for at most one step, even with many accounts at once', async () => {
    const { upstream, beforePauses } = open();
    const backend = createEsplora(context);
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        const [account, operation] = [accountOfKey(), upstream.operation()];
        await Promise.all([backend.coins(account, operation), backend.totals(account, operation)]);
      }),
    );
    // Of each account 20 addresses of both branches, and the branches; coins and totals share them.
    expect(beforePauses.reduce((sum, keys) => sum + keys, 0)).toBe(10 * 42);
    // A key takes one to two milliseconds.
    expect(Math.max(...beforePauses)).toBeLessThanOrEqual(10);
  });

  it("ends with the request, and at the request's limit of computing", async () => {
    const { upstream, beforePauses } = open();
    const [account, over] = [accountOfKey(), new AbortController()];
    const places = placesOf(0, 0, 5 * stepSize);
    const read = (operation: ReturnType<typeof upstream.operation>) =>
      deriveInSteps(operation, context.network, account, places);
    const budget = { left: 7 };
    const reads = [read(upstream.operation({ budget })), read(upstream.operation({ budget }))];
    expect(await Promise.allSettled(reads)).toMatchObject([
      { reason: { code: 'request.tooCostly' } },
      { reason: { code: 'request.tooCostly' } },
    ]);
    expect(beforePauses).toHaveLength(7);
    const reading = read(upstream.operation({ signal: over.signal }));
    over.abort();
    await expect(reading).rejects.toMatchObject({ code: 'upstream.timeout' });
    expect(beforePauses.length).toBeLessThan(10);
  });
});
