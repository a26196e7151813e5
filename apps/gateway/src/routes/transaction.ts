import { createRoute, type RouteHandler, z } from '@hono/zod-openapi';
import { type ChainEnv, callOptions } from '../context.ts';
import { openChain } from '../middleware/open-chain.ts';
import { answers, failing, security } from '../openapi/answers.ts';
import { operations } from '../openapi/examples.data.ts';
import { chainIdOn, includeForms, transactionId, withExample } from '../openapi/parameters.ts';
import { transactionResponse } from '../openapi/schemas.ts';
import { withIgnored } from '../with-ignored.ts';

const { params, response } = operations.transaction;

const shared = {
  method: 'get' as const,
  tags: ['Transactions'],
  summary: 'Get a transaction',
  description: 'One transaction: what it did, its state, and how many blocks confirm it.',
  security,
  middleware: openChain('any'),
  request: {
    params: z.object({
      chainId: withExample(chainIdOn.any, params.chainId),
      txId: withExample(transactionId, params.txId),
    }),
    query: z.object({ include: includeForms }),
  },
  responses: answers(transactionResponse, 'The transaction.', failing.upstream, response),
};

export const transactionRoute = createRoute({
  ...shared,
  path: '/api/{chainId}/transaction/{txId}',
  operationId: 'getTransaction',
});

export const chainTransactionRoute = createRoute({
  ...shared,
  summary: 'Get a transaction (any chain)',
  path: '/api/chains/{chainId}/transaction/{txId}',
  operationId: 'getChainTransaction',
});

export const transaction: RouteHandler<typeof transactionRoute, ChainEnv> = async (c) => {
  const { include } = c.req.valid('query');
  const found = await c.get('chain').transaction(c.req.valid('param').txId, { include, ...callOptions(c) });
  return c.json(withIgnored(c, found, shared.request.query), 200);
};
