import { describe, expect, it } from 'vitest';
import { type Code, type ContextOf, codes } from './codes/index.ts';
import { problem } from './problem.ts';

const ether = (amount: bigint) => ({ amount, decimals: 18, ticker: 'ETH' });

describe('problem', () => {
  it('fills the template, with amounts in whole coins and beside it in the smallest unit', () => {
    const found = problem(
      'balance.insufficient',
      {
        available: ether(1_500_000_000_000_000_000n),
        needed: ether(2_000_021_000_000_000_000n),
        amount: ether(2_000_000_000_000_000_000n),
        fees: ether(21_000_000_000_000n),
      },
      'transaction.data.amount',
    );
    expect(found).toEqual({
      code: 'balance.insufficient',
      message:
        'Insufficient balance: the account holds 1.5 ETH, but 2 ETH are to be sent, and up to 0.000021 ETH in fees: 2.000021 ETH in all.',
      field: 'transaction.data.amount',
      context: {
        available: '1500000000000000000',
        needed: '2000021000000000000',
        amount: '2000000000000000000',
        fees: '21000000000000',
      },
    });
  });

  it('counts one thing as one', () => {
    const told = (attempts: number) => problem('upstream.unavailable', { chain: 'Base', attempts, seconds: 2 }).message;
    expect(told(1)).toBe('No upstream of Base gave a usable answer (1 attempt). A retry may help in 2 s.');
    expect(told(2)).toContain('(2 attempts)');
    expect(problem('rate.limited', { seconds: 1 }).message).toBe('Too many requests: try again in 1 second.');
  });

  it('writes an amount without a ticker without a space at its end', () => {
    const nameless = (amount: bigint) => ({ amount, decimals: 2, ticker: '' });
    const { message } = problem('token.insufficient', { available: nameless(150n), needed: nameless(200n) });
    expect(message).toBe('Insufficient token balance: the account holds 1.5, but 2 are to be sent.');
  });

  it('keeps numbers as numbers, and writes large ones as decimal strings', () => {
    expect(problem('rate.limited', { seconds: 7 }).context).toEqual({ seconds: 7 });
    expect(problem('nonce.used', { nonce: 3n, next: 2n ** 64n }).context).toEqual({
      nonce: '3',
      next: '18446744073709551616',
    });
  });

  it('leaves out absent values', () => {
    expect(problem('key.missing', {})).toEqual({
      code: 'key.missing',
      message: 'An API key is needed: send it in the Authorization header.',
    });
  });

  it('names the field once, not in the context as well', () => {
    const found = problem(
      'request.invalid',
      { field: 'transaction.data.amount', expected: 'is required' },
      'somewhere',
    );
    expect(found).toEqual({
      code: 'request.invalid',
      message: 'transaction.data.amount: is required',
      field: 'somewhere',
      context: { expected: 'is required' },
    });
  });

  it('does not fill braces inside values', () => {
    const { message } = problem('token.transferFails', { reason: '{reason} {token} $& $1' });
    expect(message).toBe('Token transfer would fail: {reason} {token} $& $1.');
  });

  it('leaves out a part in brackets if one of its values is unknown', () => {
    const available = { amount: 15n, decimals: 1, ticker: 'ETH' };
    const known = problem('balance.insufficientForFees', {
      ticker: 'ETH',
      available,
      fees: { ...available, amount: 20n },
    });
    expect(known.message).toBe('Insufficient ETH to pay network fees: needs up to 2 ETH, has 1.5 ETH.');
    const unknown = problem('balance.insufficientForFees', { ticker: 'ETH', available, fees: undefined });
    expect(unknown.message).toBe('Insufficient ETH to pay network fees: has 1.5 ETH.');
    expect(unknown.context).toEqual({ ticker: 'ETH', available: '15' });
    // @ts-expect-error: names outside of brackets are required.
    problem('balance.insufficientForFees', { ticker: 'ETH' });
  });

  it('leaves brackets inside values alone', () => {
    expect(problem('token.transferFails', { reason: '[{reason}]' }).message).toBe(
      'Token transfer would fail: [{reason}].',
    );
  });

  it.each(Object.keys(codes) as Code[])('%s renders with a value for each of its names', (code) => {
    const names = [...codes[code].message.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const context = Object.fromEntries(names.map((name) => [name, `<${name}>`])) as ContextOf<typeof code>;
    const { message } = problem(code, context);
    expect(message).not.toMatch(/[{}[\]]|undefined/);
    for (const name of names) expect(message).toContain(`<${name}>`);
  });
});
