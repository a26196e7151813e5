import { type Spellings, signatureLength, spellings } from './spellings.ts';
import { type AnswerOptions, readWalletAnswer } from './wallet-answer.ts';

/** Possible readings of a text as an ed25519 signature. Only one of them can be valid. */
export interface Ed25519Readings {
  /** Readings of 64 bytes (RFC 8032, section 5.1.6). */
  readonly signatures: readonly Uint8Array[];
  /** Readings of other lengths. Longer ones may be whole signed transactions. */
  readonly others: readonly Uint8Array[];
  /** The public key that the wallet named, in the wallet's spelling. */
  readonly publicKey: string | undefined;
}

/**
 * Reads an ed25519 signature or a whole signed transaction, in hex or another spelling of `decoders`, also in what wallets put around it
 * (`readWalletAnswer`).
 *
 * @param decoders - The same as of `spellings`.
 * @throws RefusedError `signature.malformed` if the text is too long, or JSON without a signature.
 */
export function readEd25519(text: string, answer: AnswerOptions, decoders?: Spellings['decoders']): Ed25519Readings {
  const { text: found, publicKey } = readWalletAnswer(text, answer);
  const readings = spellings(found, { decoders });
  return {
    signatures: readings.filter(({ length }) => length === signatureLength),
    others: readings.filter(({ length }) => length !== signatureLength),
    publicKey,
  };
}
