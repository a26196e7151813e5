import { parseAmount } from '@isochain/core';
import * as z from 'zod';
import { readAddress } from '../address/address.ts';
import { readPublicKey } from '../address/public-key.ts';
import { readStructTag, typeText } from '../move/type-tag.ts';
import { maxAmount } from './calls.ts';

// Each value has the one spelling that encode writes. Another one was changed on the way.

const address = z.string().transform((text, refinement) => {
  const read = readAddress(text);
  if (read === undefined || read !== text) refinement.addIssue('not an address in its long form');
  return read ?? '0x';
});

const publicKey = z.string().transform((text, refinement) => {
  const read = readPublicKey(text);
  if (!read.ok || read.value !== text) refinement.addIssue('not a key in hex');
  return read.ok ? read.value : '';
});

const number64 = z.string().transform((text, refinement) => {
  const value = parseAmount(text);
  if (value === undefined || value > maxAmount) refinement.addIssue('not a number of 64 bits');
  return value ?? 0n;
});

const structTag = z.string().transform((text, refinement) => {
  const tag = readStructTag(text);
  if (tag === undefined || typeText(tag) !== text) refinement.addIssue('not the type of a coin');
  return tag as NonNullable<typeof tag>;
});

const scheme = z.enum(['ed25519', 'single_key']);

/** What the bytes of every mode depend on beyond the fields of the specification. */
const common = z.strictObject({
  chainId: z.int().min(1).max(255),
  /** Octas for one gas unit. */
  gasUnitPrice: number64,
  /** Unix time in seconds: no block of this time or later takes the transaction. */
  expirationTimestampSecs: number64,
  /** 32 bytes in hex. The bytes do not hold it, and the signature is checked against it. */
  publicKey,
  /** How the account proves its key. */
  scheme,
  /** Set if `nonce` is a nonce of the transaction (AIP-123), and not the sequence number of the account. */
  orderless: z.literal(true).optional(),
  /** The account that pays, if it is not the sender. */
  feePayer: z.strictObject({ address, publicKey, scheme }).optional(),
  /** Members that repeat the bytes. Core compares them. */
  function: z.string().optional(),
  typeArguments: z.array(z.string()).optional(),
});

/** What encode puts into `params`, by mode. Numbers of 64 bits are decimal texts. */
export const paramsOfMode = {
  transfer: common,
  transferToken: common.extend({
    /** Set if a fungible asset is sent as the coin that it is paired with, because the sender still holds some of it as coin. */
    coinType: structTag.optional(),
  }),
  enableToken: common,
  stake: common.extend({
    /** Set if stake that is being unlocked goes back to work, and no coins are added. */
    reactivate: z.literal(true).optional(),
  }),
  unstake: common,
  withdraw: common,
} as const;

/** The modes of the family. */
export type AptosMode = keyof typeof paramsOfMode;

/** What encode puts into `params`, as JSON. */
export type Params<M extends AptosMode = 'transfer'> = z.input<(typeof paramsOfMode)[M]>;

/** `params` as the planner reads them. */
export type ReadParams<M extends AptosMode = 'transfer'> = z.output<(typeof paramsOfMode)[M]>;
