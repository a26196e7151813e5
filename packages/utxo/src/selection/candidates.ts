import { byOutpoint, type Outpoint, outpointKey } from '../coin.ts';
import { feeOf, inputWeight, type SpendKind } from '../fees/weights.ts';

/** A coin that may be spent. Callers attach what they like: the same objects come back. */
export interface Candidate extends Outpoint {
  /** Smallest unit. */
  readonly value: bigint;
  readonly spend: SpendKind;
}

/**
 * The coins that bring more than they cost at a fee rate, those that bring the most first. The order depends on the coins alone, not on how
 * they were given.
 *
 * @param without - Coins that are spent anyway.
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
      // Rounded numbers compare faster, and decide where they differ.
      .sort((a, b) => b.near - a.near || Number(b.effective - a.effective) || byOutpoint(a.coin, b.coin))
      .map(({ coin }) => coin)
  );
}
