import type { PlainWish } from '@isochain/core';
import * as z from 'zod';

/** What clients may wish for in `params`: nothing. */
export const noWishes = z.object({});

/** The wishes beside `params`, in every mode. */
export const honours = ['fees', 'gas', 'nonce'] as const satisfies readonly PlainWish[];

/** `fees`: the most to pay, in wei. `gas`: gas units. */
export type PlainWishes = Readonly<Partial<Record<(typeof honours)[number], bigint>>>;
