import * as z from 'zod';
import { type Address, fromBase58Address, isAddressHex } from '../../address/address.ts';

/** An address: TronGrid mixes hex and base58. */
export const anyAddress = z.string().transform((text, context): Address => {
  const lower = text.toLowerCase();
  const found = isAddressHex(lower) ? lower : fromBase58Address(text);
  if (found !== undefined) return found;
  context.addIssue({ code: 'custom', message: 'not an address' });
  return z.NEVER;
});

/** The envelope of a page of TronGrid's index (developers.tron.network, TronGrid v1). */
export function page<T extends z.ZodType>(row: T) {
  return z.object({
    success: z.literal(true),
    data: z.array(row),
    // `links.next` is never followed: it names another host.
    meta: z.object({ fingerprint: z.string().max(2000).optional() }).optional(),
  });
}
