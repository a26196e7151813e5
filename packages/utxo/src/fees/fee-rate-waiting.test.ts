import { UpstreamError } from '@isochain/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { restWorld } from '../../test/rest-upstream.ts';
import type { UtxoChainId } from '../chains.ts';
import type { Backend } from '../upstream/backend.ts';
import { type FeeRate, feeRateReader } from './fee-rate.ts';

/** What an endpoint says, and after how many milliseconds. */
type Reply = readonly [afterMs: number, rate: bigint | UpstreamError | undefined];

/** Endpoints whose estimates take their time. */
function open(
  replies: Readonly<Record<string, () => Reply>>,
  { chainId = 'bitcoin', timeoutMs = 8_000 }: { chainId?: UtxoChainId; timeoutMs?: number } = {},
) {
  const { context, operation } = restWorld(
    chainId,
    Object.fromEntries(Object.keys(replies).map((name) => [name, {}])),
    {
      timeoutMs,
    },
  );
  const asked: string[] = [];
  const feeRate: Backend['feeRate'] = async ({ endpoint }) => {
    asked.push(endpoint);
    const [ms, rate] = replies[endpoint]?.() ?? [0, undefined];
    await new Promise((resolve) => setTimeout(resolve, ms));
    if (rate instanceof UpstreamError) throw rate;
    return { rate };
  };
  const read = feeRateReader(context, [{ kind: 'esplora', feeRate } as unknown as Backend]);
  return {
    /** Lets time pass. Answers the rate, and after how many milliseconds it came. */
    async timed(target?: number): Promise<readonly [feeRate: bigint | undefined, ms: number]> {
      const since = Date.now();
      let done: readonly [bigint | undefined, number] | undefined;
      const end = (feeRate: bigint | undefined) => {
        done = [feeRate, Date.now() - since];
      };
      read({ feeTarget: target }, operation).then(
        (rate) => end(rate.feeRate),
        () => end(undefined),
      );
      for (let ms = 0; done === undefined; ms++) await vi.advanceTimersByTimeAsync(ms === 0 ? 0 : 1);
      return done;
    },
    /** Begins to read, without waiting. */
    begin: (): Promise<FeeRate> => read({}, operation),
    /** Who was asked since the last time. */
    asked: () => asked.splice(0),
  };
}

const never: Reply = [1_000_000, 1n];
const down = new UpstreamError('bitcoin', []);

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});

afterEach(() => {
  vi.useRealTimers();
});

describe('an endpoint that answers late', () => {
  it('counts within a second of the first, so that the fastest is not believed alone', async () => {
    expect(await open({ a: () => [10, 500n], b: () => [1_009, 7_000n], c: () => [900, 8_000n] }).timed()).toEqual([
      7_000n,
      1_009,
    ]);
  });

  it('is not waited for after that', async () => {
    expect(await open({ a: () => [10, 9_000n], b: () => never, c: () => [11, 7_000n] }).timed()).toEqual([
      7_000n,
      1_010,
    ]);
  });

  it('is waited for at most half the time of an attempt', async () => {
    expect(await open({ a: () => [20, 9_000n], b: () => never }, { timeoutMs: 500 }).timed()).toEqual([9_000n, 250]);
  });

  it('is waited for as long as no endpoint has an estimate', async () => {
    expect(await open({ a: () => [10, undefined], b: () => [7_000, 9_000n] }).timed()).toEqual([9_000n, 7_000]);
    expect(await open({ a: () => [10, down], b: () => [7_000, 9_000n] }).timed()).toEqual([9_000n, 7_000]);
  });

  it('is waited for three seconds if the floor is enough', async () => {
    const endpoints = { a: () => [10, undefined] as const, b: () => never };
    expect(await open(endpoints, { chainId: 'litecoin' }).timed()).toEqual([1_000n, 3_000]);
  });

  it('is passed over for ten seconds, as long as another one answers', async () => {
    const { timed, asked } = open({ a: () => never, b: () => [10, 9_000n] });
    expect(await timed()).toEqual([9_000n, 1_010]);
    expect(asked()).toEqual(['a', 'b']);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await timed()).toEqual([9_000n, 10]);
    expect(asked()).toEqual(['b']);
    await vi.advanceTimersByTimeAsync(9_000);
    expect(await timed()).toEqual([9_000n, 1_010]);
    expect(asked()).toEqual(['a', 'b']);
  });

  it('is asked earlier if the others fail', async () => {
    let isUp = true;
    const { timed, asked } = open({ a: () => [1_500, 7_000n], b: () => (isUp ? [10, 9_000n] : [10, down]) });
    await timed();
    asked();
    isUp = false;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await timed()).toEqual([7_000n, 1_510]);
    // Those that failed are asked once more, too.
    expect(asked()).toEqual(['b', 'a', 'b']);
  });
});

describe('an estimate', () => {
  it('is shared for a second, by target', async () => {
    let rate = 5_000n;
    const { timed, asked } = open({ a: () => [10, rate] });
    expect(await timed()).toEqual([5_000n, 10]);
    rate = 6_000n;
    await vi.advanceTimersByTimeAsync(999);
    expect(await timed()).toEqual([5_000n, 0]);
    expect(await timed(3)).toEqual([5_000n, 0]);
    expect(asked()).toEqual(['a']);
    expect(await timed(1)).toEqual([6_000n, 10]);
    expect(asked()).toEqual(['a']);
    expect(await timed()).toEqual([6_000n, 10]);
  });

  it('serves the others for at most ten seconds while one asks again', async () => {
    let reply: Reply = [10, 5_000n];
    const { timed, begin, asked } = open({ a: () => reply });
    await timed();
    reply = [60_000, 6_000n];
    await vi.advanceTimersByTimeAsync(1_000);
    const first = begin();
    expect(await timed()).toEqual([5_000n, 0]);
    expect(asked()).toEqual(['a', 'a']);
    // A request one second later asks as well, in case the first one is gone.
    await vi.advanceTimersByTimeAsync(1_000);
    const second = begin();
    expect(asked()).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(7_000);
    begin();
    expect(await timed()).toEqual([5_000n, 0]);
    await vi.advanceTimersByTimeAsync(999);
    expect(await timed()).toEqual([5_000n, 0]);
    await vi.advanceTimersByTimeAsync(1);
    reply = [10, 7_000n];
    expect(await timed()).toEqual([7_000n, 10]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await Promise.all([first, second])).toMatchObject([{ feeRate: 6_000n }, { feeRate: 6_000n }]);
  });

  it('is not kept if it failed', async () => {
    let reply: Reply = [10, down];
    const { timed } = open({ a: () => reply });
    expect(await timed()).toEqual([undefined, 20]);
    reply = [10, 7_000n];
    expect(await timed()).toEqual([7_000n, 10]);
  });
});
