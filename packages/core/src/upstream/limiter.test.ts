import { describe, expect, it } from 'vitest';
import { createLimiter } from './limiter.ts';

describe('createLimiter', () => {
  it('never runs more tasks than there are slots, and keeps the order', async () => {
    const limiter = createLimiter(2);
    const started: number[] = [];
    const finish: (() => void)[] = [];
    const tasks = [0, 1, 2, 3, 4].map((index) =>
      limiter(() => {
        started.push(index);
        return new Promise<void>((resolve) => finish.push(resolve));
      }),
    );
    expect(started).toEqual([0, 1]);
    finish[1]?.();
    await tasks[1];
    expect(started).toEqual([0, 1, 2]);
    finish[0]?.();
    finish[2]?.();
    await Promise.all([tasks[0], tasks[2]]);
    expect(started).toEqual([0, 1, 2, 3, 4]);
  });

  it('frees the slot of a task that fails', async () => {
    const limiter = createLimiter(1);
    const failing = limiter(() => Promise.reject(new Error('no')));
    const following = limiter(async () => 'done');
    await expect(failing).rejects.toThrow('no');
    await expect(following).resolves.toBe('done');
  });

  it('lets no task overtake waiting ones', async () => {
    const limiter = createLimiter(1);
    const order: string[] = [];
    let release = () => {};
    const first = limiter(() => new Promise<void>((resolve) => (release = resolve)));
    const waiting = limiter(async () => void order.push('waiting'));
    release();
    await first;
    const late = limiter(async () => void order.push('late'));
    await Promise.all([waiting, late]);
    expect(order).toEqual(['waiting', 'late']);
  });
});
