import { createPrivateKey, sign as signWith } from 'node:crypto';

/** A private key of Ed25519 in DER, up to its 32 bytes (RFC 8410, section 7). */
const keyHead = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Signs with Ed25519 by Node's own code. @ton/crypto makes the same signatures in plain JavaScript: 19 ms each, in place of half a millisecond.
 *
 * @param secretKey - As @ton/crypto has it: the seed of 32 bytes, and the public key.
 * @returns 64 bytes.
 */
export function sign(bytes: Buffer, secretKey: Buffer): Buffer {
  const key = createPrivateKey({
    key: Buffer.concat([keyHead, secretKey.subarray(0, 32)]),
    format: 'der',
    type: 'pkcs8',
  });
  return signWith(null, bytes, key);
}
