import type { ConnectOptions } from '@isochain/core';
import * as z from 'zod';
import { mostFee } from './bytes/stroops.ts';

/** The kind of endpoints: the REST interface of Horizon. */
export type StellarKind = 'horizon';

/** Fees have 32 bits (stellar/stellar-xdr, Stellar-transaction.x). */
const stroops = z
  .string()
  .regex(/^(?:[1-9][0-9]{2,9})$/, 'must be a whole number from 100 on, as text')
  .refine((text) => Number(text) <= Number(mostFee), `must be ${mostFee} at most`);

/** The options that the Stellar family adds, as a configuration file may hold them. */
export const stellarOptionsSchema = z.strictObject({
  expirationSeconds: z
    .number()
    .int()
    .min(30)
    .max(604_800)
    .optional()
    .describe('How long a transaction can be sent after it was encoded. By default 1800.'),
  ceilings: z
    .strictObject({
      fee: stroops
        .optional()
        .describe('Stroops: the most that is offered for one operation while ledgers have room. By default 10000.'),
      busyFee: stroops
        .optional()
        .describe('Stroops: the most that is offered for one operation while ledgers are full. By default 1000000.'),
    })
    .optional()
    .describe(
      'Nothing above these is offered. A bid is the most that the network may take: it takes what the cheapest transaction of the ledger pays.',
    ),
});

/** The options of `stellar.connect`. */
export interface StellarOptions extends ConnectOptions<StellarKind>, z.infer<typeof stellarOptionsSchema> {}
