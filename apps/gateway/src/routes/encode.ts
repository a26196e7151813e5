import { createRoute, type RouteHandler, z } from '@hono/zod-openapi';
import { type ChainEnv, callOptions } from '../context.ts';
import { readTransaction } from '../json-body.ts';
import { openChain } from '../middleware/open-chain.ts';
import { noteProblems } from '../note-problems.ts';
import { answers, bodyOfMany, failing, security } from '../openapi/answers.ts';
import { codeSamples, encodeChains, encodeExamples, operations } from '../openapi/examples.data.ts';
import { chainIdOn, withExamples } from '../openapi/parameters.ts';
import { encodeResponse } from '../openapi/schemas.ts';
import { withIgnored } from '../with-ignored.ts';

export const encodeRoute = createRoute({
  method: 'post',
  path: '/api/{chainId}/transaction/encode',
  operationId: 'encodeTransaction',
  tags: ['Transactions'],
  summary: 'Encode a transaction',
  description:
    'Turns what a client wants into bytes to sign: checks it against the rules of the chain, and computes fees, gas, nonce, and the amount where `useMaxAmount` is asked for. What the chain would refuse is answered with status 200, `status.errors`, and nothing to sign. `params` of each mode says what else a client may wish for; a wish that cannot be read is refused with its path.',
  'x-codeSamples': codeSamples,
  security,
  middleware: openChain('encode', 'write'),
  request: {
    params: z.object({ chainId: withExamples(chainIdOn.encode, encodeChains) }),
    body: bodyOfMany('EncodeRequest', encodeExamples),
  },
  responses: answers(
    encodeResponse,
    'The completed data and what to sign, or why not.',
    [...failing.upstream, ...failing.body],
    operations.encode.response,
  ),
});

export const encode: RouteHandler<typeof encodeRoute, ChainEnv> = async (c) => {
  const { data } = await readTransaction(c);
  // Over HTTP `status` tells.
  const { ok: _ok, ...answer } = await c.get('chain').encode(data, callOptions(c));
  noteProblems(c, answer.status);
  return c.json(withIgnored(c, answer), 200);
};
