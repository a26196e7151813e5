import { createPrivateKey, sign as signBytes } from 'node:crypto';
import type { Signer } from '@isochain/conformance/hand-ins/hand-in.ts';

// PKCS #8 in front of the 32 bytes of a seed (RFC 8410).
const ed25519Seed = Buffer.from('302e020100300506032b657004220420', 'hex');

/** With the ed25519 of Node, in hex. The message itself is signed: ed25519 does its own hashing. */
export const sign: Signer = (encoded, { privateKey }) => {
  const raw = encoded.find((item) => item.raw?.format === 'BORSH')?.raw?.value;
  if (raw === undefined) throw new Error('encode returned no message');
  const seed = Buffer.from(privateKey.slice(2), 'hex');
  const key = createPrivateKey({ key: Buffer.concat([ed25519Seed, seed]), format: 'der', type: 'pkcs8' });
  return signBytes(null, Buffer.from(raw, 'hex'), key).toString('hex');
};
