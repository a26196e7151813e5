import { createRoute, type RouteHandler, z } from '@hono/zod-openapi';
import { type ChainEnv, callOptions, waitUntilOf } from '../context.ts';
import { readTransaction } from '../json-body.ts';
import { openChain } from '../middleware/open-chain.ts';
import { answers, body, failing, security } from '../openapi/answers.ts';
import { codeSamples, operations } from '../openapi/examples.data.ts';
import { chainIdOn, withExample } from '../openapi/parameters.ts';
import { broadcastResponse } from '../openapi/schemas.ts';
import { withIgnored } from '../with-ignored.ts';

export const broadcastRoute = createRoute({
  method: 'post',
  path: '/api/{chainId}/transaction/broadcast',
  operationId: 'broadcastTransaction',
  tags: ['Transactions'],
  summary: 'Broadcast a signed transaction',
  description:
    'Sends what was signed. `data` and `encoded` must be exactly what encode answered; anything changed, or a signature of somebody else, is refused and nothing is sent. Sending the same signed transaction twice answers the same hash both times.',
  'x-codeSamples': codeSamples,
  security,
  // A hash means that the transaction is on its way, so a late answer is kept.
  middleware: openChain('encode', 'write', 'kept'),
  request: {
    params: z.object({ chainId: withExample(chainIdOn.encode, operations.broadcast.params.chainId) }),
    body: body('BroadcastRequest', operations.broadcast.request),
  },
  responses: answers(
    broadcastResponse,
    'The hash of the transaction.',
    [...failing.upstream, ...failing.body, 409],
    operations.broadcast.response,
  ),
});

export const broadcast: RouteHandler<typeof broadcastRoute, ChainEnv> = async (c) => {
  const { data, encoded, signature } = await readTransaction(c);
  const options = { ...callOptions(c), waitUntil: waitUntilOf(c) };
  return c.json(withIgnored(c, await c.get('chain').broadcast({ data, encoded, signature }, options)), 200);
};
