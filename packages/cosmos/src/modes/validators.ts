import { type Problem, problem } from '@isochain/core';
import type { Address } from '../address/address.ts';
import type { NamedChain } from '../chains.ts';
import { decimalUnit } from '../decimal.ts';
import type { ValidatorFacts } from '../upstream/queries/position.ts';
import { slashedAway } from './simulation-problem.ts';

/** @param field - The field of the request that names the validator. */
export function unknownValidator(
  { identity }: Pick<NamedChain, 'identity'>,
  validator: Address,
  found: ValidatorFacts | undefined,
  field: string,
): Problem[] {
  return found === undefined ? [problem('validator.notFound', { validator, chain: identity.name }, field)] : [];
}

/** Why the coins cannot be staked with a validator. */
export function targetProblems(
  named: Pick<NamedChain, 'identity'>,
  validator: Address,
  found: ValidatorFacts | undefined,
  field: string,
): Problem[] {
  // cosmos-sdk x/staking/types/validator.go: InvalidExRate
  if (found?.stake === 0n) return [problem('validator.inactive', { validator, reason: slashedAway }, field)];
  return unknownValidator(named, validator, found, field);
}

/** The chain takes stakes with validators that earn nothing, without a warning. */
export function targetWarnings(found: ValidatorFacts | undefined, field: string): Problem[] {
  if (found === undefined) return [];
  return [
    ...(found.isJailed || !found.isBonded ? [problem('validator.delinquent', {}, field)] : []),
    ...(found.commission >= decimalUnit ? [problem('validator.keepsAll', {}, field)] : []),
  ];
}
