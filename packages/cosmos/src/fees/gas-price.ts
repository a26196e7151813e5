import { ceilDiv } from '@isochain/core';
import type { Money } from '../bytes/messages.ts';
import type { CosmosChain } from '../chains.ts';
import { decimalUnit, readDecimal } from '../decimal.ts';

// Prices are in units of 10^-18 of the smallest unit, for a unit of gas.

/**
 * What is offered for a unit of gas.
 *
 * @param live - What the chain asks for right now, if its fee model has such a price. A tenth is added, because the price may rise until the next
 *   block: by 12.5 % at most on the Cosmos Hub, by 10 % on Injective. In most cases the average of the table is higher anyway.
 * @returns Never less than the average of the table.
 */
export function gasPriceOf({ gasPrice }: Pick<CosmosChain, 'gasPrice'>, live: bigint | undefined): bigint {
  const average = readDecimal(gasPrice.average);
  const offered = live === undefined ? 0n : ceilDiv(live * 11n, 10n);
  return offered > average ? offered : average;
}

/** A live price may be this many times the highest usual price, if the chain's own rules have no maximum. */
export const mostTimesHigh = 20n;

/**
 * The most that a node may say a unit of gas costs right now. A price above it is a lie or a mistake of six or twelve decimals, and nothing is encoded
 * with it.
 *
 * It is the maximum of the chain's own rules, if they have one (Osmosis, Injective). Elsewhere it is 20 times `gasPrice.high`. Prices rise with load,
 * by 12.5 % a block at most (skip-mev/feemarket, max_learning_rate on the Cosmos Hub; cosmos/evm x/feemarket, base_fee_change_denominator 8), so it takes
 * 26 full blocks to get there from `high`. And a mistake below it does not cost much: a transfer on the Cosmos Hub then costs 0.1 ATOM.
 */
export function gasPriceCeilingOf({ gasPrice }: Pick<CosmosChain, 'gasPrice'>): bigint {
  return gasPrice.ceiling === undefined ? mostTimesHigh * readDecimal(gasPrice.high) : readDecimal(gasPrice.ceiling);
}

/** What gas costs in the smallest unit, rounded up: nodes round up what they ask for (cosmos-sdk x/auth/ante/validator_tx_fee.go). */
export function feesOf(gas: bigint, price: bigint): bigint {
  return ceilDiv(gas * price, decimalUnit);
}

/**
 * The gas limit for what a simulation used. A claim takes more than its simulation: a node of cosmos-sdk 0.54.4 ran out of gas at 1.3 times, as rewards
 * come in with every block.
 */
export function gasLimitOf(used: bigint, mode: 'claim' | 'other'): bigint {
  return ceilDiv(used * (mode === 'claim' ? 15n : 13n), 10n);
}

/**
 * What messages cost on a chain with flat fees.
 *
 * @param fees - What the chain named.
 * @returns Undefined if it names no fee in that denomination.
 */
export function flatFeeIn(fees: readonly Money[] | undefined, denom: string): bigint | undefined {
  return fees?.find((each) => each.denom === denom)?.amount;
}

/** What a unit of gas cost on Provenance before it had flat fees, in nhash (provenance-io/provenance internal/antewrapper/utils.go). */
export const priceBeforeFlatFees = 1_905n;

/**
 * Prices of gas that clients offered before Provenance had flat fees. A fee that is exactly one of them times the gas limit is refused as outdated,
 * and 1 stands for a transaction that was simulated by an old client (provenance-io/provenance internal/antewrapper/utils.go).
 */
const outdatedPrices: readonly bigint[] = [1n, priceBeforeFlatFees, 9_525n, 19_050n];

/**
 * What is paid on a chain with flat fees: 2 % more than the chain names, because the sum follows a price that may move until the transaction is mined.
 * What is paid above the sum is not given back (provenance-io/provenance x/flatfees/spec/01_concepts.md).
 */
export function flatOffer(flat: bigint, gas: bigint): bigint {
  const fees = ceilDiv(flat * 102n, 100n);
  return outdatedPrices.some((price) => price * gas === fees) ? fees + 1n : fees;
}
