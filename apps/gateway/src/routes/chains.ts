import { createRoute, type RouteHandler, z } from '@hono/zod-openapi';
import { type ChainId, chainDetail } from '@isochain/core';
import type { Env } from '../context.ts';
import { answers, failing, security } from '../openapi/answers.ts';
import { chainsExample } from '../openapi/examples.ts';

export const chainsRoute = createRoute({
  method: 'get',
  path: '/api/chains',
  operationId: 'listChains',
  tags: ['Chains'],
  summary: 'List chains',
  description:
    'All chains that the key may be used on, by id, with what works on each: `supportedFeatures` is derived from the running service, never typed in.',
  security,
  responses: answers(
    z.object({ chains: z.record(z.string(), chainDetail) }).openapi('Chains'),
    'The chains.',
    failing.keyed,
    chainsExample.response,
  ),
});

export const chains: RouteHandler<typeof chainsRoute, Env> = async (c) => {
  const { key, dependencies } = c.var;
  const all = await dependencies.chains.details();
  if (key.chains === undefined) return c.json({ chains: all }, 200);
  const usable = Object.entries(all).filter(([id]) => key.chains?.has(id as ChainId));
  return c.json({ chains: Object.fromEntries(usable) }, 200);
};
