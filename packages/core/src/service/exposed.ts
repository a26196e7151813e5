import type { Unidentified } from '../contract/identifier-kinds.ts';
import { type Problem, problem } from '../problem.ts';
import { findSecret, type IdPlace, type KeyLikeIds } from '../secrets.ts';

/**
 * What to say of an id or key that the family refused because it is a secret, or looks like one: nothing that it holds is safe any more.
 *
 * @param refused - What the family said.
 * @returns undefined if it is something else that was refused.
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
