import { expect, it } from 'vitest';
import { changedControl, incomplete, unreadParts, warned } from './warnings.ts';

it('names each part once', () => {
  const { warnings } = incomplete(['a token transfer', 'the fee', 'a token transfer']);
  expect(warnings).toEqual([
    {
      code: 'transaction.incomplete',
      context: { parts: 'a token transfer, the fee' },
      message:
        'A part of this transaction is left out, because the upstream does not tell it in a form that fits: a token transfer, the fee',
    },
  ]);
});

it('says nothing of a transaction that could be read', () => {
  expect(incomplete([])).toEqual({});
});

it('says who may spend from now on, beside what could not be read', () => {
  const { warnings } = warned([...unreadParts(['a note']), changedControl('a', 'b')]);
  expect(warnings?.map(({ code }) => code)).toEqual(['transaction.incomplete', 'transaction.changesControl']);
  expect(warnings?.[1]).toEqual({
    code: 'transaction.changesControl',
    context: { account: 'a', by: 'b' },
    message: 'This transaction changes who may spend from a: b',
  });
});
