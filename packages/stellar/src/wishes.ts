import { type PlainWish, parseAmount } from '@isochain/core';
import * as z from 'zod';
import type { Address } from './address/address.ts';
import { readPublicKey } from './address/public-key.ts';
import { memoTypes } from './bytes/memo.ts';
import type { StellarMode } from './bytes/params.ts';
import { maxAmount } from './bytes/stroops.ts';

const publicKey = z.string('it is not a text').transform((text, refinement): Address => {
  const checked = readPublicKey(text);
  if (checked.ok) return checked.value;
  refinement.addIssue(checked.reason);
  return z.NEVER;
});

/** A number from 0 on. Beyond 2^53 it must be a text. */
const number63 = z
  .union([z.int('beyond 2^53 it must be a text'), z.string()], 'it is neither a whole number nor a decimal text')
  .transform((value, refinement): bigint => {
    const read = parseAmount(value.toString());
    if (read !== undefined && read <= maxAmount) return read;
    refinement.addIssue('it is not a number of 63 bits from 0 on');
    return z.NEVER;
  });

const flag = z.boolean('it is neither true nor false').optional();

/** Most signatures of a transaction (stellar/stellar-xdr, Stellar-transaction.x: TransactionV1Envelope). */
export const mostSigners = 20;

/** What can be wished for in every mode. */
const common = z.object({
  maxTime: number63
    .optional()
    .describe(
      'Unix time in seconds: no ledger that closes later takes the transaction. By default half an hour from the time of the chain on, or what the operator set.',
    ),
  memoType: z
    .enum(memoTypes, `it is none of ${memoTypes.join(', ')}`)
    .optional()
    .describe(
      'How `memo` is written: as `text` (28 bytes, the default), `id` (a number of 64 bits), `hash` or `return` (32 bytes in hex or base64). The memo may say it itself: `id:12345`.',
    ),
  signers: z
    .array(publicKey, 'it is not a list of keys')
    .min(1, 'it names no key')
    // Not `max`, which would count the letters of a text.
    .refine(({ length }) => length <= mostSigners, `a transaction has at most ${mostSigners} signatures`)
    .optional()
    .describe(
      'The keys that sign, as `G…` or hex, where one signature does not suffice. Send all signatures with commas between them, or the signed envelope. By default senderPubKey, or the key of the account.',
    ),
});

/** What can be wished for, by mode. */
export const wishesOf = {
  transfer: common.extend({
    closeAccount: flag.describe(
      'Together with `useMaxAmount`: sends everything, also the reserve, and removes the account of the sender. It must have no trustlines, offers or data.',
    ),
  }),
  transferToken: common.extend({
    claimable: flag.describe(
      'If the recipient cannot take the token yet, because it has no account or no trustline, the tokens go into a claimable balance. The recipient claims it later. The sender can take it back after some time.',
    ),
    reclaimAfterSeconds: number63
      .optional()
      .describe(
        'Together with `claimable`: seconds after which the sender may take the tokens back. By default 604800: 7 days.',
      ),
  }),
  enableToken: common.extend({
    limit: number63
      .optional()
      .describe(
        'The most of the token that the account may hold, in the smallest unit. By default as much as possible.',
      ),
    remove: flag.describe(
      'Removes the trustline, which frees its reserve. The account must hold nothing of the token.',
    ),
  }),
} as const satisfies Record<StellarMode, z.ZodObject>;

export type WishesOf<M extends StellarMode> = (typeof wishesOf)[M];

/** Which of the wishes outside of `params` count. `fees` is the bid, `nonce` the sequence number. */
export const honours = ['fees', 'nonce'] as const satisfies readonly PlainWish[];
