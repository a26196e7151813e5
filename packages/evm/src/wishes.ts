import type { PlainWish } from '@isochain/core';
import * as z from 'zod';

/** What clients may wish for in `params`: nothing. */
export const noWishes = z.object({});

/** What they may wish for beside it, in every mode. */
export const honours = ['fees', 'gas', 'nonce'] as const satisfies readonly PlainWish[];

/** Gas units, a number, and the most to pay in wei. */
export type PlainWishes = Readonly<Partial<Record<(typeof honours)[number], bigint>>>;
