import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { acceptChain, type ChainSubset } from '../chains.ts';
import type { ChainEnv, Env } from '../context.ts';
import { timedOut, withDeadline } from '../deadline.ts';
import { requireAccess } from '../keys/api-keys.ts';

/**
 * Opens the chain of the path for the handler behind it, which then has the time of a request.
 *
 * @param subset - Which chains the path accepts. The others are refused as if the path did not exist for them.
 * @param access - `write` where a transaction is made or sent.
 * @param late - What becomes of an answer that the handler comes to when its time is over: part of what it stands on may have been given up by then,
 *   so that it is `dropped` (the default); `kept` is for what has been done, which is not to be called a failure.
 */
export function openChain(
  subset: ChainSubset,
  access: 'read' | 'write' = 'read',
  late: 'dropped' | 'kept' = 'dropped',
): MiddlewareHandler<ChainEnv> {
  return createMiddleware<ChainEnv>(async function openChain(c, next) {
    const { chains, settings } = c.get('dependencies');
    const id = acceptChain(c.req.param('chainId') ?? '', subset);
    c.set('chainId', id);
    requireAccess(c.get('key'), id, access === 'write');
    c.set('chain', await chains.open(id));
    try {
      await withDeadline(id, settings.limits.requestTimeoutMs, (signal) => {
        c.set('signal', signal);
        return next();
      });
    } catch (error) {
      // Only the time that is over gets here: what the handler throws has become an answer already.
      if (late === 'kept' && c.finalized && c.error === undefined) return;
      throw c.error === undefined ? error : timedOut(id, c.error);
    }
  });
}

/** Refuses a chain id that is none, and one that the key is not for. */
export const requireChain = createMiddleware<Env>(async function requireChain(c, next) {
  const id = acceptChain(c.req.param('chainId') ?? '', 'any');
  c.set('chainId', id);
  requireAccess(c.get('key'), id, false);
  await next();
});
