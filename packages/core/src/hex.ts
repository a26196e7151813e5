const hexDigits = /^[0-9a-f]*$/i;

/** Bytes as lower-case hex, without 0x. */
export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
}

/**
 * Hex, with or without 0x and in any case, as bytes.
 *
 * @returns `undefined` if the text is not hex or has an odd number of digits.
 */
export function fromHex(text: string): Uint8Array | undefined {
  const digits = stripHexPrefix(text);
  if (digits.length % 2 !== 0 || !hexDigits.test(digits)) return undefined;
  const bytes = new Uint8Array(digits.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

/** Drops one leading 0x or 0X. */
export function stripHexPrefix(text: string): string {
  return /^0x/i.test(text) ? text.slice(2) : text;
}

/**
 * Base64 (standard or URL alphabet, with or without padding) as bytes.
 *
 * @returns `undefined` if the text is not base64.
 */
export function fromBase64(text: string): Uint8Array | undefined {
  // One look from the start: a pattern for the padding alone would take minutes for a megabyte of it.
  const digits = /^([A-Za-z0-9+/_-]*)={0,2}$/.exec(text)?.[1];
  if (digits === undefined || digits.length % 4 === 1) return undefined;
  const binary = atob(digits.replace(/-/g, '+').replace(/_/g, '/'));
  const bytes = new Uint8Array(binary.length);
  // Some chains answer thousands of accounts in base64: a loop takes a fifth of the time of an iterator.
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** Bytes as base64 with padding (RFC 4648 section 4). */
export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** Bytes as URL-safe base64 without padding (RFC 4648 section 5). */
export function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}
