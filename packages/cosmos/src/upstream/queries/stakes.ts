import { fromBase64 } from '@isochain/core';
import { writeMessage } from '@isochain/core/protobuf';
import { mediumAnswer, RejectedAnswer } from '@isochain/core/upstream';
import type * as z from 'zod';
import { type Address, checkValidator } from '../../address/address.ts';
import type { NamedChain } from '../../chains.ts';
import { pageRequest } from '../abci/fields.ts';
import { readDelegations, readUnbondings } from '../abci/staking.ts';
import type { Sorted } from '../lcd/fields.ts';
import { delegations, rewards, unbondings } from '../lcd/staking.ts';
import { type Paged, pageQuery } from '../pages.ts';
import type { Query } from '../query.ts';

// All that an account has at stake.

const staking = '/cosmos/staking/v1beta1';

/** So many that a list hardly ever has a second page. */
const perPage = 500;

export type StakedAmount = z.output<typeof delegations>['items'][number];
export type Unbonding = z.output<typeof unbondings>['items'][number];
export type ValidatorRewards = z.output<typeof rewards>['items'][number];

interface Staked {
  readonly validator: string;
  readonly delegator?: string;
  readonly denom?: string;
}

/**
 * Items of another account, of no validator of the chain, or of another coin than it stakes, count as odd. If no other is left, `check` sees them.
 *
 * @param owner - Whose stakes they are.
 */
function fitting<T extends Staked, P extends Sorted<T>>(named: NamedChain, owner: Address, page: P & Sorted<T>): P {
  const { denom: native } = named.chain;
  const fits = ({ validator, delegator = owner, denom = native }: T) =>
    isValidator(named, validator) && delegator === owner && denom === native;
  const items = page.items.filter(fits);
  if (items.length === 0) return page;
  return { ...page, items, odd: [...page.odd, ...page.items.filter((item) => !fits(item))] };
}

/** What an account has delegated, by validator. */
export function delegationsOf(named: NamedChain, delegator: Address): Paged<StakedAmount> {
  return {
    keyOf: ({ validator }) => validator,
    page: (key) => ({
      rest: {
        path: `${staking}/delegations/${delegator}`,
        route: `${staking}/delegations/{delegator}`,
        query: pageQuery(perPage, key),
        schema: delegations.transform((page) => fitting(named, delegator, page)),
        maxBytes: mediumAnswer,
      },
      abci: overAbci('DelegatorDelegations', delegator, key, (answer) =>
        fitting(named, delegator, readDelegations(answer)),
      ),
      refused: hasNone,
      check({ items }) {
        requireDelegator(delegator, items);
        requireValidators(named, items);
        if (items.some(({ denom }) => denom !== named.chain.denom))
          throw new RejectedAnswer('it answers another denomination');
      },
    }),
  };
}

/** What an account has stopped delegating, and does not have back yet. */
export function unbondingsOf(named: NamedChain, delegator: Address): Paged<Unbonding> {
  return {
    keyOf: ({ validator }) => validator,
    page: (key) => ({
      rest: {
        path: `${staking}/delegators/${delegator}/unbonding_delegations`,
        route: `${staking}/delegators/{delegator}/unbonding_delegations`,
        query: pageQuery(perPage, key),
        schema: unbondings.transform((page) => fitting(named, delegator, page)),
        maxBytes: mediumAnswer,
      },
      abci: overAbci('DelegatorUnbondingDelegations', delegator, key, (answer) =>
        fitting(named, delegator, readUnbondings(answer)),
      ),
      refused: hasNone,
      check({ items }) {
        requireDelegator(delegator, items);
        requireValidators(named, items);
      },
    }),
  };
}

/** The same over gRPC: proto/cosmos/staking/v1beta1/query.proto of cosmos-sdk. */
function overAbci<T>(
  method: string,
  delegator: Address,
  key: string | undefined,
  read: (answer: Uint8Array) => T,
): NonNullable<Query<T>['abci']> {
  return {
    path: `/cosmos.staking.v1beta1.Query/${method}`,
    data: writeMessage([
      [1, delegator],
      [2, pageRequest(perPage, key === undefined ? undefined : fromBase64(key))],
    ]),
    read,
  };
}

/** What an account has earned and can claim, by validator. */
export function rewardsOf(named: NamedChain, delegator: Address): Query<Sorted<ValidatorRewards>> {
  return {
    rest: {
      path: `/cosmos/distribution/v1beta1/delegators/${delegator}/rewards`,
      route: '/cosmos/distribution/v1beta1/delegators/{delegator}/rewards',
      schema: rewards.transform((found) => fitting(named, delegator, found)),
      maxBytes: mediumAnswer,
    },
    check: ({ items }) => requireValidators(named, items),
  };
}

/** Before cosmos-sdk 0.50 an account without delegations is not found (x/staking/keeper/grpc_query.go: "unable to find delegation for address"). */
function hasNone({ isNotFound, message }: { readonly isNotFound: boolean; readonly message: string }) {
  return isNotFound && /unable to find/.test(message)
    ? { value: { items: [], odd: [], nextKey: undefined } }
    : undefined;
}

function requireDelegator(delegator: Address, items: readonly { readonly delegator: string }[]): void {
  if (items.some((item) => item.delegator !== delegator)) throw new RejectedAnswer('it answers another account');
}

/** @throws RejectedAnswer if an address is not a validator's address on the chain: then it is the answer of another chain. */
export function requireValidators(named: NamedChain, items: readonly { readonly validator: string }[]): void {
  if (items.some(({ validator }) => !isValidator(named, validator)))
    throw new RejectedAnswer('it answers validators that are none of the chain');
}

/** Whether a text is a validator's address on the chain. */
export function isValidator(named: NamedChain, address: string): boolean {
  const checked = checkValidator(named, address);
  return checked.ok && checked.canonical === address;
}
