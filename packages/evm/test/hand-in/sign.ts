import type { Signer } from '@isochain/conformance/hand-ins/hand-in.ts';
import { Transaction, Wallet } from 'ethers';

/** With ethers: answers the signed transaction. */
export const sign: Signer = (encoded, { privateKey }) => {
  const raw = encoded.find((item) => item.raw?.format === 'RLP')?.raw?.value;
  if (raw === undefined) throw new Error('encode returned no RLP');
  return new Wallet(privateKey).signTransaction(Transaction.from(raw));
};
