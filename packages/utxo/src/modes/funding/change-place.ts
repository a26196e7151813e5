import type { Operation } from '@isochain/core/upstream';
import type { DerivedAddress } from '../../address/account.ts';
import { parseAddress } from '../../address/address.ts';
import { gapLimit } from '../../address/gap-limit.ts';
import type { Coin, CoinList } from '../../coin.ts';
import type { UtxoContext } from '../../context.ts';
import type { Upstreams } from '../../upstream/choose.ts';
import { maxChildIndex } from '../../upstream/common-schemas.ts';

/** Where the change of an extended key may go: indexes on the branch for change. */
export interface ChangePlace {
  /** The first address that was never used, as an upstream says. */
  readonly claimed: number;
  /** The last address that wallets are sure to look at. */
  readonly furthest: number;
}

/**
 * How far the change of an extended key may go. Wallets look for coins until `gapLimit` addresses in a row were never used, and an upstream may lie
 * about which were used. A coin that the transaction spends proves that its address was used: with an invented coin the transaction is invalid.
 *
 * @param spent - Coins that the transaction spends.
 */
export function changePlace({ unused }: CoinList, spent: readonly Coin[]): ChangePlace {
  const last = spent.reduce(
    (most, { position }) => (position?.branch === 1 ? Math.max(most, position.index) : most),
    -1,
  );
  return { claimed: unused?.change ?? 0, furthest: Math.min(last + gapLimit, maxChildIndex) };
}

/** Index of the change address; undefined if upstreams have to be asked for it. */
export function settledIndex({ claimed, furthest }: ChangePlace): number | undefined {
  if (claimed <= furthest) return claimed;
  return claimed > maxChildIndex ? furthest : undefined;
}

/**
 * Index of the change address: the first that was never used, if wallets are sure to look there. If it is further, two endpoints have to say that the
 * address before was used. Otherwise change goes to the furthest address, even if it was used before.
 *
 * @param derive - The address of an index.
 */
export async function changeIndex(
  { network }: UtxoContext,
  upstreams: Pick<Upstreams, 'isUsed'>,
  place: ChangePlace,
  derive: (index: number) => Pick<DerivedAddress, 'address'>,
  operation: Operation,
): Promise<number> {
  const settled = settledIndex(place);
  if (settled !== undefined) return settled;
  const { claimed, furthest } = place;
  const before = parseAddress(network, derive(claimed - 1).address);
  return before.ok && (await upstreams.isUsed(before.value, operation)) ? claimed : furthest;
}
