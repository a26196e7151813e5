import { UpstreamError } from '@isochain/core';
import {
  cleanReason,
  firstOf,
  type HttpAnswer,
  type Operation,
  RejectedAnswer,
  type RpcOutcome,
} from '@isochain/core/upstream';
import type { CosmosContext } from '../context.ts';
import { reasonOf } from './lcd/transactions.ts';
import { nodeInfo } from './node-facts.ts';
import {
  type AbciAnswer,
  abciCall,
  abciRefusal,
  type Query,
  type Refusal,
  refusalStatuses,
  restRefusal,
} from './query.ts';

/** Queries by name. */
export type Queries = Readonly<Record<string, Query>>;

/** The values of queries, by name. */
export type Answers<Q extends Queries> = {
  readonly [K in keyof Q]: Q[K] extends Query<infer T> ? T : never;
};

export interface AskOptions {
  /** Time limit of each request, in milliseconds. Replaces the endpoint's. */
  readonly timeoutMs?: number | undefined;
}

/**
 * Asks one node several things in one round. Without any question, only its guard is asked. REST is asked first. If no endpoint of a kind answers,
 * the other kind is asked, provided that it knows all the queries.
 *
 * @throws UpstreamError if no endpoint gave usable answers.
 */
export async function ask<const Q extends Queries>(
  { chainId, kinds }: Pick<CosmosContext, 'chainId' | 'kinds'>,
  queries: Q,
  operation: Operation,
  options: AskOptions = {},
): Promise<Answers<Q>> {
  const names = Object.keys(queries);
  const list = Object.values(queries);
  const usable = kinds.filter((kind) => kind === 'rest' || list.every(({ abci }) => abci !== undefined));
  const values = await firstOf(
    usable,
    operation,
    (kind, inTurn) => (kind === 'rest' ? askRest(list, inTurn, options) : askRpc(list, inTurn, options)),
    (failures) => UpstreamError.joined(chainId, failures),
  );
  // Without endpoints of a usable kind, no endpoint was asked.
  if (values === undefined) throw new UpstreamError(chainId, []);
  return Object.fromEntries(names.map((name, i) => [name, values[i]])) as Answers<Q>;
}

/** Asks one question. */
export async function askOne<T>(
  context: Pick<CosmosContext, 'chainId' | 'kinds'>,
  query: Query<T>,
  operation: Operation,
  options: AskOptions = {},
): Promise<T> {
  const { answer } = await ask(context, { answer: query }, operation, options);
  return answer as T;
}

/** REST guards need a request to run with. This one is asked if there is no query. */
const nothing: Query['rest'] = { path: '/cosmos/base/tendermint/v1beta1/node_info', schema: nodeInfo };

async function askRest(queries: readonly Query[], operation: Operation, options: AskOptions): Promise<unknown[]> {
  const asked = queries.length === 0 ? [nothing] : queries.map(({ rest }) => rest);
  const requests = asked.map((rest) => ({ ...rest, refusals: { statuses: refusalStatuses, schema: restRefusal } }));
  const read = (answers: readonly HttpAnswer<unknown, Refusal>[]) =>
    queries.map((query, i) => {
      const answer = answers[i];
      return answer?.ok === true ? checked(query, answer.value) : meaningOf(query, answer?.error);
    });
  const answers = await operation.httpAll(requests, { ...options, kind: 'rest', accept: (found) => void read(found) });
  return read(answers);
}

async function askRpc(queries: readonly Query[], operation: Operation, options: AskOptions): Promise<unknown[]> {
  // `ask` picks this kind only if every query has the form.
  const calls = queries.flatMap(({ abci, rest }) => (abci === undefined ? [] : [abciCall(abci, rest.maxBytes)]));
  const read = (outcomes: readonly RpcOutcome<AbciAnswer>[]) =>
    queries.map((query, i) => {
      const outcome = outcomes[i];
      if (outcome?.ok !== true)
        throw new RejectedAnswer(`it does not answer: ${cleanReason(outcome?.error.message ?? '')}`, 'unavailable');
      const refusal = abciRefusal(outcome.value);
      return refusal === undefined ? checked(query, decode(query, outcome.value)) : meaningOf(query, refusal);
    });
  const outcomes = await operation.rpcBatch(calls, {
    ...options,
    kind: 'rpc',
    isGuarded: true,
    accept: (found) => void read(found),
  });
  return read(outcomes);
}

function decode({ abci }: Query, { value }: AbciAnswer): unknown {
  try {
    return abci?.read(value ?? new Uint8Array());
  } catch {
    throw new RejectedAnswer(`its answer to ${abci?.path} cannot be read`);
  }
}

function checked(query: Query, value: unknown): unknown {
  query.check?.(value);
  return value;
}

function meaningOf(query: Query, refusal: Refusal | undefined): unknown {
  const known = refusal && query.refused?.(refusal);
  if (known === undefined)
    throw new RejectedAnswer(`it refuses ${query.rest.route}: ${reasonOf(refusal?.message ?? '')}`, 'unavailable');
  return known.value;
}
