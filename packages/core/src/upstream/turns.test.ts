import { describe, expect, it } from 'vitest';
import { createTurns, eachInTurn } from './turns.ts';

const over = () => new Error('over');
const { signal } = new AbortController();

/** Turns whose pauses end when the test says so. */
function scripted() {
  const pauses: (() => void)[] = [];
  const turns = createTurns(() => new Promise<void>((resolve) => pauses.push(resolve)), over);
  /** Ends the pause, and lets its consequences run. */
  const pass = async () => {
    pauses.shift()?.();
    for (let i = 0; i < 10; i++) await Promise.resolve();
  };
  return { turns, pass, pauses };
}

describe('turns', () => {
  it('pause after every step', async () => {
    const { turns, pass, pauses } = scripted();
    const done: string[] = [];
    const task = async (name: string) => {
      for (let i = 0; i < 2; i++) await turns(signal, () => done.push(`${name}${i}`));
    };
    const tasks = [task('a'), task('b'), task('c')];
    const seen = [[...done]];
    for (let i = 0; i < 6; i++) {
      await pass();
      seen.push([...done]);
    }
    await Promise.all(tasks);
    // One more step with each pause, and everybody gets a turn before anybody gets a second one.
    expect(seen.map(({ length }) => length)).toEqual([1, 2, 3, 4, 5, 6, 6]);
    expect(done).toEqual(['a0', 'b0', 'c0', 'a1', 'b1', 'c1']);
    expect(pauses).toEqual([]);
    await turns(signal, () => done.push('late'));
    expect(done.at(-1)).toBe('late');
  });

  it('pass over abandoned steps, and go on after a failed one', async () => {
    const { turns, pass } = scripted();
    const asker = new AbortController();
    const failing = turns(signal, () => {
      throw new RangeError('no');
    });
    let ran = false;
    const given = turns(asker.signal, () => {
      ran = true;
    });
    const last = turns(signal, () => 'done');
    asker.abort();
    const outcomes = Promise.allSettled([failing, given, last]);
    await pass();
    await pass();
    expect(await outcomes).toMatchObject([
      { reason: new RangeError('no') },
      { reason: new Error('over') },
      { value: 'done' },
    ]);
    expect(ran).toBe(false);
  });
});

describe('eachInTurn', () => {
  it('makes something of each item, in their order and in groups', async () => {
    const groups: number[] = [];
    let count = 0;
    const inTurn = async (group: () => void) => {
      group();
      groups.push(count);
    };
    const made = await eachInTurn(
      Array.from({ length: 20 }, (_, i) => i),
      (item) => {
        count += 1;
        return item * 2;
      },
      inTurn,
    );
    expect(made).toEqual(Array.from({ length: 20 }, (_, i) => i * 2));
    // No group is larger than eight. Slow machines make smaller ones.
    expect(groups.length).toBeGreaterThanOrEqual(3);
    expect(groups.every((end, i) => end - (groups[i - 1] ?? 0) <= 8)).toBe(true);
  });

  it('pauses after each item that takes long', async () => {
    let groups = 0;
    const slow = () => {
      const end = performance.now() + 12;
      while (performance.now() < end);
    };
    const inTurn = async (group: () => void) => {
      groups += 1;
      group();
    };
    await eachInTurn([1, 2, 3], slow, inTurn);
    expect(groups).toBe(3);
  });

  it('ends with the first error', async () => {
    const fail = () => {
      throw new Error('no');
    };
    await expect(eachInTurn([1, 2], fail, async (group) => group())).rejects.toThrow('no');
  });
});
