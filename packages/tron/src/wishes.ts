import { type PlainWish, parseAmount } from '@isochain/core';
import * as z from 'zod';
import type { TronMode } from './bytes/params.ts';

/** What can be wished for in every mode. */
const common = z.object({
  expiration: z
    .int('it is not a whole number')
    .min(1, 'it is not a Unix time in milliseconds')
    .optional()
    .describe(
      'Unix time in milliseconds: no block after it takes the transaction. 24 hours at most. By default ten minutes from the latest block on.',
    ),
  permissionId: z
    .int('it is not a whole number')
    .min(0, 'it is below 0')
    .max(255, 'it is above 255')
    .refine((id) => id !== 1, 'permission 1 signs blocks, not transactions')
    .optional()
    .describe(
      'Which permission of the account signs: 0 is that of the owner, from 2 on they are called active. By default the first one that the signer satisfies alone.',
    ),
});

const resource = z.enum(['BANDWIDTH', 'ENERGY'], 'it is neither BANDWIDTH nor ENERGY').optional();

/** What can be wished for, by mode. */
export const wishesOf = {
  transfer: common,
  transferToken: common.extend({
    feeLimit: z
      .string('it is not a decimal text')
      .refine((text) => (parseAmount(text) ?? 0n) > 0n, 'it is not an amount of sun above 0')
      .optional()
      .describe(
        'Sun: the most that the energy of the call may cost. Staked energy counts as if it was bought. A call that needs more fails and costs all of it. By default 1.2 times what a simulation needs.',
      ),
  }),
  stake: common.extend({
    step: z
      .enum(['freeze', 'vote'], 'it is neither freeze nor vote')
      .optional()
      .describe(
        'Which of the two steps of a stake to make: freeze coins, or vote with coins that are frozen. By default vote if enough frozen coins have no vote.',
      ),
    resource: resource.describe('What the frozen coins give: BANDWIDTH or ENERGY. By default BANDWIDTH.'),
  }),
  unstake: common.extend({
    resource: resource.describe(
      'Which frozen coins to unfreeze: those for BANDWIDTH or those for ENERGY. By default those that suffice.',
    ),
  }),
  withdraw: common,
  claimRewards: common,
} as const satisfies Record<TronMode, z.ZodObject>;

export type WishesOf<M extends TronMode> = (typeof wishesOf)[M];

/** Which of the wishes outside of `params` count: none. The chain sets fees, has no gas price, and no nonces. */
export const honours = [] as const satisfies readonly PlainWish[];
