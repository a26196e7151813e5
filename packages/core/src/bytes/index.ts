// Spellings of bytes. What reads one answers undefined where the text is malformed.

export { fromBase58, fromBase58Check, toBase58, toBase58Check } from './base58.ts';
export { fromBase64, toBase64, toBase64Url } from './base64.ts';
export { type Bech32, type Bech32Encoding, fromBech32, fromBech32Words, toBech32, toBech32Words } from './bech32.ts';
export { fromHex, stripHexPrefix, toHex } from './hex.ts';
