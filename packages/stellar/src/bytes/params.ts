import { parseAmount } from '@isochain/core';
import * as z from 'zod';
import { type Address, readAddress } from '../address/address.ts';
import { maxAmount } from './stroops.ts';

// Each value has the one spelling that encode writes. Another one was changed on the way.

const address = z.string().transform((text, refinement): Address => {
  const read = readAddress(text);
  if (read === undefined) refinement.addIssue('not an account');
  return read ?? '';
});

/** A number of 63 bits in decimal. */
const number63 = z.string().transform((text, refinement) => {
  const value = parseAmount(text);
  if (value === undefined || value > maxAmount) refinement.addIssue('not a number of 63 bits');
  return value ?? 0n;
});

/** What the bytes of every mode depend on beyond the fields of the specification. */
const common = z.strictObject({
  /** Of the network. */
  networkPassphrase: z.string(),
  /** Unix time in seconds: no ledger that closes later takes the transaction. */
  maxTime: number63,
  /** The keys that sign, as accounts. The bytes do not hold them, and the signatures are checked against them. At most 20 (Stellar-transaction.x). */
  signers: z.array(address).min(1).max(20),
  /** Repeats the bytes. Core compares it. */
  memo: z.unknown().optional(),
});

/** What encode puts into `params`, by mode. Numbers of 64 bits are decimal texts. */
export const paramsOfMode = {
  transfer: common.extend({
    /** Set if the recipient does not exist yet: the transaction creates its account. */
    createAccount: z.literal(true).optional(),
    /** Set if the transaction sends everything, and removes the account of the sender. */
    closeAccount: z.literal(true).optional(),
  }),
  transferToken: common.extend({
    /** Set if the tokens go into a claimable balance: the seconds after which the sender may take them back. */
    reclaimAfterSeconds: number63.optional(),
  }),
  enableToken: common.extend({
    /** The most that the account may hold, in the smallest unit. 0 removes the trustline. */
    limit: number63,
  }),
} as const;

/** The modes of the family. */
export type StellarMode = keyof typeof paramsOfMode;

/** What encode puts into `params`, as JSON. */
export type Params<M extends StellarMode = 'transfer'> = z.input<(typeof paramsOfMode)[M]>;

/** `params` as the planner reads them. */
export type ReadParams<M extends StellarMode = 'transfer'> = z.output<(typeof paramsOfMode)[M]>;
