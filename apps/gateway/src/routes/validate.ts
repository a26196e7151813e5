import { createRoute, type RouteHandler, z } from '@hono/zod-openapi';
import { type ChainEnv, callOptions } from '../context.ts';
import { readTransaction } from '../json-body.ts';
import { openChain } from '../middleware/open-chain.ts';
import { answers, body, failing, security } from '../openapi/answers.ts';
import { operations } from '../openapi/examples.data.ts';
import { chainIdOn, withExample } from '../openapi/parameters.ts';
import { validateResponse } from '../openapi/schemas.ts';
import { withIgnored } from '../with-ignored.ts';

export const validateRoute = createRoute({
  method: 'post',
  path: '/api/{chainId}/transaction/validate',
  operationId: 'validateTransaction',
  tags: ['Transactions'],
  summary: 'Validate a transaction',
  description:
    'As encode, with the same wishes, without bytes to sign. With `encoded`, says from the bytes alone what they really do, with an error for each field and wish in which they differ from `data` or that only one of both has, if they can cost more than its `fees`, and if they hold more than encode writes. A warning names the fields that the bytes do not tell.',
  security,
  middleware: openChain('encode'),
  request: {
    params: z.object({ chainId: withExample(chainIdOn.encode, operations.validate.params.chainId) }),
    body: body('ValidateRequest', operations.validate.request),
  },
  responses: answers(
    validateResponse,
    'The completed data, or what the bytes do.',
    [...failing.upstream, ...failing.body],
    operations.validate.response,
  ),
});

export const validate: RouteHandler<typeof validateRoute, ChainEnv> = async (c) => {
  const { data, encoded } = await readTransaction(c);
  // Over HTTP `status` tells.
  const { ok: _ok, ...answer } = await c.get('chain').validate(data, encoded, callOptions(c));
  return c.json(withIgnored(c, answer), 200);
};
