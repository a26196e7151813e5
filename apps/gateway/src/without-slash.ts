import type { Context } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import type { Env, Gateway } from './context.ts';
import { exposedIn } from './hide-keys.ts';

const routers = new WeakMap<Gateway, TrieRouter<true>>();

function routerOf(app: Gateway): TrieRouter<true> {
  const known = routers.get(app);
  if (known !== undefined) return known;
  const router = new TrieRouter<true>();
  const paths = app.routes.filter(({ method }) => method !== 'ALL').map(({ path }) => path);
  for (const path of new Set(paths)) router.add('ALL', path, true);
  routers.set(app, router);
  return router;
}

/**
 * The way to a path without the slash at its end, where there is something: with the same method, body and query. The address is relative, so that it also works
 * behind a proxy that serves the gateway below a path. A request that holds a secret is sent nowhere, as its address would be repeated.
 */
export function withoutSlash(app: Gateway, c: Context<Env>): Response | undefined {
  const { pathname, search } = new URL(c.req.url);
  if (!/[^/]\/$/.test(pathname)) return undefined;
  const target = c.req.path.replace(/\/$/, '');
  if (routerOf(app).match('ALL', target)[0].length === 0) return undefined;
  if (exposedIn(pathname, c.req.query()) !== undefined) return undefined;
  const last = pathname.slice(0, -1).split('/').at(-1) ?? '';
  return c.body(null, 308, { Location: `../${last}${search}` });
}
