import { fromBase64 } from '../bytes/base64.ts';
import { fromHex, stripHexPrefix } from '../bytes/hex.ts';

/** Bytes of r and s on curves of 256 bits, and of an ed25519 signature. */
export const signatureLength = 64;

/** With more hex digits than these a text is a transaction, never r, s and v. */
const longestWithV = 160;

/**
 * The hex digits of a text, in lower case and without 0x. The words `undefined` and `null` at the end are dropped: signers in JavaScript write them
 * in place of a v that they do not have.
 *
 * @returns `undefined` if anything else is in the text.
 */
export function hexDigits(text: string): string | undefined {
  const digits = stripHexPrefix(text)
    .toLowerCase()
    .replace(/(?:undefined|null)$/, '');
  return /^[0-9a-f]*$/.test(digits) ? digits : undefined;
}

/** What a text may be spelled like. */
export interface Spellings {
  /** Each answers `undefined` for a text that is not in its spelling. Base64 alone by default. */
  readonly decoders?: readonly ((text: string) => Uint8Array | undefined)[] | undefined;
  /**
   * Whether a v may stand behind r and s. Then its digits may be odd in number, such as the single one of signers that write `v.toString(16)`, or the word
   * `undefined` or `null`. Elsewhere a text with such an end was cut, or something was added to it.
   */
  readonly hasV?: boolean;
}

/**
 * The bytes that a text can stand for: first as hex (with or without 0x, in any case), then as the other spellings in their order. Hex that
 * begins with 0x, or has at least 64 bytes, is nothing else. Shorter texts may be several spellings at once, so the caller tries each.
 *
 * @returns No element if the text is in no spelling; no bytes if it is empty.
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
