import * as z from 'zod';
import { parsed } from './added-chain.ts';
import { source, text } from './source-fields.ts';

const file = z.strictObject({
  note: text,
  chains: z.record(z.string(), z.strictObject({ operator: text, reason: source })),
});

/** Chains whose default nodes all belong to one operator, by id. */
export type OneOperator = z.output<typeof file>['chains'];

/** @throws With chain and field of everything that is wrong. */
export function readOneOperator(written: unknown): OneOperator {
  return parsed(file, written, 'one-operator.json').chains;
}
