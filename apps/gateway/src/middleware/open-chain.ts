import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { acceptChain, type ChainSubset } from '../chains.ts';
import type { ChainEnv, Env } from '../context.ts';
import { withDeadline } from '../deadline.ts';
import { requireAccess } from '../keys/api-keys.ts';

/**
 * Opens the chain of the path for the handler behind it, which then has the time of a request.
 *
 * @param subset - Which chains the path accepts. The others are refused as if the path did not exist for them.
 * @param access - `write` where a transaction is made or sent.
 */
export function openChain(subset: ChainSubset, access: 'read' | 'write' = 'read'): MiddlewareHandler<ChainEnv> {
  return createMiddleware<ChainEnv>(async function openChain(c, next) {
    const { chains, settings } = c.var.dependencies;
    const id = acceptChain(c.req.param('chainId') ?? '', subset);
    requireAccess(c.var.key, id, access === 'write');
    c.set('chain', await chains.open(id));
    await withDeadline(id, settings.limits.requestTimeoutMs, (signal) => {
      c.set('signal', signal);
      return next();
    });
  });
}

/** Refuses a chain id that is none. */
export const requireChain = createMiddleware<Env>(async function requireChain(c, next) {
  acceptChain(c.req.param('chainId') ?? '', 'any');
  await next();
});
