import { altered, ceilDiv, parseAmount, sha256, toHex } from '@isochain/core';
import * as z from 'zod';
import { type Address, checkAddress } from '../address/address.ts';
import { addressWithSeed, maxSeedLength } from '../address/pda.ts';
import type { Profile } from '../options.ts';
import { programs } from '../well-known.ts';
import { utf8 } from './byte-arrays.ts';

const amount = z.string().transform((text, refinement) => {
  const value = parseAmount(text);
  if (value === undefined) refinement.addIssue('not a whole number');
  return value ?? 0n;
});

/** Programs take amounts of 64 bits. */
const lamports = amount.refine((value) => value < 2n ** 64n);

/** Also for a blockhash, which has the same length and spelling. */
const address: z.ZodType<Address, string> = z
  .string()
  .refine((text) => checkAddress(text).ok)
  .transform((text) => text as Address);

/** What the bytes of every mode depend on besides the fields of the specification. Amounts are decimal strings. */
const common = z.strictObject({
  profile: z.enum(['compat', 'hardware']),
  /** The hash of a recent block, or with `nonceAccount` the value of that nonce. */
  blockhash: address,
  /** The height after which no block takes the transaction. Absent with a durable nonce, which does not expire. */
  lastValidBlockHeight: amount.optional(),
  /** The estimated time of that height: milliseconds since 1970. Not in the bytes. */
  expiresAt: amount.optional(),
  nonceAccount: address.optional(),
  /** What the chain charges without a priority fee, in lamports. Not in the bytes. Absent if it is 5,000. */
  baseFee: lamports.optional(),
  /** Micro-lamports for each compute unit of `gas`. */
  computeUnitPrice: lamports.optional(),
});

const tokenProgram: z.ZodType<Address, string> = z.enum([programs.token, programs.token2022]);

const token = z.strictObject({
  program: tokenProgram,
  /** The token account that gets tokens, or is made. */
  destination: address,
});

/** What encode puts into `params`, by mode. */
export const paramsOfMode = {
  transfer: common,
  transferToken: common.extend({
    token: token.extend({
      /** Only a checked transfer has them in its bytes. */
      decimals: amount
        .refine((value) => value < 256n)
        .transform(Number)
        .optional(),
      /** The token account that pays. */
      source: address,
      /** Whether the destination is made first, if it does not exist by then. */
      create: z.boolean(),
    }),
  }),
  enableToken: common.extend({ token: token.extend({ create: z.literal(true) }) }),
  /** A new stake account. Its address follows from the other fields (newStakeAddress). */
  stake: common.extend({ newStake: z.strictObject({ account: address }) }),
  /** `deposit` is what the sender adds to the part of a stake. */
  unstake: common.extend({ newStake: z.strictObject({ account: address, deposit: lamports }).optional() }),
  withdraw: common,
} as const;

/** The modes of the family. */
export type SolanaMode = keyof typeof paramsOfMode;

/** What encode puts into `params`, as JSON. */
export type Params<M extends SolanaMode = 'transfer'> = z.input<(typeof paramsOfMode)[M]>;

type Common = z.output<typeof common>;

/** Lamports for each signature (https://solana.com/docs/core/fees, read on 2026-11-22): unless the chain says otherwise, see base-fee.ts. */
export const lamportsPerSignature = 5000n;

/** What a transaction pays beyond the base fee, in lamports. The price is paid for the whole compute unit limit, used or not. */
export function priorityFee(units = 0n, price = 0n): bigint {
  return ceilDiv(units * price, 1_000_000n);
}

/** The most compute units that a transaction can use (MAX_COMPUTE_UNIT_LIMIT of anza-xyz/agave). */
export const maxComputeUnits = 1_400_000n;

/** The members of completed data that concern the price. */
interface Priced {
  readonly params: unknown;
  readonly gas: bigint | undefined;
  readonly fees: bigint;
}

/**
 * Reads `params`, and checks that the fees follow from them.
 *
 * @returns The params, and the compute unit limit. Undefined units: the chain's default.
 * @throws RefusedError `data.altered` if a part is missing, or does not follow from the others.
 */
export function readTerms<P extends Common>(
  schema: z.ZodType<P>,
  { params, gas: units, fees }: Priced,
): P & { readonly units: bigint | undefined } {
  const parsed = schema.safeParse(params);
  if (!parsed.success) throw altered('params');
  const { baseFee = lamportsPerSignature, computeUnitPrice } = parsed.data;
  if (units !== undefined && units > maxComputeUnits) throw altered('gas');
  if (computeUnitPrice !== undefined && units === undefined) throw altered('params');
  if (fees !== baseFee + priorityFee(units, computeUnitPrice)) throw altered('fees');
  return { ...parsed.data, units };
}

/**
 * Whether a transfer always has mint and decimals in its bytes. Public verifiers read the old form, without them. Token-2022 needs them for some
 * tokens.
 */
export function isChecked(profile: Profile, program: string): boolean {
  return profile === 'hardware' || program === programs.token2022;
}

/** What makes a new stake account. Its address follows from this and from the sender. */
export interface NewStake {
  readonly blockhash: string;
  /** The vote account of a stake, or the stake that a part is split off. */
  readonly target: Address;
  /** Lamports. */
  readonly amount: bigint;
  readonly memo: string | undefined;
}

/**
 * The seed of a new stake account (own choice): a hash of what the transaction does. Nobody can know it much earlier. Two stakes with one blockhash have
 * different accounts, unless they do the same with the same memo: then they are one transaction.
 */
export function stakeSeed({ blockhash, target, amount, memo }: NewStake): string {
  const source = JSON.stringify([blockhash, target, amount.toString(), memo ?? null]);
  return toHex(sha256(utf8(source))).slice(0, maxSeedLength);
}

export function newStakeAddress(sender: string, made: NewStake): Address {
  return addressWithSeed(sender, stakeSeed(made), programs.stake);
}
