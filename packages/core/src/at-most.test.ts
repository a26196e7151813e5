import { describe, expect, it } from 'vitest';
import { atMost } from './at-most.ts';

/** A task that tells how many ran at once, and ends when it is told. */
function tasks() {
  const begun: number[] = [];
  const ends = new Map<number, (error?: Error) => void>();
  const task = (item: number) => {
    begun.push(item);
    return new Promise<string>((resolve, reject) => {
      ends.set(item, (error) => (error ? reject(error) : resolve(`done ${item}`)));
    });
  };
  const end = async (item: number, error?: Error) => {
    ends.get(item)?.(error);
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  return { begun, task, end };
}

describe('atMost', () => {
  it('runs as many tasks at a time as it may, and answers in order', async () => {
    const { begun, task, end } = tasks();
    const results = atMost(2, [1, 2, 3, 4], task);
    expect(begun).toEqual([1, 2]);
    await end(2);
    expect(begun).toEqual([1, 2, 3]);
    await end(3);
    await end(1);
    await end(4);
    expect(await results).toEqual(['done 1', 'done 2', 'done 3', 'done 4']);
  });

  it('begins no further task after a failure', async () => {
    const { begun, task, end } = tasks();
    const results = atMost(2, [1, 2, 3, 4], task);
    const failure = expect(results).rejects.toThrow('broken');
    await end(1, new Error('broken'));
    await end(2);
    await failure;
    expect(begun).toEqual([1, 2]);
  });

  it('does nothing for an empty list', async () => {
    expect(await atMost(4, [], () => Promise.reject(new Error('asked')))).toEqual([]);
  });
});
