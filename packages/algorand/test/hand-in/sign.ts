import { createPrivateKey, sign as signEd25519 } from 'node:crypto';
import type { Signer } from '@isochain/conformance/hand-ins/hand-in.ts';

/** What comes before a seed in PKCS #8 (RFC 8410, section 7). */
const pkcs8 = '302e020100300506032b657004220420';

/** With the cryptography of the platform: Ed25519 over the bytes of `hash.value` themselves, in hex. */
export const sign: Signer = (encoded, { privateKey }) => {
  const message = encoded[0]?.hash?.value;
  if (message === undefined) throw new Error('encode returned nothing to sign');
  const der = Buffer.from(`${pkcs8}${privateKey.replace(/^0x/, '')}`, 'hex');
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return signEd25519(null, Buffer.from(message, 'hex'), key).toString('hex');
};
