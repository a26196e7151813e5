import type { Signer } from '@isochain/conformance/hand-ins/hand-in.ts';
import { SigningKey } from 'ethers';

/** With ethers, r||s||v in hex. */
export const sign: Signer = (encoded, { privateKey }) => {
  const hash = encoded[0]?.hash?.value;
  if (hash === undefined) throw new Error('encode returned no hash');
  return new SigningKey(privateKey).sign(`0x${hash}`).serialized;
};
