import { Ed25519PrivateKey } from '@aptos-labs/ts-sdk';
import type { Signer } from '@isochain/conformance/hand-ins/hand-in.ts';

/** With the official SDK: Ed25519 over the message itself, in hex. */
export const sign: Signer = (encoded, { privateKey }) => {
  const message = encoded[0]?.raw;
  if (message?.format !== 'BCS') throw new Error('encode returned no signing message');
  return new Ed25519PrivateKey(privateKey, false).sign(`0x${message.value}`).toString();
};
