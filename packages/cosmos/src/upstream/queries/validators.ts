import { largeAnswer, RejectedAnswer } from '@isochain/core/upstream';
import type * as z from 'zod';
import type { NamedChain } from '../../chains.ts';
import { validators } from '../lcd/staking.ts';
import { type Paged, pageQuery } from '../pages.ts';
import { isValidator, requireValidators } from './stakes.ts';

export type ChainValidator = z.output<typeof validators>['items'][number];

/** More than any chain has in its set: 200 at Cosmos Hub (2026-11). */
const perPage = 500;

/** The validators that make blocks, in the order of their addresses. */
export function bondedValidators(named: NamedChain): Paged<ChainValidator> {
  return {
    keyOf: ({ address }) => address,
    page: (key) => ({
      rest: {
        path: '/cosmos/staking/v1beta1/validators',
        query: { status: 'BOND_STATUS_BONDED', ...pageQuery(perPage, key) },
        schema: validators.transform(({ items, ...page }) => {
          const bonded = items.filter(({ isBonded }) => isBonded);
          const fitting = bonded.filter(({ address }) => isValidator(named, address));
          // If no other is left, `check` sees those of another chain.
          return { ...page, items: fitting.length > 0 ? fitting : bonded };
        }),
        // Validators write a description of themselves, of some kilobytes at most.
        maxBytes: largeAnswer,
      },
      check({ items }) {
        requireValidators(
          named,
          items.map(({ address }) => ({ validator: address })),
        );
        // A chain without validators makes no blocks.
        if (items.length === 0 && key === undefined) throw new RejectedAnswer('it answers no validators');
      },
    }),
  };
}
