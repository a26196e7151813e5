import { type Problem, problem } from '@isochain/core';
import type { CosmosChain } from '../chains.ts';
import { readDecimal } from '../decimal.ts';
import { feesOf, gasPriceOf } from './gas-price.ts';

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

/** Makes the offer. A fee that the client names is taken as it is, if nodes take it. */
export function makeOffer(chain: CosmosChain, terms: Terms, wishes: { readonly fees?: bigint | undefined }): Offer {
  const { gas, feeDenom, livePrice, flat } = terms;
  const price = priceIn(chain, feeDenom, livePrice);
  const fees = wishes.fees ?? flat ?? feesOf(gas, price);
  const least = leastFees(chain, terms);
  const errors =
    fees < least
      ? [problem('fee.tooLow', { minimum: { amount: least, decimals: 0, ticker: feeDenom } }, 'transaction.data.fees')]
      : [];
  return { gas, fees, feeDenom, errors, warnings: [] };
}

function priceIn(chain: CosmosChain, feeDenom: string, livePrice: bigint | undefined): bigint {
  const other = chain.otherFees?.find(({ denom }) => denom === feeDenom);
  return other === undefined ? gasPriceOf(chain, livePrice) : readDecimal(other.average);
}

/** The least that nodes take. */
function leastFees({ denom }: CosmosChain, { gas, feeDenom, livePrice, flat }: Terms): bigint {
  if (flat !== undefined) return flat;
  return feeDenom === denom && livePrice !== undefined ? feesOf(gas, livePrice) : 0n;
}
