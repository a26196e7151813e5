import type { Unidentified } from '../contract/identifier-kinds.ts';
import { type Problem, problem } from '../problem.ts';
import { findSecret, type IdPlace, type KeyLikeIds } from '../secrets.ts';

/**
 * The problem for an id or key that the family refused, if it is or looks like a secret. A secret that was sent is not safe any more.
 *
 * @param refused - The answer of the family.
 * @returns undefined if it does not look like a secret.
 */
export function exposedProblem(
  { keyLikeIds }: { readonly keyLikeIds?: KeyLikeIds | undefined },
  text: string,
  place: IdPlace,
  field: string,
  refused?: Unidentified,
): Problem | undefined {
  const what = refused?.secret ?? findSecret(text, keyLikeIds?.[place]);
  return what === undefined ? undefined : problem('secret.exposed', { field, what }, field);
}
