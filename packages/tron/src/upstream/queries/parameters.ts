import { jsonInteger } from '@isochain/core/upstream';
import * as z from 'zod';
import { type Parameters, readParameters } from '../../fees/parameters.ts';
import { nodeQuery, type Query } from '../query.ts';

/** Some rows may be negative. Absent is 0. A node that is asked for texts writes a text. */
const signed = z
  .union([
    jsonInteger(),
    z
      .string()
      .regex(/^-?\d{1,19}$/)
      .transform(BigInt),
  ])
  .default(0n);

/** A row that does not fit has no value. Those that fees need must have one. */
const row = z.object({ key: z.string(), value: signed.optional().catch(undefined) });

/** What the chain charges. */
export const chainParameters: Query<Parameters> = nodeQuery({
  path: '/wallet/getchainparameters',
  schema: z.object({ chainParameter: z.array(row).min(1) }),
  read: ({ chainParameter }) => readParameters(new Map(chainParameter.map(({ key, value }) => [key, value]))),
});
