import { UpstreamError } from '@isochain/core';
import { firstOf, type Operation } from '@isochain/core/upstream';
import type { TonContext } from '../context.ts';
import type { TonKind } from '../options.ts';
import { headRequests } from './guard.ts';
import type { Query } from './query.ts';

/** An endpoint, to be asked by its name. */
export interface Target {
  readonly kind: TonKind;
  readonly endpoint: string;
  readonly maxAttempts: number | undefined;
}

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
 * Asks one endpoint several things in one round. Without any question, only its guard is asked. If no endpoint of a kind answers, the next kind is asked, provided that it knows all the queries.
 *
 * @throws UpstreamError if no endpoint gave usable answers.
 */
export async function ask<const Q extends Queries>(
  { chainId, kinds }: Pick<TonContext, 'chainId' | 'kinds'>,
  queries: Q,
  operation: Operation,
  options: AskOptions = {},
): Promise<Answers<Q>> {
  const names = Object.keys(queries);
  const list = Object.values(queries);
  const usable = kinds.filter((kind) => list.every(({ forms }) => forms[kind] !== undefined));
  const values = await firstOf(
    usable,
    operation,
    (kind, inTurn) => askKind(kind, list, inTurn, options),
    (failures) => UpstreamError.joined(chainId, failures),
  );
  // Without endpoints of a usable kind, no endpoint was asked.
  if (values === undefined) throw new UpstreamError(chainId, []);
  return Object.fromEntries(names.map((name, i) => [name, values[i]])) as Answers<Q>;
}

/** Asks one question. */
export async function askOne<T>(
  context: Pick<TonContext, 'chainId' | 'kinds'>,
  query: Query<T>,
  operation: Operation,
  options: AskOptions = {},
): Promise<T> {
  const { answer } = await ask(context, { answer: query }, operation, options);
  return answer as T;
}

/**
 * Asks one endpoint by its name.
 *
 * @returns Undefined if endpoints of its kind do not know the query.
 * @throws UpstreamError if it gives no usable answer.
 */
export async function askEndpoint<T>(
  query: Query<T>,
  { kind, ...asked }: Target,
  operation: Operation,
): Promise<T | undefined> {
  if (query.forms[kind] === undefined) return undefined;
  const [answer] = await askKind(kind, [query], operation, asked);
  return answer as T;
}

async function askKind(
  kind: TonKind,
  queries: readonly Query[],
  operation: Operation,
  options: AskOptions & Partial<Omit<Target, 'kind'>>,
): Promise<unknown[]> {
  const forms = queries.flatMap(({ forms: { [kind]: form } }) => form ?? []);
  // Guards need a request to run with.
  const requests = forms.length === 0 ? [headRequests[kind]] : forms.flatMap((form) => form.requests);
  type Read = Parameters<(typeof forms)[number]['read']>[0];
  const read = (answers: Read) => {
    let at = 0;
    return forms.map((form) => {
      const from = at;
      at += form.requests.length;
      return form.read(answers.slice(from, at));
    });
  };
  const answers = await operation.httpAll(requests, {
    ...options,
    kind,
    accept: (found) => void read(found as unknown as Read),
  });
  return read(answers as unknown as Read);
}
