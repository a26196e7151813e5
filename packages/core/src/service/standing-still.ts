import type { ChainIdentity } from '../catalogue.ts';
import { RefusedError } from '../errors.ts';
import { type Problem, problem } from '../problem.ts';
import { isoTime, type Operation } from '../upstream/index.ts';

interface Named {
  readonly identity: Pick<ChainIdentity, 'name'>;
}

/** The problem after an operation in which every endpoint stood still. Otherwise undefined. */
export function standingStill(
  { identity }: Named,
  { standsStill }: Pick<Operation, 'standsStill'>,
): Problem | undefined {
  if (standsStill === undefined) return undefined;
  const { latestAt } = standsStill;
  const context = { chain: identity.name, date: isoTime(latestAt), latestAt: String(latestAt) };
  return problem('chain.standsStill', context);
}

/**
 * Call it before a transaction is sent, and after some endpoint was asked.
 *
 * @throws RefusedError `chain.standsStill` if every endpoint stood still so far: they would take the transaction, and nobody would mine it.
 */
export function requireMoving(chain: Named, operation: Pick<Operation, 'standsStill'>): void {
  const still = standingStill(chain, operation);
  if (still !== undefined) throw new RefusedError([still]);
}
