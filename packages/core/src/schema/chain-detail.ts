import * as z from 'zod';
import { chainIds } from '../chain-ids.ts';
import { families } from '../family-names.ts';
import { modes } from './modes.ts';
import { signerSpec } from './signer-spec.ts';

const flag = z.boolean();
const writeTypes = z.object(
  Object.fromEntries(modes.map((mode) => [mode, flag])) as Record<(typeof modes)[number], typeof flag>,
);

/** What works on a chain, derived from its adapter and the configured upstreams. */
export const supportedFeatures = z.object({
  read: z.object({
    token: flag,
    validators: flag,
    transaction: z.object({ native: flag, tokens: flag, staking: flag }),
    account: z.object({
      balances: z.object({ native: flag, tokens: flag, staking: flag }),
      transactions: z.object({ native: flag, tokens: flag, staking: flag }),
    }),
  }),
  write: z.object({ transaction: z.object({ type: writeTypes, field: z.object({ memo: flag }) }) }),
  utils: z.object({ addresses: flag }),
});

export type SupportedFeatures = z.infer<typeof supportedFeatures>;

export const chainDetail = z.object({
  family: z.enum(families),
  id: z.enum(chainIds),
  nativeId: z.string().describe('The chain’s own identifier, for example the EIP-155 chain id in decimal.'),
  name: z.string(),
  ticker: z.string(),
  decimals: z.number().int(),
  isTestnetFor: z
    .string()
    .optional()
    .describe('The main network of a test network. It may be one that this service has not: `injective-evm`, `monad`.'),
  stopped: z
    .object({
      since: z
        .string()
        .regex(/^\d{4}-\d{2}-\d{2}$/)
        .describe(
          '`YYYY-MM-DD`, UTC: the day of its last block, or where that is not known the first day on which it had certainly ended.',
        ),
      reason: z.string().describe('Why, and what became of the coin.'),
    })
    .optional()
    .describe(
      'Set where the public network makes no blocks any more. Nothing works on such a chain, and every call answers `chain.stopped`, unless the operator has endpoints of their own for it.',
    ),
  supportedFeatures,
  wishes: z
    .partialRecord(z.enum(modes), z.record(z.string(), z.string()))
    .describe(
      'What a client may wish for, by mode: the place in `transaction.data`, and what it means. Other members of `params` are answered with the warning `field.ignored`, and so are `fees`, `gas` and `nonce` where they are not named here.',
    ),
  signerSpec,
  params: z.record(z.string(), z.unknown()).optional().describe('Chain-specific public facts.'),
});

export type ChainDetail = z.infer<typeof chainDetail>;
