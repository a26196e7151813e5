import { byOutpoint, type Outpoint, outpointKey } from '../coin.ts';
import { feeOf, inputWeight, type SpendKind } from '../fees/weights.ts';

/** A coin that may be spent. The same objects come back, so callers may attach more. */
export interface Candidate extends Outpoint {
  /** Smallest unit. */
  readonly value: bigint;
  readonly spend: SpendKind;
}

/**
 * The coins that hold more than they cost at a fee rate, those with the most left first. The order in which coins are given does not matter.
 *
 * @param without - Coins that are spent in any case.
 */
export function economicCoins<C extends Candidate>(
  coins: readonly C[],
  feeRate: bigint,
  without: readonly C[] = [],
): C[] {
  const taken = new Set(without.map(outpointKey));
  return (
    coins
      .filter((coin) => taken.size === 0 || !taken.has(outpointKey(coin)))
      .map((coin) => {
        const effective = coin.value - feeOf(feeRate, inputWeight(coin.spend));
        return { coin, effective, near: Number(effective) };
      })
      .filter(({ effective }) => effective > 0n)
      // Rounded numbers compare faster. If they differ, they decide.
      .sort((a, b) => b.near - a.near || Number(b.effective - a.effective) || byOutpoint(a.coin, b.coin))
      .map(({ coin }) => coin)
  );
}
