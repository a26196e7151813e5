import type { Unidentified } from '../contract/identifier-kinds.ts';
import { type Problem, problem } from '../problem.ts';
import { findSecret, type IdPlace, type KeyLikeIds, mistakenFor } from '../secrets.ts';

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
  if (what === undefined) return undefined;
  const other = mistakenFor(text, keyLikeIds);
  return problem('secret.exposed', { field, what, ...(other === undefined ? {} : { other }) }, field);
}
