import { attempt, fromBase64 } from '@isochain/core';
import { RejectedAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import { type Address, zeroAddress } from '../address/address.ts';
import { address, uint64, uint64OrNone } from './fields.ts';

// Parts of transactions in answers. Both interfaces leave out what is zero, and old ones write it.

/** Bytes in base64. Undefined if there are none. */
const anyBytes = z
  .string()
  .optional()
  .transform((text, refinement) => {
    if (text === undefined || text === '') return undefined;
    const read = fromBase64(text);
    if (read === undefined) refinement.addIssue('not base64');
    return read;
  });

/** A note. Zeros are a note, too. */
export const note = anyBytes;

/** So many bytes. Undefined if all of them are zero: that stands for none. */
export const bytesOrNone = (length: number) =>
  anyBytes.transform((read, refinement) => {
    if (read === undefined) return undefined;
    if (read.length !== length) refinement.addIssue(`not ${length} bytes`);
    return read.every((byte) => byte === 0) ? undefined : read;
  });

/** An address. Undefined if it is the zero address: that stands for none. */
export const addressOrNone = z
  .union([z.literal('').transform(() => undefined), address])
  .optional()
  .transform((read): Address | undefined => (read === zeroAddress ? undefined : read));

/** An address that is left out where it is the zero address. */
export const addressOrZero = addressOrNone.transform((read): Address => read ?? zeroAddress);

/** A text that is left out where it is empty. */
export const textOrNone = z
  .string()
  .optional()
  .transform((text) => text || undefined);

export const isTrue = z
  .boolean()
  .optional()
  .transform((value) => value === true);

export { address, uint64, uint64OrNone };

/** What an entry names if a transaction of an application could not be read. */
export const innerPart = 'a transaction of an application';

/** What a reader makes of each element, and how many it refused. One that cannot be read costs only itself. */
export function readEach<T>(
  read: (raw: unknown) => T,
  all: readonly unknown[],
): { readonly read: T[]; readonly refused: number } {
  const found = all.map((raw) => attempt(() => ({ value: read(raw) })));
  const known = found.flatMap((each) => (each === undefined ? [] : [each.value]));
  return { read: known, refused: all.length - known.length };
}

/** @throws RejectedAnswer if a part of a transaction has another shape. */
export function readPart<T>(schema: z.ZodType<T>, raw: unknown): T {
  const read = schema.safeParse(raw);
  if (!read.success) throw new RejectedAnswer('it shows a transaction that cannot be read');
  return read.data;
}
