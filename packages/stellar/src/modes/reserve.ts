import type { AccountFacts } from '../upstream/queries/accounts.ts';

/** What an account must keep, and what it can spend. All in stroops. */
export interface Reserve {
  readonly baseReserve: bigint;
  /** What the account must keep. */
  readonly minimum: bigint;
  /** What is left beside the minimum and its offers. Fees come out of it. Below 0 if the network raised the base reserve. */
  readonly available: bigint;
}

/**
 * An account keeps two base reserves, and one for each of its entries. The sponsor of an entry keeps it in the place of its owner
 * (stellar/stellar-core, src/transactions/TransactionUtils.cpp: getMinBalance, getAvailableBalance).
 */
export function reserveOf(
  {
    native,
    subentries,
    sponsoring,
    sponsored,
  }: Pick<AccountFacts, 'native' | 'subentries' | 'sponsoring' | 'sponsored'>,
  baseReserve: bigint,
): Reserve {
  const minimum = (2n + subentries + sponsoring - sponsored) * baseReserve;
  return { baseReserve, minimum, available: native.balance - minimum - native.selling };
}
