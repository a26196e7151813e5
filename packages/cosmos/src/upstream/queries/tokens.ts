import { RejectedAnswer } from '@isochain/core/upstream';
import { type DenomMetadata, denomMetadata } from '../lcd/bank.ts';
import { denomOfTrace, type IbcTrace, ibcTrace } from '../lcd/ibc.ts';
import type { Query, Refusal } from '../query.ts';

const bank = '/cosmos/bank/v1beta1';

/** Nodes know some questions under one of two paths, by their age. `elsewhere` is the answer of a node that knows the other one. */
export const elsewhere = Symbol('elsewhere');

/** An answer that may not be there. */
export type Perhaps<T> = T | undefined | typeof elsewhere;

/** Which of the two paths is asked: the path of later nodes, or the path of earlier ones. */
export type Age = 'later' | 'earlier';

/** What the chain calls a denomination. By its own path since cosmos-sdk 0.50. Before, denominations with a slash are not found. */
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

/** Whether a text is a denomination of IBC, as traces are asked for. */
export function isIbc(denom: string): boolean {
  return /^ibc\/[0-9A-F]{64}$/.test(denom);
}
