import { createRoute, type RouteHandler, z } from '@hono/zod-openapi';
import { refuse } from '@isochain/core';
import { stopDelayMs } from '../config/settings.ts';
import type { Env } from '../context.ts';
import { answers, open } from '../openapi/answers.ts';
import { operations } from '../openapi/examples.data.ts';

const counts = z.object({
  endpoints: z.number().int(),
  healthy: z.number().int().describe('All but those whose last attempt failed.'),
  unknown: z
    .number()
    .int()
    .describe('Healthy endpoints without an attempt that has ended: nothing is known about them yet.'),
  live: z
    .boolean()
    .describe(
      'Whether at least one endpoint is healthy that can serve the chain alone: a node, say, and not an explorer.',
    ),
  failing: z
    .record(z.string(), z.number().int())
    .describe(
      'How many endpoints are not healthy, by the reason of the last attempt that failed: `closed`, `unauthorized`, `timeout` and the other outcomes of the metrics.',
    ),
});

const readiness = z
  .object({
    status: z.literal('ready'),
    store: z
      .object({ kind: z.string().describe('Where limits and caches are kept: memory, redis...'), healthy: z.boolean() })
      .describe('What gateways share. While it is not healthy, this one goes on with its own memory.'),
    chains: z.record(z.string(), counts).describe('The chains that were asked since the start.'),
  })
  .openapi('Readiness');

export const readyRoute = createRoute({
  method: 'get',
  path: '/ready',
  operationId: 'getReadiness',
  tags: ['Service'],
  security: open,
  summary: 'Readiness',
  description: 'Whether requests should be sent here.',
  responses: answers(readiness, 'Requests are welcome.', [500, 503], operations.ready.response),
});

export const ready: RouteHandler<typeof readyRoute, Env> = (c) => {
  const { chains, isStopping, settings, store } = c.get('dependencies');
  if (isStopping?.() === true) {
    // By then this process is gone, and whatever takes its place answers.
    const ms = stopDelayMs(settings) + settings.limits.drainTimeoutMs;
    c.header('Retry-After', String(Math.ceil(ms / 1000)));
    throw refuse('service.stopping', {});
  }
  const shared = { kind: store.kind, healthy: store.isHealthy() };
  return c.json({ status: 'ready' as const, store: shared, chains: chains.health() }, 200);
};
