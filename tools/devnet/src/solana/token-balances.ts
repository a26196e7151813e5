import { type Address, getAddressDecoder } from '@solana/kit';
import type { LiteSVM } from 'litesvm';
import { readAccount, type StoredAccount } from './accounts-db.ts';
import { tokenPrograms } from './programs.ts';

/** The balance of a token account. Nodes record it before and after each transaction. */
export interface TokenBalance {
  /** Index into the keys of the transaction. */
  readonly accountIndex: number;
  readonly mint: Address;
  readonly owner: Address;
  readonly programId: Address;
  readonly amount: bigint;
  readonly decimals: number;
}

const accountSize = 165;
const decimalsOffset = 44;
const amountOffset = 64;
/** The byte that tells the kind of an account with extensions. */
const kindOffset = 165;
const kindIsAccount = 2;

/** Whether this is a token account (and not a mint) of one of the token programs. */
export function isTokenAccount({ owner, data }: StoredAccount): boolean {
  if (!tokenPrograms.includes(owner)) return false;
  return data.length === accountSize || (data.length > accountSize && data[kindOffset] === kindIsAccount);
}

export function mintOf({ data }: StoredAccount): Address {
  return getAddressDecoder().decode(data, 0);
}

export function holderOf({ data }: StoredAccount): Address {
  return getAddressDecoder().decode(data, 32);
}

/** Undefined unless this is a token account of an existing mint. */
export function readTokenBalance(svm: LiteSVM, key: Address, accountIndex: number): TokenBalance | undefined {
  const account = readAccount(svm, key);
  if (account === undefined || !isTokenAccount(account)) return undefined;
  const mint = mintOf(account);
  const decimals = readAccount(svm, mint)?.data[decimalsOffset];
  if (decimals === undefined) return undefined;
  const amount = new DataView(account.data.buffer, account.data.byteOffset).getBigUint64(amountOffset, true);
  return { accountIndex, mint, owner: holderOf(account), programId: account.owner, amount, decimals };
}
