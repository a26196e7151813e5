import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bidLimits, bidOf, ceilingOf } from './bid.ts';

const limits = bidLimits({});

const stats = (p90: bigint, p99: bigint, usage: number) => ({ p90, p99, usage });

// Numbers by hand.

describe('bids', () => {
  it.each([
    ['while ledgers are empty', stats(100n, 100n, 0.03), 100n],
    ['at the 90th percentile', stats(250n, 9_000n, 0.5), 250n],
    ['up to 0.001 XLM', stats(10_000n, 20_000n, 0.5), 10_000n],
    ['not above 0.001 XLM', stats(77_668n, 200_000n, 0.5), 10_000n],
    ['at 90 % still with room', stats(250n, 9_000n, 0.9), 250n],
    ['at the 99th percentile above 90 %', stats(250n, 9_000n, 0.91), 9_000n],
    ['above 0.001 XLM if ledgers are full', stats(250n, 77_668n, 0.97), 77_668n],
    ['not above 0.1 XLM', stats(250n, 5_000_000n, 1), 1_000_000n],
    ['where more than all is used', stats(250n, 9_000n, 1.2), 9_000n],
    ['never below the lowest fee', stats(0n, 1n, 0.5), 100n],
    ['never below the lowest fee in full ledgers', stats(0n, 1n, 1), 100n],
    ['without statistics', undefined, 10_000n],
  ])('%s', (_, found, expected) => {
    expect(bidOf(limits, found, 100n)).toBe(expected);
  });

  it('follow a lowest fee that rose', () => {
    expect(bidOf(limits, stats(100n, 100n, 0.5), 300n)).toBe(300n);
    expect(bidOf(limits, stats(500n, 500n, 0.5), 300n)).toBe(500n);
    expect(bidOf(limits, undefined, 300n)).toBe(10_000n);
  });

  it('never go above the ceiling or below the lowest fee, whatever a server says', () => {
    const number = fc.bigInt(0n, 2n ** 63n - 1n);
    const ceiling = fc.bigInt(100n, 2n ** 32n - 1n);
    const usage = fc.oneof(fc.constantFrom(0, 0.9, 0.90001, 1), fc.double({ min: 0, max: 1e9, noNaN: true }));
    fc.assert(
      fc.property(
        fc.option(fc.record({ p90: number, p99: number, usage }), { nil: undefined }),
        number,
        ceiling,
        ceiling,
        (found, baseFee, fee, busyFee) => {
          const own = bidLimits({ ceilings: { fee: String(fee), busyFee: String(busyFee) } });
          const bid = bidOf(own, found, baseFee);
          const isFull = (found?.usage ?? 0) > 0.9;
          const most = isFull && busyFee > fee ? busyFee : fee;
          expect(ceilingOf(own, found)).toBe(most);
          expect(bid >= 100n && bid <= most).toBe(true);
        },
      ),
    );
  });
});

describe('ceilings', () => {
  it('are 0.001 XLM, and 0.1 XLM while ledgers are full', () => {
    expect(limits).toEqual({ usual: 10_000n, busy: 1_000_000n });
  });

  it('are the operator’s', () => {
    expect(bidLimits({ ceilings: { fee: '500' } })).toEqual({ usual: 500n, busy: 1_000_000n });
    expect(bidLimits({ ceilings: { busyFee: '20000' } })).toEqual({ usual: 10_000n, busy: 20_000n });
    // Full ledgers are no reason to offer less.
    expect(bidLimits({ ceilings: { busyFee: '500' } })).toEqual({ usual: 10_000n, busy: 10_000n });
    expect(bidLimits({ ceilings: { fee: '2000000' } })).toEqual({ usual: 2_000_000n, busy: 2_000_000n });
  });

  it('fit into 32 bits', () => {
    const most = 4_294_967_295n;
    expect(bidLimits({ ceilings: { fee: '9999999999', busyFee: '9999999999' } })).toEqual({ usual: most, busy: most });
  });
});
