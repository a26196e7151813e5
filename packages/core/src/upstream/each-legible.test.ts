import { describe, expect, it } from 'vitest';
import { eachLegible } from './each-legible.ts';
import { UpstreamError } from './upstream-error.ts';

type Failing = 'malformed' | 'rejected' | 'unavailable';

const failure = (outcome: Failing) => new UpstreamError('base', [{ endpoint: 'node', outcome, detail: '', ms: 0 }]);

/** Answers the double of each number. One that is too low cannot be read. */
function source(failing: Failing = 'malformed') {
  const rounds: string[][] = [];
  const ask = async (some: Readonly<Record<string, number>>): Promise<Record<string, number>> => {
    rounds.push(Object.keys(some));
    if (Object.values(some).some((value) => value < 0)) throw failure(failing);
    return Object.fromEntries(Object.entries(some).map(([name, value]) => [name, 2 * value]));
  };
  return { ask, rounds };
}

describe('several questions that may have odd answers', () => {
  it('are asked in one round', async () => {
    const { ask, rounds } = source();
    expect(await eachLegible({ a: 1, b: 2 }, ask)).toEqual({ a: 2, b: 4 });
    expect(rounds).toEqual([['a', 'b']]);
  });

  it.each(['malformed', 'rejected'] as const)(
    'are asked alone if one answer is %s, and that one is left out',
    async (failing) => {
      const { ask, rounds } = source(failing);
      expect(await eachLegible({ a: 1, odd: -1, b: 2 }, ask)).toEqual({ a: 2, b: 4 });
      expect(rounds).toEqual([['a', 'odd', 'b'], ['a'], ['odd'], ['b']]);
    },
  );

  it('fail if one that is needed cannot be read', async () => {
    const { ask } = source();
    await expect(eachLegible({ a: 1, odd: -1 }, ask, ['odd'])).rejects.toThrow(UpstreamError);
    expect(await eachLegible({ a: 1, odd: -1 }, ask, ['a'])).toEqual({ a: 2 });
  });

  it('fail if none of several can be read', async () => {
    await expect(eachLegible({ a: -1, b: -2 }, source().ask)).rejects.toThrow(UpstreamError);
    expect(await eachLegible({ a: -1 }, source().ask)).toEqual({});
  });

  it('fail if an endpoint does not answer', async () => {
    await expect(eachLegible({ a: 1, odd: -1 }, source('unavailable').ask)).rejects.toThrow(UpstreamError);
  });
});
