import { describe, expect, it } from 'vitest';
import { algorandOptionsSchema } from './options.ts';

const isTaken = (options: object) => algorandOptionsSchema.safeParse(options).success;

describe('options', () => {
  it('may be left out', () => {
    for (const options of [{}, { ceilings: {} }]) expect(isTaken(options)).toBe(true);
  });

  it('give transactions 10 to 1000 rounds', () => {
    for (const validRounds of [10, 100, 1_000]) expect(isTaken({ validRounds })).toBe(true);
    for (const validRounds of [9, 0, -1, 1_001, 10.5, '100', Number.NaN, null])
      expect(isTaken({ validRounds })).toBe(false);
  });

  it('have a ceiling between the lowest fee and the most that is ever paid', () => {
    for (const fee of ['1000', '100000', '10000000']) expect(isTaken({ ceilings: { fee } })).toBe(true);
    for (const fee of ['999', '0', '10000001', '01000', '1e6', '-1000', '', 1_000, '0.1'])
      expect(isTaken({ ceilings: { fee } })).toBe(false);
  });

  it('that are unknown are refused', () => {
    expect(isTaken({ validrounds: 10 })).toBe(false);
    expect(isTaken({ ceilings: { fees: '1000' } })).toBe(false);
  });
});
