import type { ConnectOptions } from '@isochain/core';
import * as z from 'zod';

/** The options that the EVM family adds, as they may stand in a configuration file. */
export const evmOptionsSchema = z.strictObject({
  emptyAccount: z
    .boolean()
    .optional()
    .describe(
      'Whether useMaxAmount leaves exactly nothing behind where the chain allows it, by offering the whole price cap to the block producer (true, the default), or lets the unused headroom stay as dust, which can hardly ever be spent.',
    ),
  tokens: z
    .array(
      z.strictObject({
        id: z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'must be the address of a contract'),
        name: z.string(),
        ticker: z.string(),
        decimals: z.number().int().min(0).max(255),
      }),
    )
    .readonly()
    .optional()
    .describe('Tokens to look for in account states, beyond the bundled list.'),
  historyScanBlocks: z
    .number()
    .int()
    .min(1)
    .max(100_000)
    .optional()
    .describe(
      'For private chains without an explorer: histories are read by walking back through blocks, at most this many for one page. Without it there is no history.',
    ),
});

/** What the EVM family takes from outside. */
export interface EvmOptions extends ConnectOptions, z.infer<typeof evmOptionsSchema> {}
