import type { AccountFacts } from '../upstream/queries/accounts.ts';

/** What an account must keep, and what it can spend. All in stroops. */
export interface Reserve {
  readonly baseReserve: bigint;
  /** What the account must keep for itself and its entries. */
  readonly minimum: bigint;
  /** What its offers may take: it cannot be spent either. */
  readonly offered: bigint;
  /** What is left beside both. Fees come out of it. Below 0 if the network raised the base reserve. */
  readonly available: bigint;
}

/** What the reserve of an account depends on. */
export type ReserveFacts = Pick<AccountFacts, 'native' | 'subentries' | 'sponsoring' | 'sponsored'>;

/**
 * An account keeps two base reserves, and one for each of its entries. The sponsor of an entry keeps it in the place of its owner
 * (stellar/stellar-core, src/transactions/TransactionUtils.cpp: getMinBalance, getAvailableBalance).
 *
 * @param baseReserve - Of the latest ledger, in stroops.
 */
export function reserveOf(
  { native: { balance, selling: offered }, subentries, sponsoring, sponsored }: ReserveFacts,
  baseReserve: bigint,
): Reserve {
  const minimum = (accountReserves + subentries + sponsoring - sponsored) * baseReserve;
  return { baseReserve, minimum, offered, available: balance - minimum - offered };
}

/** Base reserves of an account without entries. */
export const accountReserves = 2n;
