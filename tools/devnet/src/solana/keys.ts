import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { type Address, getAddressDecoder } from '@solana/kit';

/** A key of the engine's own. */
export interface Key {
  readonly address: Address;
  sign(message: Uint8Array): Uint8Array;
}

// PKCS #8 around a 32-byte ed25519 seed (RFC 8410).
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A key that follows from a name, so that its address is the same on every engine. */
export function keyOf(name: string): Key {
  const seed = createHash('sha256').update(`isochain devnet ${name}`).digest();
  const secret: KeyObject = createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(secret).export({ format: 'der', type: 'spki' });
  return {
    address: getAddressDecoder().decode(new Uint8Array(spki.subarray(-32))),
    sign: (message) => new Uint8Array(sign(null, message, secret)),
  };
}
