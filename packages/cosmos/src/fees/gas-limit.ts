import { type Problem, problem } from '@isochain/core';
import type { NamedChain } from '../chains.ts';
import { gasLimitOf } from './gas-price.ts';

/**
 * Less than the signature and the bytes of any transaction take: 1,000 units for a signature, and 10 for each of at least 200 bytes (cosmos-sdk
 * x/auth/types/params.go: DefaultSigVerifyCostSecp256k1, DefaultTxSizeCostPerByte).
 */
const leastGas = 3_000n;

const gasField = 'transaction.data.gas';

interface Wanted {
  /** What the client names. */
  readonly wished: bigint | undefined;
  /** What a simulation used. */
  readonly used: bigint | undefined;
  /** If nothing was simulated. */
  readonly byDefault: bigint;
  readonly mode: 'claim' | 'other';
  /** The most that a transaction may have. Undefined if nothing is known. */
  readonly maximum: bigint | undefined;
}

/** The gas limit. The margin above what a simulation used ends at the most that the chain takes. */
export function chooseGas(
  { identity }: Pick<NamedChain, 'identity'>,
  { wished, used, byDefault, mode, maximum }: Wanted,
): { readonly gas: bigint; readonly errors: readonly Problem[] } {
  const wanted = wished ?? (used === undefined ? byDefault : gasLimitOf(used, mode));
  const isCut = wished === undefined && maximum !== undefined && wanted > maximum && (used ?? wanted) <= maximum;
  const gas = isCut ? maximum : wanted;
  if (maximum !== undefined && gas > maximum) {
    return { gas, errors: [problem('gas.tooHigh', { gas, maximum, chain: identity.name }, gasField)] };
  }
  if (gas < leastGas) return { gas, errors: [problem('gas.tooLow', { gas, minimum: leastGas }, gasField)] };
  return { gas, errors: [] };
}
