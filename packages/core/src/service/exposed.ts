import type { Parsed } from '../contract/identifier-kinds.ts';
import { type Problem, problem } from '../problem.ts';
import { findSecret, type IdPlace, type KeyLikeIds, mistakenFor } from '../secrets.ts';

/**
 * The problem for an id or key that is or looks like a secret. A secret that was sent is not safe any more. It must not go upstream, nor stand in an
 * answer: so this comes before anything is asked, also for ids that the family takes as valid.
 *
 * @param parsed - The answer of the family.
 * @returns undefined if it does not look like a secret.
 */
export function exposedProblem(
  { keyLikeIds }: { readonly keyLikeIds?: KeyLikeIds | undefined },
  text: string,
  place: IdPlace,
  field: string,
  parsed?: Parsed<unknown>,
): Problem | undefined {
  const told = parsed?.ok === false ? parsed.secret : undefined;
  const what = told ?? findSecret(text, keyLikeIds?.[place]);
  if (what === undefined) return undefined;
  const other = mistakenFor(text, keyLikeIds);
  return problem('secret.exposed', { field, what, ...(other === undefined ? {} : { other }) }, field);
}
