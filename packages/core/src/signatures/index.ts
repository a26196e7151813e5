// Reads signatures in the spellings of real signers. Families bring curves and digests: core has no curve library.

export {
  type Ecdsa,
  type EcdsaSignature,
  fromCompactParity,
  matchParity,
  type Recovered,
  readEcdsa,
} from './ecdsa.ts';
export { type Ed25519Readings, readEd25519 } from './ed25519.ts';
export { malformed, mismatch, otherTransaction, signatureField } from './refusals.ts';
export { hexDigits, spellings } from './spellings.ts';
export { type AnswerOptions, readWalletAnswer, type WalletAnswer } from './wallet-answer.ts';
