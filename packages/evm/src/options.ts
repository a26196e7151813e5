import type { ConnectOptions } from '@isochain/core';
import { tokensOption } from '@isochain/core/tokens';
import * as z from 'zod';
import type { EvmKind } from './upstream/explorers/explorer-kinds.ts';

const whole = z.string().regex(/^(?:0|[1-9][0-9]{0,77})$/, 'must be a whole number, as text');

/** The options that the EVM family adds, as they may stand in a configuration file. */
export const evmOptionsSchema = z.strictObject({
  emptyAccount: z
    .boolean()
    .optional()
    .describe(
      'Whether useMaxAmount leaves exactly nothing behind where the chain allows it, by offering the whole price cap to the block producer (true, the default), or lets the unused headroom stay as dust, which can hardly ever be spent.',
    ),
  ceilings: z
    .strictObject({
      gasPrice: whole
        .optional()
        .describe('Wei per gas: of the price cap, or of the gas price on a chain without EIP-1559.'),
      tip: whole.optional().describe('Wei per gas: of the tip (priority fee). No wish of a client lifts it.'),
      gas: whole
        .optional()
        .describe('Of the gas limit. By default only chains that charge gas that is not used have one.'),
      fee: whole.optional().describe('Wei: of all that one transaction may cost.'),
    })
    .optional()
    .describe(
      'Above these nothing is offered unless the client asks for that much with `fees` or `gas`: what an endpoint that lies about prices can take is bounded by them. By default those of the chain, which lie far above every price that it is known to have seen (docs/evm-fees.md).',
    ),
  priceCheck: z
    .enum(['none', 'second'])
    .optional()
    .describe(
      'Whether a second endpoint is asked for prices, side by side with the first (second), or not (none, the default). Where the two caps differ by more than a factor of 2 the lower one is offered, with a warning.',
    ),
  tokens: tokensOption(z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'must be the address of a contract')),
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
export interface EvmOptions extends ConnectOptions<EvmKind>, z.infer<typeof evmOptionsSchema> {}
