import { type Operation, RejectedAnswer } from '@isochain/core/upstream';
import { ask } from '../upstream/ask.ts';
import { type Effects, effectsOf } from '../upstream/queries/effects.ts';
import type { MinedTransaction } from '../upstream/queries/transactions.ts';
import type { Query } from '../upstream/query.ts';
import { effectsIn, needsEffects } from './steps.ts';

/**
 * Asks for the effects of those transactions whose amounts nothing else tells, in one round: claims, and shares of pools. Usually there are none, and nobody is
 * asked.
 *
 * @returns Effects by the id of the transaction.
 * @throws UpstreamError if no endpoint gave a usable answer.
 */
export async function readNeededEffects(
  transactions: readonly MinedTransaction[],
  operation: Operation,
): Promise<ReadonlyMap<string, Effects>> {
  const needing = transactions.filter(
    ({ content, isSuccess }) => isSuccess && content?.operations.some(needsEffects) === true,
  );
  if (needing.length === 0) return new Map();
  const queries: Record<string, Query<Effects>> = Object.fromEntries(needing.map(({ id }) => [id, effectsOf(id)]));
  const found = await ask(queries, operation, {
    accept: (answers) => {
      for (const { id, content } of needing) {
        const effects = answers[id] as Effects;
        const isWhole = content?.operations.every(
          (each, i) => !needsEffects(each) || effectsIn(each, i, effects.list).length > 0,
        );
        if (isWhole !== true && !effects.isCut) throw new RejectedAnswer('it does not have the effects', 'unavailable');
      }
    },
  });
  return new Map(Object.entries(found));
}
