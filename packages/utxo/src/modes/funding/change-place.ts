import type { Operation } from '@isochain/core/upstream';
import type { DerivedAddress } from '../../address/account.ts';
import { parseAddress } from '../../address/address.ts';
import { gapLimit } from '../../address/gap-limit.ts';
import type { Coin, CoinList } from '../../coin.ts';
import type { UtxoContext } from '../../context.ts';
import type { Upstreams } from '../../upstream/choose.ts';
import { maxChildIndex } from '../../upstream/common-schemas.ts';

/** Where the change of an account of an extended key goes. */
export interface ChangePlace {
  /** The first address of the branch for change that an upstream says was never used. */
  readonly claimed: number;
  /** Beyond it no wallet may look, by all that is proven. */
  readonly furthest: number;
}

/**
 * How far the change of an account of an extended key may go. Wallets look for coins until `gapLimit` addresses in a row were never used, and an
 * upstream may claim that any were used. A coin that the transaction itself spends is proof: if the upstream made it up, so is the transaction
 * worth nothing.
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

/** Index of the address that change goes to, where nobody has to be asked for it. */
export function settledIndex({ claimed, furthest }: ChangePlace): number | undefined {
  if (claimed <= furthest) return claimed;
  return claimed > maxChildIndex ? furthest : undefined;
}

/**
 * Index of the address that change goes to: the first that was never used, if that is not further than wallets look. If it is, two endpoints have to
 * say that the address before was used; else the furthest one has to do, even if something went there before.
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
