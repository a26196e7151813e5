import { refuse } from '@isochain/core';
import type { Context } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import type { Env, Gateway } from './context.ts';
import { exposedIn } from './hide-keys.ts';
import { renderError } from './render-error.ts';

/** The methods that a path has routes for. */
type MethodsOf = (path: string) => readonly string[];

/**
 * Answers requests that no route matches: 308 if there is a route for the path without its trailing slash, 405 if the path has routes for other
 * methods, else 404. Only these requests look at the table of methods.
 */
export function notFound(app: Gateway): (c: Context<Env>) => Response {
  let table: TrieRouter<string> | undefined;
  const methodsOf: MethodsOf = (path) => {
    table ??= tableOf(app);
    return table.match('ALL', path)[0].map(([method]) => method);
  };
  return (c) => {
    const redirect = withoutSlash(c, methodsOf);
    if (redirect !== undefined) return redirect;
    const methods = [...new Set(methodsOf(c.req.path))];
    const isOther = methods.length > 0 && !methods.includes(c.req.method);
    const refusal = isOther
      ? refuse('route.methodNotAllowed', { allowed: methods.join(', ') })
      : refuse('route.notFound', {});
    return renderError(refusal, c);
  };
}

function tableOf({ routes }: Gateway): TrieRouter<string> {
  const table = new TrieRouter<string>();
  for (const { path, method } of routes) {
    // Middlewares match every method, and the preflight route matches every path.
    if (method === 'ALL' || method === 'OPTIONS') continue;
    table.add('ALL', path, method);
    if (method === 'GET') table.add('ALL', path, 'HEAD');
  }
  return table;
}

/**
 * Redirects to a path without its trailing slash, with the same method, body and query. The address is relative, so that it also works behind a
 * proxy that serves the gateway below a path. A request that holds a secret is not redirected: the answer would repeat the secret.
 */
function withoutSlash(c: Context<Env>, methodsOf: MethodsOf): Response | undefined {
  const { pathname, search } = new URL(c.req.url);
  if (!/[^/]\/$/.test(pathname)) return undefined;
  if (methodsOf(c.req.path.replace(/\/$/, '')).length === 0) return undefined;
  if (exposedIn(pathname, c.req.query()) !== undefined) return undefined;
  const last = pathname.slice(0, -1).split('/').at(-1) ?? '';
  return c.body(null, 308, { Location: `../${last}${search}` });
}
