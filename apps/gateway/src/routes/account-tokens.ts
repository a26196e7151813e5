import { createRoute, type RouteHandler, z } from '@hono/zod-openapi';
import { type ChainEnv, callOptions } from '../context.ts';
import { openChain } from '../middleware/open-chain.ts';
import { answers, failing, security } from '../openapi/answers.ts';
import { accountId, chainIdOn, limit, nextPage } from '../openapi/parameters.ts';
import { tokenBalancesResponse } from '../openapi/schemas.ts';

export const accountTokensRoute = createRoute({
  method: 'get',
  path: '/api/{chainId}/account/{accountId}/state/tokens',
  operationId: 'listAccountTokens',
  tags: ['Accounts'],
  summary: 'List the token balances of an account',
  description: 'Token balances alone, a page at a time, for accounts with many.',
  security,
  middleware: openChain('any'),
  request: {
    params: z.object({ chainId: chainIdOn.any, accountId }),
    query: z.object({ nextPage, limit: limit(25) }),
  },
  responses: answers(tokenBalancesResponse, 'A page of balances.', failing.upstream),
});

export const accountTokens: RouteHandler<typeof accountTokensRoute, ChainEnv> = async (c) => {
  const { accountId } = c.req.valid('param');
  return c.json(await c.var.chain.tokenBalances(accountId, { ...c.req.valid('query'), ...callOptions(c) }), 200);
};
