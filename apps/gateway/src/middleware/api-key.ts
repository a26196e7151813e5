import { fromHex, refuse } from '@isochain/core';
import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Env } from '../context.ts';

/**
 * Lets pass who has a key: `Authorization: <key>` or `Authorization: Bearer <key>`. It comes before anything of the request is read and before
 * anything is asked upstream.
 *
 * @param keys - SHA-256 of each key in hex, by the key's name.
 */
export function apiKey(keys: Readonly<Record<string, string>>): MiddlewareHandler<Env> {
  const known = Object.entries(keys).map(([name, sha256]) => ({ name, digest: fromHex(sha256) }));
  return createMiddleware<Env>(async function apiKey(c, next) {
    const presented =
      c.req
        .header('authorization')
        ?.trim()
        .replace(/^Bearer(?:\s+|$)/i, '') ?? '';
    if (presented === '') throw refuse('key.missing', {});
    const digest = await sha256(presented);
    // All keys are compared, whole: how long it takes tells nothing.
    const matching = known.filter((key) => key.digest !== undefined && equal(key.digest, digest));
    const [match] = matching;
    if (match === undefined) throw refuse('key.wrong', {});
    c.set('keyName', match.name);
    await next();
  });
}

async function sha256(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length;
  for (const [index, byte] of a.entries()) difference |= byte ^ (b[index] ?? 0);
  return difference === 0;
}
