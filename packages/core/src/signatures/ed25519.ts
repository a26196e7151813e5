import { malformed } from './refusals.ts';
import { type Spellings, signatureLength, spellings } from './spellings.ts';

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
 * Reads an ed25519 signature or a whole signed transaction: hex, another spelling of `decoders`, or the JSON of wallets with `signature`, as
 * text or as a list of bytes, and perhaps `publicKey`.
 *
 * @param longest - Maximum of characters. Longer texts are no signature and no transaction.
 * @param decoders - The same as of `spellings`.
 * @throws RefusedError `signature.malformed` if the text is too long.
 */
export function readEd25519(text: string, longest: number, decoders?: Spellings['decoders']): Ed25519Readings {
  const trimmed = text.trim();
  if (trimmed.length > longest) throw malformed('it is too long');
  const { signature, publicKey } = trimmed.startsWith('{') ? parseObject(trimmed) : { signature: trimmed };
  const readings = typeof signature === 'string' ? spellings(signature.trim(), { decoders }) : fromList(signature);
  return {
    signatures: readings.filter(({ length }) => length === signatureLength),
    others: readings.filter(({ length }) => length !== signatureLength),
    publicKey: typeof publicKey === 'string' ? publicKey : undefined,
  };
}

function fromList(list: unknown): Uint8Array[] {
  if (!Array.isArray(list) || list.length === 0) return [];
  const isBytes = list.every((byte) => Number.isInteger(byte) && byte >= 0 && byte < 256);
  return isBytes ? [Uint8Array.from(list)] : [];
}

function parseObject(text: string): { signature?: unknown; publicKey?: unknown } {
  try {
    return JSON.parse(text) as object;
  } catch {
    return {};
  }
}
