import { createRoute, type RouteHandler, z } from '@hono/zod-openapi';
import { type ChainId, families } from '@isochain/core';
import type { Env } from '../context.ts';
import { compressed, revalidated } from '../middleware/revalidated.ts';
import { answers, failing, notModified, security } from '../openapi/answers.ts';
import { operations } from '../openapi/examples.data.ts';
import { chainsResponse } from '../openapi/schemas.ts';
import { withIgnored } from '../with-ignored.ts';

const query = z.object({
  family: z
    .enum(families)
    .optional()
    .openapi({ param: { description: 'Only chains of this family.' } }),
  built: z
    .enum(['true', 'false'])
    .optional()
    .openapi({
      param: {
        description: '`true`: only chains that this version serves. `false`: only those that it does not serve yet.',
      },
    }),
});

export const chainsRoute = createRoute({
  method: 'get',
  path: '/api/chains',
  operationId: 'listChains',
  tags: ['Chains'],
  summary: 'List chains',
  description:
    'All chains that the key may be used on, by id, with what works on each: `supportedFeatures` is derived from the running service, never typed in. The answer is compressed for clients that take that. It has an `ETag`: sent back in `If-None-Match`, it is answered with 304 as long as nothing has changed.',
  security,
  middleware: [compressed, revalidated] as const,
  request: { query },
  responses: {
    ...answers(chainsResponse, 'The chains.', [400, ...failing.keyed], operations.chains.response),
    ...notModified,
  },
});

export const chains: RouteHandler<typeof chainsRoute, Env> = async (c) => {
  const { key, dependencies } = c.var;
  const { family, built } = c.req.valid('query');
  const all = await dependencies.chains.details();
  const wanted: [string, (typeof all)[ChainId]][] = [];
  for (const detail of Object.values(all)) {
    if (key.chains?.has(detail.id) === false) continue;
    if (family !== undefined && detail.family !== family) continue;
    if (built !== undefined && String(await dependencies.chains.isBuilt(detail.id)) !== built) continue;
    wanted.push([detail.id, detail]);
  }
  // The list changes with the version, the settings and the key: a client with a cached copy must revalidate it.
  c.header('Cache-Control', 'private, no-cache');
  c.header('Vary', 'Authorization', { append: true });
  return c.json(withIgnored(c, { chains: Object.fromEntries(wanted) }, query), 200);
};
