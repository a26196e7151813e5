import { inclusionSchema } from '@isochain/babylon';
import { parseAmount } from '@isochain/core';
import * as z from 'zod';
import type { PublicKey } from '../address/public-key.ts';
import { paymentSchema } from './params.ts';

// What the bytes of Babylon's transactions depend on beyond the fields of the specification. Amounts are in satoshi, as decimal strings.

const satoshi = z.string().transform((text, refinement) => {
  const amount = parseAmount(text);
  // The field that holds it has 64 bits.
  if (amount === undefined || amount >= 2n ** 63n) refinement.addIssue('not an amount');
  return amount ?? 0n;
});

const hex = z.string().regex(/^(?:[0-9a-f]{2})+$/);
const hex32 = hex.length(64);
const count = z.int().min(0).max(0xffff_ffff);
/** BIP68: 16 bits. */
const blocks = z.int().min(1).max(0xffff);

/** Who can move the stake, and when. Keys are x-only, in hex. */
const terms = {
  /** Version of Babylon's parameters. */
  paramsVersion: count,
  stakingTime: blocks,
  unbondingTime: blocks,
  covenantKeys: z.array(hex32).min(1).max(100),
  covenantQuorum: count,
};

/** The stake, and the output that has its coins. */
const coin = {
  /** Id of the staking transaction. Babylon names the stake by it. */
  stakingTxid: hex32,
  providerKeys: z.array(hex32).min(1).max(100),
  vout: count,
  value: satoshi,
};

/** Copies of other members and of the bytes, which core compares. */
const copy = z.unknown().optional();

export const stakeSchema = paymentSchema.extend({
  ...terms,
  stakingTxid: copy,
  /** What the client signs beside `encoded`, in this order. */
  stakingPsbt: copy,
  slashingPsbt: copy,
  /** Unsigned: goes to Babylon as it is. */
  unbondingTransaction: copy,
  unbondingSlashingPsbt: copy,
  /** For signers of hashes: sign with BIP340 and the sender's untweaked key. */
  slashingSighash: copy,
  unbondingSlashingSighash: copy,
  slashingScript: hex,
  slashingRate: z.string().max(40),
  slashingFee: satoshi,
  unbondingFee: satoshi,
  /** The transaction may be sent before the stake is registered. */
  postStaking: z.literal(true).optional(),
  /** Only for a stake that was sent already. Babylon never activates it if it is registered without this proof. */
  inclusionProof: inclusionSchema.optional(),
  /** What the sender signs as a proof of possession, if the client gave the address on Babylon. */
  popMessage: z.string().max(300).optional(),
});

export const unstakeSchema = z.strictObject({
  v: z.literal(1),
  ...terms,
  ...coin,
  /** Id of the transaction that ends the stake. */
  unbondingTxid: hex32,
  /** Signatures of the covenant, exactly as many as the quorum. */
  covenantSignatures: z.array(z.strictObject({ key: hex32, signature: hex.length(128) })).max(100),
});

export const withdrawSchema = z.strictObject({
  v: z.literal(1),
  ...terms,
  /** What is withdrawn: an expired stake, a stake that was ended early, or what slashing left. */
  path: z.enum(['expired', 'unbonded', 'slashed']),
  /** Id of the transaction that has the coins. It depends on the path. */
  txid: hex32,
  ...coin,
  /** What is paid for a virtual byte, in satoshi, with up to 3 decimals, rounded down. */
  feeRate: z.string(),
  weight: z.int().min(0),
  vsize: z.int().min(0),
});

export type StakeParams = z.input<typeof stakeSchema>;
export type UnstakeParams = z.input<typeof unstakeSchema>;
export type WithdrawParams = z.input<typeof withdrawSchema>;

/** The x-only key of a staker. */
export function stakerOf({ compressed }: PublicKey): Uint8Array {
  return compressed.subarray(1);
}
