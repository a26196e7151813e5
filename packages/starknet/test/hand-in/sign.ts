import type { Signer } from '@isochain/conformance/hand-ins/hand-in.ts';
import { sign as signHash } from '@scure/starknet';

/** With @scure/starknet, r||s in hex. */
export const sign: Signer = (encoded, { privateKey }) => {
  const hash = encoded[0]?.hash?.value;
  if (hash === undefined) throw new Error('encode returned no hash');
  return signHash(hash, privateKey).toHex('compact');
};
