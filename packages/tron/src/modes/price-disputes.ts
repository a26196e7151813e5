import { type Problem, problem } from '@isochain/core';
import type { TronContext } from '../context.ts';
import type { Parameters } from '../fees/parameters.ts';

/** Prices that two nodes must agree on. A wrong price lets a transaction fail for want of energy, and costs what it burnt till then. */
const prices = ['energyPrice', 'bytePrice', 'activation', 'activationBandwidth', 'memo', 'maxFeeLimit'] as const;

/** The first price that two nodes tell differently. */
export function priceProblems({ identity }: TronContext, first: Parameters, second: Parameters): Problem[] {
  return prices
    .filter((price) => first[price] !== second[price])
    .slice(0, 1)
    .map((price) => {
      const numbers = { first: `${first[price]} sun`, second: `${second[price]} sun` };
      return problem('fee.contradicted', { chain: identity.name, what: `the chain's ${what[price]}`, ...numbers });
    });
}

const what: Readonly<Record<(typeof prices)[number], string>> = {
  energyPrice: 'price of energy',
  bytePrice: 'price of bandwidth',
  activation: 'price of an activation',
  activationBandwidth: 'price of bandwidth for an activation',
  memo: 'price of a memo',
  maxFeeLimit: 'highest limit for energy',
};
