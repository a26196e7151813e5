import * as z from 'zod';
import { fromBase58Address } from '../address/address.ts';
import { type ContractType, maxInt64 } from './contracts.ts';

const address = z.string().transform((text, refinement) => {
  const read = fromBase58Address(text);
  if (read === undefined) refinement.addIssue('not an address');
  return read ?? (`41${'00'.repeat(20)}` as const);
});

const addressHex = z
  .string()
  .regex(/^41[0-9a-f]{40}$/)
  .transform((text) => text as `41${string}`);

/** A number above 0 that the chain's messages hold. Beyond 2^53 it is a text. */
const integer = z
  .union([z.int().min(1), z.string().regex(/^[1-9]\d{0,18}$/)])
  .transform((value) => BigInt(value))
  .refine((value) => value <= maxInt64);

const milliseconds = z.int().min(1);

/** `raw_data` is a copy of the bytes, and core compares all of it. Here stands what follows from no other field. */
function rawData<const C extends ContractType, S extends z.ZodType>(types: readonly [C, ...C[]], value: S) {
  return z.object({
    contract: z.tuple([
      z.object({
        parameter: z.object({ value }),
        type: z.enum(types),
        Permission_id: z.int().min(2).max(255).optional(),
      }),
    ]),
    ref_block_bytes: z.string().regex(/^[0-9a-f]{4}$/),
    ref_block_hash: z.string().regex(/^[0-9a-f]{16}$/),
    expiration: milliseconds,
    timestamp: milliseconds,
    fee_limit: integer.optional(),
  });
}

/** Members of the wallet's transaction object. Core adds the optional ones when the bytes are made, and compares all of them with the bytes. */
const copies = {
  visible: z.literal(false),
  txID: z.string().optional(),
  raw_data_hex: z.string().optional(),
};

const signers = z
  .array(z.strictObject({ key: address }))
  .min(1)
  .max(5)
  .optional();

const resource = z.enum(['BANDWIDTH', 'ENERGY']).default('BANDWIDTH');
const votes = z
  .array(z.object({ vote_address: addressHex, vote_count: integer }))
  .min(1)
  .max(30)
  .refine((list) => new Set(list.map(({ vote_address }) => vote_address)).size === list.length);

function paramsWith<const C extends ContractType, S extends z.ZodType>(types: readonly [C, ...C[]], value: S) {
  /** `signers` are addresses of keys other than the sender's: one of them signs, by a permission of the account. */
  return z.strictObject({ ...copies, raw_data: rawData(types, value), signers });
}

const nothing = z.object({});

/** What encode puts into `params`, by mode: the transaction object of wallets, and who signs it. */
export const paramsOfMode = {
  transfer: paramsWith(['TransferContract'], nothing),
  transferToken: paramsWith(['TransferAssetContract', 'TriggerSmartContract'], nothing),
  stake: paramsWith(
    ['FreezeBalanceV2Contract', 'VoteWitnessContract'],
    z.object({ resource, votes: votes.optional() }),
  ),
  unstake: paramsWith(['UnfreezeBalanceV2Contract'], z.object({ resource })),
  withdraw: paramsWith(['WithdrawExpireUnfreezeContract'], nothing),
  claimRewards: paramsWith(['WithdrawBalanceContract'], nothing),
} as const;

/** The modes of the family. */
export type TronMode = keyof typeof paramsOfMode;

/** What encode puts into `params`, as JSON. */
export type Params<M extends TronMode = 'transfer'> = z.input<(typeof paramsOfMode)[M]>;

/** `params` as the planner reads them. */
export type ReadParams<M extends TronMode = 'transfer'> = z.output<(typeof paramsOfMode)[M]>;
