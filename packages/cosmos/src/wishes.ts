import { inclusionSchema } from '@isochain/babylon';
import type { PlainWish } from '@isochain/core';
import * as z from 'zod';
import { canBeAmino, type NamedChain } from './chains.ts';

/** What can be wished for, the same in every mode. */
export function wishesOf({ chain }: NamedChain) {
  const denoms = [chain.denom, ...(chain.otherFees ?? []).map(({ denom }) => denom)];
  return z.object({
    feeDenom: z
      .enum(denoms, `it is none that fees are paid in here: ${denoms.join(', ')}`)
      .optional()
      .describe(
        'Denomination that fees are paid in, where the chain takes others beside that of its coin, which is the default. `fees` then counts in it.',
      ),
    signMode: z
      .literal('amino', 'it is not amino')
      .refine(() => canBeAmino(chain), 'it cannot be: this chain takes direct signatures alone')
      .optional()
      .describe(
        'Set to `amino` for wallets that cannot sign direct documents, such as Ledger through Keplr: `encoded` then has the amino document too, and a signature of either is taken. Without it there is only the direct one.',
      ),
  });
}

/** What can be wished for where a stake of Bitcoin is registered. */
export function registrationWishesOf(named: NamedChain) {
  return wishesOf(named).extend({
    stakingTime: z
      .int('it is not a whole number')
      .min(1, 'it is below 1')
      .max(0xffff, 'it is above 65535')
      .optional()
      .describe(
        'Blocks of Bitcoin for which the stake is locked, as in the answer of encode on Bitcoin. By default the longest time that the parameters allow, or the shortest.',
      ),
    inclusionProof: inclusionSchema
      .optional()
      .describe(
        'Of a stake that is on Bitcoin already: `params.inclusionProof` of the answer on Bitcoin. Without it the stake is one that is sent later.',
      ),
  });
}

/** Which of the wishes outside of `params` count: fees in the smallest unit of what they are paid in, gas, and the sequence number of the account. */
export const honours = ['fees', 'gas', 'nonce'] as const satisfies readonly PlainWish[];
