import type { Operation } from './operation.ts';
import { silent } from './silent.ts';
import { UpstreamError } from './upstream-error.ts';

/**
 * Asks sources in turn, such as kinds of endpoints that know the same, until one answers. Sources that stand still are passed over. If all sources
 * failed, those that stand still are asked once more, and their answer counts.
 *
 * @param ask - Answers undefined if the source finds nothing. Then the next source is asked.
 * @param failureOf - Makes the error if all sources failed. It gets the failure of each.
 * @returns The first answer that is not undefined. Undefined if at least one source found nothing, and the others failed.
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
  // At least one source answered undefined, so T includes it.
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
