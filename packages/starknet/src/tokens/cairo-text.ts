// Texts of contracts. Old tokens answer one felt, new ones a ByteArray (docs.starknet.io, "Strings": short strings, and serialization of byte arrays).

/** Bytes of a short string, and of a word of a ByteArray. */
const wordBytes = 31;

/** The longest ByteArray that is read, in whole words. Names are shown only up to 64 characters, which take at most 256 bytes. */
const mostWords = 32;

/** The text in an answer: one felt, or a ByteArray: the number of whole words, the words, and what is left over with its length. Empty if it is no text. */
export function textIn(felts: readonly bigint[]): string {
  const [first, ...rest] = felts;
  if (first === undefined) return '';
  if (rest.length === 0) return decode(shortBytes(first));
  const [pending, length] = rest.slice(-2);
  const words = rest.slice(0, -2);
  if (pending === undefined || length === undefined || words.length > mostWords || BigInt(words.length) !== first)
    return '';
  if (length >= BigInt(wordBytes)) return '';
  const parts = [...words.map((word) => bytesOf(word, wordBytes)), bytesOf(pending, Number(length))];
  return decode(parts.includes(undefined) ? undefined : parts.flatMap((part) => part ?? []));
}

/** A short string fills as many bytes as it has characters. */
function shortBytes(felt: bigint): readonly number[] | undefined {
  const length = felt === 0n ? 0 : Math.ceil(felt.toString(16).length / 2);
  return length > wordBytes ? undefined : bytesOf(felt, length);
}

/** @returns Undefined if the number needs more bytes. */
function bytesOf(felt: bigint, length: number): readonly number[] | undefined {
  if (felt >> BigInt(8 * length) !== 0n) return undefined;
  return Array.from({ length }, (_, i) => Number((felt >> BigInt(8 * (length - 1 - i))) & 0xffn));
}

function decode(bytes: readonly number[] | undefined): string {
  if (bytes === undefined) return '';
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes));
  } catch {
    return '';
  }
}
