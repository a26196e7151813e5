import { fromBase64 } from '@isochain/core';
import { readMessage, writeMessage } from '@isochain/core/protobuf';
import { mediumAnswer, RejectedAnswer } from '@isochain/core/upstream';
import type { Address } from '../../address/address.ts';
import type { Money } from '../../bytes/messages.ts';
import { coinOf, eachOf, nextKeyOf, pageRequest } from '../abci/fields.ts';
import { balances, oneBalance, oneSupply } from '../lcd/bank.ts';
import { mayHold } from '../lcd/fields.ts';
import { mostItems, type Page, type Paged, pageQuery } from '../pages.ts';
import type { Query } from '../query.ts';

const bank = '/cosmos/bank/v1beta1';

/** The same over gRPC: proto/cosmos/bank/v1beta1/query.proto of cosmos-sdk. */
const service = '/cosmos.bank.v1beta1.Query';

function oneOverAbci(method: string, address: Address, denom: string): NonNullable<Query<Money>['abci']> {
  return {
    path: `${service}/${method}`,
    data: writeMessage([
      [1, address],
      [2, denom],
    ]),
    read: (answer) => coinOf(readMessage(answer).message(1)),
  };
}

/** What an account has of a denomination, with coins that still vest. */
export function balance(address: Address, denom: string): Query<Money> {
  return {
    rest: {
      path: `${bank}/balances/${address}/by_denom`,
      route: `${bank}/balances/{address}/by_denom`,
      query: { denom },
      schema: oneBalance,
    },
    abci: oneOverAbci('Balance', address, denom),
    check: (found) => requireDenom(denom, found),
  };
}

/** What an account can spend of a denomination: without coins that still vest. Undefined before cosmos-sdk 0.47, which does not have the query. */
export function spendable(address: Address, denom: string): Query<Money | undefined> {
  return {
    rest: {
      path: `${bank}/spendable_balances/${address}/by_denom`,
      route: `${bank}/spendable_balances/{address}/by_denom`,
      query: { denom },
      schema: oneBalance,
    },
    abci: oneOverAbci('SpendableBalanceByDenom', address, denom),
    refused: ({ isUnknownRoute }) => (isUnknownRoute ? { value: undefined } : undefined),
    check: (found) => found && requireDenom(denom, found),
  };
}

/**
 * The supply of a denomination. Nodes before cosmos-sdk 0.46 do not have the query. They answer nothing, or another denomination: they read
 * `by_denom` in this path as one.
 */
export function supply(denom: string): Query<Money | undefined> {
  return {
    rest: { path: `${bank}/supply/by_denom`, query: { denom }, schema: oneSupply },
    abci: {
      path: `${service}/SupplyOf`,
      data: writeMessage([[1, denom]]),
      read: (answer) => coinOf(readMessage(answer).message(1)),
    },
    refused: ({ isUnknownRoute }) => (isUnknownRoute ? { value: undefined } : undefined),
  };
}

function requireDenom(denom: string, found: Money): void {
  if (found.denom !== denom) throw new RejectedAnswer('it answers another denomination');
}

/** A page of what an account has of each denomination. */
export type CoinPage = Page<Money>;

/**
 * All that an account has, or can spend, page by page.
 *
 * @param key - `nextKey` of the page before.
 */
export function coinPage(of: 'balances' | 'spendable_balances', address: Address, key?: string): Query<CoinPage> {
  return {
    rest: {
      path: `${bank}/${of}/${address}`,
      route: `${bank}/${of}/{address}`,
      query: pageQuery(mostItems, key),
      schema: balances,
      maxBytes: mediumAnswer,
    },
    abci: {
      path: `${service}/${of === 'balances' ? 'AllBalances' : 'SpendableBalances'}`,
      data: writeMessage([
        [1, address],
        [2, pageRequest(mostItems, key === undefined ? undefined : fromBase64(key))],
      ]),
      read(answer) {
        const fields = readMessage(answer);
        return { ...eachOf(fields.all(1), coinOf), nextKey: nextKeyOf(fields.message(2)) };
      },
    },
  };
}

/**
 * A page of what an account can spend, where one denomination counts.
 *
 * @param denom - A page with a coin that does not fit and may be of it is refused: it would pass for an account without that coin.
 */
export function spendablePage(address: Address, denom: string, key?: string): Query<CoinPage> {
  return {
    ...coinPage('spendable_balances', address, key),
    check({ odd }) {
      if (mayHold(odd, denom)) throw new RejectedAnswer('it answers a coin that cannot be read');
    },
  };
}

/** All coins of an account, with those that still vest. */
export function balancesOf(address: Address): Paged<Money> {
  return { keyOf: ({ denom }) => denom, page: (key) => coinPage('balances', address, key) };
}
