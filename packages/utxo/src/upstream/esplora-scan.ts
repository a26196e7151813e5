import { atMost, UpstreamError } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { DerivedAddress, ExtendedAccount } from '../address/account.ts';
import { gapLimit } from '../address/gap-limit.ts';
import type { UtxoContext } from '../context.ts';
import { deriveInSteps, placesOf } from './derive-in-steps.ts';
import type { EsploraApi } from './esplora-api.ts';
import type { AddressStats } from './esplora-schemas.ts';
import { parallelRequests } from './http-requests.ts';

const branches = [0, 1] as const;

export interface ScannedAddress extends DerivedAddress {
  readonly stats: AddressStats;
}

/** Addresses of an extended key, as far as they may be used. */
export interface Scan {
  /** Addresses of both branches, used or not. */
  readonly addresses: readonly ScannedAddress[];
  readonly used: readonly ScannedAddress[];
  /** The first unused index of each branch. */
  readonly unused: { readonly receiving: number; readonly change: number };
}

/**
 * Looks the addresses of both branches up, one by one, until `gapLimit` in a row were never used.
 *
 * @throws UpstreamError with an attempt that is `unable` if that takes more than `maxScannedAddresses`.
 */
export async function scanAddresses(
  api: EsploraApi,
  context: UtxoContext,
  account: ExtendedAccount,
  operation: Operation,
): Promise<Scan> {
  const scanned: readonly [ScannedAddress[], ScannedAddress[]] = [[], []];
  for (;;) {
    const places = branches.flatMap((branch) => {
      const seen = scanned[branch];
      return placesOf(branch, seen.length, seen.findLastIndex(isUsed) + 1 + gapLimit - seen.length);
    });
    if (places.length === 0) break;
    if (scanned[0].length + scanned[1].length + places.length > context.maxScannedAddresses) {
      throw unable(context, `more than ${context.maxScannedAddresses} addresses to look up one by one`);
    }
    const wanted = await deriveOnce(api, context, account, places, operation);
    const found = await atMost(parallelRequests, wanted, async (derived): Promise<ScannedAddress> => {
      const { value: stats } = await operation.http(api.stats(derived.address), api.options);
      return { ...derived, stats };
    });
    for (const address of found) scanned[address.branch].push(address);
  }
  const firstUnused = (branch: 0 | 1) => scanned[branch].findIndex((address) => !isUsed(address));
  const addresses = scanned.flat();
  return {
    addresses,
    used: addresses.filter(isUsed),
    unused: { receiving: firstUnused(0), change: firstUnused(1) },
  };
}

/** Shares scans: coins and totals of an account are read side by side, and look for the same addresses. */
function deriveOnce(
  api: EsploraApi,
  { network }: UtxoContext,
  account: ExtendedAccount,
  places: readonly Pick<DerivedAddress, 'branch' | 'index'>[],
  operation: Operation,
): Promise<DerivedAddress[]> {
  const known = api.derived.get(account) ?? new Map<string, Promise<DerivedAddress[]>>();
  api.derived.set(account, known);
  const key = places.map(({ branch, index }) => `${branch}/${index}`).join();
  const derived = known.get(key) ?? deriveInSteps(operation, network, account, places);
  known.set(key, derived);
  return derived;
}

/** The error if an account has more addresses than can be read one by one. */
export function unable({ chainId }: UtxoContext, detail: string): UpstreamError {
  return new UpstreamError(chainId, [{ endpoint: 'esplora', outcome: 'unable', detail, ms: 0 }]);
}

function isUsed({ stats }: ScannedAddress): boolean {
  return stats.count > 0;
}
