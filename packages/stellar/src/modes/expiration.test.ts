import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connectTo, type HorizonScript, now, nowSeconds, transfer } from '../../test/scripted-horizon.ts';
import { answerTo } from '../../test/wish-rig.ts';
import { contextOf } from '../context.ts';
import { timeOf } from './expiration.ts';

// The end of transactions, from an intent to the bytes.

const field = 'transaction.data.params.maxTime';
const minute = 60_000;

const answer = (more: object = {}, script: HorizonScript = {}, options: object = {}) =>
  answerTo(connectTo(script, options).chain, { ...transfer, ...more });

/** The end in the bytes, after a check that `params` says the same and nothing else limits the time. */
async function end(more: object = {}, script: HorizonScript = {}, options: object = {}): Promise<bigint> {
  const { data, transaction, errors } = await answer(more, script, options);
  expect(errors).toEqual([]);
  expect(transaction?.timeBounds?.minTime).toBe('0');
  expect(data.params?.maxTime).toBe(transaction?.timeBounds?.maxTime);
  return BigInt(transaction?.timeBounds?.maxTime ?? 0);
}

const closed = (msAgo: number): HorizonScript => ({ ledger: { closedAt: now - msAgo } });

describe('the end of a transaction', () => {
  it('comes half an hour later, or when the operator says', async () => {
    expect(await end()).toBe(nowSeconds + 1_800n);
    expect(await end({}, {}, { expirationSeconds: 30 })).toBe(nowSeconds + 30n);
    expect(await end({}, {}, { expirationSeconds: 604_800 })).toBe(nowSeconds + 604_800n);
  });

  it('does not come early because Horizon lags', async () => {
    for (const expirationSeconds of [30, 300, 1_800]) {
      const until = await end({}, closed(9 * minute), { expirationSeconds });
      expect(until).toBe(nowSeconds + BigInt(expirationSeconds));
    }
  });

  it('follows the ledger if our clock is behind', async () => {
    expect(await end({}, closed(-30 * minute))).toBe(nowSeconds + 1_800n + 1_800n);
  });

  it('follows the ledger alone if its age is not checked', async () => {
    const years = closed(3 * 365 * 24 * 60 * minute);
    const time = nowSeconds - BigInt(3 * 365 * 24 * 60 * 60);
    expect(await end({}, years, { oldestBlockMs: 0 })).toBe(time + 1_800n);
  });

  it('is never later than the oldest ledger allows', () => {
    const times = fc.integer({ min: 0, max: 4_000_000_000_000 });
    fc.assert(
      fc.property(times, times, fc.integer({ min: 0, max: 86_400_000 }), (clock, closedAt, oldestBlockMs) => {
        const context = contextOf('stellar', { now: () => clock, oldestBlockMs });
        const time = Number(timeOf(context, closedAt)) * 1_000;
        expect(time).toBeGreaterThan(closedAt - 1_000);
        expect(time).toBeLessThanOrEqual(closedAt + oldestBlockMs);
        // A ledger that is taken is not older than that. Then no time is lost.
        if (clock - closedAt <= oldestBlockMs) expect(time).toBeGreaterThan(clock - 1_000);
      }),
    );
  });

  it('is not of a server that stands still', async () => {
    const { errors, transaction } = await answer({}, closed(11 * minute));
    expect(errors.map((each) => each.split(' ')[0])).toEqual(['chain.standsStill']);
    expect(transaction).toBeUndefined();
  });
});

describe('a wished end', () => {
  it.each([10n, 60n, 86_400n, 315_360_000n])('%i seconds later is in the bytes', async (seconds) => {
    const maxTime = String(nowSeconds + seconds);
    expect(await end({ params: { maxTime } })).toBe(nowSeconds + seconds);
    expect(await end({ params: { maxTime: Number(maxTime) } })).toBe(nowSeconds + seconds);
  });

  it.each<[string, string | number, RegExp]>([
    ['never comes', '0', /years later/],
    ['is now', String(nowSeconds), /it is past: the time of the chain is 1\d{9}\./],
    ['is past', String(nowSeconds - 1n), /it is past/],
    ['was in 1970', 1, /it is past/],
    ['is so near that nodes refuse it', String(nowSeconds + 9n), /nodes refuse what ends within 10 seconds/],
    ['is more than ten years ahead', String(nowSeconds + 315_360_001n), /it counts seconds/],
    ['is in milliseconds', now + minute, /it counts seconds/],
    ['is as late as can be', '9223372036854775807', /it counts seconds/],
  ])('that %s is refused', async (_, maxTime, message) => {
    const { errors, messages, transaction } = await answer({ params: { maxTime } });
    expect(errors).toEqual([`wish.invalid ${field}`]);
    expect(messages.join()).toMatch(message);
    expect(transaction).toBeUndefined();
  });

  it('is past by our clock, too', async () => {
    const maxTime = String(nowSeconds - 60n);
    expect((await answer({ params: { maxTime } }, closed(5 * minute))).errors).toEqual([`wish.invalid ${field}`]);
    expect(await end({ params: { maxTime } }, closed(5 * minute), { oldestBlockMs: 0 })).toBe(nowSeconds - 60n);
  });

  it('of an earlier answer is no wish', async () => {
    const first = await answer({ params: { maxTime: String(nowSeconds + 60n) } });
    const again = await answer(first.data);
    expect(again.data.params?.maxTime).toBe(String(nowSeconds + 1_800n));
    expect(again.warnings).toEqual(['data.recomputed']);
  });
});
