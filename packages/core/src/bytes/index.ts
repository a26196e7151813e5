// Spellings of bytes that only some families use. Readers return undefined for a malformed text. Hex and base64 are in core's main entry.

export { fromBase58, fromBase58Check, toBase58, toBase58Check } from './base58.ts';
export { type Bech32Encoding, fromBech32, fromBech32Words, toBech32, toBech32Words } from './bech32.ts';
