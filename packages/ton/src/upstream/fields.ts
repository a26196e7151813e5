import { fromBase64, fromHex, parseAmount, toHex } from '@isochain/core';
import { jsonInteger } from '@isochain/core/upstream';
import * as z from 'zod';
import { Address, type Cell, readBoc } from '../ton-core.ts';

// What answers of the three interfaces have in common. Some write numbers as texts, some as JSON integers of any size.

/** A whole number that is not negative. */
export const amount: z.ZodType<bigint> = z.union([
  jsonInteger().refine((value) => value >= 0n),
  z.string().transform((text, refinement) => {
    const value = parseAmount(text);
    if (value === undefined) refinement.addIssue('not a whole number');
    return value ?? 0n;
  }),
]);

/** Coins of an account: up to 120 bits (block.tlb: VarUInteger 16). */
export const coins: z.ZodType<bigint> = amount.refine((value) => value < 2n ** 120n);

/** Logical times: 64 bits. */
export const uint64: z.ZodType<bigint> = amount.refine((value) => value < 2n ** 64n);

/** A Unix time in seconds: 32 bits. */
export const seconds: z.ZodType<number> = amount.refine((value) => value < 2n ** 32n).transform(Number);

/** An address in any form, as `workchain:hex` in lower case. */
export const rawAddress: z.ZodType<string> = z.string().transform((text, refinement) => {
  try {
    return Address.parse(/^-?\d+:/.test(text) ? text.toLowerCase() : text).toRawString();
  } catch {
    refinement.addIssue('not an address');
    return '';
  }
});

/** 32 bytes in base64 or hex, as lower-case hex. */
export const hash: z.ZodType<string> = z.string().transform((text, refinement) => {
  const bytes = fromHex(text) ?? fromBase64(text);
  if (bytes?.length !== 32) refinement.addIssue('not a hash');
  return toHex(bytes ?? new Uint8Array());
});

/** A BOC with one root, in base64. */
export const boc64: z.ZodType<Cell | undefined> = bocIn(fromBase64);

/** A BOC with one root, in hex. */
export const bocHex: z.ZodType<Cell | undefined> = bocIn(fromHex);

/** An empty text stands for no cell. */
function bocIn(decode: (text: string) => Uint8Array | undefined): z.ZodType<Cell | undefined> {
  return z.string().transform((text, refinement) => {
    if (text === '') return undefined;
    const bytes = decode(text);
    const cell = bytes && readBoc(bytes);
    if (cell === undefined) refinement.addIssue('not a BOC');
    return cell;
  });
}
