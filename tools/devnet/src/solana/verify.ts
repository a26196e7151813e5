import { createPublicKey, verify } from 'node:crypto';
import { getAddressEncoder } from '@solana/kit';
import type { WireTransaction } from './wire.ts';

// SubjectPublicKeyInfo around a 32-byte ed25519 key (RFC 8410).
const spki = Buffer.from('302a300506032b6570032100', 'hex');

/** Whether every signer signed the message. */
export function hasValidSignatures({ transaction, staticKeys, signatures }: WireTransaction): boolean {
  return signatures.every((signature, index) => {
    const signer = staticKeys[index];
    if (signature === null || signer === undefined) return false;
    const key = createPublicKey({
      key: Buffer.concat([spki, getAddressEncoder().encode(signer) as Uint8Array]),
      format: 'der',
      type: 'spki',
    });
    return verify(null, new Uint8Array(transaction.messageBytes), key, signature);
  });
}
