import { type PlainWish, parseAmount } from '@isochain/core';
import * as z from 'zod';
import { deployableClasses } from './account/derive.ts';
import type { StarknetMode } from './bytes/params.ts';

/** What can be wished for in every mode. */
const common = z.object({
  tip: z
    .string('it is not a decimal text')
    .refine((text) => parseAmount(text) !== undefined, 'it is not a whole number of FRI')
    .optional()
    .describe(
      'FRI for each unit of gas of layer 2, beside its price: a tip makes a full network carry the transaction out sooner. By default 0.',
    ),
});

/** What can be wished for, by mode. */
export const wishesOf = {
  deployAccount: common.extend({
    accountClass: z
      .enum(deployableClasses, 'it is not a class of accounts that can be deployed')
      .optional()
      .describe(
        'The class of the account: argent-0.4.0 or argent-0.5.0. It is part of the address: the same key has another address with each class. By default the one that the operator chose, or argent-0.4.0.',
      ),
  }),
  transfer: common,
  transferToken: common,
  stake: common,
  unstake: common,
  withdraw: common,
  claimRewards: common,
} as const satisfies Record<StarknetMode, z.ZodObject>;

export type WishesOf<M extends StarknetMode> = (typeof wishesOf)[M];

/** Which of the wishes outside of `params` count: a nonce, to queue a transaction or replace one. Fees and gas come from an estimate. */
export const honours = ['nonce'] as const satisfies readonly PlainWish[];

/** A deployment always has nonce 0. */
export const honoursOfDeployment = [] as const satisfies readonly PlainWish[];

export type HonouredBy<M extends StarknetMode> = M extends 'deployAccount' ? never : (typeof honours)[number];
