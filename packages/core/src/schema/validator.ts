import * as z from 'zod';

export const validator = z.object({
  address: z.string(),
  name: z.string(),
  commission: z.number().min(0).max(1).describe('Fraction of the rewards that the validator keeps.'),
  stakedAmount: z.string().describe('In the smallest unit.'),
});

export type { Validator } from './wire-types.data.ts';
