import { fromBech32, fromBech32Words } from '@isochain/core/bytes';

/** The 20 bytes of an account on Babylon; undefined if the text is no such address. */
export function accountBytes(address: string): Uint8Array | undefined {
  const { encoding, prefix, words = [] } = fromBech32(address) ?? {};
  const bytes = encoding === 'bech32' && prefix === 'bbn' ? fromBech32Words(words) : undefined;
  return bytes?.length === 20 ? bytes : undefined;
}
