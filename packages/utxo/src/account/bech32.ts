// BIP173, and BIP350, which changes what the checksum comes to.

export type Bech32Encoding = 'bech32' | 'bech32m';

export interface Bech32 {
  readonly encoding: Bech32Encoding;
  /** Human-readable part, in lower case. */
  readonly prefix: string;
  /** Of 5 bits each, without the checksum. */
  readonly words: readonly number[];
}

/** Each stands for 5 bits. */
export const bech32Charset = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

const checks: Readonly<Record<Bech32Encoding, number>> = { bech32: 1, bech32m: 0x2bc830a3 };
const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
const checksumLength = 6;
const longest = 90;

/** @returns Undefined if the text is none, or if its checksum is wrong. */
export function decodeBech32(text: string): Bech32 | undefined {
  const lower = text.toLowerCase();
  if (text.length > longest || (text !== lower && text !== text.toUpperCase())) return undefined;
  const [, prefix, data] = /^([!-~]+)1([02-9ac-hj-np-z]{6,})$/.exec(lower) ?? [];
  // A Kelvin sign is a k in lower case, and no letter of ASCII.
  if (prefix === undefined || data === undefined || !/^[!-~]+$/.test(text)) return undefined;
  const words = [...data].map((character) => bech32Charset.indexOf(character));
  const check = checkOf(prefix, words);
  const encoding = (['bech32', 'bech32m'] as const).find((each) => checks[each] === check);
  return encoding && { encoding, prefix, words: words.slice(0, -checksumLength) };
}

/** @param prefix - In lower case. */
export function encodeBech32({ encoding, prefix, words }: Bech32): string {
  const check = checkOf(prefix, [...words, 0, 0, 0, 0, 0, 0]) ^ checks[encoding];
  const checksum = Array.from({ length: checksumLength }, (_, i) => (check >> (5 * (5 - i))) & 31);
  return `${prefix}1${[...words, ...checksum].map((word) => bech32Charset[word]).join('')}`;
}

function checkOf(prefix: string, words: readonly number[]): number {
  const codes = [...prefix].map((character) => character.charCodeAt(0));
  let check = 1;
  for (const value of [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31), ...words]) {
    const top = check >> 25;
    check = ((check & 0x1ffffff) << 5) ^ value;
    generator.forEach((each, i) => {
      if ((top >> i) & 1) check ^= each;
    });
  }
  return check;
}

/** Bytes as words of 5 bits; the last one is filled up with zeros. */
export function toWords(bytes: Uint8Array): number[] {
  const { groups, rest, size } = regroup(bytes, 8, 5);
  return size === 0 ? groups : [...groups, rest << (5 - size)];
}

/** @returns Undefined if what is left over is more than a last word is filled up with. */
export function fromWords(words: readonly number[]): Uint8Array | undefined {
  const { groups, rest, size } = regroup(words, 5, 8);
  return size < 5 && rest === 0 ? Uint8Array.from(groups) : undefined;
}

/** Regroups bits. What is left over is the number `rest`, of `size` bits. */
function regroup(values: Iterable<number>, from: number, to: number) {
  const groups: number[] = [];
  let [rest, size] = [0, 0];
  for (const value of values) {
    rest = (rest << from) | value;
    size += from;
    for (; size >= to; rest &= (1 << size) - 1) {
      size -= to;
      groups.push(rest >> size);
    }
  }
  return { groups, rest, size };
}
