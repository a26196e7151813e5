import { altered, type CheckedData, type Confirmation, type Problem, readParams } from '@isochain/core';
import { ask, type Operation } from '@isochain/core/upstream';
import { type Address, checkAddress } from '../address/address.ts';
import { paramsOfMode, type StarknetMode } from '../bytes/params.ts';
import type { StarknetContext } from '../context.ts';
import type { Starknet } from '../types.ts';
import { guessPools, noPoolProblem, standingOf, standingQuestions } from './pools.ts';

/** A validator in the data, and the contract that the transaction calls for it. */
interface Claim {
  readonly field: 'targetValidatorAddress' | 'sourceValidatorAddress' | 'validatorAddress' | 'stakeId';
  readonly validator: Address;
  readonly pool: Address;
  /** Where the pool stands in the data. */
  readonly place: string;
}

/**
 * Asks the staking contract whether the pools of a transaction are those of the validators in its data. The transaction holds only the pools, and a
 * stake approves its amount to one of them.
 *
 * @returns Nothing about a validator that the nodes do not agree on.
 */
export async function confirmPools(
  context: StarknetContext,
  data: CheckedData<Starknet, StarknetMode>,
  operation: Operation,
): Promise<Confirmation> {
  const claims = claimsOf(data);
  if (claims.length === 0) return { confirmed: [], errors: [] };
  const guesses = await guessPools(
    context,
    claims.map(({ validator }) => validator),
    operation,
  );
  const confirmed: string[] = [];
  const errors: Problem[] = [];
  for (const [i, { field, validator, pool, place }] of claims.entries()) {
    const found = guesses[i] ?? { staker: validator, pool: validator };
    const standing = standingOf(
      context,
      found,
      await ask(operation, standingQuestions(context, found), { mayLag: true }),
    );
    if (standing.kind === 'unclear' || found.elsewhere !== undefined) continue;
    const none = noPoolProblem(context, validator, standing, `transaction.data.${field}`);
    if (none !== undefined) errors.push(none);
    else if (found.pool !== pool) errors.push(...altered(place).problems);
    else confirmed.push(field);
  }
  return { confirmed, errors };
}

function claimsOf(checked: CheckedData<Starknet, StarknetMode>): Claim[] {
  switch (checked.mode) {
    case 'stake': {
      const { parsed, params } = checked as CheckedData<Starknet, 'stake'>;
      const { targetValidatorAddress: target, sourceValidatorAddress: left } = parsed;
      const { pool, source } = readParams(paramsOfMode.stake, params);
      return [
        { field: 'targetValidatorAddress', validator: target, pool, place: 'params.pool' },
        ...(left === undefined || source === undefined
          ? []
          : [{ field: 'sourceValidatorAddress', validator: left, pool: source.pool, place: 'params.source' } as const]),
      ];
    }
    case 'unstake':
    case 'withdraw':
    case 'claimRewards': {
      const { parsed, data, params } = checked as CheckedData<Starknet, 'unstake' | 'withdraw' | 'claimRewards'>;
      const { pool } = readParams(paramsOfMode[checked.mode], params);
      const id = data.stakeId === undefined ? undefined : checkAddress(data.stakeId);
      const place = 'params.pool';
      return [
        { field: 'validatorAddress', validator: parsed.validatorAddress, pool, place },
        ...(id?.ok === true ? [{ field: 'stakeId', validator: id.value, pool, place } as const] : []),
      ];
    }
    default:
      return [];
  }
}
