import { expect, it } from 'vitest';
import { historyQueries } from './queries/operations.ts';
import { type ReadRows, readOnce } from './read-once.ts';

it('a row is read once, also if nothing comes of it', () => {
  const known: ReadRows<number | undefined> = new WeakMap();
  const rows = [{}, {}];
  let reads = 0;
  const read = (raw: unknown) =>
    readOnce(known, raw, () => {
      reads += 1;
      return raw === rows[0] ? 7 : undefined;
    });
  expect([...rows, ...rows].map(read)).toEqual([7, undefined, 7, undefined]);
  expect(reads).toBe(2);
  expect([null, 'x', null].map(read)).toEqual([undefined, undefined, undefined]);
  expect(reads).toBe(5);
});

it('rows of both lists of a history are read in a step each', () => {
  const { operations, transactions } = historyQueries({ account: 'G', limit: 5, after: undefined, passphrase: '' });
  const page = { _embedded: { records: [{}, null, { id: '5' }] } };
  for (const { request } of [operations, transactions]) {
    const steps = request.steps?.(page) ?? [];
    expect(steps.map((step) => step())).toEqual([undefined, undefined, undefined]);
  }
});
