import type { HttpAnswer, Operation } from '@isochain/core/upstream';
import type { AptosContext } from '../context.ts';
import { requireChain } from './ledger.ts';
import type { Query } from './query.ts';

/** Questions by name. All of them go to the same kind of endpoint. */
export type Queries = Readonly<Record<string, Query>>;

/** The values of questions, by name. */
export type Answers<Q extends Queries> = {
  readonly [K in keyof Q]: Q[K] extends Query<infer T> ? T : never;
};

export interface AskOptions {
  /** Asks only this endpoint. */
  readonly endpoint?: string | undefined;
  readonly maxAttempts?: number | undefined;
  readonly timeoutMs?: number | undefined;
  /** Compares the answers with each other. Throws RejectedAnswer or StandingStill. */
  readonly accept?: ((values: readonly unknown[]) => void) | undefined;
}

/**
 * Asks one endpoint several things in one round. Every answer of a node names its chain.
 *
 * @throws UpstreamError if no endpoint gave usable answers.
 */
export async function ask<const Q extends Queries>(
  { chain }: Pick<AptosContext, 'chain'>,
  queries: Q,
  operation: Operation,
  { accept, ...options }: AskOptions = {},
): Promise<Answers<Q>> {
  const names = Object.keys(queries);
  const list: readonly Query[] = Object.values(queries);
  const read = (answers: readonly HttpAnswer<unknown, unknown>[]) =>
    list.map((query, i) => query.read(answers[i] as HttpAnswer<unknown, unknown>));
  const answers = await operation.httpAll(
    list.map(({ request }) => request),
    {
      kind: list[0]?.kind,
      ...options,
      accept: (found) => {
        requireChain(chain.id, found);
        const values = read(found);
        accept?.(values);
      },
    },
  );
  const values = read(answers);
  return Object.fromEntries(names.map((name, i) => [name, values[i]])) as Answers<Q>;
}

/** Asks one question. */
export async function askOne<T>(
  context: Pick<AptosContext, 'chain'>,
  query: Query<T>,
  operation: Operation,
  options: AskOptions = {},
): Promise<T> {
  const { answer } = await ask(context, { answer: query }, operation, options);
  return answer as T;
}
