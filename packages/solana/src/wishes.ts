import type { PlainWish } from '@isochain/core';
import * as z from 'zod';
import { checkAddress } from './address/address.ts';

/** The wishes, the same in every mode. In `params` only `nonceAccount` is one: everything else is computed. */
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
  /** `fees`: what the client will pay in all, in lamports. `gas`: the compute unit limit. This chain has no sequence number. */
  honours: ['fees', 'gas'],
} as const satisfies { readonly wishes: z.ZodObject; readonly honours: readonly PlainWish[] };

export type Wishes = z.output<typeof taken.wishes> & Partial<Record<PlainWish, bigint>>;
