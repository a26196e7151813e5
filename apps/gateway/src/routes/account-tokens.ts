import { createRoute, type RouteHandler, z } from '@hono/zod-openapi';
import { type ChainEnv, callOptions } from '../context.ts';
import { openChain } from '../middleware/open-chain.ts';
import { answers, failing, security } from '../openapi/answers.ts';
import { operations } from '../openapi/examples.data.ts';
import { accountId, chainIdOn, limit, nextPage, withExample } from '../openapi/parameters.ts';
import { tokenBalancesResponse } from '../openapi/schemas.ts';
import { withIgnored } from '../with-ignored.ts';

const { params, response } = operations.accountTokens;

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
    params: z.object({
      chainId: withExample(chainIdOn.any, params.chainId),
      accountId: withExample(accountId, params.accountId),
    }),
    query: z.object({ nextPage, limit: limit(25) }),
  },
  responses: answers(tokenBalancesResponse, 'A page of balances.', failing.upstream, response),
});

export const accountTokens: RouteHandler<typeof accountTokensRoute, ChainEnv> = async (c) => {
  const { accountId } = c.req.valid('param');
  const page = await c.get('chain').tokenBalances(accountId, { ...c.req.valid('query'), ...callOptions(c) });
  return c.json(withIgnored(c, page, accountTokensRoute.request.query), 200);
};
