import { type Answers, ask, type Operation, type Questions } from '@isochain/core/upstream';
import { chunksOf } from './chunks.ts';

/**
 * How many calls with the most accounts fit into one request. Nodes take 50 KiB (anza-xyz/agave, rpc/src/rpc.rs: MAX_REQUEST_BODY_SIZE), and their
 * answer to more looks as if they took no batches at all.
 */
export const longCallsPerRequest = 9;

/**
 * Asks many questions at once, in requests of at most `size` calls, even if an endpoint takes more. Call `ask` before it, which checks the age of
 * blocks.
 */
export async function askInParts<const Q extends Questions>(
  operation: Operation,
  questions: Q,
  size: number,
): Promise<Answers<Q>> {
  const parts = chunksOf(Object.entries(questions), size).map((part) => Object.fromEntries(part));
  const answers = await Promise.all(parts.map((part) => ask(operation, part, { mayLag: true })));
  // Each answer has its question's name, as in `ask`.
  return Object.assign({}, ...answers) as Answers<Q>;
}
