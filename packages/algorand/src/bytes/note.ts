import { attempt } from '@isochain/core';

/** A memo as bytes: UTF-8. Undefined if there is none. */
export function noteOf(memo: string | undefined): Uint8Array | undefined {
  return memo === undefined || memo === '' ? undefined : new TextEncoder().encode(memo);
}

/** The text of a note. Undefined for bytes that are not UTF-8, and for none. */
export function memoOf(note: Uint8Array | undefined): string | undefined {
  if (note === undefined || note.length === 0) return undefined;
  return attempt(() => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(note));
}
