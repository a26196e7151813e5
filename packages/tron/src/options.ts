import type { ConnectOptions } from '@isochain/core';
import { tokensOption } from '@isochain/core/tokens';
import * as z from 'zod';
import { checkTokenId } from './address/token-id.ts';

/** The kinds of endpoints: the HTTP interface of a node, and TronGrid's index (`/v1`). */
export type TronKind = 'node' | 'trongrid';

/** The options that the Tron family adds, as a configuration file may hold them. */
export const tronOptionsSchema = z.strictObject({
  tokens: tokensOption(
    z
      .string()
      .refine(
        (text) => checkTokenId(text).ok,
        'must be the number of a TRC-10 token or the address of a TRC-20 contract',
      ),
  ),
  genesisId: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be the id of a block in lower-case hex')
    .optional()
    .describe(
      'The id of block 0 that endpoints must have, for a network of your own with the addresses of Tron. By default that of the main network.',
    ),
});

/** The options of `tron.connect`. */
export interface TronOptions extends ConnectOptions<TronKind>, z.infer<typeof tronOptionsSchema> {}
