// Base58 with Bitcoin's alphabet (draft-msporny-base58), as several chains write addresses, hashes and signatures.

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const zero = '1';

// Digits are taken together, as many as a product of the two bases leaves exact in a `number`: four of base 58, and three bytes.
const digitsInOne = 4;
const bytesInOne = 3;
const largeDigit = 58 ** digitsInOne;
const largeByte = 256 ** bytesInOne;

/** Changes the base of a number whose digits stand highest first. Digits that come first and are zero are dropped. */
function convert(digits: readonly number[], from: number, to: number): number[] {
  // Lowest first.
  const result: number[] = [];
  for (const digit of digits) {
    let carry = digit;
    for (let i = 0; i < result.length; i++) {
      carry += (result[i] ?? 0) * from;
      const rest = Math.floor(carry / to);
      result[i] = carry - rest * to;
      carry = rest;
    }
    for (; carry > 0; carry = Math.floor(carry / to)) result.push(carry % to);
  }
  return result.reverse();
}

/** Takes `size` digits together; the first of them may be fewer. */
function together(count: number, digitAt: (index: number) => number, base: number, size: number): number[] {
  const result: number[] = [];
  let digit = 0;
  for (let i = 0; i < count; i++) {
    digit = digit * base + digitAt(i);
    if ((count - 1 - i) % size !== 0) continue;
    result.push(digit);
    digit = 0;
  }
  return result;
}

/** The time grows with the square of the length: longer texts are not read. A transaction of Solana, the longest known use, has 1683. */
const longest = 1700;

/** Digits by character code. */
const digitOf: readonly number[] = /* @__PURE__ */ Array.from({ length: 128 }, (_, code) =>
  alphabet.indexOf(String.fromCharCode(code)),
);

/**
 * Base58 as bytes.
 *
 * @returns `undefined` if the text is empty, longer than 1700 characters or not base58.
 */
export function fromBase58(text: string): Uint8Array | undefined {
  const { length } = text;
  if (length === 0 || length > longest) return undefined;
  for (let i = 0; i < length; i++) if ((digitOf[text.charCodeAt(i)] ?? -1) < 0) return undefined;
  // Zeros in front each stand for a byte of their own.
  let zeros = 0;
  while (text[zeros] === zero) zeros++;
  const large = convert(
    together(length, (i) => digitOf[text.charCodeAt(i)] ?? 0, 58, digitsInOne),
    largeDigit,
    largeByte,
  );
  const [first = 0] = large;
  const bytesOfFirst = large.length === 0 ? 0 : first < 0x100 ? 1 : first < 0x10000 ? 2 : 3;
  const bytes = new Uint8Array(zeros + bytesOfFirst + bytesInOne * Math.max(0, large.length - 1));
  for (let end = bytes.length, i = large.length - 1; i >= 0; i--) {
    // What does not fit into the first has no place in front of it.
    for (let rest = large[i] ?? 0, k = 0; k < bytesInOne && end > zeros; k++, rest >>>= 8) bytes[--end] = rest & 0xff;
  }
  return bytes;
}

export function toBase58(bytes: Uint8Array): string {
  const { length } = bytes;
  let zeros = 0;
  while (bytes[zeros] === 0) zeros++;
  const large = convert(
    together(length, (i) => bytes[i] ?? 0, 256, bytesInOne),
    largeByte,
    largeDigit,
  );
  let text = '';
  for (let digit of large) {
    let four = '';
    for (let k = 0; k < digitsInOne; k++, digit = Math.floor(digit / 58)) four = (alphabet[digit % 58] ?? '') + four;
    text += four;
  }
  // The first may have fewer digits than four.
  return zero.repeat(zeros) + text.replace(/^1+/, '');
}
