import type { ChainId } from '@isochain/core';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Chains, createChains } from './chains.ts';
import { families } from './families.ts';

const settings = {
  bitcoin: {
    endpoints: [
      { name: 'esplora', url: 'https://esplora.test' },
      { name: 'blockbook', kind: 'blockbook', url: 'https://blockbook.test' },
      { name: 'babylon', kind: 'babylon', url: 'https://babylon.test' },
    ],
  },
  base: {
    endpoints: [
      { name: 'node', url: 'https://node.test' },
      { name: 'explorer', kind: 'blockscout', url: 'https://explorer.test' },
    ],
  },
  polygon: { endpoints: [{ name: 'explorer', kind: 'blockscout', url: 'https://explorer.test' }] },
  solana: { endpoints: [{ name: 'node', url: 'https://node.test' }] },
};

let time: number;
let down: Set<string>;
let closed: Set<string>;
let sent: number;
let chains: Chains;

beforeEach(() => {
  time = 0;
  down = new Set();
  closed = new Set();
  sent = 0;
  const fetch = async (url: string) => {
    sent += 1;
    if (down.has(new URL(url).hostname)) throw new TypeError('fetch failed');
    if (closed.has(new URL(url).hostname)) return Response.json({ error: 'This endpoint has been discontinued.' });
    return Response.json({ jsonrpc: '2.0', id: 1, result: 'x' });
  };
  chains = createChains({ families, settings, connect: { fetch, now: () => time } });
});

/** Asks one endpoint once. */
async function ask(id: ChainId, endpoint: string, kind?: string): Promise<void> {
  const { upstream } = (await chains.open(id)).adapter;
  const call = { method: 'x', params: [], schema: z.unknown() };
  await upstream
    .operation()
    .rpc(call, { endpoint, kind, maxAttempts: 1 })
    .catch(() => {});
}

describe('the health of chains', () => {
  it('is told only for chains that were asked', async () => {
    await chains.details();
    expect(chains.health()).toEqual({});
    expect(chains.endpoints()).toEqual([]);
    expect(sent).toBe(0);
    await ask('solana', 'node');
    expect(chains.health()).toEqual({ solana: { endpoints: 1, healthy: 1, unknown: 0, live: true, failing: {} } });
    expect(sent).toBe(1);
  });

  it('does not improve by itself', async () => {
    down.add('node.test');
    await ask('solana', 'node');
    // An endpoint is set aside for a second after its first failure, and asked again after that.
    time += 60_000;
    expect(chains.health()).toEqual({
      solana: { endpoints: 1, healthy: 0, unknown: 0, live: false, failing: { network: 1 } },
    });
    expect(chains.endpoints()).toEqual([{ chain: 'solana', endpoint: 'node', isHealthy: false }]);
    down.clear();
    await ask('solana', 'node');
    expect(chains.health()).toEqual({ solana: { endpoints: 1, healthy: 1, unknown: 0, live: true, failing: {} } });
  });

  it('tells the number of chains that were never asked', async () => {
    await ask('bitcoin', 'babylon', 'babylon');
    expect(chains.health()).toEqual({ bitcoin: { endpoints: 3, healthy: 3, unknown: 2, live: true, failing: {} } });
    down.add('esplora.test');
    await ask('bitcoin', 'esplora', 'esplora');
    expect(chains.health()).toEqual({
      bitcoin: { endpoints: 3, healthy: 2, unknown: 1, live: true, failing: { network: 1 } },
    });
  });

  it('tells why endpoints are not healthy, without their names', async () => {
    closed.add('node.test');
    await ask('solana', 'node');
    expect(chains.health()).toEqual({
      solana: { endpoints: 1, healthy: 0, unknown: 0, live: false, failing: { closed: 1 } },
    });
  });

  it.each<[ChainId, readonly string[], boolean]>([
    ['bitcoin', ['esplora', 'blockbook'], false],
    ['bitcoin', ['esplora', 'babylon'], true],
    ['bitcoin', ['blockbook', 'babylon'], true],
    ['base', ['node'], false],
    ['base', ['explorer'], true],
    // No node is configured.
    ['polygon', [], false],
  ])('follows from what can stand for it: %s without %j', async (id, names, live) => {
    for (const name of names) down.add(`${name}.test`);
    const { upstream } = (await chains.open(id)).adapter;
    for (const { name, kind } of upstream.endpoints) await ask(id, name, kind);
    const total = upstream.endpoints.length;
    expect(chains.health()).toEqual({
      [id]: {
        endpoints: total,
        healthy: total - names.length,
        unknown: 0,
        live,
        failing: names.length === 0 ? {} : { network: names.length },
      },
    });
  });
});
