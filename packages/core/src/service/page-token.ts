import { sha256 } from '@noble/hashes/sha2.js';
import { fromBase64, toBase64Url } from '../bytes/base64.ts';
import { refuse } from '../errors.ts';

// A page token holds the family's cursor, bound to what is being paged by four bytes of a hash: a token of another account, chain or
// resource, or one that was cut or changed, is refused instead of silently answering the wrong page. The service keeps no state.

const checkBytes = 4;

/**
 * @param scope - What is being paged, such as `['history', 'ethereum', '0x…']`.
 * @param cursor - The family's own, or undefined at the end.
 * @returns An opaque token, or null at the end.
 */
export function makePageToken(scope: readonly string[], cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const body = new TextEncoder().encode(cursor);
  const token = new Uint8Array(checkBytes + body.length);
  token.set(check(scope, body));
  token.set(body, checkBytes);
  return toBase64Url(token);
}

/**
 * @returns The cursor, or undefined if there is no token (the first page).
 * @throws RefusedError `page.invalid`
 */
export function readPageToken(scope: readonly string[], token: string | undefined): string | undefined {
  if (token === undefined || token === '') return undefined;
  const bytes = token.length > 2048 ? undefined : fromBase64(token);
  // Other spellings of the same bytes (padding, another alphabet, bits of the last character that mean nothing) are not ours.
  if (bytes === undefined || bytes.length <= checkBytes || toBase64Url(bytes) !== token) {
    throw refuse('page.invalid', {}, 'nextPage');
  }
  const body = bytes.subarray(checkBytes);
  const expected = check(scope, body);
  if (!expected.every((byte, i) => byte === bytes[i])) throw refuse('page.invalid', {}, 'nextPage');
  return new TextDecoder().decode(body);
}

function check(scope: readonly string[], body: Uint8Array): Uint8Array {
  const prefix = new TextEncoder().encode(`${JSON.stringify(scope)}\n`);
  const all = new Uint8Array(prefix.length + body.length);
  all.set(prefix);
  all.set(body, prefix.length);
  return sha256(all).subarray(0, checkBytes);
}
