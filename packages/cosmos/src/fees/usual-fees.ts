import type { CosmosChain } from '../chains.ts';
import { readDecimal } from '../decimal.ts';
import { feesOf, priceBeforeFlatFees } from './gas-price.ts';

/**
 * What a transaction usually costs, in the smallest unit of the native coin: gas at the average price of the chain registry. Where messages have a price
 * instead, it is what the gas cost before.
 *
 * @param gas - What such a transaction usually needs, or what the client named.
 */
export function usualFeesOf({ feeModel, gasPrice }: Pick<CosmosChain, 'feeModel' | 'gasPrice'>, gas: bigint): bigint {
  return feeModel === 'provenance-flat' ? gas * priceBeforeFlatFees : feesOf(gas, readDecimal(gasPrice.average));
}
