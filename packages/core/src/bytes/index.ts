// Spellings of bytes that only some families use. What reads one answers undefined where the text is malformed. Hex and base64 stand in core's own entry.

export { fromBase58, fromBase58Check, toBase58, toBase58Check } from './base58.ts';
export { type Bech32Encoding, fromBech32, fromBech32Words, toBech32, toBech32Words } from './bech32.ts';
