import { describe, expect, it } from 'vitest';
import { encodeTransfer, type NodeFacts, now, openNodes } from '../test/scripted-nodes.ts';
import type { TronOptions } from './options.ts';

async function expirationOf(facts: NodeFacts, options: Partial<TronOptions> = {}, params?: object) {
  const { transaction, status } = await encodeTransfer(openNodes([facts], options), params && { params });
  const found = transaction?.data.params as { raw_data: { expiration: number } } | undefined;
  return { expiration: found?.raw_data.expiration, errors: status.errors };
}

const minutes = (count: number) => now + count * 60_000;

describe('when a transaction ends', () => {
  it.each([
    ['now', 0, 10],
    ['old', -5, 5],
    ['ahead of our clock by a little', 2, 12],
    ['ahead of our clock by much', 100, 15],
  ])('is ten minutes after the latest block, which is %s', async (_, latest, ends) => {
    expect((await expirationOf({ latestAt: minutes(latest) })).expiration).toBe(minutes(ends));
  });

  it('is of any time on a chain of one’s own', async () => {
    expect((await expirationOf({ latestAt: minutes(100_000) }, { oldestBlockMs: 0 })).expiration).toBe(
      minutes(100_010),
    );
  });

  it('may be wished, up to a day after the latest block', async () => {
    const day = now + 86_400_000;
    expect(await expirationOf({}, {}, { expiration: day })).toEqual({ expiration: day, errors: [] });
    expect((await expirationOf({}, {}, { expiration: day + 1 })).errors).toMatchObject([{ code: 'wish.invalid' }]);
    expect((await expirationOf({}, {}, { expiration: now })).errors).toMatchObject([{ code: 'wish.invalid' }]);
  });
});
