import { createRoute, type RouteHandler, z } from '@hono/zod-openapi';
import type { Env } from '../context.ts';
import { requireChain } from '../middleware/open-chain.ts';
import { answers, security } from '../openapi/answers.ts';
import { operations } from '../openapi/examples.data.ts';
import { chainIdOn, withExample } from '../openapi/parameters.ts';
import { chainResponse } from '../openapi/schemas.ts';
import { withIgnored } from '../with-ignored.ts';

export const chainRoute = createRoute({
  method: 'get',
  path: '/api/chains/{chainId}',
  operationId: 'getChain',
  tags: ['Chains'],
  summary: 'Get a chain',
  security,
  middleware: requireChain,
  request: { params: z.object({ chainId: withExample(chainIdOn.any, operations.chain.params.chainId) }) },
  responses: answers(chainResponse, 'The chain.', [401, 403, 404, 429, 500], operations.chain.response),
});

export const chain: RouteHandler<typeof chainRoute, Env> = async (c) =>
  c.json(withIgnored(c, { chain: await c.get('dependencies').chains.detail(c.req.valid('param').chainId) }), 200);
