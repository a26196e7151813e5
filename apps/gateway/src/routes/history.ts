import { createRoute, type RouteHandler, z } from '@hono/zod-openapi';
import { type ChainEnv, callOptions } from '../context.ts';
import { openChain } from '../middleware/open-chain.ts';
import { answers, failing, security } from '../openapi/answers.ts';
import { operations } from '../openapi/examples.data.ts';
import { accountId, chainIdOn, includeForms, limit, nextPage, withExample } from '../openapi/parameters.ts';
import { historyResponse } from '../openapi/schemas.ts';
import { withIgnored } from '../with-ignored.ts';

const shared = {
  method: 'get' as const,
  tags: ['Accounts'],
  summary: 'Get the history of an account',
  description: 'Transactions of an account, newest first, a page at a time.',
  security,
};

const { params, response } = operations.history;
const query = z.object({ include: includeForms, nextPage, limit: limit(25) });

const described = {
  request: {
    params: z.object({
      chainId: withExample(chainIdOn.any, params.chainId),
      accountId: withExample(accountId, params.accountId),
    }),
    query,
  },
  responses: answers(historyResponse, 'A page of transactions.', failing.upstream, response),
};

export const historyRoute = createRoute({
  ...shared,
  ...described,
  path: '/api/{chainId}/account/{accountId}/history',
  operationId: 'getHistory',
  middleware: openChain('history'),
});

export const chainHistoryRoute = createRoute({
  ...shared,
  ...described,
  summary: 'Get the history of an account (any chain)',
  path: '/api/chains/{chainId}/account/{accountId}/history',
  operationId: 'getChainHistory',
  middleware: openChain('any'),
});

export const history: RouteHandler<typeof historyRoute, ChainEnv> = async (c) => {
  const { accountId } = c.req.valid('param');
  const page = await c.get('chain').history(accountId, { ...c.req.valid('query'), ...callOptions(c) });
  return c.json(withIgnored(c, page, query), 200);
};
