import { describe, expect, it } from 'vitest';
import { encodeIn } from '../../test/encode.ts';
import { bob, nonceAccount, nonceValue, now } from '../../test/lies/world.ts';

const transfer = { mode: 'transfer', recipientAddress: bob, amount: '1' };

describe('the lifetime of a transaction', () => {
  const lifeAt = async (samples: readonly [seconds: number, slots: number][]) => {
    const getRecentPerformanceSamples = () =>
      samples.map(([samplePeriodSecs, numSlots]) => ({ slot: 1, numSlots, samplePeriodSecs, numTransactions: 1 }));
    const { data } = await encodeIn({ script: { getRecentPerformanceSamples } }, transfer);
    return Number(data?.params.expiresAt) - now;
  };

  // 150 blocks: MAX_PROCESSING_AGE of anza-xyz/agave.
  it.each<[string, readonly [number, number][], number]>([
    ['of 400 ms', [[60, 150]], 60_000],
    ['of 100 ms, which is the fastest that is believed', [[60, 600]], 15_000],
    ['that would be faster', [[60, 601]], 30_000],
    ['of 20 s, which is the slowest that is believed', [[60, 3]], 3_000_000],
    ['that would be slower', [[60, 2]], 30_000],
    ['that a node does not tell of', [], 30_000],
  ])('follows from blocks %s', async (_, samples, life) => {
    expect(await lifeAt(samples)).toBe(life);
  });

  it('has no end with a durable nonce', async () => {
    const { data, codes, warnings } = await encodeIn({}, { ...transfer, params: { nonceAccount } });
    expect(codes).toEqual([]);
    expect(data?.params).toMatchObject({ blockhash: nonceValue, nonceAccount });
    expect(warnings.at(-1)).toMatchObject({
      code: 'nonceAccount.retiring',
      field: 'transaction.data.params.nonceAccount',
    });
    expect(data?.params.expiresAt).toBeUndefined();
  });
});
