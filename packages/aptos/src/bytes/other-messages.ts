import { sha256, toHex } from '@isochain/core';
import { sha3_256 } from '@noble/hashes/sha3.js';
import type { Address } from '../address/address.ts';
import { isEqual } from './raw-transaction.ts';
import { signingMessage } from './signing-message.ts';
import type { Unsigned } from './transaction.ts';

/** Something that a signer may have signed instead of the signing message. */
interface OtherMessage {
  readonly bytes: Uint8Array;
  /** In words. */
  readonly what: string;
  /** A clause that says what to do instead. Without it: sign the message as it is. */
  readonly advice?: string;
}

/** Stands for a fee payer that is chosen after the sender signed (AIP-53). */
export const nobody: Address = `0x${'0'.repeat(64)}`;

/** What to do where the fee payer is chosen later. */
export const nameThePayer =
  'a fee payer that is chosen after the sender signed (AIP-53) is not taken. Name the account that pays in `params.feePayer` as soon as it is known, encode then, and have both sign `raw.value`';

/** What signers sign that drop the prefix, hash the message first, take its hex for text, or leave out the account that pays. */
export function otherMessages({ raw, message }: Unsigned): readonly OtherMessage[] {
  const text = new TextEncoder();
  const all = [
    { what: 'the transaction without its prefix', bytes: raw },
    { what: 'the SHA3-256 of `raw.value`', bytes: sha3_256(message) },
    { what: 'the SHA3-256 of the transaction without its prefix', bytes: sha3_256(raw) },
    { what: 'the SHA-256 of `raw.value`', bytes: sha256(message) },
    { what: 'the SHA-256 of the transaction without its prefix', bytes: sha256(raw) },
    { what: '`raw.value` as text', bytes: text.encode(toHex(message)) },
    { what: '`raw.value` as text with 0x', bytes: text.encode(`0x${toHex(message)}`) },
    { what: 'the first 32 bytes of `raw.value`', bytes: message.subarray(0, 32) },
    { what: 'the transaction as one that the sender pays for', bytes: signingMessage(raw, undefined) },
    {
      what: 'the transaction with 0x0 as its fee payer',
      bytes: signingMessage(raw, nobody),
      advice: nameThePayer,
    },
  ];
  return all.filter(({ bytes }) => !isEqual(bytes, message));
}
