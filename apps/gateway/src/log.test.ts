import { expect, it } from 'vitest';
import { createLog, type LogLevel } from './log.ts';

function lines(threshold: LogLevel, write: (log: ReturnType<typeof createLog>) => void): Record<string, unknown>[] {
  const written: string[] = [];
  write(createLog(threshold, (line) => written.push(line)));
  return written.map((line) => JSON.parse(line) as Record<string, unknown>);
}

it('writes one JSON object a line', () => {
  const [line] = lines('debug', (log) => log('info', 'hello\nworld', { amount: 5n, list: [1] }));
  expect(line).toEqual({ time: expect.any(String), level: 'info', message: 'hello\nworld', amount: '5', list: [1] });
});

it('writes errors with their stack and cause', () => {
  const error = new TypeError('broken', { cause: new Error('deep') });
  const [line] = lines('error', (log) => log('error', 'failed', { error }));
  expect(line).toMatchObject({
    error: {
      name: 'TypeError',
      message: 'broken',
      stack: expect.stringContaining('log.test'),
      cause: { message: 'deep' },
    },
  });
});

it.each([
  ['debug', 4],
  ['info', 3],
  ['warn', 2],
  ['error', 1],
  ['silent', 0],
] as const)('drops what is less important than %s', (threshold, count) => {
  const written = lines(threshold, (log) => {
    for (const level of ['debug', 'info', 'warn', 'error'] as const) log(level, 'event');
  });
  expect(written).toHaveLength(count);
});
