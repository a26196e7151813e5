import { describe, expect, it } from 'vitest';
import { RejectedAnswer, StandingStill } from './attempt-failure.ts';
import { createBlockAge } from './block-age.ts';

const minute = 60_000;
// Time of moonbeam's last block: DefiLlama/dimension-adapters#8778.
const lastBlock = Date.parse('2026-08-10T11:36:12Z');

function failure(check: () => void): unknown {
  try {
    check();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('the age of the latest block', () => {
  it.each([
    ['ten minutes', 6_000, undefined, 10 * minute],
    ['ten minutes, also where blocks come ten times in a second', 100, undefined, 10 * minute],
    ['a hundred blocks of a slow chain', 600_000, undefined, 1_000 * minute],
    ['what the operator says, if that is less', 6_000, 2 * minute, 2 * minute],
    ['what the operator says, if that is more', 6_000, 60 * minute, 60 * minute],
  ])('may be %s', (_, blockTimeMs, oldestBlockMs, oldest) => {
    const age = createBlockAge({ blockTimeMs, oldestBlockMs, now: () => lastBlock + oldest });
    expect(age.oldestMs).toBe(oldest);
    expect(failure(() => age.check(lastBlock))).toBeUndefined();
    const thrown = failure(() => age.check(lastBlock - 1));
    expect(thrown).toBeInstanceOf(StandingStill);
    expect(thrown).toMatchObject({ latestAt: lastBlock - 1 });
  });

  it('is written so that people can read it', () => {
    const age = createBlockAge({ blockTimeMs: 6_000, now: () => lastBlock + 60 * minute });
    expect(failure(() => age.check(lastBlock))).toMatchObject({
      message: 'its latest block is of 2026-08-10T11:36:12Z',
    });
  });

  it.each([
    ['nothing', Number.NaN],
    ['the beginning of time, which is what the first block of Ethereum says', 0],
    ['a time before it', -1],
  ])('is refused where a node says %s', (_, latestAt) => {
    const age = createBlockAge({ blockTimeMs: 6_000, now: () => lastBlock });
    const thrown = failure(() => age.check(latestAt));
    expect(thrown).toBeInstanceOf(RejectedAnswer);
    expect(thrown).toMatchObject({ message: 'it tells no time of its latest block' });
  });

  it('may be negative by two hours, like blocks of Bitcoin, and not by more', () => {
    const age = createBlockAge({ blockTimeMs: 600_000, now: () => lastBlock });
    expect(failure(() => age.check(lastBlock + 120 * minute))).toBeUndefined();
    const thrown = failure(() => age.check(lastBlock + 120 * minute + 1));
    expect(thrown).toBeInstanceOf(RejectedAnswer);
    expect(thrown).toMatchObject({ message: 'its latest block is of the future' });
  });

  it('is not checked if the operator turns it off', () => {
    const age = createBlockAge({ blockTimeMs: 6_000, oldestBlockMs: 0, now: () => lastBlock });
    for (const latestAt of [0, 1, lastBlock * 2, Number.NaN]) age.check(latestAt);
    expect(age.isMoving()).toBe(true);
  });

  it('shows that the chain moves, as long as the youngest known block is young enough', () => {
    let time = lastBlock + minute;
    const age = createBlockAge({ blockTimeMs: 6_000, now: () => time });
    expect(age.isMoving()).toBe(false);
    age.check(lastBlock);
    age.check(lastBlock - minute);
    time = lastBlock + 10 * minute;
    expect(age.isMoving()).toBe(true);
    time += 1;
    expect(age.isMoving()).toBe(false);
    failure(() => age.check(lastBlock));
    expect(age.isMoving()).toBe(false);
    // The time of a block that is ahead of our clock counts as now.
    age.check(time + 60 * minute);
    time += 10 * minute + 1;
    expect(age.isMoving()).toBe(false);
  });
});
