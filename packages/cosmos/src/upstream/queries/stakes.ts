import { fromBase64 } from '@isochain/core';
import { fromBech32 } from '@isochain/core/bytes';
import { writeMessage } from '@isochain/core/protobuf';
import { mediumAnswer, RejectedAnswer } from '@isochain/core/upstream';
import type * as z from 'zod';
import { type Address, checkValidator } from '../../address/address.ts';
import type { NamedChain } from '../../chains.ts';
import { pageRequest } from '../abci/fields.ts';
import { readDelegations, readUnbondings } from '../abci/staking.ts';
import { delegations, rewards, unbondings } from '../lcd/staking.ts';
import { type Page, type Paged, pageQuery } from '../pages.ts';
import type { Query } from '../query.ts';

// All that an account has at stake.

const staking = '/cosmos/staking/v1beta1';

/** So many that a list hardly ever has a second page. */
const perPage = 500;

export type StakedAmount = z.output<typeof delegations>['delegations'][number];
export type Unbonding = z.output<typeof unbondings>['unbondings'][number];
export type ValidatorRewards = z.output<typeof rewards>[number];

const delegationPage = delegations.transform(
  ({ delegations: items, nextKey }): Page<StakedAmount> => ({ items, nextKey }),
);
const unbondingPage = unbondings.transform(({ unbondings: items, nextKey }): Page<Unbonding> => ({ items, nextKey }));

/** Without items that name no validator, or another coin than the chain stakes. If none is left, `check` sees them. */
function fitting<T extends { readonly validator: string; readonly denom?: string }>(
  named: NamedChain,
  { items, ...page }: Page<T>,
): Page<T> {
  const { denom: native } = named.chain;
  const left = items.filter(({ validator, denom = native }) => !isNoValidator(named, validator) && denom === native);
  return { ...page, items: left.length > 0 ? left : items };
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
        schema: delegationPage.transform((page) => fitting(named, page)),
        maxBytes: mediumAnswer,
      },
      abci: overAbci('DelegatorDelegations', delegator, key, (answer) => fitting(named, readDelegations(answer))),
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
        schema: unbondingPage.transform((page) => fitting(named, page)),
        maxBytes: mediumAnswer,
      },
      abci: overAbci('DelegatorUnbondingDelegations', delegator, key, (answer) =>
        fitting(named, readUnbondings(answer)),
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
export function rewardsOf(named: NamedChain, delegator: Address): Query<readonly ValidatorRewards[]> {
  return {
    rest: {
      path: `/cosmos/distribution/v1beta1/delegators/${delegator}/rewards`,
      route: '/cosmos/distribution/v1beta1/delegators/{delegator}/rewards',
      schema: rewards.transform((items) => fitting(named, { items, nextKey: undefined }).items),
      maxBytes: mediumAnswer,
    },
    check: (found) => requireValidators(named, found),
  };
}

/** Before cosmos-sdk 0.50 an account without delegations is not found (x/staking/keeper/grpc_query.go: "unable to find delegation for address"). */
function hasNone({ isNotFound, message }: { readonly isNotFound: boolean; readonly message: string }) {
  return isNotFound && /unable to find/.test(message) ? { value: { items: [], nextKey: undefined } } : undefined;
}

function requireDelegator(delegator: Address, items: readonly { readonly delegator: string }[]): void {
  if (items.some((item) => item.delegator !== delegator)) throw new RejectedAnswer('it answers another account');
}

/** @throws RejectedAnswer if an address is not a validator's address on the chain: then it is the answer of another chain. */
export function requireValidators(named: NamedChain, items: readonly { readonly validator: string }[]): void {
  if (items.some(({ validator }) => !isValidator(named, validator)))
    throw new RejectedAnswer('it answers validators that are none of the chain');
}

/** Whether a text is no address at all. */
export function isNoValidator(named: NamedChain, text: string): boolean {
  return !isValidator(named, text) && fromBech32(text) === undefined;
}

function isValidator(named: NamedChain, address: string): boolean {
  const checked = checkValidator(named, address);
  return checked.ok && checked.canonical === address;
}
