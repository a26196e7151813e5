import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { acceptChain, type ChainSubset } from '../chains.ts';
import type { ChainEnv, Env } from '../context.ts';
import { timedOut, withDeadline } from '../deadline.ts';
import { requireAccess } from '../keys/api-keys.ts';

/**
 * Opens the chain of the path for the next handler, and starts the time limit of the request.
 *
 * @param subset - The specification's list of chains for the path. The others are refused as if the path did not exist for them, unless the settings
 *   take all chains.
 * @param access - `write` if a transaction is made or sent.
 * @param late - What to do with an answer that comes after the time limit. `dropped` (the default): parts of the work may have been aborted by
 *   then. `kept`: for work that was done and must not be reported as a failure.
 */
export function openChain(
  subset: ChainSubset,
  access: 'read' | 'write' = 'read',
  late: 'dropped' | 'kept' = 'dropped',
): MiddlewareHandler<ChainEnv> {
  return createMiddleware<ChainEnv>(async function openChain(c, next) {
    const { chains, settings } = c.get('dependencies');
    const id = acceptChain(c.req.param('chainId') ?? '', subset, settings.chainLists);
    c.set('chainId', id);
    requireAccess(c.get('key'), id, access === 'write');
    c.set('chain', await chains.open(id));
    try {
      await withDeadline(id, settings.limits.requestTimeoutMs, (signal) => {
        c.set('signal', signal);
        return next();
      });
    } catch (error) {
      // Only a timeout gets here: errors of the handler have become answers already.
      if (late === 'kept' && c.finalized && c.error === undefined) return;
      throw c.error === undefined ? error : timedOut(id, c.error);
    }
  });
}

/** Refuses an unknown chain id, and a chain that the key may not use. */
export const requireChain = createMiddleware<Env>(async function requireChain(c, next) {
  const id = acceptChain(c.req.param('chainId') ?? '', 'any', 'all');
  c.set('chainId', id);
  requireAccess(c.get('key'), id, false);
  await next();
});
