import { nativeAmount, type Problem, problem } from '@isochain/core';
import type { AptosContext } from '../context.ts';
import { leastLimit, mostUnits, type Need } from '../fees/gas.ts';
import type { GasLimits } from '../fees/limits.ts';
import type { GasPrices } from '../upstream/queries/gas-price.ts';

// Prices and gas limits: what is offered, and what is refused.

/** What a client may wish for. */
interface PriceWishes {
  readonly gasUnitPrice?: bigint | undefined;
  readonly fees?: bigint | undefined;
  readonly gas?: bigint | undefined;
}

/** The highest price that the chain takes (aptos-labs/aptos-networks, gas/v1.48.0.json: max_price_per_gas_unit). */
const mostPrice = 10_000_000_000n;

const priceField = 'transaction.data.params.gasUnitPrice';

/**
 * Octas for one gas unit: the wish, or what follows from wished fees and gas, or what the node recommends, but never less than the chain takes. At least 1: a
 * chain without a lowest price would be asked for a limit without end.
 */
export function priceOf(limits: GasLimits, prices: GasPrices, { gasUnitPrice, fees, gas }: PriceWishes): bigint {
  if (gasUnitPrice !== undefined) return gasUnitPrice;
  const implied = fees === undefined || gas === undefined || gas === 0n ? 0n : fees / gas;
  if (implied > 0n) return implied;
  return [prices.usual, prices.lowest, limits.lowestPrice].reduce((most, each) => (each > most ? each : most), 1n);
}

/** What is wrong with a price. A node that lies must not make it up, and a client may pay what it wants. */
export function priceProblems(
  context: Pick<AptosContext, 'limits' | 'identity'>,
  { lowest }: GasPrices,
  price: bigint,
  { gasUnitPrice, fees, gas }: PriceWishes,
): Problem[] {
  const { lowestPrice, highestPrice } = context.limits;
  // Fees below the gas limit imply no price: then it is the node's.
  const isWished = gasUnitPrice !== undefined || (fees !== undefined && gas !== undefined && gas > 0n && fees >= gas);
  if (!isWished) {
    const { name: chain } = context.identity;
    if (price > highestPrice) {
      const numbers = {
        what: 'gas price',
        asked: nativeAmount(context, price),
        ceiling: nativeAmount(context, highestPrice),
        chain,
      };
      return [problem('fee.aboveCeiling', numbers, 'transaction.data.fees')];
    }
    return [];
  }
  // Nodes pass on nothing that is cheaper than this.
  const least = lowest > lowestPrice && lowest <= highestPrice ? lowest : lowestPrice;
  const invalid = (reason: string) => [problem('wish.invalid', { field: priceField, reason }, priceField)];
  if (price < least) return invalid(`${price} octas for a gas unit are too little: the chain takes ${least} at least`);
  if (price > mostPrice) return invalid(`the chain takes ${mostPrice} octas for a gas unit at most`);
  return [];
}

/** What is wrong with a gas limit. */
export function gasProblems(
  context: Pick<AptosContext, 'limits' | 'identity'>,
  {
    gas,
    need,
    price,
    isWished,
  }: { readonly gas: bigint; readonly need: Need; readonly price: bigint; readonly isWished: boolean },
): Problem[] {
  const field = 'transaction.data.gas';
  const { name: chain } = context.identity;
  if (isWished) {
    const minimum = need.gasUsed > need.floor ? need.gasUsed : need.floor;
    if (gas < minimum) return [problem('gas.tooLow', { gas: gas.toString(), minimum: minimum.toString() }, field)];
    if (gas > mostUnits)
      return [problem('gas.tooHigh', { gas: gas.toString(), chain, maximum: mostUnits.toString() }, field)];
    return [];
  }
  const { highestFee } = context.limits;
  if (gas * price <= highestFee && leastLimit(need) <= mostUnits) return [];
  const numbers = {
    what: 'fee',
    asked: nativeAmount(context, gas * price),
    ceiling: nativeAmount(context, highestFee),
    chain,
  };
  return [problem('fee.aboveCeiling', numbers, 'transaction.data.fees')];
}
