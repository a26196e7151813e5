import type { Signer } from '@isochain/conformance/hand-ins/hand-in.ts';
import { Keypair } from '@stellar/stellar-base';

/** With the library that most wallets use: Ed25519 over the 32 bytes of the hash, in hex. */
export const sign: Signer = (encoded, { privateKey }) => {
  const hash = encoded[0]?.hash?.value;
  if (hash === undefined) throw new Error('encode returned no hash');
  const seed = Buffer.from(privateKey.replace(/^0x/, ''), 'hex');
  return Keypair.fromRawEd25519Seed(seed).sign(Buffer.from(hash, 'hex')).toString('hex');
};
