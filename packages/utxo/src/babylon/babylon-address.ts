import { decodeBech32, fromWords } from '../account/bech32.ts';

/** The 20 bytes of an account on Babylon; undefined if the text is no such address. */
export function accountBytes(address: string): Uint8Array | undefined {
  const { encoding, prefix, words = [] } = decodeBech32(address) ?? {};
  const bytes = encoding === 'bech32' && prefix === 'bbn' ? fromWords(words) : undefined;
  return bytes?.length === 20 ? bytes : undefined;
}
