import type { AccountEntry } from '../state.ts';

/** The most subentries of an account (stellar-core:src/transactions/TransactionUtils.h ACCOUNT_SUBENTRY_LIMIT). */
const subentryLimit = 1_000;
const uint32 = 4_294_967_295;

/** Stroops that an account must keep: two base reserves and one for each subentry, with those that it pays for others and without those that others pay. */
export function minBalance(account: AccountEntry, baseReserve: bigint): bigint {
  return BigInt(2 + account.subentries + account.numSponsoring - account.numSponsored) * baseReserve;
}

/** Stroops that an account can spend. May be negative after the base reserve was raised. */
export function available(account: AccountEntry, baseReserve: bigint): bigint {
  return account.balance - minBalance(account, baseReserve) - account.selling;
}

/** Why an entry cannot come into being. */
export type ReserveRefusal = 'lowReserve' | 'tooManySubentries' | 'tooManySponsoring';

/**
 * Takes the reserve of a subentry: of the owner, or of the account that sponsors it (stellar-core:src/transactions/SponsorshipUtils.cpp).
 * Changes counters, and nothing if it refuses.
 */
export function reserveSubentry(
  owner: AccountEntry,
  sponsor: AccountEntry | undefined,
  baseReserve: bigint,
): ReserveRefusal | undefined {
  if (owner.subentries > subentryLimit - 1) return 'tooManySubentries';
  const refusal = sponsor === undefined ? undefined : canSponsor(sponsor, 1, baseReserve);
  if (refusal !== undefined) return refusal;
  if (sponsor === undefined && available(owner, baseReserve) < baseReserve) return 'lowReserve';
  owner.subentries += 1;
  if (sponsor !== undefined) {
    sponsor.numSponsoring += 1;
    owner.numSponsored += 1;
  }
  return undefined;
}

/** Gives the reserve of a subentry back. */
export function releaseSubentry(owner: AccountEntry, sponsor: AccountEntry | undefined): void {
  owner.subentries -= 1;
  if (sponsor === undefined) return;
  sponsor.numSponsoring -= 1;
  owner.numSponsored -= 1;
}

/** Whether an account can pay for so many base reserves of others. */
export function canSponsor(sponsor: AccountEntry, count: number, baseReserve: bigint): ReserveRefusal | undefined {
  if (available(sponsor, baseReserve) < BigInt(count) * baseReserve) return 'lowReserve';
  return sponsor.numSponsoring + sponsor.subentries + count > uint32 ? 'tooManySponsoring' : undefined;
}
