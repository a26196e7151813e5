import { createRoute, type RouteHandler, z } from '@hono/zod-openapi';
import { accountState as accountStateSchema } from '@isochain/core';
import { type ChainEnv, callOptions } from '../context.ts';
import { openChain } from '../middleware/open-chain.ts';
import { answers, failing, security } from '../openapi/answers.ts';
import { operations } from '../openapi/examples.data.ts';
import { accountId, chainIdOn, includeParts, publicKeyQuery, withExample } from '../openapi/parameters.ts';
import { withIgnored } from '../with-ignored.ts';

const shared = {
  method: 'get' as const,
  tags: ['Accounts'],
  summary: 'Get the state of an account',
  description: 'Balances, staking positions and rewards. A part that the chain does not have is left out.',
  security,
  middleware: openChain('any'),
};

function describe({ params, query, response }: typeof operations.accountState | typeof operations.anyAccountState) {
  return {
    request: {
      params: z.object({
        chainId: withExample(chainIdOn.any, params.chainId),
        accountId: withExample(accountId, params.accountId),
      }),
      query: z.object({ include: withExample(includeParts, query.include), ...publicKeyQuery }),
    },
    responses: answers(accountStateSchema, 'The state.', failing.upstream, response),
  };
}

export const accountStateRoute = createRoute({
  ...shared,
  ...describe(operations.accountState),
  path: '/api/{chainId}/account/{accountId}/state',
  operationId: 'getAccountState',
});

export const chainAccountStateRoute = createRoute({
  ...shared,
  ...describe(operations.anyAccountState),
  summary: 'Get the state of an account (any chain)',
  path: '/api/chains/{chainId}/account/{accountId}/state',
  operationId: 'getChainAccountState',
});

export const accountState: RouteHandler<typeof accountStateRoute, ChainEnv> = async (c) => {
  const { include, publicKey, pubKey, pubkey } = c.req.valid('query');
  const options = { include, publicKey: publicKey ?? pubKey ?? pubkey, ...callOptions(c) };
  const state = await c.get('chain').accountState(c.req.valid('param').accountId, options);
  return c.json(withIgnored(c, state, accountStateRoute.request.query), 200);
};
