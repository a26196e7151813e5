import { type Problem, problem } from '@isochain/core';
import { amountIn } from '../amount-in.ts';
import type { NamedChain } from '../chains.ts';
import { readDecimal } from '../decimal.ts';
import { feesOf, flatOffer, gasPriceCeilingOf, gasPriceOf, mostTimesHigh, priceBeforeFlatFees } from './gas-price.ts';

/** What the transaction costs. */
export interface Offer {
  readonly gas: bigint;
  /** In the smallest unit of `feeDenom`. */
  readonly fees: bigint;
  readonly feeDenom: string;
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
}

interface Terms {
  readonly gas: bigint;
  readonly feeDenom: string;
  /** In units of 10^-18, if the chain names a price. */
  readonly livePrice: bigint | undefined;
  /** What the messages cost, if the chain charges for messages instead of gas. */
  readonly flat: bigint | undefined;
}

type Named = Pick<NamedChain, 'chain' | 'identity'>;

const feesField = 'transaction.data.fees';

/**
 * Makes the offer. A fee that the client names is taken as it is, if nodes take it and it is no mistake. Without one, a live price above the ceiling of
 * the chain is refused: it may be a lie.
 */
export function makeOffer(named: Named, terms: Terms, wishes: { readonly fees?: bigint | undefined }): Offer {
  const { gas, feeDenom, flat } = terms;
  const offered = flat === undefined ? feesOf(gas, priceIn(named, terms)) : flatOffer(flat, gas);
  const fees = wishes.fees ?? offered;
  const errors =
    wishes.fees === undefined ? ceilingProblems(named, terms) : wishProblems(named, { ...terms, fees: wishes.fees });
  return { gas, fees, feeDenom, errors, warnings: [] };
}

function otherFee({ chain }: Named, feeDenom: string) {
  return chain.otherFees?.find(({ denom }) => denom === feeDenom);
}

function priceIn(named: Named, { feeDenom, livePrice }: Terms): bigint {
  const other = otherFee(named, feeDenom);
  return other === undefined ? gasPriceOf(named.chain, livePrice) : readDecimal(other.average);
}

function ceilingProblems(named: Named, { feeDenom, livePrice = 0n, flat, gas }: Terms): Problem[] {
  const { chain, identity } = named;
  const ceiling = ceilingIn(named, feeDenom);
  const above = (what: string, asked: bigint, most: bigint) => {
    const amounts = { asked: amountIn(named, feeDenom, asked), ceiling: amountIn(named, feeDenom, most) };
    return [problem('fee.aboveCeiling', { what, ...amounts, chain: identity.name }, feesField)];
  };
  if (flat !== undefined) {
    const most = mostFlat(named);
    return flat > most ? above('fee', flat, most) : [];
  }
  // A price of one unit of gas has more decimals than coins have, so the sums are compared.
  if (feeDenom !== chain.denom || livePrice <= ceiling) return [];
  return above('fee', feesOf(gas, livePrice), feesOf(gas, ceiling));
}

/** The most that a unit of gas may cost. In units of 10^-18. */
function ceilingIn(named: Named, feeDenom: string): bigint {
  const other = otherFee(named, feeDenom);
  return other === undefined ? gasPriceCeilingOf(named.chain) : mostTimesHigh * readDecimal(other.average);
}

/**
 * The most that messages may cost on a chain with flat fees: what all the gas that a transaction may have cost before. Messages on Provenance cost
 * 0.005 to 1 USD (x/flatfees of provenance-io/provenance).
 */
function mostFlat({ chain }: Named): bigint {
  return BigInt(chain.maxGas ?? 0) * priceBeforeFlatFees;
}

interface Wish extends Terms {
  readonly fees: bigint;
}

function wishProblems(named: Named, wish: Wish): Problem[] {
  const { fees, feeDenom } = wish;
  const least = leastFees(named, wish);
  const most = mostFees(named, wish);
  const amount = (value: bigint) => amountIn(named, feeDenom, value);
  if (fees < least) return [problem('fee.tooLow', { minimum: amount(least) }, feesField)];
  return fees > most ? [problem('fee.tooHigh', { maximum: amount(most) }, feesField)] : [];
}

/** The least that nodes take: what the chain says right now, or else what the chain registry says. A price above the ceiling is not believed. */
function leastFees(named: Named, { gas, feeDenom, livePrice, flat }: Terms): bigint {
  const { chain } = named;
  if (flat !== undefined) return flat <= mostFlat(named) ? flat : 0n;
  if (feeDenom !== chain.denom || chain.feeModel === 'provenance-flat') return 0n;
  const isBelieved = livePrice !== undefined && livePrice <= ceilingIn(named, feeDenom);
  return feesOf(gas, isBelieved ? livePrice : readDecimal(chain.gasPrice.min ?? '0'));
}

/** A client may pay this many times the ceiling. Nodes never ask for so much, and a mistake of decimals is larger. */
const mostTimesCeiling = 10n;

/** The highest fee that a client may name. All of it is paid: nothing comes back. */
function mostFees(named: Named, { gas, feeDenom, flat }: Terms): bigint {
  if (named.chain.feeModel === 'provenance-flat') return flat === undefined ? mostFlat(named) : mostTimesFlat * flat;
  return mostTimesCeiling * feesOf(gas, ceilingIn(named, feeDenom));
}

/** A client may pay this many times the sum on a chain with flat fees. More is of no use there. */
const mostTimesFlat = 2n;
