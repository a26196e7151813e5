import { toBase64 } from '@isochain/core';
import { readMessage, writeMessage } from '@isochain/core/protobuf';
import { parseJson } from '@isochain/core/upstream';
import type * as z from 'zod';
import type { Address } from '../../address/address.ts';
import { type ContractToken, contractBalance, contractToken } from '../lcd/contracts.ts';
import type { Query, Refusal } from '../query.ts';
import { isBrokenInside } from '../verdicts.ts';

/** What an account has of the token of a contract. */
export type ContractBalance = { readonly amount: bigint } | NoToken;

/** Why a contract does not answer. */
export type NoToken =
  /** There is no such token. */
  | { readonly missing: string }
  /** There is a contract, but it has no token that can be transferred. */
  | { readonly notToken: string };

/** What an account has of the token of a contract (CW20). */
export function balanceAt(contract: Address, account: Address): Query<ContractBalance> {
  return {
    ...smart(contract, { balance: { address: account } }, contractBalance),
    refused: whyNot,
  };
}

/** The same beside questions about other tokens: what a contract answers oddly must not cost these. It is as if there were no such token. */
export function heldAt(contract: Address, account: Address): Query<ContractBalance> {
  const { rest, abci, ...query } = balanceAt(contract, account);
  const odd: ContractBalance = { notToken: 'its balance cannot be read' };
  const read = (answer: Uint8Array): ContractBalance => {
    try {
      return abci?.read(answer) ?? odd;
    } catch {
      return odd;
    }
  };
  return { ...query, rest: { ...rest, schema: rest.schema.catch(odd) }, abci: abci && { ...abci, read } };
}

/** Facts of the token of a contract, or why there is none. */
export function describedAt(contract: Address): Query<ContractToken | NoToken> {
  return { ...smart<ContractToken | NoToken>(contract, { token_info: {} }, contractToken), refused: whyNot };
}

function whyNot({ isUnknownRoute, isNotFound, message }: Refusal): { readonly value: NoToken } | undefined {
  if (isUnknownRoute) return { value: { missing: 'the chain has no contracts' } };
  if (isNotFound || noContract.test(message)) return { value: { missing: 'there is no contract at this address' } };
  if (ofContract.test(message) && !isBrokenInside(message))
    return { value: { notToken: 'it does not know the queries of CW20' } };
  return undefined;
}

/** What a contract says of its token. Undefined if it says nothing. */
export function tokenAt(contract: Address): Query<ContractToken | undefined> {
  return {
    ...smart(contract, { token_info: {} }, contractToken),
    refused: () => ({ value: undefined }),
  };
}

/** CosmWasm/wasmd x/wasm/types/errors.go: ErrNoSuchContractFn, and ErrNotFound of versions before 0.42. */
const noContract = /no such contract|contract: not found|contract not found/i;

/** CosmWasm/wasmd x/wasm/types/errors.go: ErrQueryFailed. The contract itself answered. */
const ofContract = /query wasm contract failed|error parsing into type|unknown variant|out of gas in location: wasm/i;

function smart<T>(contract: Address, message: object, schema: z.ZodType<T>): Pick<Query<T>, 'rest' | 'abci'> {
  const path = (address: string, query: string) => `/cosmwasm/wasm/v1/contract/${address}/smart/${query}`;
  const query = new TextEncoder().encode(JSON.stringify(message));
  return {
    rest: {
      path: path(contract, encodeURIComponent(toBase64(query))),
      route: path('{address}', '{query}'),
      schema,
    },
    // CosmWasm/wasmd proto/cosmwasm/wasm/v1/query.proto
    abci: {
      path: '/cosmwasm.wasm.v1.Query/SmartContractState',
      data: writeMessage([
        [1, contract],
        [2, query],
      ]),
      read: (answer) => schema.parse({ data: parseJson(readMessage(answer).text(1)) }),
    },
  };
}
