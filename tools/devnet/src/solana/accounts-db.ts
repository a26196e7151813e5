import type { Address, EncodedAccount } from '@solana/kit';
import type { LiteSVM } from 'litesvm';

/** An account without its address. */
export interface StoredAccount {
  readonly lamports: bigint;
  readonly data: Uint8Array;
  /** The program that may change it. */
  readonly owner: Address;
  readonly executable: boolean;
}

export function toStoredAccount(account: EncodedAccount): StoredAccount {
  return {
    lamports: account.lamports,
    data: new Uint8Array(account.data),
    owner: account.programAddress,
    executable: account.executable,
  };
}

/** Undefined for an account that does not exist. An account without lamports does not exist. */
export function readAccount(svm: LiteSVM, address: Address): StoredAccount | undefined {
  const account = svm.getAccount(address);
  return account.exists && account.lamports > 0n ? toStoredAccount(account) : undefined;
}

/** Writes an account without the rules of the runtime. An account without lamports is removed. */
export function writeAccount(svm: LiteSVM, address: Address, account: StoredAccount): void {
  svm.setAccount({
    address,
    lamports: account.lamports as EncodedAccount['lamports'],
    data: account.data,
    programAddress: account.owner,
    executable: account.executable,
    space: BigInt(account.data.length),
  });
}
