import { ignoredWarnings, type Status, toStatusEntry, unknownFields } from '@isochain/core';
import type { RequestContext } from './context.ts';

/** The names of the query parameters that a route declares. */
interface Query {
  readonly shape: Readonly<Record<string, unknown>>;
}

/**
 * Adds to an answer a warning for each ignored field of the request and each ignored parameter of its query, so that a typo is noticed. Without
 * such fields the answer stays as it is.
 *
 * @param query - What the route declares; nothing by default.
 */
export function withIgnored<T extends object>(c: RequestContext, body: T, query?: Query): T & { status?: Status } {
  const fields = [...c.get('ignored'), ...unknownFields(c.req.query(), Object.keys(query?.shape ?? {}))];
  if (fields.length === 0) return body;
  const { errors = [], warnings = [] } = (body as { readonly status?: Status }).status ?? {};
  return { ...body, status: { errors, warnings: [...warnings, ...ignoredWarnings(fields).map(toStatusEntry)] } };
}
