import { Secp256k1 } from '@cosmjs/crypto';
import type { Signer } from '@isochain/conformance/hand-ins/hand-in.ts';

/** With @cosmjs/crypto, r||s in hex. */
export const sign: Signer = (encoded, { privateKey }) => {
  const hash = encoded[0]?.hash?.value;
  if (hash === undefined) throw new Error('encode returned no hash');
  const signature = Secp256k1.createSignature(Buffer.from(hash, 'hex'), Buffer.from(privateKey.slice(2), 'hex'));
  // The recovery id follows.
  return Buffer.from(signature.toFixedLength().subarray(0, 64)).toString('hex');
};
