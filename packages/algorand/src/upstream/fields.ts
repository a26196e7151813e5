import { jsonInteger } from '@isochain/core/upstream';
import * as z from 'zod';
import { type Address, readAddress } from '../address/address.ts';
import { mostUint64 } from '../bytes/limits.ts';

// Parts of answers. Amounts are JSON integers of up to 64 bits: core's client keeps them exact.

/** A number of 64 bits. */
export const uint64 = jsonInteger().refine((value) => value >= 0n && value <= mostUint64, 'not a number of 64 bits');

/** A number of 64 bits that is left out where it is 0. */
export const uint64OrNone = uint64.optional().transform((value) => value ?? 0n);

/** An address. */
export const address = z.string().transform((text, refinement): Address => {
  const read = readAddress(text);
  if (read === undefined) refinement.addIssue('not an address');
  return read ?? '';
});
