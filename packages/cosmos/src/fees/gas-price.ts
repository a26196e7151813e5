import { ceilDiv } from '@isochain/core';
import type { Money } from '../bytes/messages.ts';
import type { CosmosChain } from '../chains.ts';
import { decimalUnit, readDecimal } from '../decimal.ts';

// Prices are in units of 10^-18 of the smallest unit, for a unit of gas.

/**
 * What is offered for a unit of gas.
 *
 * @param live - What the chain asks for right now, where its fee model has such a price. A tenth is added: it may rise by the next block, by 12.5 % at
 *   most on the Cosmos Hub and by 10 % on Injective, and the average of the table is above it in most cases.
 * @returns Never less than the average of the table.
 */
export function gasPriceOf({ gasPrice }: Pick<CosmosChain, 'gasPrice'>, live: bigint | undefined): bigint {
  const average = readDecimal(gasPrice.average);
  const offered = live === undefined ? 0n : ceilDiv(live * 11n, 10n);
  return offered > average ? offered : average;
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
 * What is paid on a chain with flat fees: the sum that the chain names, and 2 % more, because the sum follows a price that may move until the
 * transaction is mined. What is paid above the sum is not given back (provenance-io/provenance x/flatfees/spec/01_concepts.md).
 *
 * @returns Undefined if the chain names no flat fee.
 */
export function flatFeeOf(fees: readonly Money[] | undefined, denom: string): bigint | undefined {
  const fee = fees?.find((each) => each.denom === denom);
  return fee && ceilDiv(fee.amount * 102n, 100n);
}
