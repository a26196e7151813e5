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

/** The envelope of a page of TronGrid's index (developers.tron.network, TronGrid v1). Its rows are read one by one. */
export const page = z.object({
  success: z.literal(true),
  data: z.array(z.unknown()),
  // `links.next` is never followed: it names another host.
  meta: z.object({ fingerprint: z.string().max(2000).nullish() }).nullish(),
});
