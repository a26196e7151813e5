import * as z from 'zod';
import { fieldPrime, parseFelt } from '../felt.ts';

// Parts of answers. Nodes write numbers as felts.

/** A felt. Leading zeros do no harm. */
export const felt = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i)
  .transform((text) => parseFelt(text) ?? fieldPrime)
  .refine((value) => value < fieldPrime, 'not below the prime of the field');

/** A number of at most so many bits. A value that no chain can have is the endpoint's failure, and the next one is asked. */
export const upTo = (bits: number) =>
  z
    .string()
    .regex(/^0x[0-9a-f]{1,64}$/i)
    .transform((text) => BigInt(text))
    .refine((value) => value < 2n ** BigInt(bits), `expected at most ${bits} bits`);

export const felts = z.array(felt);

/** A list of which an odd element costs only itself. */
export interface Each<T> {
  readonly read: readonly T[];
  /** How many elements could not be read. */
  readonly unread: number;
}

/** A list whose elements others can influence: one of them must not make the others unreadable. */
export function each<T>(element: z.ZodType<T>) {
  return z.array(z.unknown()).transform((all): Each<T> => {
    const read = all.flatMap((one) => {
      const { success, data } = element.safeParse(one);
      return success ? [data] : [];
    });
    return { read, unread: all.length - read.length };
  });
}

/** A block number: JSON numbers stay exact up to 2^53. */
export const blockNumber = z.int().min(0);

/** Seconds since 1970, up to the end of the year 9999. */
export const timestamp = z.int().min(0).max(253_402_300_799);
