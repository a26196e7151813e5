import { type Problem, problem } from '@isochain/core';
import type { Address } from '../address/address.ts';
import type { NamedChain } from '../chains.ts';
import { decimalUnit } from '../decimal.ts';
import type { ValidatorFacts } from '../upstream/queries/position.ts';
import { slashedAway } from './simulation-problem.ts';

/** @param field - Of the request, that names it. */
export function unknownValidator(
  { identity }: Pick<NamedChain, 'identity'>,
  validator: Address,
  found: ValidatorFacts | undefined,
  field: string,
): Problem[] {
  return found === undefined ? [problem('validator.notFound', { validator, chain: identity.name }, field)] : [];
}

/** What stands against a stake with a validator. */
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

/** The chain takes stakes with validators that earn nothing, and says nothing. */
export function targetWarnings(found: ValidatorFacts | undefined, field: string): Problem[] {
  if (found === undefined) return [];
  return [
    ...(found.isJailed || !found.isBonded ? [problem('validator.delinquent', {}, field)] : []),
    ...(found.commission >= decimalUnit ? [problem('validator.keepsAll', {}, field)] : []),
  ];
}
