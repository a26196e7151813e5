import type { PlainWish } from '@isochain/core';
import * as z from 'zod';
import { checkAddress } from './address/address.ts';

/** What can be wished for, the same in every mode. Of `params` only `nonceAccount` is one: all the rest is computed. */
export const taken = {
  wishes: z.object({
    nonceAccount: z
      .string('it is not a text')
      .transform((text, refinement) => {
        const checked = checkAddress(text);
        if (checked.ok) return checked.value;
        refinement.addIssue(checked.reason);
        return z.NEVER;
      })
      .optional()
      .describe(
        'Address of a durable nonce account of the sender. Its value stands in place of a recent blockhash, so that the transaction is good until the nonce is used. By default it is good for about 30 seconds.',
      ),
  }),
  /** Compute units to set aside, and what the client is ready to pay in all, in lamports. There is no sequence number on this chain. */
  honours: ['fees', 'gas'],
} as const satisfies { readonly wishes: z.ZodObject; readonly honours: readonly PlainWish[] };

/** What a client would like to have. */
export type Wishes = z.output<typeof taken.wishes> & Partial<Record<PlainWish, bigint>>;
