import type { ConnectOptions } from '@isochain/core';
import * as z from 'zod';
import { checkAddress } from './address/address.ts';

/** The options that the Solana family adds, as they may stand in a configuration file. */
export const solanaOptionsSchema = z.strictObject({
  profile: z
    .enum(['compat', 'hardware'])
    .optional()
    .describe('Whom the bytes are laid out for: public verifiers (compat, the default), or hardware wallets.'),
  priority: z
    .enum(['none', 'low', 'medium', 'high'])
    .optional()
    .describe(
      'What to pay beyond the base fee: nothing (the default), or the 50th, 75th or 95th percentile of what others paid lately.',
    ),
  maxComputeUnitPrice: z
    .number()
    .int()
    .min(0)
    .optional()
    .describe('The highest price of a compute unit, in micro-lamports. 1000000 by default.'),
  maxRentPerByte: z
    .number()
    .int()
    .min(0)
    .optional()
    .describe(
      'Lamports that a byte of an account may cost at most: an endpoint that asks for more is not believed. 69600 by default, ten times what mainnet-beta ever asked for.',
    ),
  simulate: z
    .boolean()
    .optional()
    .describe(
      'Whether a node is asked what a transaction would do, which takes one more round trip. By default where stakes are moved.',
    ),
  genesisHash: z
    .string()
    .refine((text) => text === 'any' || checkAddress(text).ok, 'must be a hash in base58, or any')
    .optional()
    .describe('Genesis hash of the cluster that is served: by default that of mainnet-beta. any: not checked.'),
  historyTokenAccounts: z
    .number()
    .int()
    .min(0)
    .max(1000)
    .optional()
    .describe(
      'How many token accounts a history looks at, with a call for each: incoming tokens may touch nothing else. 16 by default.',
    ),
});

/** What the Solana family takes from outside. */
export interface SolanaOptions extends ConnectOptions<'rpc'>, z.infer<typeof solanaOptionsSchema> {}

/** How much to pay beyond the base fee. */
export type Priority = NonNullable<SolanaOptions['priority']>;

/** Whom the layout of the bytes is made for. */
export type Profile = NonNullable<SolanaOptions['profile']>;
