import type { Address } from '../address/address.ts';
import type { NodeTransaction, TokenBalance } from '../upstream/rpc.ts';
import { wrappedSol } from '../well-known.ts';
import { keysOf } from './steps.ts';

// Finds what a transaction moved, from the balances before and after. That works for all programs, and for failed transactions.

/** A change of a balance. */
export interface Change {
  /** For tokens: who owns the token account, not the account itself. */
  readonly address: string;
  /** Lamports, or the smallest unit of the token. Positive if the balance grew. */
  readonly change: bigint;
}

export interface TokenChange extends Change {
  readonly mint: string;
}

/** A token account that took part. */
export interface Holding {
  readonly owner: string;
  readonly mint: string;
}

/** The token accounts that took part, by address. */
export function holdingsOf(transaction: NodeTransaction): Map<string, Holding> {
  const keys = keysOf(transaction);
  const holdings = new Map<string, Holding>();
  for (const { accountIndex, mint, owner } of balancesOf(transaction)) {
    const account = keys[accountIndex];
    // Old transactions do not say who the owner is.
    if (account !== undefined) holdings.set(account, { owner: owner ?? account, mint });
  }
  return holdings;
}

function balancesOf({ meta }: NodeTransaction): TokenBalance[] {
  return [...(meta.preTokenBalances ?? []), ...(meta.postTokenBalances ?? [])];
}

/** By owner and mint, so that transfers between accounts of one owner do not count. */
export function tokenChanges(transaction: NodeTransaction): TokenChange[] {
  const holdings = holdingsOf(transaction);
  const changes = new Map<string, TokenChange>();
  for (const [account, change] of changesOfAccounts(transaction)) {
    const holding = holdings.get(account);
    if (holding === undefined) continue;
    const { owner, mint } = holding;
    const key = `${owner} ${mint}`;
    changes.set(key, { address: owner, mint, change: (changes.get(key)?.change ?? 0n) + change });
  }
  return [...changes.values()].filter(({ change }) => change !== 0n);
}

/** By token account. A new or closed account has a balance on one side only. */
function changesOfAccounts(transaction: NodeTransaction): Map<string, bigint> {
  const keys = keysOf(transaction);
  const changes = new Map<string, bigint>();
  const add = (balances: readonly TokenBalance[] | null | undefined, sign: bigint) => {
    for (const { accountIndex, uiTokenAmount } of balances ?? []) {
      const account = keys[accountIndex];
      if (account !== undefined) changes.set(account, (changes.get(account) ?? 0n) + sign * uiTokenAmount.amount);
    }
  };
  add(transaction.meta.preTokenBalances, -1n);
  add(transaction.meta.postTokenBalances, 1n);
  return changes;
}

/**
 * Without the fee, and without the lamports of wrapped SOL, which move as a token. Includes deposits of new accounts, which go from the payer to the
 * account.
 */
export function nativeChanges(transaction: NodeTransaction): Change[] {
  const { preBalances, postBalances, fee } = transaction.meta;
  const holdings = holdingsOf(transaction);
  const wrapped = changesOfAccounts(transaction);
  return keysOf(transaction)
    .map((address, i) => {
      const change = (postBalances[i] ?? 0n) - (preBalances[i] ?? 0n);
      const asToken = holdings.get(address)?.mint === wrappedSol ? (wrapped.get(address) ?? 0n) : 0n;
      return { address, change: change + (i === 0 ? fee : 0n) - asToken };
    })
    .filter(({ change }) => change !== 0n);
}

/** Lamports that an account held afterwards. */
export function lamportsAfter(transaction: NodeTransaction, address: Address): bigint {
  const index = keysOf(transaction).indexOf(address);
  return transaction.meta.postBalances[index] ?? 0n;
}
