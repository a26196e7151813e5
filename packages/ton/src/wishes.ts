import type { PlainWish } from '@isochain/core';
import * as z from 'zod';

/** What can be wished for in every mode. */
export function wishesOf({ now }: { readonly now: () => number }) {
  return z.object({
    timeout: z
      .int('it is not a whole number')
      .refine((seconds) => seconds > now() / 1000, 'it is in the past')
      .max(0xffff_ffff, 'it is not a Unix time in seconds')
      .optional()
      .describe(
        'Unix time in seconds: from then on no block takes the transaction. By default in five minutes. One hour at most: what is later counts as one hour.',
      ),
  });
}

/** What can be wished for when a stake ends. */
export function unstakeWishesOf(context: { readonly now: () => number }) {
  const either = 'it is neither true nor false';
  return wishesOf(context).extend({
    atRoundEnd: z
      .boolean(either)
      .optional()
      .describe(
        'Liquid staking: true lets the pool pay when its round is over, at the rate of then. By default it pays at once if it has the coins, and otherwise when its round is over.',
      ),
    orNothing: z
      .boolean(either)
      .optional()
      .describe('Liquid staking: true ends the stake only if the pool can pay at once. By default it may pay later.'),
  });
}

/** Which of the wishes outside of `params` count: the sequence number (seqno) of the wallet. The chain sets fees, and takes no other sequence number. */
export const honours = ['nonce'] as const satisfies readonly PlainWish[];
