import { malformed } from './refusals.ts';
import { type Spellings, signatureLength, spellings } from './spellings.ts';

/** What a text can mean where signatures are ed25519's. Only one of these verifies. */
export interface Ed25519Readings {
  /** Those of 64 bytes (RFC 8032, section 5.1.6). */
  readonly signatures: readonly Uint8Array[];
  /** All others: longer ones may be whole signed transactions. */
  readonly others: readonly Uint8Array[];
  /** Whose signature it claims to be, in the wallet's own spelling. */
  readonly publicKey: string | undefined;
}

/**
 * Reads an ed25519 signature or a whole signed transaction: hex, another spelling of `decoders`, or the JSON of wallets with `signature`, as
 * text or as a list of bytes, and perhaps `publicKey`.
 *
 * @param longest - Characters. Longer texts are no signature and no transaction.
 * @param decoders - As those of `spellings`.
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
