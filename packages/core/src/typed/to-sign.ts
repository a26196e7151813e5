import { bytesOf } from '../bytes/hex.ts';
import type { FamilyTypes, ModeOf } from '../contract/family-types.ts';
import { refuse } from '../errors.ts';
import type { EncodedItem, rawFormats } from '../schema/encoded.ts';
import type { Completed } from './completed.ts';

/** `transaction` of an encode answer without errors. */
export interface EncodedTransaction<T extends FamilyTypes, M extends ModeOf<T> = ModeOf<T>> {
  readonly data: Completed<T, M>;
  readonly encoded: readonly EncodedItem[];
}

/**
 * The item that holds the transaction in a format.
 *
 * @param encoded - `transaction.encoded` of an encode answer.
 * @throws RefusedError `encoded.mismatch` if there is none: the transaction is of another family.
 */
export function itemIn(
  encoded: readonly EncodedItem[],
  format: (typeof rawFormats)[number],
): EncodedItem & { readonly raw: NonNullable<EncodedItem['raw']> } {
  for (const item of encoded) {
    const { raw } = item;
    if (raw?.format === format) return { ...item, raw };
  }
  throw isOther();
}

/**
 * The hash of an item, in bytes.
 *
 * @throws RefusedError `encoded.mismatch` if it has none.
 */
export function hashIn(item: EncodedItem | undefined): Uint8Array<ArrayBuffer> {
  if (item?.hash === undefined) throw isOther();
  return bytesOf(item.hash.value);
}

function isOther() {
  return refuse('encoded.mismatch', {}, 'transaction.encoded');
}
