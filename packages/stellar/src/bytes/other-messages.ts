import { fromBase64, sha256, toHex } from '@isochain/core';
import type { Unsigned } from './transaction.ts';

/** Something that a signer may have signed instead of the hash. */
interface OtherMessage {
  readonly bytes: Uint8Array;
  /** In words. */
  readonly what: string;
}

/** What signers sign that take the envelope for the message, hash once too often or not at all, or take hex or base64 for text. */
export function otherMessages({ signatureBase, hash, envelope }: Unsigned): readonly OtherMessage[] {
  const text = new TextEncoder();
  const bytes = fromBase64(envelope) ?? new Uint8Array();
  return [
    { what: 'the bytes of `raw.value`', bytes },
    { what: 'the SHA-256 of `raw.value`', bytes: sha256(bytes) },
    { what: '`raw.value` as text', bytes: text.encode(envelope) },
    { what: 'what is hashed, and not its hash', bytes: signatureBase },
    { what: 'the SHA-256 of `hash.value`', bytes: sha256(hash) },
    { what: '`hash.value` as text', bytes: text.encode(toHex(hash)) },
    { what: '`hash.value` as text with 0x', bytes: text.encode(`0x${toHex(hash)}`) },
    // SEP-53.
    { what: '`hash.value` as a message', bytes: sha256(text.encode(`Stellar Signed Message:\n${toHex(hash)}`)) },
  ];
}
