import { isMalformed } from './upstream-error.ts';

/** Turns an answer that no endpoint gave in a readable form into undefined. Other failures stay errors: there a later try may help. */
async function legible<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isMalformed(error)) return undefined;
    throw error;
  }
}

/**
 * Asks several things in one round. If an answer cannot be read, each thing is asked for alone, so that one odd answer costs only itself.
 *
 * @param ask - Answers by the names of its questions.
 * @param needed - Names of questions without whose answer there is nothing to show. If one of them cannot be read, all fails.
 * @returns The answers, without those that cannot be read.
 */
export async function eachLegible<Q, A extends object>(
  queries: Readonly<Record<string, Q>>,
  ask: (some: Readonly<Record<string, Q>>) => Promise<A>,
  needed: readonly string[] = [],
): Promise<Partial<A>> {
  const all = await legible(ask(queries));
  if (all !== undefined) return all;
  const found = await Promise.all(
    Object.entries(queries).map(([name, query]) => {
      const answer = ask({ [name]: query });
      return needed.includes(name) ? answer : legible(answer);
    }),
  );
  return Object.assign({}, ...found);
}
