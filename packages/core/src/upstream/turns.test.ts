import { describe, expect, it } from 'vitest';
import { createTurns } from './turns.ts';

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
