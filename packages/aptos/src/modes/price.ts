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

/** Whether the client names the price, by itself or by fees and gas. Fees below the gas limit imply no price: then it is the node's. */
function isWishedPrice({ gasUnitPrice, fees, gas }: PriceWishes): boolean {
  return gasUnitPrice !== undefined || (fees !== undefined && gas !== undefined && gas > 0n && fees >= gas);
}

/** What is wrong with a price. A node that lies must not make it up, and a client may pay what it wants. */
export function priceProblems(
  context: Pick<AptosContext, 'limits' | 'identity'>,
  { lowest }: GasPrices,
  price: bigint,
  wishes: PriceWishes,
): Problem[] {
  const { lowestPrice, highestPrice } = context.limits;
  if (!isWishedPrice(wishes)) {
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

/** A gas limit, and what it is chosen from. */
interface ChosenLimit {
  readonly gas: bigint;
  /** The limit without wishes. */
  readonly usual: bigint;
  readonly need: Need;
  readonly price: bigint;
  /** Whether the client names the limit. */
  readonly isWished: boolean;
}

/** What is wrong with a gas limit, or with what it costs. */
export function gasProblems(
  context: Pick<AptosContext, 'limits' | 'identity'>,
  { gas, usual, need, price, isWished }: ChosenLimit,
  wishes: PriceWishes,
): Problem[] {
  if (!isWished) return ceilingProblems(context, gas, need, price);
  const field = 'transaction.data.gas';
  const minimum = need.gasUsed > need.floor ? need.gasUsed : need.floor;
  if (gas < minimum) return [problem('gas.tooLow', { gas: gas.toString(), minimum: minimum.toString() }, field)];
  if (gas > mostUnits) {
    const numbers = { gas: gas.toString(), chain: context.identity.name, maximum: mostUnits.toString() };
    return [problem('gas.tooHigh', numbers, field)];
  }
  return wishedPriceProblems(context, { usual, need, price }, wishes);
}

/**
 * That a wished price is too high. The chain charges the whole price for each unit, so a small limit does not make it harmless. What counts is the cost of
 * the usual limit, by whatever wish the price comes.
 */
export function wishedPriceProblems(
  context: Pick<AptosContext, 'limits' | 'identity'>,
  { usual, need, price }: Pick<ChosenLimit, 'usual' | 'need' | 'price'>,
  wishes: PriceWishes,
): Problem[] {
  return isWishedPrice(wishes) ? ceilingProblems(context, usual, need, price) : [];
}

/** That a limit costs more than the ceiling, or that no limit suffices. */
function ceilingProblems(
  context: Pick<AptosContext, 'limits' | 'identity'>,
  gas: bigint,
  need: Need,
  price: bigint,
): Problem[] {
  const { highestFee } = context.limits;
  if (gas * price <= highestFee && leastLimit(need) <= mostUnits) return [];
  const numbers = {
    what: 'fee',
    asked: nativeAmount(context, gas * price),
    ceiling: nativeAmount(context, highestFee),
    chain: context.identity.name,
  };
  return [problem('fee.aboveCeiling', numbers, 'transaction.data.fees')];
}
