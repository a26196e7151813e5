import { inclusionSchema } from '@isochain/babylon';
import { parseAmount } from '@isochain/core';
import * as z from 'zod';
import { denomPattern } from '../address/token-id.ts';

const amount = z.string().transform((text, refinement) => {
  const value = parseAmount(text);
  if (value === undefined) refinement.addIssue('not a whole number');
  return value ?? 0n;
});

/** A number in a sign document: 64 bits, unsigned. */
const uint64 = amount.refine((value) => value < 2n ** 64n);

/** What the bytes of every mode depend on beyond the fields of the specification. Numbers as decimal texts. */
const common = z.strictObject({
  /** The chain's own id, as it stands in the sign document. */
  nativeId: z.string(),
  /** Never a JSON number: it has up to 64 bits. */
  accountNumber: uint64,
  /** The denomination that `fees` are paid in. */
  feeDenom: z.string().regex(denomPattern),
  /** Set if the transaction may also be signed as amino JSON. */
  signMode: z.literal('amino').optional(),
});

const hex = z.string().regex(/^(?:[0-9a-f]{2})+$/);
const count = z.int().min(0).max(0xffff_ffff);

/** Babylon's parameters that a stake of Bitcoin follows: amounts in satoshi, times in blocks of Bitcoin. */
const stakingParameters = z.strictObject({
  version: count,
  /** x-only keys, sorted. */
  covenant: z.array(hex.length(64)).min(1).max(100),
  quorum: count,
  minValue: uint64,
  maxValue: uint64,
  minTime: count,
  maxTime: count,
  /** scriptPubKey. */
  slashingScript: hex,
  slashingRate: z.string().max(40),
  slashingFee: uint64,
  unbondingTime: count,
  unbondingFee: uint64,
  activationHeight: count,
});

/** What encode puts into `params`, by mode. */
export const paramsOfMode = {
  transfer: common,
  transferToken: common,
  stake: common,
  unstake: common,
  /** How much of the rewards is staked again, in the smallest unit. */
  claimRewards: common.extend({ compoundAmount: amount.refine((value) => value > 0n).optional() }),
  registerStake: common.extend({
    parameters: stakingParameters,
    /** How long the stake lasts, in blocks, if that is neither the longest nor the shortest time. */
    stakingTime: count.optional(),
    /** What the proof of possession signs, if that is not the address alone. */
    popMessage: z.string().max(300).optional(),
    /** Set if the stake is on Bitcoin already. */
    inclusionProof: inclusionSchema.optional(),
  }),
} as const;

/** The modes of the family. */
export type CosmosMode = keyof typeof paramsOfMode;

/** What encode puts into `params`, as JSON. */
export type Params<M extends CosmosMode = 'transfer'> = z.input<(typeof paramsOfMode)[M]>;

/** Amounts of coins have up to 256 bits (cosmossdk.io/math Int). */
export const maxCoinAmount: bigint = 2n ** 256n - 1n;

/** Gas and sequence have 64 bits. */
export const maxUint64: bigint = 2n ** 64n - 1n;
