import { nearest, refuse, shownName } from '@isochain/core';
import type { MiddlewareHandler } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import type { Env, Gateway } from '../context.ts';

/**
 * Refuses a query parameter that is unknown and written almost like a known one: a read without its `include` or `limit` would look right. Other
 * unknown parameters are ignored with a warning, as clients of services with this interface may send them.
 */
export function queryTypos(app: Gateway): MiddlewareHandler<Env> {
  let table: TrieRouter<readonly string[]> | undefined;
  return async function queryTypos(c, next) {
    const given = Object.keys(c.req.query());
    if (given.length > 0) {
      table ??= parametersOf(app);
      const known = table.match(c.req.method, c.req.path)[0].flatMap(([names]) => names);
      for (const name of given) refuseTypo(name, known);
    }
    await next();
  };
}

function refuseTypo(name: string, known: readonly string[]): void {
  const near = known.includes(name) ? undefined : nearest(name, [...new Set(known)]);
  if (near === undefined) return;
  const field = shownName(name);
  throw refuse('request.invalid', { field, expected: `is not known here: did you mean ${near}?` }, field);
}

/** The query parameters that each route of the document has. */
function parametersOf({ openAPIRegistry }: Gateway): TrieRouter<readonly string[]> {
  const table = new TrieRouter<readonly string[]>();
  for (const definition of openAPIRegistry.definitions) {
    if (definition.type !== 'route') continue;
    const { method, path, request } = definition.route;
    const shape = Object(request?.query).shape as object | undefined;
    if (shape !== undefined) table.add(method.toUpperCase(), path.replaceAll(/\{(\w+)\}/g, ':$1'), Object.keys(shape));
  }
  return table;
}
