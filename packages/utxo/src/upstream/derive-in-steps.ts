import type { Operation } from '@isochain/core/upstream';
import type { DerivedAddress, ExtendedAccount } from '../address/account.ts';
import { addressDeriver } from '../address/derive.ts';
import type { Network } from '../chains.ts';

/** How many addresses are derived before other requests get their turn. That takes some 8 ms, for taproot 16. */
export const stepSize = 8;

type Place = Pick<DerivedAddress, 'branch' | 'index'>;

/**
 * Derives addresses of an account, a few at a time, so that the rest of the process goes on between them.
 *
 * @throws UpstreamError, RefusedError as `Operation.compute` does.
 */
export async function deriveInSteps<P extends Place>(
  operation: Operation,
  network: Network,
  account: ExtendedAccount,
  places: readonly P[],
): Promise<(DerivedAddress & P)[]> {
  const derive = addressDeriver(network, account);
  const derived: (DerivedAddress & P)[] = [];
  for (let at = 0; at < places.length; at += stepSize) {
    const few = places.slice(at, at + stepSize);
    const found = await operation.compute(() =>
      few.map((place) => ({ ...place, ...derive(place.branch, place.index) })),
    );
    derived.push(...found);
  }
  return derived;
}

/**
 * The positions of a branch's addresses, one after the other. Ask for no more than are needed.
 *
 * @param from - Index of the first.
 */
export function placesOf<B extends 0 | 1>(branch: B, from: number, count: number): { branch: B; index: number }[] {
  return Array.from({ length: count }, (_, i) => ({ branch, index: from + i }));
}
