import { createRoute, type RouteHandler, z } from '@hono/zod-openapi';
import type { ChainEnv } from '../context.ts';
import { openChain } from '../middleware/open-chain.ts';
import { answers, failing, security } from '../openapi/answers.ts';
import { operations } from '../openapi/examples.data.ts';
import { chainIdOn, limit, nextPage, search, withExample } from '../openapi/parameters.ts';
import { tokensResponse } from '../openapi/schemas.ts';
import { withIgnored } from '../with-ignored.ts';

const { params, query, response } = operations.tokens;

export const tokensRoute = createRoute({
  method: 'get',
  path: '/api/chains/{chainId}/tokens',
  operationId: 'listTokens',
  tags: ['Tokens'],
  summary: 'List known tokens',
  description:
    'The tokens of a chain that are known without asking it: those that the settings name, then a bundled list, a page at a time. Every other token works as well, by its id. A ticker proves nothing: anybody can choose one.',
  security,
  middleware: openChain('any'),
  request: {
    params: z.object({ chainId: withExample(chainIdOn.any, params.chainId) }),
    query: z.object({ search: withExample(search, query.search), nextPage, limit: limit(25) }),
  },
  responses: answers(tokensResponse, 'A page of tokens.', [...failing.chain, 504], response),
});

export const tokens: RouteHandler<typeof tokensRoute, ChainEnv> = async (c) => {
  const page = await c.get('chain').tokens(c.req.valid('query'));
  return c.json(withIgnored(c, page, tokensRoute.request.query), 200);
};
