import type { ChainIdentity } from '../catalogue.ts';
import type { Unidentified } from '../contract/identifier-kinds.ts';
import { type Problem, problem } from '../problem.ts';
import { findSecret, type IdPlace } from '../secrets.ts';

/**
 * What to say of an id or key that the family refused because it is a secret, or looks like one: nothing that it holds is safe any more.
 *
 * @param refused - What the family said.
 * @returns undefined if it is something else that was refused.
 */
export function exposedProblem(
  { identity }: { readonly identity: ChainIdentity },
  text: string,
  place: IdPlace,
  field: string,
  refused?: Unidentified,
): Problem | undefined {
  const what = refused?.secret ?? findSecret(text, place, identity.family);
  return what === undefined ? undefined : problem('secret.exposed', { field, what }, field);
}
