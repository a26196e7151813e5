import type { Leg } from '@isochain/core/movements';
import type { Address } from '../address/address.ts';
import type { NodeTransaction, TokenBalance } from '../upstream/rpc.ts';
import { wrappedSol, wrappedSol2022 } from '../well-known.ts';

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

/** @param mint - Undefined for SOL. */
export function legOf({ address, change }: Change, mint?: string): Leg {
  return change < 0n
    ? { way: 'out', address, amount: -change, token: mint }
    : { way: 'in', address, amount: change, token: mint };
}

/** A token account that took part. */
export interface Holding {
  readonly owner: string;
  readonly mint: string;
}

/** The token accounts that took part, by address, with their owners at the end. */
export function holdingsOf(transaction: NodeTransaction): Map<string, Holding> {
  const { keys, preTokenBalances, postTokenBalances } = transaction;
  const holdings = new Map<string, Holding>();
  for (const { accountIndex, mint, owner } of [...preTokenBalances, ...postTokenBalances]) {
    const account = keys[accountIndex];
    // Old transactions do not say who the owner is.
    if (account !== undefined) holdings.set(account, { owner: owner ?? account, mint });
  }
  return holdings;
}

/**
 * By owner and mint, so that transfers between accounts of one owner do not count. An account that changed hands with what it holds counts for the one that gave it and
 * the one that got it.
 */
export function tokenChanges({ keys, preTokenBalances, postTokenBalances }: NodeTransaction): TokenChange[] {
  const changes = new Map<string, TokenChange>();
  const add = (balances: readonly TokenBalance[], sign: bigint) => {
    for (const { accountIndex, mint, owner, uiTokenAmount } of balances) {
      const address = owner ?? keys[accountIndex];
      if (address === undefined) continue;
      const key = `${address} ${mint}`;
      changes.set(key, { address, mint, change: (changes.get(key)?.change ?? 0n) + sign * uiTokenAmount.amount });
    }
  };
  add(preTokenBalances, -1n);
  add(postTokenBalances, 1n);
  return [...changes.values()].filter(({ change }) => change !== 0n);
}

/**
 * Without the fee, and without the lamports of wrapped SOL, which move as a token. Includes deposits of new accounts, which go from the payer to the
 * account. An account whose balance cannot be read is left out.
 */
export function nativeChanges(transaction: NodeTransaction): Change[] {
  const { keys, preBalances, postBalances, preTokenBalances, postTokenBalances, fee } = transaction;
  const wrapped: readonly string[] = [wrappedSol, wrappedSol2022];
  const wrappedIn = (balances: readonly TokenBalance[], i: number) =>
    balances.find(({ accountIndex, mint }) => accountIndex === i && wrapped.includes(mint))?.uiTokenAmount.amount ?? 0n;
  return keys
    .flatMap((address, i): Change[] => {
      const [before, after] = [preBalances[i], postBalances[i]];
      if (address === undefined || before === undefined || after === undefined) return [];
      const asToken = wrappedIn(postTokenBalances, i) - wrappedIn(preTokenBalances, i);
      // The fee payer's change without the fee is not known if the fee is not.
      const paid = i === 0 ? fee : 0n;
      return paid === undefined ? [] : [{ address, change: after - before + paid - asToken }];
    })
    .filter(({ change }) => change !== 0n);
}

/** Lamports that an account held afterwards. */
export function lamportsAfter({ keys, postBalances }: NodeTransaction, address: Address): bigint {
  return postBalances[keys.indexOf(address)] ?? 0n;
}
