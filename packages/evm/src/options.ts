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
      'true (the default): useMaxAmount offers the whole price cap to the block producer, so that nothing stays behind where the chain allows it. false: the unused headroom stays in the account as dust, which can hardly ever be spent.',
    ),
  ceilings: z
    .strictObject({
      gasPrice: whole
        .optional()
        .describe('Wei per gas: limits the price cap, or the gas price on a chain without EIP-1559.'),
      tip: whole.optional().describe('Wei per gas: limits the tip (priority fee). No wish of a client lifts it.'),
      gas: whole.optional().describe('The highest gas limit. By default only chains that charge unused gas have one.'),
      fee: whole.optional().describe('Wei: the most that one transaction may cost in all.'),
    })
    .optional()
    .describe(
      'Nothing above these is offered unless the client asks for it with `fees` or `gas`. They limit what an endpoint that lies about prices can take. By default each chain has its own, far above every known price of it (docs/evm-fees.md).',
    ),
  priceCheck: z
    .enum(['none', 'second'])
    .optional()
    .describe(
      'second: another endpoint is asked for prices at the same time. If the two caps differ by more than a factor of 2, the lower one is offered, with a warning. none (the default): one endpoint is asked.',
    ),
  tokens: tokensOption(z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'must be the address of a contract')),
  historyScanBlocks: z
    .number()
    .int()
    .min(1)
    .max(100_000)
    .optional()
    .describe(
      'For private chains without an explorer: histories are read block by block, at most this many blocks for one page. Without it there is no history.',
    ),
});

/** All options of the EVM family. */
export interface EvmOptions extends ConnectOptions<EvmKind>, z.infer<typeof evmOptionsSchema> {}
