import { expect, it } from 'vitest';
import { transactionAt } from './transactions.ts';

it('a transaction proves its id in a step of its own, before it is read', () => {
  const { request } = transactionAt(1, 5n);
  // Without a request there is nothing to prove.
  const steps = request.steps?.({ value: { hash: '0x1', request: undefined }, raw: {} }) ?? [];
  expect(steps.map((step) => step())).toEqual([true]);
});
