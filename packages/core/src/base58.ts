// Base58 with Bitcoin's alphabet (draft-msporny-base58), as several chains write addresses, hashes and signatures.

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const zero = '1';

/** Changes the base of a number whose digits stand highest first. Digits that come first and are zero are dropped. */
function convert(digits: Iterable<number>, from: number, to: number): number[] {
  // Lowest first.
  const result: number[] = [];
  for (const digit of digits) {
    let carry = digit;
    for (let i = 0; i < result.length; i++) {
      carry += (result[i] ?? 0) * from;
      result[i] = carry % to;
      carry = Math.floor(carry / to);
    }
    for (; carry > 0; carry = Math.floor(carry / to)) result.push(carry % to);
  }
  return result.reverse();
}

/** How many items at the beginning are zero: each stands for itself. */
function zerosIn(items: Iterable<unknown>, zeroItem: unknown): number {
  let count = 0;
  for (const item of items) {
    if (item !== zeroItem) break;
    count++;
  }
  return count;
}

/** The time grows with the square of the length: longer texts are not read. A transaction of Solana, the longest known use, has 1683. */
const longest = 1700;

/**
 * Base58 as bytes.
 *
 * @returns `undefined` if the text is empty, longer than 1700 characters or not base58.
 */
export function fromBase58(text: string): Uint8Array | undefined {
  if (text.length > longest) return undefined;
  const digits = [...text].map((character) => alphabet.indexOf(character));
  if (digits.length === 0 || digits.includes(-1)) return undefined;
  const bytes = convert(digits, 58, 256);
  return Uint8Array.from([...new Array<number>(zerosIn(text, zero)).fill(0), ...bytes]);
}

export function toBase58(bytes: Uint8Array): string {
  const digits = convert(bytes, 256, 58).map((digit) => alphabet[digit]);
  return zero.repeat(zerosIn(bytes, 0)) + digits.join('');
}
