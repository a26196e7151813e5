import { createRoute, type RouteHandler, z } from '@hono/zod-openapi';
import type { Env } from '../context.ts';
import { answers, open } from '../openapi/answers.ts';

export const healthRoute = createRoute({
  method: 'get',
  path: '/health',
  operationId: 'getHealth',
  tags: ['Service'],
  security: open,
  summary: 'Liveness',
  responses: answers(z.object({ status: z.literal('ok') }).openapi('Health'), 'The service runs.', [500], {
    status: 'ok',
  }),
});

export const health: RouteHandler<typeof healthRoute, Env> = (c) => c.json({ status: 'ok' as const }, 200);
