import { createRoute, z } from '@hono/zod-openapi';
import type { Context, Handler } from 'hono';
import { type ChainEnv, callOptions } from '../context.ts';
import { openChain } from '../middleware/open-chain.ts';
import { answers, failing, security } from '../openapi/answers.ts';
import { operations } from '../openapi/examples.data.ts';
import { chainIdOn, tokenId, withExample } from '../openapi/parameters.ts';
import { type TokenResponse, tokenResponse } from '../openapi/schemas.ts';
import { cached } from '../shared/cached.ts';
import { withIgnored } from '../with-ignored.ts';

const shared = {
  method: 'get' as const,
  tags: ['Tokens'],
  summary: 'Get a token',
  security,
};

export const tokenRoute = createRoute({
  ...shared,
  path: '/api/{chainId}/token/{tokenId}',
  operationId: 'getToken',
  middleware: openChain('token'),
  request: {
    params: z.object({
      chainId: withExample(chainIdOn.any, operations.token.params.chainId),
      tokenId: withExample(tokenId, operations.token.params.tokenId),
    }),
  },
  responses: answers(tokenResponse, 'The token.', failing.upstream, operations.token.response),
});

export const chainTokenRoute = createRoute({
  ...shared,
  summary: 'Get a token (any chain)',
  path: '/api/chains/{chainId}/token/{tokenId}',
  operationId: 'getChainToken',
  middleware: openChain('any'),
  request: {
    params: z.object({
      chainId: withExample(chainIdOn.any, operations.anyToken.params.chainId),
      tokenId: withExample(tokenId, operations.anyToken.params.tokenId),
    }),
  },
  responses: answers(tokenResponse, 'The token.', failing.upstream, operations.anyToken.response),
});

export const token: Handler<ChainEnv> = async (c) => {
  const { status, ...found } = await read(c);
  const warned = status === undefined ? {} : { status };
  return c.json(withIgnored(c, { token: found, ...warned } satisfies TokenResponse), 200);
};

function read(c: Context<ChainEnv>): Promise<TokenResponse['token'] & Pick<TokenResponse, 'status'>> {
  const { chain, dependencies } = c.var;
  const id = c.req.param('tokenId') ?? '';
  const { tokenSeconds } = dependencies.settings.cache;
  return cached(dependencies.store, ['token', chain.id, id], tokenSeconds, () => chain.token(id, callOptions(c)));
}
