import { catalogue, chainIds, modes } from '@isochain/core';
import { validate } from '@scalar/openapi-parser';
import { describe, expect, it } from 'vitest';
import { settings } from '../src/config/settings.ts';
import { createGateway } from '../src/gateway.ts';
import { shownIn } from './examples.ts';
import { keyHash } from './harness.ts';
import { type Document, type Operation, toZod } from './open-api.ts';

const app = createGateway(settings.parse({ keys: { tests: keyHash } }), { log: () => {}, coalesce: 'shared' });
const document = (await (await app.request('/openapi.json')).json()) as Document;

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]): [string, Operation] => [
    `${method.toUpperCase()} ${path}`,
    operation,
  ]),
);
const operation = (name: string) => operations.find(([key]) => key === name)?.[1];

/** Every route of the service, and each status that it can answer besides 200. */
const routes: Readonly<Record<string, readonly number[]>> = {
  'GET /': [500],
  'GET /api/chains': [304, 400, 401, 429, 500],
  'GET /api/chains/{chainId}': [401, 403, 404, 429, 500],
  'GET /api/{chainId}/validators': [400, 401, 403, 404, 410, 429, 500, 502, 504],
  'GET /api/chains/{chainId}/validators': [400, 401, 403, 404, 410, 429, 500, 502, 504],
  'GET /api/chains/{chainId}/tokens': [400, 401, 403, 404, 410, 429, 500, 504],
  'GET /api/{chainId}/token/{tokenId}': [400, 401, 403, 404, 410, 429, 500, 502, 504],
  'GET /api/chains/{chainId}/token/{tokenId}': [400, 401, 403, 404, 410, 429, 500, 502, 504],
  'GET /api/{chainId}/transaction/{txId}': [400, 401, 403, 404, 410, 429, 500, 502, 504],
  'GET /api/chains/{chainId}/transaction/{txId}': [400, 401, 403, 404, 410, 429, 500, 502, 504],
  'GET /api/{chainId}/account/{accountId}/state': [400, 401, 403, 404, 410, 429, 500, 502, 504],
  'GET /api/chains/{chainId}/account/{accountId}/state': [400, 401, 403, 404, 410, 429, 500, 502, 504],
  'GET /api/{chainId}/account/{accountId}/state/tokens': [400, 401, 403, 404, 410, 429, 500, 502, 504],
  'GET /api/{chainId}/account/{accountId}/history': [400, 401, 403, 404, 410, 429, 500, 502, 504],
  'GET /api/chains/{chainId}/account/{accountId}/history': [400, 401, 403, 404, 410, 429, 500, 502, 504],
  'POST /api/account/state': [400, 401, 403, 404, 408, 410, 413, 415, 429, 500, 502, 504],
  'POST /api/{chainId}/address/encode': [400, 401, 403, 404, 408, 410, 413, 415, 429, 500, 504],
  'POST /api/{chainId}/transaction/encode': [400, 401, 403, 404, 408, 410, 413, 415, 429, 500, 502, 504],
  'POST /api/{chainId}/transaction/validate': [400, 401, 403, 404, 408, 410, 413, 415, 429, 500, 502, 504],
  'POST /api/{chainId}/transaction/broadcast': [400, 401, 403, 404, 408, 409, 410, 413, 415, 429, 500, 502, 504],
  'GET /health': [500],
  'GET /ready': [500, 503],
};

describe('the OpenAPI document', () => {
  it('is a valid OpenAPI 3.1 document', async () => {
    const { valid, errors } = await validate(document as unknown as Record<string, unknown>);
    expect(errors).toEqual([]);
    expect(valid).toBe(true);
    expect(document).toMatchObject({ openapi: '3.1.1', info: { title: 'isochain', version: '0.1.0' } });
  });

  it('has exactly the routes of the app', () => {
    expect(operations.map(([name]) => name).toSorted()).toEqual(Object.keys(routes).toSorted());
  });

  it.each(Object.entries(routes))('%s declares every status of its answers', (name, statuses) => {
    const { responses } = operation(name) ?? { responses: {} };
    expect(
      Object.keys(responses)
        .map(Number)
        .toSorted((a, b) => a - b),
    ).toEqual([200, ...statuses]);
  });

  it('gives each operation its own id and summary, and a tag', () => {
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const summaries = operations.map(([, { summary }]) => summary);
    expect(new Set(summaries).size).toBe(summaries.length);
    for (const [, { tags }] of operations) expect(tags).toHaveLength(1);
  });

  it('names the headers of answers', () => {
    for (const [name, { responses }] of operations) {
      for (const [status, { headers }] of Object.entries(responses)) {
        const limited = name.includes('/api/') && status !== '401' ? ['RateLimit-Policy', 'RateLimit'] : [];
        const waiting = ['429', '502', '503', '504'].includes(status) ? ['Retry-After'] : [];
        const expected = ['X-Request-Id', ...limited, ...waiting, ...(status === '401' ? ['WWW-Authenticate'] : [])];
        expect([name, status, Object.keys(headers ?? {}).toSorted()]).toEqual([name, status, expected.toSorted()]);
      }
    }
  });

  it('requires a key on every path of the API, and nowhere else', () => {
    for (const [name, { security }] of operations) {
      expect([name, security]).toEqual([name, name.includes('/api/') ? [{ key: [] }, { bearer: [] }] : []]);
    }
  });

  it('lists the chains of the specification in EncodeChainId', () => {
    const listed = chainIds.filter((id) => catalogue[id].paths.encode);
    expect(document.components.schemas.EncodeChainId).toMatchObject({ type: 'string', enum: listed });
  });

  it('has the chain ids and the modes as components', () => {
    expect(document.components.schemas.ChainId).toMatchObject({ type: 'string', enum: chainIds });
    expect(document.components.schemas.TransactionData).toMatchObject({
      oneOf: modes.map(() => expect.objectContaining({ $ref: expect.stringMatching(/Data$/) })),
      discriminator: { propertyName: 'mode', mapping: { transfer: '#/components/schemas/TransferData' } },
    });
  });

  it.each(operations)('%s has examples that fit', (_, { requestBody, responses }) => {
    const { schema, example } = Object(responses[200]?.content['application/json']);
    if (example !== undefined) expect(toZod(document, schema).safeParse(example)).toMatchObject({ success: true });
    const { content } = Object(requestBody) as {
      content?: Record<string, { schema: object; example?: unknown; examples?: Record<string, { value: unknown }> }>;
    };
    const body = content?.['application/json'];
    if (body === undefined) return;
    for (const shown of shownIn(body)) {
      expect(shown).toBeDefined();
      expect(toZod(document, body.schema).safeParse(shown)).toMatchObject({ success: true });
    }
  });

  it('tells nothing about this machine', () => {
    expect(JSON.stringify(document)).not.toMatch(/localhost|127\.0\.0\.1|\/work\//);
  });
});
