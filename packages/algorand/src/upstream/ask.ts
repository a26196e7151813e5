import type { HttpAnswer, Operation } from '@isochain/core/upstream';
import type { Query } from './query.ts';

/** Questions by name. All of them go to endpoints of the same kind. */
export type Queries = Readonly<Record<string, Query>>;

/** The values of questions, by name. */
export type Answers<Q extends Queries> = {
  readonly [K in keyof Q]: Q[K] extends Query<infer T> ? T : never;
};

export interface AskOptions<Q extends Queries> {
  /** Asks only this endpoint. */
  readonly endpoint?: string | undefined;
  readonly maxAttempts?: number | undefined;
  readonly timeoutMs?: number | undefined;
  /** Compares the answers with each other. Throws RejectedAnswer or StandingStill. */
  readonly accept?: ((answers: Answers<Q>) => void) | undefined;
}

/**
 * Asks one endpoint several things in one round. The guard proves its network side by side.
 *
 * @throws UpstreamError if no endpoint gave usable answers.
 */
export async function ask<const Q extends Queries>(
  queries: Q,
  operation: Operation,
  { accept, ...options }: AskOptions<Q> = {},
): Promise<Answers<Q>> {
  const names = Object.keys(queries);
  const list: readonly Query[] = Object.values(queries);
  const read = (answers: readonly HttpAnswer<unknown, unknown>[]) =>
    Object.fromEntries(
      list.map((query, i) => [names[i], query.read(answers[i] as HttpAnswer<unknown, unknown>)]),
    ) as Answers<Q>;
  const answers = await operation.httpAll(
    list.map(({ request }) => request),
    {
      kind: list[0]?.kind,
      ...options,
      accept: (found) => {
        const values = read(found);
        accept?.(values);
      },
    },
  );
  return read(answers);
}

/** Asks one question. */
export async function askOne<T>(
  query: Query<T>,
  operation: Operation,
  { accept, ...options }: Omit<AskOptions<Queries>, 'accept'> & { readonly accept?: (value: T) => void } = {},
): Promise<T> {
  const { answer } = await ask({ answer: query }, operation, {
    ...options,
    accept: (values) => accept?.(values.answer as T),
  });
  return answer as T;
}
