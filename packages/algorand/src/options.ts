import { type ConnectOptions, parseAmount } from '@isochain/core';
import * as z from 'zod';
import { mostFee, mostRounds } from './bytes/limits.ts';

/** The kinds of endpoints: the REST interface of a node, and that of an indexer. */
export type AlgorandKind = 'algod' | 'indexer';

/** The options that the Algorand family adds, as a configuration file may hold them. */
export const algorandOptionsSchema = z.strictObject({
  validRounds: z
    .number()
    .int()
    .min(10)
    .max(Number(mostRounds))
    .optional()
    .describe(
      `For how many rounds of about 2.8 seconds a transaction can be sent after it was encoded. By default ${mostRounds}, the most that the network allows: about 46 minutes.`,
    ),
  ceilings: z
    .strictObject({
      fee: z
        .string()
        .regex(/^[1-9][0-9]{3,8}$/, 'must be a whole number from 1000 on, as text')
        .refine((text) => (parseAmount(text) ?? 0n) <= mostFee, `must be ${mostFee} at most`)
        .optional()
        .describe('MicroAlgos: the most that a transaction may cost without a wish of the client. By default 100000.'),
    })
    .optional()
    .describe(
      'Nothing above these is offered. Going online for rewards costs 2 ALGO once: that is paid only if a client wishes it.',
    ),
});

/** The options of `algorand.connect`. */
export interface AlgorandOptions extends ConnectOptions<AlgorandKind>, z.infer<typeof algorandOptionsSchema> {}
