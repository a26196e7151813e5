import { fromBase64, parseAmount, toBase64 } from '@isochain/core';
import * as z from 'zod';
import { type Address, readAddress } from '../address/address.ts';
import { leaseLength, mostUint64 } from './limits.ts';

// Each value has the one spelling that encode writes. Another one was changed on the way.

const address = z.string().transform((text, refinement): Address => {
  const read = readAddress(text);
  if (read === undefined) refinement.addIssue('not an address');
  return read ?? '';
});

/** A number of 64 bits in decimal. */
const uint64 = z.string().transform((text, refinement) => {
  const value = parseAmount(text);
  if (value === undefined || value > mostUint64) refinement.addIssue('not a number of 64 bits');
  return value ?? 0n;
});

/** Bytes in base64. */
const bytes = (length: number) =>
  z.string().transform((text, refinement): Uint8Array => {
    const read = fromBase64(text);
    if (read?.length !== length || toBase64(read) !== text) refinement.addIssue(`not ${length} bytes in base64`);
    return read ?? new Uint8Array();
  });

/** What the bytes of every mode depend on beyond the fields of the specification. */
const common = z.strictObject({
  genesisId: z.string(),
  /** In base64. */
  genesisHash: z.string(),
  /** The first and the last round whose block may have the transaction. */
  firstValid: uint64,
  lastValid: uint64,
  /** The address of the key that signs, if the account was rekeyed to it. */
  authAddr: address.optional(),
  /** In base64. */
  lease: bytes(leaseLength).optional(),
  /** Repeats the bytes. Core compares it. */
  txId: z.unknown().optional(),
});

/** What encode puts into `params`, by mode. Numbers of 64 bits are decimal texts. */
export const paramsOfMode = {
  transfer: common.extend({
    /** Set if the recipient gets everything, and the account of the sender ends. */
    closeAccount: z.literal(true).optional(),
  }),
  transferToken: common.extend({
    /** Set if the recipient gets everything, and the sender opts out of the asset. */
    optOut: z.literal(true).optional(),
  }),
  enableToken: common.extend({
    /** Set if the account opts out of the asset. */
    optOut: z.literal(true).optional(),
  }),
  stake: common.extend({
    voteKey: bytes(32),
    selectionKey: bytes(32),
    stateProofKey: bytes(64),
    voteFirst: uint64,
    voteLast: uint64,
    voteKeyDilution: uint64,
  }),
  unstake: common,
} as const;

/** The modes of the family. */
export type AlgorandMode = keyof typeof paramsOfMode;

/** What encode puts into `params`, as JSON. */
export type Params<M extends AlgorandMode = 'unstake'> = z.input<(typeof paramsOfMode)[M]>;

/** `params` as the planner reads them. */
export type ReadParams<M extends AlgorandMode = 'unstake'> = z.output<(typeof paramsOfMode)[M]>;
