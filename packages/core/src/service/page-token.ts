import { sha256 } from '@noble/hashes/sha2.js';
import { fromBase64, toBase64Url } from '../bytes/base64.ts';
import { refuse } from '../errors.ts';

// A page token holds the family's cursor and four bytes of a hash of its scope (chain, account, resource). So a token of another scope, or one that
// was cut or changed, is refused, and never answers the wrong page. The service keeps no state.

const checkBytes = 4;

/**
 * @param scope - What the pages are of, such as `['history', 'ethereum', '0x…']`.
 * @param cursor - The family's cursor, or undefined at the end.
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
  // Only our spelling is accepted. The same bytes may have others: with padding, another alphabet, or unused bits of the last character.
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
