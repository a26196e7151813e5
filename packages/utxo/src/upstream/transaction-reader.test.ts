import { UpstreamError } from '@isochain/core';
import { createUpstream } from '@isochain/core/upstream';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { contextOf } from '../context.ts';
import type { Backend, Progress } from './backend.ts';
import { createUpstreams } from './choose.ts';
import type { BackendKind } from './kind-names.ts';

const context = contextOf('bitcoin');
const operation = createUpstream({ chainId: 'bitcoin', endpoints: [] }).operation();

/** A kind that has some transactions, and fails at the first that it does not have. */
function having(kind: BackendKind, ...known: string[]) {
  const asked: string[] = [];
  const backend = {
    kind,
    async previousTransactions(txids: readonly string[], _: unknown, progress?: Progress) {
      for (const txid of txids) {
        asked.push(txid);
        if (known.includes(txid)) progress?.found(txid, Uint8Array.of(1));
        else throw new UpstreamError('bitcoin', [{ endpoint: kind, outcome: 'http', detail: 'HTTP 404', ms: 1 }]);
      }
      return new Map();
    },
  } as unknown as Backend;
  return { backend, asked };
}

const readerOf = (...backends: readonly Backend[]) => createUpstreams(context, backends).previous;

describe('transactions that are required', () => {
  it('are read from the next kind if one lacks them, and only the missing ones', async () => {
    const [one, two] = [having('esplora', 'a'), having('blockbook', 'b', 'c')];
    const found = await readerOf(one.backend, two.backend).all(['a', 'b', 'c'], operation);
    expect([...found.keys()]).toEqual(['a', 'b', 'c']);
    expect(one.asked).toEqual(['a', 'b']);
    expect(two.asked).toEqual(['b', 'c']);
  });

  it('are asked for once', async () => {
    const { backend, asked } = having('esplora', 'a', 'b');
    const reader = readerOf(backend);
    await reader.all(['a'], operation);
    await reader.some(['a', 'b'], operation);
    await reader.all(['a', 'b'], operation);
    expect(asked).toEqual(['a', 'b']);
  });

  it('are not asked for if they are known already', async () => {
    const { backend, asked } = having('esplora', 'a', 'b');
    const shown = (txid: string) => (txid === 'a' ? Uint8Array.of(7) : undefined);
    expect((await readerOf(backend).all(['a', 'b'], operation, shown)).get('a')).toEqual(Uint8Array.of(7));
    expect(asked).toEqual(['b']);
  });

  it('are a failure with the reasons of all kinds if they are missing', async () => {
    const reading = readerOf(having('esplora').backend, having('core').backend).all(['a'], operation);
    await expect(reading).rejects.toMatchObject({ attempts: [{ endpoint: 'esplora' }, { endpoint: 'core' }] });
    await expect(readerOf().all(['a'], operation)).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });
});

describe('transactions that are useful but not required', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('are the readable ones', async () => {
    const found = await readerOf(having('esplora', 'a').backend).some(['a', 'b'], operation);
    expect([...found.keys()]).toEqual(['a']);
  });

  it('are at most a hundred', async () => {
    const txids = Array.from({ length: 150 }, (_, i) => `t${i}`);
    const { backend, asked } = having('esplora', ...txids);
    const reader = readerOf(backend);
    expect((await reader.some(txids, operation)).size).toBe(100);
    // The rest the next time.
    expect((await reader.some(txids, operation)).size).toBe(150);
    expect(asked).toEqual(txids);
  });

  it('are waited for some seconds, and kept if they come later', async () => {
    vi.useFakeTimers();
    let answer = () => {};
    let over: boolean | undefined;
    const backend = {
      kind: 'esplora',
      previousTransactions: (_: unknown, __: unknown, progress: Progress) =>
        new Promise((resolve) => {
          answer = () => {
            over = progress.isOver();
            progress.found('a', Uint8Array.of(1));
            resolve(new Map());
          };
        }),
    } as unknown as Backend;
    const reader = readerOf(backend);
    const reading = reader.some(['a'], operation);
    await vi.advanceTimersByTimeAsync(4_000);
    expect((await reading).size).toBe(0);
    answer();
    expect(over).toBe(true);
    expect((await reader.some(['a'], operation)).size).toBe(1);
  });

  it('do not hide a bug', async () => {
    const broken = { kind: 'esplora', previousTransactions: () => Promise.reject(new TypeError('a defect')) };
    await expect(readerOf(broken as unknown as Backend).some(['a'], operation)).rejects.toThrow('a defect');
  });
});
