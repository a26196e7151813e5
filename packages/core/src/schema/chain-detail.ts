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
    .describe('The main network of a test network. This service may not have it: `injective-evm`, `monad`.'),
  stopped: z
    .object({
      since: z
        .string()
        .regex(/^\d{4}-\d{2}-\d{2}$/)
        .describe(
          '`YYYY-MM-DD`, UTC: the day of its last block. If that is not known: the first day on which it had certainly ended.',
        ),
      reason: z.string().describe('Why it stopped, and what became of the coin.'),
    })
    .optional()
    .describe(
      'Set if the public network makes no blocks any more. Every call then answers `chain.stopped`, unless the operator configured endpoints for the chain.',
    ),
  supportedFeatures,
  wishes: z
    .partialRecord(z.enum(modes), z.record(z.string(), z.string()))
    .describe(
      'What a client may wish for, by mode: the place in `transaction.data`, and its meaning. Other members of `params` get the warning `field.ignored`. So do `fees`, `gas` and `nonce` if they are not named here.',
    ),
  signerSpec,
  params: z.record(z.string(), z.unknown()).optional().describe('Chain-specific public facts.'),
});

export type ChainDetail = z.infer<typeof chainDetail>;
