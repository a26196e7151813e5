import { attempt, nativeAmount, type Problem, problem } from '@isochain/core';
import { canonicalAddress } from '../address/address.ts';
import type { TonContext } from '../context.ts';
import { Address } from '../ton-core.ts';
import type { AccountFacts } from '../upstream/queries/accounts.ts';

// What the modes of stakes have in common.

export const fields = {
  amount: 'transaction.data.amount',
  memo: 'transaction.data.memo',
  pool: 'transaction.data.validatorAddress',
  target: 'transaction.data.targetValidatorAddress',
  source: 'transaction.data.sourceValidatorAddress',
  stakeId: 'transaction.data.stakeId',
} as const;

/** Other pools have other rules. */
const otherContract =
  'its contract is neither a nominator pool in the masterchain nor a pool of liquid staking that is known here; pools of other makers are not supported';

/** Why nothing can be staked with an account that is no pool. */
export function noPool({ identity }: Pick<TonContext, 'identity'>, pool: Address, { status }: AccountFacts): Problem {
  const validator = canonicalAddress(pool);
  return status === 'active'
    ? problem('validator.inactive', { validator, reason: otherContract }, fields.target)
    : problem('validator.notFound', { validator, chain: identity.name }, fields.target);
}

/** Why nothing can be taken from an account that is no pool. */
export function noPosition({ status }: AccountFacts): Problem {
  return notFound(status === 'active' ? otherContract : 'there is no pool with this address');
}

export function notFound(reason: string): Problem {
  return problem('position.notFound', { reason }, fields.pool);
}

/** The position of an account with a pool is named by the pool: there is no more than one. */
export function stakeIdProblems(stakeId: string | undefined, pool: Address): Problem[] {
  const named = stakeId === undefined ? pool : attempt(() => Address.parse(stakeId));
  if (named?.equals(pool) === true) return [];
  return [problem('position.notFound', { reason: 'stakeId is not the address of the pool' }, fields.stakeId)];
}

/** Pools take orders in the place where a comment would be. */
export function memoWarnings(
  { identity }: Pick<TonContext, 'identity'>,
  mode: string,
  memo: string | undefined,
): Problem[] {
  return memo === undefined
    ? []
    : [problem('memo.ignored', { chain: `${identity.name} in mode ${mode}` }, fields.memo)];
}

/** Tells that most of what pays contracts comes back. */
export function returnedWarning(context: TonContext, attached: bigint, returned: bigint): Problem {
  const native = (value: bigint) => nativeAmount(context, value);
  return problem('fee.comesBack', { attached: native(attached), returned: native(returned) }, 'transaction.data.fees');
}
