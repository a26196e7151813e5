import { toBase64 } from '@isochain/core';
import { RejectedAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import type { Address } from '../../address/address.ts';
import type { Money } from '../../bytes/messages.ts';
import { type DenomMetadata, denomMetadata, supply as supplyAnswer } from '../lcd/bank.ts';
import { amount } from '../lcd/fields.ts';
import { denomOfTrace, type IbcTrace, ibcTrace } from '../lcd/ibc.ts';
import type { Query, Refusal } from '../query.ts';

const bank = '/cosmos/bank/v1beta1';

/** Nodes know some questions under one of two paths, by their age. `elsewhere` is the answer of a node that knows the other one. */
export const elsewhere = Symbol('elsewhere');

/** An answer that may not be there. */
export type Perhaps<T> = T | undefined | typeof elsewhere;

/** Which of the two paths is asked: the one of later nodes, or that of earlier ones. */
export type Age = 'later' | 'earlier';

/** What the chain calls a denomination. By its own path since cosmos-sdk 0.50. Before, those with a slash are not found. */
export function metadata(denom: string, age: Age): Query<Perhaps<DenomMetadata>> {
  const rest =
    age === 'later'
      ? { path: `${bank}/denoms_metadata_by_query_string`, query: { denom } }
      : { path: `${bank}/denoms_metadata/${denom}`, route: `${bank}/denoms_metadata/{denom}` };
  return {
    rest: { ...rest, schema: denomMetadata },
    refused: notThere,
    check(found) {
      if (typeof found === 'object' && found.base !== denom)
        throw new RejectedAnswer('it answers another denomination');
    },
  };
}

/**
 * Where a denomination of IBC came from. By `denoms` since ibc-go 9, by `denom_traces` before.
 *
 * @param denom - `ibc/` and 64 hex digits in upper case: the hash of the trace, so a node cannot lie about it.
 */
export function trace(denom: string, age: Age): Query<Perhaps<IbcTrace>> {
  const path = `/ibc/apps/transfer/v1/${age === 'later' ? 'denoms' : 'denom_traces'}`;
  return {
    rest: { path: `${path}/${denom.slice('ibc/'.length)}`, route: `${path}/{hash}`, schema: ibcTrace },
    refused: notThere,
    check(found) {
      if (typeof found === 'object' && denomOfTrace(found) !== denom)
        throw new RejectedAnswer('it answers a trace of another denomination');
    },
  };
}

/** Some chains refuse to look for denominations that they could never have. */
function notThere({ isNotFound, isUnknownRoute, message }: Refusal) {
  if (isUnknownRoute) return { value: elsewhere } as const;
  return isNotFound || /invalid denom/i.test(message) ? { value: undefined } : undefined;
}

/** How much there is of a denomination. Undefined before cosmos-sdk 0.47, which does not have the query. */
export function supply(denom: string): Query<Money | undefined> {
  return {
    rest: { path: `${bank}/supply/by_denom`, query: { denom }, schema: supplyAnswer },
    refused: ({ isUnknownRoute, message }) =>
      isUnknownRoute || /invalid denom/i.test(message) ? { value: undefined } : undefined,
    check(found) {
      if (found !== undefined && found.denom !== denom) throw new RejectedAnswer('it answers another denomination');
    },
  };
}

/** What a contract of CW20 says of itself (https://github.com/CosmWasm/cw-plus/blob/main/packages/cw20/README.md). */
export interface ContractToken {
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
}

/** Why a contract does not answer. */
export type NoContract = 'none' | 'other';

const tokenInfo: z.ZodType<ContractToken> = z
  .object({
    data: z.object({ name: z.string(), symbol: z.string(), decimals: amount.refine((value) => value < 256n) }),
  })
  .transform(({ data: { name, symbol, decimals } }) => ({ name, symbol, decimals: Number(decimals) }));

const contractBalance: z.ZodType<bigint> = z
  .object({ data: z.object({ balance: amount }) })
  .transform(({ data }) => data.balance);

/** Facts of a token of CW20. */
export function contractToken(contract: Address): Query<ContractToken | NoContract> {
  return smart(contract, { token_info: {} }, tokenInfo);
}

/** What an account has of a token of CW20. */
export function contractBalanceOf(contract: Address, account: Address): Query<bigint | NoContract> {
  return smart(contract, { balance: { address: account } }, contractBalance);
}

function smart<T>(contract: Address, question: object, schema: z.ZodType<T>): Query<T | NoContract> {
  const path = '/cosmwasm/wasm/v1/contract';
  // Base64 for URLs: nodes read both kinds.
  const data = toBase64(new TextEncoder().encode(JSON.stringify(question)))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
  return {
    rest: { path: `${path}/${contract}/smart/${data}`, route: `${path}/{contract}/smart/{query}`, schema },
    refused({ isNotFound, isUnknownRoute, message }) {
      if (isNotFound || isUnknownRoute || /no such contract/.test(message)) return { value: 'none' };
      // wasmd x/wasm/types/errors.go: ErrQueryFailed, and the words of a contract that does not know the question.
      return /query wasm contract failed|unknown variant|parsing into type/i.test(message)
        ? { value: 'other' }
        : undefined;
    },
  };
}

/** Whether a text is a denomination of IBC, as traces are asked for. */
export function isIbc(denom: string): boolean {
  return /^ibc\/[0-9A-F]{64}$/.test(denom);
}
