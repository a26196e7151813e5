import { inclusionSchema } from '@isochain/babylon';
import type { PlainWish } from '@isochain/core';
import * as z from 'zod';
import { canBeAmino, type NamedChain } from './chains.ts';

/** What can be wished for, the same in every mode. */
export function wishesOf({ chain }: NamedChain) {
  const denoms = [chain.denom, ...(chain.otherFees ?? []).map(({ denom }) => denom)];
  return z.object({
    feeDenom: z
      .string('it is not text')
      .refine((denom) => denoms.includes(denom), `fees here are paid in ${denoms.join(' or ')}`)
      .optional()
      .describe(
        'Denomination that pays the fees, on chains that take several. By default the chain’s own coin. `fees` then counts in this denomination.',
      ),
    signMode: z
      .literal('amino', 'the only one to wish for is amino')
      .refine(
        () => canBeAmino(chain),
        'it cannot be used: wallets sign amino documents for the keys of this chain only as typed data (EIP-712)',
      )
      .optional()
      .describe(
        'Set to `amino` for wallets that cannot sign direct documents, such as Ledger through Keplr. `encoded` then has the amino document too, and a signature of either is accepted. By default only the direct document.',
      ),
  });
}

/** What can be wished for when a stake of Bitcoin is registered. */
export function registrationWishesOf(named: NamedChain) {
  const { signMode } = wishesOf(named).shape;
  return wishesOf(named).extend({
    signMode: signMode.refine(
      (wished) => wished === undefined,
      'it cannot be used: nobody has shown an amino document of a registration that the chain took',
    ),
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
