import { createRoute, type RouteHandler, z } from '@hono/zod-openapi';
import { refuse } from '@isochain/core';
import type { Env } from '../context.ts';
import { answers } from '../openapi/answers.ts';
import { readyExample } from '../openapi/examples.ts';
import { errorBody } from '../openapi/schemas.ts';

const counts = z.object({
  endpoints: z.number().int(),
  healthy: z.number().int().describe('Not set aside after failures.'),
  live: z.boolean().describe('Whether the chain can be reached: any node is healthy.'),
});

const readiness = z
  .object({
    status: z.literal('ready'),
    store: z
      .object({ kind: z.string().describe('Where limits and caches are kept: memory, redis...'), healthy: z.boolean() })
      .describe('What gateways share. While it is not healthy, this one goes on with its own memory.'),
    chains: z.record(z.string(), counts).describe('The chains that were asked for since the start.'),
  })
  .openapi('Readiness');

export const readyRoute = createRoute({
  method: 'get',
  path: '/ready',
  operationId: 'getReadiness',
  tags: ['Service'],
  summary: 'Readiness',
  description: 'Whether requests should be sent here.',
  responses: {
    ...answers(readiness, 'Requests are welcome.', [500], readyExample.response),
    503: { description: 'The service is shutting down.', content: { 'application/json': { schema: errorBody } } },
  },
});

export const ready: RouteHandler<typeof readyRoute, Env> = (c) => {
  const { chains, isStopping, store } = c.var.dependencies;
  if (isStopping?.() === true) throw refuse('service.stopping', {});
  const shared = { kind: store.kind, healthy: store.isHealthy() };
  return c.json({ status: 'ready' as const, store: shared, chains: chains.health() }, 200);
};
