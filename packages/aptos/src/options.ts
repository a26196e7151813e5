import type { ConnectOptions } from '@isochain/core';
import { tokensOption } from '@isochain/core/tokens';
import * as z from 'zod';
import { checkTokenId } from './address/token-id.ts';

/** The kinds of endpoints: the REST interface of a node, and the GraphQL interface of an indexer. */
export type AptosKind = 'node' | 'indexer';

const octas = z.string().regex(/^(?:0|[1-9][0-9]{0,19})$/, 'must be a whole number, as text');

/** The options that the Aptos family adds, as a configuration file may hold them. */
export const aptosOptionsSchema = z.strictObject({
  tokens: tokensOption(
    z
      .string()
      .refine(
        (text) => checkTokenId(text).ok,
        'must be the type of a coin or the address of a fungible asset other than APT',
      ),
  ),
  expirationSeconds: z
    .number()
    .int()
    .min(10)
    .max(86_400)
    .optional()
    .describe(
      'How long a transaction can be sent after it was encoded. By default 600. Nodes forget a transaction that waits for longer than 600 seconds. Orderless transactions end after 60 seconds in any case.',
    ),
  gasFloors: z
    .strictObject({
      unitPrice: octas.optional().describe('Octas: the lowest price of a gas unit. By default 100.'),
      units: octas.optional().describe('The lowest gas limit. By default 28.'),
      accountStorage: octas
        .optional()
        .describe(
          'Octas for the storage of an account, which the first transaction of an account must be able to pay. By default 520000.',
        ),
    })
    .optional()
    .describe('What the chain takes at least. Change it if governance changes the gas schedule of the chain.'),
  ceilings: z
    .strictObject({
      gasUnitPrice: octas
        .optional()
        .describe('Octas: the highest price of a gas unit that is offered. By default 10000.'),
      fee: octas
        .optional()
        .describe('Octas: the most that one transaction may cost in all. By default 100000000: 1 APT.'),
    })
    .optional()
    .describe('Nothing above these is encoded. They limit what an endpoint that lies about prices can take.'),
});

/** The options of `aptos.connect`. */
export interface AptosOptions extends ConnectOptions<AptosKind>, z.infer<typeof aptosOptionsSchema> {}
