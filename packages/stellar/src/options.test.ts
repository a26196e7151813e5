import { describe, expect, it } from 'vitest';
import { contextOf } from './context.ts';
import { stellarOptionsSchema } from './options.ts';

const isValid = (options: object) => stellarOptionsSchema.safeParse(options).success;

describe('options', () => {
  it.each<object>([
    {},
    { expirationSeconds: 30 },
    { expirationSeconds: 604_800 },
    { ceilings: {} },
    { ceilings: { fee: '100' } },
    { ceilings: { fee: '4294967295', busyFee: '4294967295' } },
  ])('may be %j', (options) => {
    expect(isValid(options)).toBe(true);
  });

  it.each<object>([
    // Nodes refuse what ends within 10 seconds.
    { expirationSeconds: 29 },
    { expirationSeconds: 604_801 },
    { expirationSeconds: 60.5 },
    { expirationSeconds: '60' },
    { ceilings: { fee: 100 } },
    { ceilings: { fee: '99' } },
    { ceilings: { fee: '0100' } },
    { ceilings: { fee: '4294967296' } },
    { ceilings: { busyFee: '9999999999' } },
    { ceilings: { busyFee: '1.5' } },
    { ceilings: { gas: '100' } },
    { maxTime: 60 },
  ])('may not be %j', (options) => {
    expect(isValid(options)).toBe(false);
  });

  it('say what they are for', () => {
    const result = stellarOptionsSchema.safeParse({ ceilings: { fee: '4294967296' } });
    expect(result.error?.issues.map(({ message, path }) => [path.join('.'), message])).toEqual([
      ['ceilings.fee', 'must be 4294967295 at most'],
    ]);
  });
});

describe('the context of a chain', () => {
  it('has what the options leave open', () => {
    const { expirationSeconds, limits, blockAge, endpoints } = contextOf('stellar');
    expect({ expirationSeconds, limits, oldestMs: blockAge.oldestMs }).toEqual({
      expirationSeconds: 1_800n,
      limits: { usual: 10_000n, busy: 1_000_000n },
      oldestMs: 600_000,
    });
    expect(endpoints).toHaveLength(2);
  });

  it('has what the options say', () => {
    const now = () => 5;
    const options = { now, oldestBlockMs: 7, expirationSeconds: 60, ceilings: { fee: '200', busyFee: '300' } };
    const { expirationSeconds, limits, blockAge, ...context } = contextOf('stellar-testnet', options);
    expect({ expirationSeconds, limits, oldestMs: blockAge.oldestMs }).toEqual({
      expirationSeconds: 60n,
      limits: { usual: 200n, busy: 300n },
      oldestMs: 7,
    });
    expect(context.now).toBe(now);
    expect(context.chain.passphrase).toBe('Test SDF Network ; September 2015');
  });
});
