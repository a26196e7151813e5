import { type CompletedData, ceilDiv, parseAmount, refuse } from '@isochain/core';
import * as z from 'zod';
import { type Address, checkAddress } from './address.ts';
import type { Profile } from './options.ts';
import { addressWithSeed, associatedTokenAccount, maxSeedLength } from './pda.ts';
import { programs } from './well-known.ts';

const amount = z.string().transform((text, refinement) => {
  const value = parseAmount(text);
  if (value === undefined) refinement.addIssue('not a whole number');
  return value ?? 0n;
});

/** What fits into the 64 bits that programs take. */
const lamports = amount.refine((value) => value < 2n ** 64n);

/** A blockhash has as many bytes as an address, and the same spelling. */
const address = z
  .string()
  .refine((text) => checkAddress(text).ok)
  .transform((text) => text as Address);

const token = z.strictObject({
  program: z.enum([programs.token, programs.token2022]),
  /** Of a checked transfer; others do not say. */
  decimals: amount
    .refine((value) => value < 256n)
    .transform(Number)
    .optional(),
  /** The token account that pays; absent where none does. */
  source: address.optional(),
  destination: address,
  /** Whether the destination is made first, if it is not there by then. */
  create: z.boolean(),
});

/** What the bytes depend on beyond the fields of the specification. Amounts as decimal strings. */
const paramsSchema = z.strictObject({
  profile: z.enum(['compat', 'hardware']),
  /** Of a recent block; with `nonceAccount` the value of that nonce. */
  blockhash: address,
  /** The height after which no block takes the transaction. Absent with a durable nonce, which does not expire. */
  lastValidBlockHeight: amount.optional(),
  /** When that will be, estimated: milliseconds since 1970. Not in the bytes. */
  expiresAt: amount.optional(),
  nonceAccount: address.optional(),
  /** What the chain charges before the price of units, in lamports. Not in the bytes. Absent where it is 5,000. */
  baseFee: lamports.optional(),
  /** Micro-lamports for one of the compute units that `gas` sets aside. */
  computeUnitPrice: lamports.optional(),
  token: token.optional(),
  /** A new stake account, at the address that follows from sender and blockhash; `deposit` is what the sender adds to a split stake. */
  newStake: z.strictObject({ account: address, deposit: lamports.optional() }).optional(),
});

/** What encode puts into `params`. */
export type Params = z.input<typeof paramsSchema>;

export interface Terms extends z.output<typeof paramsSchema> {
  readonly profile: Profile;
  /** Compute units set aside; undefined leaves them to the chain's defaults. */
  readonly units: bigint | undefined;
  /** What the sender is charged, in lamports. */
  readonly fees: bigint;
}

/** Lamports for each signature (https://solana.com/docs/core/fees, read on 2026-11-22): where the chain says nothing else, see base-fee.ts. */
export const lamportsPerSignature = 5000n;

/** What a transaction pays beyond the base fee, in lamports. The price counts for all units set aside, used or not. */
export function priorityFee(units = 0n, price = 0n): bigint {
  return ceilDiv(units * price, 1_000_000n);
}

/** A transaction can use no more compute units than this (MAX_COMPUTE_UNIT_LIMIT of anza-xyz/agave). */
export const maxComputeUnits = 1_400_000n;

/**
 * Reads the terms of a transaction from completed data.
 *
 * @throws RefusedError `data.altered` if a part is missing, or does not follow from the others.
 */
export function readTerms(data: CompletedData): Terms {
  const parsed = paramsSchema.safeParse(data.params);
  if (!parsed.success) throw altered('params');
  const params = parsed.data;
  const units = data.gas === undefined ? undefined : parseAmount(data.gas);
  if (data.gas !== undefined && (units === undefined || units > maxComputeUnits)) throw altered('gas');
  if (params.computeUnitPrice !== undefined && units === undefined) throw altered('params');
  const fees = parseAmount(data.fees);
  const base = params.baseFee ?? lamportsPerSignature;
  if (fees === undefined || fees !== base + priorityFee(units, params.computeUnitPrice)) throw altered('fees');
  if (params.token !== undefined) checkDestination(data, params.token);
  return { ...params, units, fees };
}

/** Tokens go to the token account of the recipient, or to the recipient if that is one. */
function checkDestination(data: CompletedData, { program, destination }: z.output<typeof token>): void {
  if (data.mode !== 'transferToken' && data.mode !== 'enableToken') throw altered('params');
  const owner = data.mode === 'transferToken' ? data.recipientAddress : data.senderAddress;
  const isItself = data.mode === 'transferToken' && destination === owner;
  if (!isItself && destination !== associatedTokenAccount(owner, data.tokenId, program).address)
    throw altered('params');
}

/**
 * Whether a transfer always says mint and decimals. The old form is what public verifiers read; Token-2022 wants the other where it matters.
 */
export function isChecked(profile: Profile, program: string): boolean {
  return profile === 'hardware' || program === programs.token2022;
}

/** The seed of a new stake account: nobody can know it much earlier, and it is different every time. As Trust Wallet does. */
export function stakeSeed(blockhash: string): string {
  return blockhash.slice(0, maxSeedLength);
}

export function newStakeAddress(sender: string, blockhash: string): Address {
  return addressWithSeed(sender, stakeSeed(blockhash), programs.stake);
}

export function altered(field: string): Error {
  return refuse('data.altered', { reason: `${field} does not follow from the rest` }, `transaction.data.${field}`);
}
