import type { Operation } from './operation.ts';
import { silent } from './silent.ts';
import { UpstreamError } from './upstream-error.ts';

/**
 * Asks sources one after the other, such as kinds of endpoints that know the same, until one answers. What stands still is passed over as long as
 * another source may be well. If all failed, those that stand still are asked once more, and then their answer counts.
 *
 * @param ask - Answers undefined where the source knows of nothing: then the next is asked.
 * @param failureOf - Makes the error where no source answered, from what each of them failed of.
 * @returns The first answer that is something; undefined if a source knows of nothing, and no other of anything.
 */
export async function firstOf<Source, T>(
  sources: readonly Source[],
  operation: Operation,
  ask: (source: Source, operation: Operation) => Promise<T>,
  failureOf: (failures: readonly UpstreamError[]) => Error,
): Promise<T> {
  const isStrict = sources.length > 1 && operation.standsStill === undefined;
  const failures: UpstreamError[] = [];
  for (const source of sources) {
    try {
      const found = await ask(source, isStrict ? operation.strict : operation);
      if (found !== undefined) return found;
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      failures.push(error);
    }
  }
  // Then one of them answered undefined, so that T has it.
  if (failures.length < sources.length) return undefined as T;
  for (const source of isStrict ? sources.filter((_, i) => isStale(failures[i])) : []) {
    const found = await silent(ask(source, operation));
    if (found !== undefined) return found;
  }
  throw failureOf(failures);
}

function isStale(failure: UpstreamError | undefined): boolean {
  return failure?.attempts.some(({ outcome }) => outcome === 'stale') === true;
}
