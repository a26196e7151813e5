import { UpstreamError } from '@isochain/core';
import { type RequestOptions, stringifyJson } from '@isochain/core/upstream';
import type { UtxoContext } from '../../context.ts';

/** The answer that most nodes of Babylon agree on, or why none can be relied on. */
export type Agreement<A> =
  | { readonly ok: true /** Of the nodes that agree; at least one. */; readonly answers: readonly [A, ...A[]] }
  | { readonly ok: false; readonly reason: string };

/** Which node is asked, and how often at most. */
export type Asked = Pick<RequestOptions, 'endpoint' | 'maxAttempts'>;

/**
 * The answer that more than half of the configured nodes give. Of three nodes one may be down, or lie. Only as many nodes as are needed are asked,
 * side by side; others are asked if some fail or disagree. A single configured node is believed.
 *
 * @param matter - What they have to agree on. It is compared as JSON.
 * @throws UpstreamError if no node answers.
 */
export async function askMajority<A>(
  context: UtxoContext,
  ask: (asked: Asked) => Promise<A>,
  matter: (answer: A) => unknown,
): Promise<Agreement<A>> {
  const names = context.endpointsOf('babylon');
  const needed = Math.floor(names.length / 2) + 1;
  const groups = new Map<string, [A, ...A[]]>();
  const largest = () => [...groups.values()].toSorted((a, b) => b.length - a.length)[0];
  let failure: UpstreamError | undefined;
  for (let next = 0; next < names.length && (largest()?.length ?? 0) < needed; ) {
    const asked = names.slice(next, next + needed - (largest()?.length ?? 0));
    next += asked.length;
    // A node that fails is not asked twice if another one can take its place.
    const attempts = next < names.length ? { maxAttempts: 1 } : {};
    for (const outcome of await Promise.allSettled(asked.map((endpoint) => ask({ endpoint, ...attempts })))) {
      if (outcome.status === 'fulfilled') {
        const key = stringifyJson(matter(outcome.value) ?? null);
        const group = groups.get(key);
        if (group === undefined) groups.set(key, [outcome.value]);
        else group.push(outcome.value);
      } else if (outcome.reason instanceof UpstreamError) failure = outcome.reason;
      else throw outcome.reason;
    }
  }
  const answers = largest();
  if (answers === undefined) throw failure ?? new UpstreamError(context.chainId, []);
  if (answers.length >= needed) return { ok: true, answers };
  const reason =
    groups.size > 1
      ? 'sources tell different ones'
      : `only ${answers.length} of ${names.length} sources answer${answers.length === 1 ? 's' : ''}`;
  return { ok: false, reason };
}
