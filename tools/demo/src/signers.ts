import type { Account } from '@isochain/devnet';
import { Transaction, Wallet } from 'ethers';
import type { Encoded } from './client.ts';

/** Signs what encode returned, as a wallet would. */
export type Signer = (encoded: Encoded['transaction']['encoded'], account: Account) => Promise<string>;

/** An ordinary wallet library for each family, and none of our own code. */
export const signers: Readonly<Record<string, Signer>> = {
  async evm(encoded, account) {
    const raw = encoded.find((item) => item.raw?.format === 'RLP')?.raw?.value;
    if (raw === undefined) throw new Error('encode returned no RLP');
    return new Wallet(account.privateKey).signTransaction(Transaction.from(raw));
  },
};
