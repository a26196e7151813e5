import { createRoute, type RouteHandler, z } from '@hono/zod-openapi';
import { type ChainEnv, callOptions } from '../context.ts';
import { openChain } from '../middleware/open-chain.ts';
import { answers, failing, security } from '../openapi/answers.ts';
import { operations } from '../openapi/examples.data.ts';
import { chainIdOn, limit, nextPage, withExample } from '../openapi/parameters.ts';
import { validatorsResponse } from '../openapi/schemas.ts';
import { cached } from '../shared/cached.ts';
import { withIgnored } from '../with-ignored.ts';

const { params, response } = operations.validators;

const shared = {
  method: 'get' as const,
  tags: ['Chains'],
  summary: 'List validators',
  description: 'The current staking validators of a chain, a page at a time.',
  security,
  middleware: openChain('any'),
  request: {
    params: z.object({ chainId: withExample(chainIdOn.any, params.chainId) }),
    query: z.object({ nextPage, limit: limit(100) }),
  },
  responses: answers(validatorsResponse, 'A page of validators.', failing.upstream, response),
};

export const validatorsRoute = createRoute({
  ...shared,
  path: '/api/{chainId}/validators',
  operationId: 'listValidators',
});

export const chainValidatorsRoute = createRoute({
  ...shared,
  summary: 'List validators (any chain)',
  path: '/api/chains/{chainId}/validators',
  operationId: 'listChainValidators',
});

export const validators: RouteHandler<typeof validatorsRoute, ChainEnv> = async (c) => {
  const { chain, dependencies } = c.var;
  const query = c.req.valid('query');
  const { validatorSeconds } = dependencies.settings.cache;
  const name = ['validators', chain.id, query.limit, query.nextPage];
  const page = await cached(dependencies.store, name, validatorSeconds, () =>
    chain.validators({ ...query, ...callOptions(c) }),
  );
  return c.json(withIgnored(c, page, shared.request.query), 200);
};
