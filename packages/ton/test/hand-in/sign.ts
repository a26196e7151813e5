import type { Signer } from '@isochain/conformance/hand-ins/hand-in.ts';
import { keyPairFromSeed, sign as signHash } from '@ton/crypto';

/** With @ton/crypto: Ed25519 over the hash, in hex. */
export const sign: Signer = (encoded, { privateKey }) => {
  const hash = encoded[0]?.hash?.value;
  if (hash === undefined) throw new Error('encode returned no hash');
  const { secretKey } = keyPairFromSeed(Buffer.from(privateKey.replace(/^0x/, ''), 'hex'));
  return signHash(Buffer.from(hash, 'hex'), secretKey).toString('hex');
};
