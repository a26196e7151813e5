import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createLineWriter } from './line-writer.ts';

it('writes the lines of a turn together, in their order', async () => {
  const written: string[] = [];
  const { line } = createLineWriter((lines) => written.push(lines));
  line('one');
  line('two');
  expect(written).toEqual([]);
  await turn();
  line('three');
  await turn();
  expect(written).toEqual(['one\ntwo', 'three']);
});

it('writes waiting lines on request, and only once', async () => {
  const written: string[] = [];
  const { line, flush } = createLineWriter((lines) => written.push(lines));
  line('last words');
  flush();
  flush();
  await turn();
  expect(written).toEqual(['last words']);
});

it('loses no line that arrives while it writes', async () => {
  const written: string[] = [];
  const { line } = createLineWriter((lines) => {
    written.push(lines);
    if (lines === 'one') line('two');
  });
  line('one');
  await turn();
  await turn();
  expect(written).toEqual(['one', 'two']);
});
