import { expect, it } from 'vitest';
import { createClock, settle } from '../../test/scripted-upstream.ts';
import { createParseQueue } from './parse-queue.ts';

it('parses small answers at once, and large ones in turn with a pause before each', async () => {
  const done: string[] = [];
  const waiting: (() => void)[] = [];
  const queue = createParseQueue(() => new Promise((resolve) => waiting.push(resolve)));
  const large = 256 * 1024;
  const answers = ['a', 'b', 'c'].map((name) => queue(large, () => done.push(name)));
  await queue(large - 1, () => done.push('small'));
  expect(done).toEqual(['small']);
  for (const expected of ['a', 'b', 'c']) {
    await settle();
    expect(waiting).toHaveLength(1);
    waiting.shift()?.();
    await settle();
    expect(done.at(-1)).toBe(expected);
  }
  await Promise.all(answers);
});

it('goes on after an answer that cannot be parsed', async () => {
  const clock = createClock();
  const queue = createParseQueue(clock.sleep);
  const broken = queue(1e6, () => {
    throw new SyntaxError('no');
  });
  const whole = queue(1e6, () => 'whole');
  await expect(clock.until(broken)).rejects.toThrow('no');
  expect(await clock.until(whole)).toBe('whole');
});
