import { createRoute, type RouteHandler, z } from '@hono/zod-openapi';
import { chainDetail } from '@isochain/core';
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
    'All chains by id, with what works on each: `supportedFeatures` is derived from the running service, never typed in.',
  security,
  responses: answers(
    z.object({ chains: z.record(z.string(), chainDetail) }).openapi('Chains'),
    'The chains.',
    failing.keyed,
    chainsExample.response,
  ),
});

export const chains: RouteHandler<typeof chainsRoute, Env> = async (c) =>
  c.json({ chains: await c.var.dependencies.chains.details() }, 200);
