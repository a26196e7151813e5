import { expect, it } from 'vitest';
import { incomplete } from './incomplete.ts';

it('names each part once', () => {
  const { warnings } = incomplete(['a token transfer', 'the fee', 'a token transfer']);
  expect(warnings).toEqual([
    {
      code: 'transaction.incomplete',
      context: { parts: 'a token transfer, the fee' },
      message:
        'The upstream tells a part of this transaction in a form that does not fit, and it is left out: a token transfer, the fee',
    },
  ]);
});

it('says nothing of a transaction that could be read', () => {
  expect(incomplete([])).toEqual({});
});
