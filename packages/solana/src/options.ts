import type { ConnectOptions } from '@isochain/core';
import * as z from 'zod';
import { checkAddress } from './address/address.ts';

/** The options that the Solana family adds, as they may stand in a configuration file. */
export const solanaOptionsSchema = z.strictObject({
  profile: z
    .enum(['compat', 'hardware'])
    .optional()
    .describe('Layout of the bytes: for public verifiers (compat, the default), or for hardware wallets (hardware).'),
  priority: z
    .enum(['none', 'low', 'medium', 'high'])
    .optional()
    .describe(
      'What to pay beyond the base fee: nothing (none, the default), or the 50th (low), 75th (medium) or 95th (high) percentile of what others paid lately.',
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
      'The most lamports that a byte of an account may cost: an endpoint that asks for more is not believed. 69600 by default, ten times the highest price of mainnet-beta so far.',
    ),
  simulate: z
    .boolean()
    .optional()
    .describe(
      'Whether a node simulates each transaction, which takes one more round trip. By default only where stakes are moved.',
    ),
  genesisHash: z
    .string()
    .refine((text) => text === 'any' || checkAddress(text).ok, 'must be a hash in base58, or any')
    .optional()
    .describe('Genesis hash that endpoints must have. By default the one of mainnet-beta. any: not checked.'),
  historyTokenAccounts: z
    .number()
    .int()
    .min(0)
    .max(1000)
    .optional()
    .describe(
      'How many token accounts a history reads, with one call for each: an incoming token transfer may name only the token account. 16 by default.',
    ),
});

/** All options of the Solana family. */
export interface SolanaOptions extends ConnectOptions<'rpc'>, z.infer<typeof solanaOptionsSchema> {}

/** How much to pay beyond the base fee. */
export type Priority = NonNullable<SolanaOptions['priority']>;

/** The readers that the layout of the bytes is for. */
export type Profile = NonNullable<SolanaOptions['profile']>;
