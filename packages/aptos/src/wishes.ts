import { type PlainWish, parseAmount } from '@isochain/core';
import * as z from 'zod';
import { type Address, checkAddress } from './address/address.ts';
import { type PublicKey, readPublicKey } from './address/public-key.ts';
import type { AptosMode } from './bytes/params.ts';

const address = z.string('it is not a text').transform((text, refinement): Address => {
  const checked = checkAddress(text);
  if (checked.ok) return checked.value;
  refinement.addIssue(checked.reason);
  return z.NEVER;
});

const publicKey = z.string('it is not a text').transform((text, refinement): PublicKey => {
  const checked = readPublicKey(text);
  if (checked.ok) return checked.value;
  refinement.addIssue(checked.reason);
  return z.NEVER;
});

/** A number above 0. Beyond 2^53 it must be a text. */
const number64 = z
  .union([z.int(), z.string()], 'it is neither a whole number nor a decimal text')
  .transform((value, refinement): bigint => {
    const read = parseAmount(value.toString());
    if (read !== undefined && read > 0n && read < 2n ** 64n) return read;
    refinement.addIssue('it is not a number of 64 bits above 0');
    return z.NEVER;
  });

/** What can be wished for in every mode. */
const common = z.object({
  expirationTimestampSecs: number64
    .optional()
    .describe(
      'Unix time in seconds: no block of this time or later takes the transaction. By default ten minutes from the time of the chain on. Orderless transactions end after 60 seconds at most.',
    ),
  gasUnitPrice: number64
    .optional()
    .describe('Octas for one gas unit: at least 100. More gets ahead of others. By default what the node recommends.'),
  orderless: z
    .boolean('it is neither true nor false')
    .optional()
    .describe(
      'Gives the transaction a nonce of its own in place of the sequence number of the account (AIP-123). Several can then be signed and sent in any order, each within 60 seconds.',
    ),
  feePayer: z
    .object({ address, publicKey: publicKey.optional() }, 'it is not an object with an address')
    .optional()
    .describe(
      'Another account that pays the fees (AIP-39): its `address`, and its `publicKey` where the chain does not tell it. It signs the same bytes as the sender. Send both signatures with a comma between them, the sender’s first.',
    ),
});

/** What can be wished for, by mode. */
export const wishesOf = {
  transfer: common,
  transferToken: common,
  enableToken: common.extend({
    publicKey: publicKey
      .optional()
      .describe(
        'The ed25519 key of the sender, in hex, for clients that send no `senderPubKey` in this mode. `senderPubKey` counts before it.',
      ),
  }),
  stake: common.extend({
    reactivate: z
      .boolean('it is neither true nor false')
      .optional()
      .describe('Takes an unstake back: puts stake that is being unlocked to work again. No coins are added.'),
  }),
  unstake: common,
  withdraw: common,
} as const satisfies Record<AptosMode, z.ZodObject>;

export type WishesOf<M extends AptosMode> = (typeof wishesOf)[M];

/** Which of the wishes outside of `params` count. `gas` is the gas limit, `nonce` the sequence number or the nonce of an orderless transaction. */
export const honours = ['fees', 'gas', 'nonce'] as const satisfies readonly PlainWish[];
