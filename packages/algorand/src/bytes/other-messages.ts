import { toHex } from '@isochain/core';
import { sha512_256 } from '@noble/hashes/sha2.js';
import type { Unsigned } from './transaction.ts';

/** Something that a signer may have signed instead of the message. */
interface OtherMessage {
  readonly bytes: Uint8Array;
  /** Completes "it was made ...". */
  readonly how: string;
}

/** What signers sign that hash once more, leave the prefix out, or take hex or base64 for text. */
export function otherMessages({ bytes, message, txId }: Unsigned): readonly OtherMessage[] {
  const text = new TextEncoder();
  const prefixed = (prefix: string, rest: Uint8Array) => Uint8Array.from([...text.encode(prefix), ...rest]);
  return [
    { how: 'over the bytes of `raw.value`, without the prefix "TX"', bytes },
    { how: 'over the SHA-512/256 of `hash.value`', bytes: sha512_256(message) },
    { how: 'over the SHA-512/256 of `raw.value`', bytes: sha512_256(bytes) },
    { how: 'over the id of the transaction as text', bytes: text.encode(txId) },
    { how: 'over the prefix "TX" twice', bytes: prefixed('TX', message) },
    { how: 'over `hash.value` as text', bytes: text.encode(toHex(message)) },
    { how: 'over `hash.value` as text with 0x', bytes: text.encode(`0x${toHex(message)}`) },
    { how: 'over `raw.value` as text', bytes: text.encode(toHex(bytes)) },
    // signBytes of algosdk: messages that are no transactions have this prefix.
    { how: 'over `hash.value` as a message', bytes: prefixed('MX', message) },
    { how: 'over `raw.value` as a message', bytes: prefixed('MX', bytes) },
  ];
}
