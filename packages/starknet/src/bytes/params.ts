import * as z from 'zod';
import { classNames } from '../account/classes.ts';
import { deployableClasses } from '../account/derive.ts';
import { type Address, checkAddress } from '../address/address.ts';
import { fromUncompressed, toUncompressed } from '../address/public-key.ts';
import { maxU128 } from '../felt.ts';

const address = z.string().transform((text, refinement): Address => {
  const read = checkAddress(text);
  if (!read.ok || read.canonical !== text) refinement.addIssue('not an address');
  return text as Address;
});

/** A number as nodes write it, with at most so many bits. */
const quantity = (bits: number) =>
  z
    .string()
    .regex(/^0x(?:0|[1-9a-f][0-9a-f]{0,31})$/)
    .transform((text) => BigInt(text))
    .refine((value) => value < 2n ** BigInt(bits));

/** Amounts of 64 bits, prices of 128 (starknet-specs, RESOURCE_BOUNDS). */
const bound = z.strictObject({ max_amount: quantity(64), max_price_per_unit: quantity(128) });

const ownerPubKey = z.string().transform((text, refinement) => {
  const point = fromUncompressed(text);
  if (point === undefined || toUncompressed(point) !== text) refinement.addIssue('not a point of the Stark curve');
  return point ?? { x: 0n, y: 0n };
});

const common = {
  /** The key that signs, as a point (SEC 1, uncompressed): the account tells x, and y saves time when the signature is checked. */
  ownerPubKey,
  resourceBounds: z.strictObject({ l1_gas: bound, l2_gas: bound, l1_data_gas: bound }),
  /** FRI for each unit of gas of layer 2. */
  tip: quantity(64),
  /** The transaction as nodes take it, without its signature. Core adds it when the bytes are made, and compares it with the bytes. */
  transaction: z.unknown().optional(),
};

/** An amount of the staking contracts. */
const amount = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,38})$/)
  .transform((text) => BigInt(text))
  .refine((value) => value <= maxU128);

/** The class of the sender decides how the signature is laid out. */
const invoke = { ...common, account: z.enum(classNames) };

/** What encode puts into `params`, by mode. */
export const paramsOfMode = {
  deployAccount: z.strictObject({ ...common, account: z.enum(deployableClasses), contractAddress: address }),
  transfer: z.strictObject(invoke),
  transferToken: z.strictObject(invoke),
  stake: z.strictObject({
    ...invoke,
    /** The pool of the target validator. */
    pool: address,
    /** `enter` for a new member, `add` for one that the pool knows. Not set if a stake moves. */
    entry: z.enum(['enter', 'add']).optional(),
    /** If a stake moves: the pool that it leaves, and what waits there already (FRI): the intent replaces it, so it is in it. `toStaker` is the target if the intent names its pool. */
    source: z.strictObject({ pool: address, waiting: amount, toStaker: address.optional() }).optional(),
  }),
  unstake: z.strictObject({
    ...invoke,
    pool: address,
    /** What waits already, in FRI: the intent replaces it, so it is in it. */
    waiting: amount,
  }),
  withdraw: z.strictObject({ ...invoke, pool: address }),
  claimRewards: z.strictObject({ ...invoke, pool: address }),
} as const;

/** The modes of the family. */
export type StarknetMode = keyof typeof paramsOfMode;

/** What encode puts into `params`, as JSON. */
export type Params<M extends StarknetMode = 'transfer'> = z.input<(typeof paramsOfMode)[M]>;

/** `params` as the planner reads them. */
export type ReadParams<M extends StarknetMode = 'transfer'> = z.output<(typeof paramsOfMode)[M]>;
