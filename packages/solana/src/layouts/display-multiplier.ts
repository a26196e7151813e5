import type { Bytes } from './bytes.ts';

// Extensions of Token-2022 that change only the amounts that wallets show. Accounts and transfers count the amounts of the chain. Source:
// solana-program/token-2022, interface/src/extension/scaled_ui_amount/mod.rs and interest_bearing_mint/mod.rs.

/** A number by which wallets multiply amounts. The issuer can set it, for example when a stock is split. */
export interface ScaledAmount {
  readonly multiplier: number;
  readonly newMultiplier: number;
  /** Seconds since 1970. From then on the new multiplier counts. */
  readonly newFrom: bigint;
}

/** @param value - The entry ScaledUiAmountConfig. An authority of 32 bytes comes first. */
export function readScaledAmount(value: Bytes): ScaledAmount {
  return { multiplier: value.f64(32), newFrom: value.i64(40), newMultiplier: value.f64(48) };
}

/** Interest that wallets add to amounts. Nobody pays it. Times are in seconds since 1970, rates in basis points a year. */
export interface ShownInterest {
  readonly from: bigint;
  readonly averageRate: number;
  /** When the rate was changed. The average counts before, the present rate after. */
  readonly changed: bigint;
  readonly rate: number;
}

/** @param value - The entry InterestBearingConfig. An authority of 32 bytes comes first. */
export function readShownInterest(value: Bytes): ShownInterest {
  return { from: value.i64(32), averageRate: value.i16(40), changed: value.i64(42), rate: value.i16(50) };
}

const secondsPerYear = 60 * 60 * 24 * 365.24;
const basisPoints = 10_000;

/**
 * The number by which wallets multiply amounts of a token.
 *
 * @param now - Seconds since 1970, by the clock of the chain.
 * @returns 1 if they show amounts as they are.
 */
export function displayMultiplier(
  { scaled, interest }: { readonly scaled?: ScaledAmount; readonly interest?: ShownInterest },
  now: bigint,
): number {
  if (scaled !== undefined) return now >= scaled.newFrom ? scaled.newMultiplier : scaled.multiplier;
  if (interest === undefined) return 1;
  const grown = (rate: number, since: bigint, until: bigint) => (rate * Number(until - since)) / secondsPerYear;
  const { from, averageRate, changed, rate } = interest;
  return Math.exp((grown(averageRate, from, changed) + grown(rate, changed, now)) / basisPoints);
}
