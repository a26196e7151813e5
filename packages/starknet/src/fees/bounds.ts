import { type AmountOf, ceilDiv, nativeAmount, type Problem, problem } from '@isochain/core';
import { highestFee, type ResourceBound, type ResourceBounds } from '../bytes/transaction.ts';
import type { StarknetContext } from '../context.ts';

/** What a node estimates: amounts of gas, and prices in FRI. */
export interface Estimate {
  readonly l1Gas: bigint;
  readonly l1GasPrice: bigint;
  readonly l2Gas: bigint;
  readonly l2GasPrice: bigint;
  readonly l1DataGas: bigint;
  readonly l1DataGasPrice: bigint;
}

/** Prices of the latest block, in FRI. */
export type Prices = Pick<Estimate, 'l1GasPrice' | 'l2GasPrice' | 'l1DataGasPrice'>;

/**
 * The least price of gas of layer 2 that the sequencer takes, in FRI (starkware-libs/sequencer, gateway_config.json: min_gas_price). Since 0.14.3 the price
 * follows the dollar and is usually above it, so this is a floor and never the price.
 */
export const leastL2GasPrice = 8_000_000_000n;

/** Bounds are 1.5 times what is estimated, as starknet.js has them (src/global/constants.ts: resourceBoundsOverhead). */
const overhead = (value: bigint) => ceilDiv(value * 3n, 2n);

/**
 * The gas for data is twice the estimate: a transaction once needed 1.545 times as much, failed and was charged (hyperlane-xyz/hyperlane-monorepo#8386).
 */
const dataOverhead = (value: bigint) => value * 2n;

/** The most gas of layer 2 that a transaction may have: sequencers take 1.21 * 10^9, older ones 10^9 (gateway_config.json). */
export const mostL2Gas = 10n ** 9n;

/**
 * The bounds of a transaction. The price of layer 2 is bound by the estimate and by the latest block, because the sequencer compares the bound with the block
 * (starkware-libs/sequencer, apollo_gateway: stateful_transaction_validator.rs).
 *
 * @param surcharge - Gas of layer 2 that the estimate left out.
 */
export function boundsOf(estimate: Estimate, latest: Prices, surcharge: bigint): ResourceBounds {
  const price = (name: keyof Prices) => overhead(larger(estimate[name], latest[name]));
  return {
    l1_gas: { maxAmount: overhead(estimate.l1Gas), maxPricePerUnit: price('l1GasPrice') },
    l2_gas: {
      maxAmount: overhead(estimate.l2Gas + surcharge),
      maxPricePerUnit: larger(price('l2GasPrice'), overhead(leastL2GasPrice)),
    },
    l1_data_gas: { maxAmount: dataOverhead(estimate.l1DataGas), maxPricePerUnit: price('l1DataGasPrice') },
  };
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

const field = 'transaction.data.fees';

/** Prices are in FRI: 10^-18 STRK. */
function fri(amount: bigint): AmountOf {
  return { amount, decimals: 0, ticker: 'FRI' };
}

/** The problem, if bounds or fees are above what is ever encoded: an endpoint that is wrong about prices must not lock all that an account has. */
export function ceilingProblems(context: StarknetContext, bounds: ResourceBounds, tip: bigint): Problem[] {
  const { l2GasPrice, l1GasPrice, fee } = context.ceilings;
  const chain = context.identity.name;
  const above = (what: string, asked: AmountOf, ceiling: AmountOf) => [
    problem('fee.aboveCeiling', { what, asked, ceiling, chain }, field),
  ];
  const priceOf = ({ maxPricePerUnit }: ResourceBound) => maxPricePerUnit;
  const l2Price = priceOf(bounds.l2_gas) + tip;
  if (l2Price > l2GasPrice) return above('price for gas of layer 2', fri(l2Price), fri(l2GasPrice));
  const l1Price = larger(priceOf(bounds.l1_gas), priceOf(bounds.l1_data_gas));
  if (l1Price > l1GasPrice) return above('price for gas of layer 1', fri(l1Price), fri(l1GasPrice));
  const gas = (amount: bigint) => ({ amount, decimals: 0, ticker: 'gas' });
  if (bounds.l2_gas.maxAmount > mostL2Gas) return above('gas limit', gas(bounds.l2_gas.maxAmount), gas(mostL2Gas));
  const most = 2n ** 64n - 1n;
  const l1Amount = larger(bounds.l1_gas.maxAmount, bounds.l1_data_gas.maxAmount);
  if (l1Amount > most) return above('gas limit of layer 1', gas(l1Amount), gas(most));
  const fees = highestFee({ bounds, tip });
  if (fees > fee) return above('sum of fees', nativeAmount(context, fees), nativeAmount(context, fee));
  return [];
}
