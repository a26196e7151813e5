import { describe, expect, it } from 'vitest';
import { IsochainError, RefusedError, refuse } from './errors.ts';
import { problem } from './problem.ts';

describe('RefusedError', () => {
  it('carries every problem, and has the message of the first', () => {
    const missing = problem('amount.missing', {}, 'transaction.data.amount');
    const address = problem('address.checksumMismatch', { field: 'x' }, 'x');
    const error = new RefusedError([missing, address]);
    expect(error.code).toBe('amount.missing');
    expect(error.message).toBe('Give either amount or useMaxAmount: true.');
    expect(error.problems).toEqual([missing, address]);
    expect(error).toBeInstanceOf(IsochainError);
    expect(error.name).toBe('RefusedError');
  });

  it('can be made from a code, and keeps its cause', () => {
    const cause = new Error('below');
    const error = refuse('amount.invalid', { field: 'amount', reason: 'it has a sign' }, 'amount', { cause });
    expect(error.problems).toEqual([
      {
        code: 'amount.invalid',
        message:
          'amount must be a whole number in the smallest unit, as a decimal string like "1500000": it has a sign.',
        field: 'amount',
        context: { reason: 'it has a sign' },
      },
    ]);
    expect(error.cause).toBe(cause);
  });
});

describe('IsochainError', () => {
  it('shows clients its code and message, and keeps its context for logs', () => {
    const error = new IsochainError('upstream.unavailable', 'No upstream gave an answer.', {
      context: { secret: 'x' },
    });
    expect(error.problems).toEqual([{ code: 'upstream.unavailable', message: 'No upstream gave an answer.' }]);
    expect(error.context).toEqual({ secret: 'x' });
  });
});
