import { mediumAnswer, RejectedAnswer } from '@isochain/core/upstream';
import type * as z from 'zod';
import { type Address, checkAccount } from '../../address/address.ts';
import type { Money } from '../../bytes/messages.ts';
import type { NamedChain } from '../../chains.ts';
import { mayHold } from '../lcd/fields.ts';
import {
  epochingParams,
  oneDelegation,
  oneValidator,
  redelegations,
  rewardsOfValidator,
  stakingParams,
  unbondingOfValidator,
  withdrawAddress,
} from '../lcd/staking.ts';
import { mostItems, pageQuery } from '../pages.ts';
import type { Query, Refusal } from '../query.ts';

// What an account has with one validator, and the rules for it.

const staking = '/cosmos/staking/v1beta1';
const distribution = '/cosmos/distribution/v1beta1';

/** A validator, as far as stakes with it depend on it. */
export type ValidatorFacts = z.output<typeof oneValidator>;

/** Undefined if there is no validator with this address. */
export function validator(address: Address): Query<ValidatorFacts | undefined> {
  return {
    rest: {
      path: `${staking}/validators/${address}`,
      route: `${staking}/validators/{validator}`,
      schema: oneValidator,
    },
    refused: absent(undefined),
    check(found) {
      if (found !== undefined && found.address !== address) throw new RejectedAnswer('it answers another validator');
    },
  };
}

/**
 * What an account has at stake with a validator. Undefined if that is nothing.
 *
 * @param denom - The coin that the chain stakes.
 */
export function delegation(
  account: Address,
  to: Address,
  denom: string,
): Query<z.output<typeof oneDelegation> | undefined> {
  const path = (validator: string, delegator: string) => `${staking}/validators/${validator}/delegations/${delegator}`;
  return {
    rest: {
      path: path(to, account),
      route: path('{validator}', '{address}'),
      schema: oneDelegation,
    },
    refused: absent(undefined),
    check(found) {
      if (found === undefined) return;
      if (found.delegator !== account) throw new RejectedAnswer('it answers another account');
      if (found.validator !== to) throw new RejectedAnswer('it answers another validator');
      if (found.denom !== denom) throw new RejectedAnswer('it answers another denomination');
    },
  };
}

/** When each unbonding of an account from a validator ends, in milliseconds since 1970. */
export function unbondingEnds(account: Address, from: Address): Query<readonly number[]> {
  const path = (validator: string, delegator: string) =>
    `${staking}/validators/${validator}/delegations/${delegator}/unbonding_delegation`;
  return {
    rest: { path: path(from, account), route: path('{validator}', '{address}'), schema: unbondingOfValidator },
    refused: absent([]),
  };
}

/** The redelegations of an account that are in flight. Further pages are not asked for: the simulation knows them. */
export function redelegationsOf(account: Address): Query<z.output<typeof redelegations>> {
  const path = (delegator: string) => `${staking}/delegators/${delegator}/redelegations`;
  return {
    rest: {
      path: path(account),
      route: path('{address}'),
      query: pageQuery(mostItems),
      schema: redelegations,
      maxBytes: mediumAnswer,
    },
    refused: absent({ redelegations: [], nextKey: undefined }),
  };
}

/** Unbonding time, and how many entries one pair of accounts may have. */
export const stakingRules: Query<z.output<typeof stakingParams>> = {
  rest: { path: `${staking}/params`, schema: stakingParams },
};

/**
 * What a validator owes an account, in whole units. Undefined if the account has no stake with it: nodes then answer an error
 * (codespace staking, code 19).
 *
 * @param denom - The coin that may be staked again: an answer that may hide it is refused. Others that cannot be read are left out.
 */
export function rewardsFrom(account: Address, from: Address, denom: string): Query<readonly Money[] | undefined> {
  const path = (delegator: string, validator: string) => `${distribution}/delegators/${delegator}/rewards/${validator}`;
  return {
    rest: {
      path: path(account, from),
      route: path('{address}', '{validator}'),
      schema: rewardsOfValidator.refine(({ odd }) => !mayHold(odd, denom)).transform(({ items }) => items),
    },
    refused: ({ isNotFound, message }) => (isNotFound || noStake.test(message) ? { value: undefined } : undefined),
  };
}

/** cosmos-sdk x/staking/types/errors.go, and x/distribution/types/errors.go. */
const noStake = /no delegation for|delegation does not exist|validator does not exist|no validator/;

/** Where the rewards of an account go: to itself, or to another address of the chain. */
export function rewardsAddress(named: NamedChain, account: Address): Query<string> {
  return withdrawAddressIn(distribution, named, account);
}

/** The same for rewards of Bitcoin stakes, which have an address of their own (babylonlabs-io/babylon x/incentive/keeper/store.go). */
export function bitcoinRewardsAddress(named: NamedChain, account: Address): Query<string> {
  return withdrawAddressIn('/babylon/incentive', named, account);
}

function withdrawAddressIn(module: string, named: NamedChain, account: Address): Query<string> {
  const path = (delegator: string) => `${module}/delegators/${delegator}/withdraw_address`;
  return {
    rest: { path: path(account), route: path('{address}'), schema: withdrawAddress },
    check(found) {
      const checked = checkAccount(named, found);
      if (!checked.ok || checked.canonical !== found) throw new RejectedAnswer('it answers no address of the chain');
    },
  };
}

/** How long epochs are, and the least that can be staked, on chains with the module epoching. */
export const epochingRules: Query<z.output<typeof epochingParams>> = {
  rest: { path: '/babylon/epoching/v1/params', schema: epochingParams },
};

function absent<T>(value: T): (refusal: Refusal) => { readonly value: T } | undefined {
  return ({ isNotFound }) => (isNotFound ? { value } : undefined);
}
