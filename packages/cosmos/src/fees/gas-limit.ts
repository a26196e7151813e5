import { type Problem, problem } from '@isochain/core';
import type { NamedChain } from '../chains.ts';
import { gasLimitOf } from './gas-price.ts';

/**
 * Less than the signature and the bytes of any transaction take: 1,000 units for a signature, and 10 for each of at least 200 bytes (cosmos-sdk
 * x/auth/types/params.go: DefaultSigVerifyCostSecp256k1, DefaultTxSizeCostPerByte).
 */
const leastGas = 3_000n;

/**
 * The gas limit after a simulation may be this many times the usual one. Executions of contracts differ most, and most of them stay below
 * 5,000,000 units, which is 20 times the usual limit. Gas that is not used is paid all the same.
 */
const mostTimesUsual = 20n;

const gasField = 'transaction.data.gas';

interface Wanted {
  /** What the client names. */
  readonly wished: bigint | undefined;
  /** What a simulation used. */
  readonly used: bigint | undefined;
  /** The limit if nothing was simulated. */
  readonly byDefault: bigint;
  readonly mode: 'claim' | 'other';
  /** The most that a transaction may have. Undefined if nothing is known. */
  readonly maximum: bigint | undefined;
}

const unitOfGas = { decimals: 0, ticker: 'units of gas' };

/**
 * The gas limit. A limit far above the usual one may be a lie, and costs that much more unless fees are flat. It is offered only if the client names
 * it. The margin above what a simulation used ends at the most that the chain takes.
 */
export function chooseGas(
  { chain, identity }: Pick<NamedChain, 'chain' | 'identity'>,
  { wished, used, byDefault, mode, maximum }: Wanted,
): { readonly gas: bigint; readonly errors: readonly Problem[] } {
  const wanted = wished ?? (used === undefined ? byDefault : gasLimitOf(used, mode));
  const ceiling = mostTimesUsual * byDefault;
  if (wished === undefined && wanted > ceiling && chain.feeModel !== 'provenance-flat') {
    const amounts = { asked: { amount: wanted, ...unitOfGas }, ceiling: { amount: ceiling, ...unitOfGas } };
    const context = { what: 'gas limit', ...amounts, chain: identity.name };
    return { gas: wanted, errors: [problem('fee.aboveCeiling', context, gasField)] };
  }
  const isCut = wished === undefined && maximum !== undefined && wanted > maximum && (used ?? wanted) <= maximum;
  const gas = isCut ? maximum : wanted;
  if (maximum !== undefined && gas > maximum) {
    return { gas, errors: [problem('gas.tooHigh', { gas, maximum, chain: identity.name }, gasField)] };
  }
  if (gas < leastGas) return { gas, errors: [problem('gas.tooLow', { gas, minimum: leastGas }, gasField)] };
  return { gas, errors: [] };
}
