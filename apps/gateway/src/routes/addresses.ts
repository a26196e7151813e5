import { createRoute, type RouteHandler, z } from '@hono/zod-openapi';
import { refuse } from '@isochain/core';
import type { ChainEnv } from '../context.ts';
import { readJson } from '../json-body.ts';
import { openChain } from '../middleware/open-chain.ts';
import { answers, body, failing, security } from '../openapi/answers.ts';
import { operations } from '../openapi/examples.data.ts';
import { chainIdOn, withExample } from '../openapi/parameters.ts';
import { addressesResponse } from '../openapi/schemas.ts';
import { withIgnored } from '../with-ignored.ts';

export const addressesRoute = createRoute({
  method: 'post',
  path: '/api/{chainId}/address/encode',
  operationId: 'encodeAddresses',
  tags: ['Accounts'],
  summary: 'Get the addresses of a public key',
  security,
  middleware: openChain('any'),
  request: {
    params: z.object({ chainId: withExample(chainIdOn.any, operations.addresses.params.chainId) }),
    body: body('AddressesRequest', operations.addresses.request),
  },
  responses: answers(
    addressesResponse,
    'The addresses.',
    [...failing.chain, ...failing.body, 504],
    operations.addresses.response,
  ),
});

export const addresses: RouteHandler<typeof addressesRoute, ChainEnv> = async (c) => {
  const { pubkey } = await readJson(c, ['pubkey']);
  if (typeof pubkey !== 'string') {
    throw refuse(
      'request.invalid',
      { field: 'pubkey', expected: pubkey === undefined ? 'is required' : 'must be a string' },
      'pubkey',
    );
  }
  return c.json(withIgnored(c, c.get('chain').addresses(pubkey)), 200);
};
