// Base58 with Bitcoin's alphabet, as Solana writes addresses, hashes and signatures. Written here as the libraries that have it bring a table
// of all their error messages along, which weighs more than the rest of this package's encoding (tests compare with @solana/kit).

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

/** The longest text that is read: a whole transaction of 1232 bytes has 1683 characters. The time grows with the square of the length. */
const longest = 1700;

/** Base58 as bytes, or undefined for other text. */
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
