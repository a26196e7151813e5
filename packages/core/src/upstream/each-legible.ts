import type { FailureOutcome } from './attempt-failure.ts';
import { UpstreamError } from './upstream-error.ts';

/** What an answer comes to that cannot be read, or cannot be true. */
const illegible: readonly FailureOutcome[] = ['malformed', 'rejected'];

/**
 * Turns an answer into undefined that no endpoint gave in a form that can be read and be true. Other failures stay errors: there a later try may help.
 */
export async function legible<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isIllegible(error)) return undefined;
    throw error;
  }
}

/** Whether some endpoint answered in a form that cannot be read, or cannot be true. */
export function isIllegible(error: unknown): error is UpstreamError {
  return error instanceof UpstreamError && error.attempts.some(({ outcome }) => illegible.includes(outcome));
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
  // If nothing of an endpoint can be read, that is no matter of one odd answer.
  if (found.length > 1 && found.every((answer) => answer === undefined)) return ask(queries);
  return Object.assign({}, ...found);
}
