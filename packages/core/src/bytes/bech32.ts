import { bech32, bech32m } from '@scure/base';
import { attempt } from '../attempt.ts';

const coders = { bech32, bech32m } as const;

/** BIP173 (bech32), and BIP350 (bech32m), which has another checksum. */
export type Bech32Encoding = keyof typeof coders;

export interface Bech32 {
  readonly encoding: Bech32Encoding;
  /** Human-readable part, in lower case. */
  readonly prefix: string;
  /** Groups of 5 bits, without the checksum. */
  readonly words: readonly number[];
}

/** @returns `undefined` if the text is neither bech32 nor bech32m, longer than 90 characters, or its checksum is wrong. */
export function fromBech32(text: string): Bech32 | undefined {
  for (const encoding of ['bech32', 'bech32m'] as const) {
    const decoded = coders[encoding].decodeUnsafe(text);
    if (decoded !== undefined) return { encoding, prefix: decoded.prefix, words: decoded.words };
  }
  return undefined;
}

/** @throws Error if the text would have more than 90 characters, or the prefix has a character that is not allowed. */
export function toBech32({ encoding, prefix, words }: Bech32): string {
  return coders[encoding].encode(prefix, [...words]);
}

/** Bytes as groups of 5 bits. The last group is padded with zero bits. */
export function toBech32Words(bytes: Uint8Array): number[] {
  return bech32.toWords(bytes);
}

/** @returns `undefined` if the padding has a bit that is not zero, or is a whole group. */
export function fromBech32Words(words: readonly number[]): Uint8Array | undefined {
  return attempt(() => bech32.fromWords([...words]));
}
