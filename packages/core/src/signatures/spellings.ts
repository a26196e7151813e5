import { fromBase64 } from '../bytes/base64.ts';
import { fromHex, stripHexPrefix } from '../bytes/hex.ts';

/** Bytes of r and s together on 256-bit curves, and of an ed25519 signature. */
export const signatureLength = 64;

/** A text with more hex digits is a transaction, never r, s and v. */
const longestWithV = 160;

/**
 * The hex digits of a text, in lower case and without 0x. Drops the words `undefined` and `null` at the end: signers in JavaScript write them if they
 * have no v.
 *
 * @returns `undefined` if the text has anything else.
 */
export function hexDigits(text: string): string | undefined {
  const digits = stripHexPrefix(text)
    .toLowerCase()
    .replace(/(?:undefined|null)$/, '');
  return /^[0-9a-f]*$/.test(digits) ? digits : undefined;
}

/** The spellings that a text may have. */
export interface Spellings {
  /** Each returns `undefined` for a text that is not in its spelling. Only base64 by default. */
  readonly decoders?: readonly ((text: string) => Uint8Array | undefined)[] | undefined;
  /**
   * True if a v may follow r and s. Then v may have an odd number of digits (some signers write `v.toString(16)`), or be the word `undefined` or
   * `null`. If false, a text with such an end was cut, or something was added to it.
   */
  readonly hasV?: boolean;
}

/**
 * The possible bytes of a text: first as hex (with or without 0x, upper or lower case), then in the other spellings in their order. Hex that begins
 * with 0x, or has at least 64 bytes, can only be hex. Shorter texts may be valid in several spellings, so the caller tries each.
 *
 * @returns No element if the text has no known spelling. One element without bytes if the text is empty.
 */
export function spellings(text: string, { decoders = [fromBase64], hasV = false }: Spellings = {}): Uint8Array[] {
  const digits = hasV ? hexDigits(text) : undefined;
  const hex = fromHex(digits === undefined ? text : withEvenV(digits));
  const isHex = hex?.length === 0 || /^0x/i.test(text) || (hex?.length ?? 0) >= signatureLength;
  if (hex !== undefined && isHex) return [hex];
  return [hex, ...decoders.map((decode) => decode(text))].filter((bytes) => bytes !== undefined);
}

/** Puts a zero in front of a v with an odd number of digits. */
function withEvenV(digits: string): string {
  const isOdd = digits.length % 2 === 1 && digits.length > 2 * signatureLength && digits.length < longestWithV;
  return isOdd ? `${digits.slice(0, 2 * signatureLength)}0${digits.slice(2 * signatureLength)}` : digits;
}
