import { type Answers, ask, type Operation, type Questions } from '@isochain/core/upstream';
import { chunksOf } from './chunks.ts';

/**
 * Calls with as many accounts as a call may have, of which one request holds so many: nodes take 50 KiB (anza-xyz/agave, rpc/src/rpc.rs:
 * MAX_REQUEST_BODY_SIZE), and what is larger looks to us as if they took no batches at all.
 */
export const longCallsPerRequest = 9;

/**
 * Asks many things, side by side and in requests of at most `size` calls, whatever an endpoint would take in one. To be called after `ask`, which
 * looks at the age of blocks.
 */
export async function askInParts<const Q extends Questions>(
  operation: Operation,
  questions: Q,
  size: number,
): Promise<Answers<Q>> {
  const parts = chunksOf(Object.entries(questions), size).map((part) => Object.fromEntries(part));
  const answers = await Promise.all(parts.map((part) => ask(operation, part, { mayLag: true })));
  // Each under its own name, as `ask` answers them.
  return Object.assign({}, ...answers) as Answers<Q>;
}
