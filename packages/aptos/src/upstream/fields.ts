import { jsonInteger } from '@isochain/core/upstream';
import * as z from 'zod';
import { type Address, addressOfNode } from '../address/address.ts';

// Parts of answers. Nodes write numbers of 64 bits as texts, except balances. Indexers write some of them as numbers.

const most64 = 2n ** 64n - 1n;

const digits = z
  .string()
  .regex(/^\d{1,39}$/)
  .transform(BigInt);

/** A number of 64 bits. */
export const u64: z.ZodType<bigint> = z
  .union([jsonInteger(), digits])
  .refine((value) => value >= 0n && value <= most64, 'not a number of 64 bits');

/** A number of 128 bits: sums and shares. */
export const u128: z.ZodType<bigint> = z
  .union([jsonInteger(), digits])
  .refine((value) => value >= 0n && value < 2n ** 128n, 'not a number of 128 bits');

/** An address in long form. Nodes drop leading zeros. */
export const address: z.ZodType<Address> = z.string().transform((text, refinement): Address => {
  const read = addressOfNode(text);
  if (read === undefined) refinement.addIssue('not an address');
  return read ?? '0x';
});

/** A list of which an odd element costs only itself. */
export interface Each<T> {
  readonly read: readonly T[];
  /** Elements that could not be read, as they came. */
  readonly unread: readonly unknown[];
}

/** A list whose elements others can influence: one of them must not make the others unreadable. */
export function each<T>(element: z.ZodType<T>, most = 100_000) {
  return z
    .array(z.unknown())
    .max(most)
    .transform((all): Each<T> => {
      const read: T[] = [];
      const unread: unknown[] = [];
      for (const one of all) {
        const { success, data } = element.safeParse(one);
        if (success) read.push(data);
        else unread.push(one);
      }
      return { read, unread };
    });
}

/** A hash in lower-case hex with 0x. */
export const hash = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/i)
  .transform((text) => text.toLowerCase());
