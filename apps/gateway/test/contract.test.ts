import { catalogue, isChainId } from '@isochain/core';
import { turns } from '@isochain/dial';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { shownIn } from './examples.ts';
import { createFakeNode } from './fake-node.ts';
import { key, open, type Subject } from './harness.ts';
import type { Document } from './open-api.ts';

// Drives every route of the document with requests that fit it, that nearly do, and that do not at all. Whatever is sent, the answer has a status that
// the route declares, a body that fits the schema of that status (`send` checks both), and tells of no defect. A failure prints its seed and path.

const runs = turns(2_000);
const address = '0x12f7464C9Ff094098d3F1d987a7C0Ce958E1cC17';
const hash = `0x${'ab'.repeat(32)}`;
/** A transaction in the pool. */
const waiting = {
  hash,
  from: address,
  to: address,
  value: '0x1',
  nonce: '0x2',
  input: '0x',
  gas: '0x5208',
  gasPrice: '0x3',
  blockNumber: null,
};
const explorer = (path: string) =>
  Response.json(path.endsWith('token-balances') ? [] : { items: [], next_page_params: null });

let subject: Subject;
const served = new Set(['evm', 'cosmos']);

/** Opened before the tests are collected: they follow from its document. */
const opening: Promise<Document> = (async () => {
  const node = createFakeNode({ eth_getTransactionByHash: (id: string) => ({ ...waiting, hash: id }) });
  subject = await open(
    async (app) => ({
      request: async (path, init) => app.fetch(new Request(`http://gateway.test${path}`, init)),
      close: async () => {},
    }),
    {
      async fetch(url, init) {
        const { hostname, pathname } = new URL(url);
        return hostname === 'explorer.test' ? explorer(pathname) : node.fetch(url, init);
      },
      settings: {
        chains: {
          sepolia: {
            endpoints: ['https://node.test', { url: 'https://explorer.test', kind: 'blockscout', name: 'explorer' }],
          },
        },
      },
    },
  );
  return (await (await subject.request('/openapi.json')).json()) as Document;
})();
afterAll(() => subject.close());

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1e9',
    'null',
    '..',
    '%',
    '\u0000',
    '🦊',
    'a'.repeat(3_000),
    '{"a":1}',
    '/',
    '\r\nX: y',
  ),
);

/** Values that fit, by the name of the parameter; anything else is text. */
const fitting: Readonly<Record<string, readonly string[]>> = {
  // With EIP-55 checksum, without a checksum, and an address of the fake family.
  accountId: [address, address.toLowerCase(), 'cosmos1anything'],
  // Chains with an upstream that answers, a chain of a family that is not built, and no chain.
  chainId: ['sepolia', 'cosmoshub', 'osmosis', 'kava'],
  tokenId: [address, 'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2', 'missing'],
  txId: [hash],
  limit: ['1', '25', '100', '0', '101', '2.5', '1e1'],
  include: ['native', 'tokens,staking', 'parsed', 'raw,parsed', 'native,native', ','],
  nextPage: ['abc', 'eyJ2IjoxfQ'],
  publicKey: ['02'.padEnd(66, 'a'), '0x00'],
};

function parameterOf(name: string): fc.Arbitrary<string> {
  const good = fc.constantFrom(...(fitting[name] ?? ['x']));
  const odd = name === 'chainId' ? fc.oneof(fc.constantFrom('ton', 'bitcoin', 'nowhere'), text) : text;
  return fc.oneof({ weight: 4, arbitrary: good }, { weight: 1, arbitrary: odd });
}

interface Drawn {
  readonly inPath: Readonly<Record<string, string>>;
  readonly inQuery: Readonly<Record<string, string | undefined>>;
  readonly body: string | undefined;
  readonly headers: Record<string, string>;
  readonly type: string;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
}

/** A body such as the document shows, with some of its values replaced, left out, or added. */
function bodyOf(example: unknown): fc.Arbitrary<string> {
  const pointers = [...placesIn(example)];
  const change = fc.record({
    at: fc.constantFrom(...pointers),
    value: fc.oneof(
      text,
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom(address, hash, 'sepolia', 'transfer', 'transferToken', '1000', true),
    ),
    isLeftOut: fc.boolean(),
  });
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc.array(change, { maxLength: 3 }).map((changes) => JSON.stringify(changes.reduce(apply, example))),
    },
    { weight: 1, arbitrary: fc.json({ maxDepth: 3 }) },
    { weight: 1, arbitrary: text },
  );
}

type Pointer = readonly string[];

function* placesIn(value: unknown, above: Pointer = []): Iterable<Pointer> {
  yield above;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) yield* placesIn(inner, [...above, name]);
}

function apply(body: unknown, { at, value, isLeftOut }: { at: Pointer; value: unknown; isLeftOut: boolean }): unknown {
  const [name, ...rest] = at;
  if (name === undefined) return value;
  if (typeof body !== 'object' || body === null) return body;
  const entries = Object.entries(body).flatMap(([entry, inner]) =>
    entry !== name
      ? [[entry, inner] as const]
      : rest.length === 0 && isLeftOut
        ? []
        : [[entry, apply(inner, { at: rest, value, isLeftOut })] as const],
  );
  return Array.isArray(body) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

const routes = Object.entries((await opening).paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, operation]) => {
    const { parameters = [], requestBody } = operation as {
      parameters?: readonly Parameter[];
      requestBody?: { content: { 'application/json': { example?: unknown } } };
    };
    return {
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      parameters,
      example: shownIn(requestBody?.content['application/json'] ?? {})[0],
    };
  }),
);

describe('every route answers any request as the document says', () => {
  it('is driven from the whole document', () => {
    expect(routes.length).toBeGreaterThanOrEqual(19);
    expect(routes.filter(({ method, example }) => method === 'POST' && example === undefined)).toEqual([]);
  });

  it.each(routes)('$name', async ({ method, path, parameters, example }) => {
    const seen = new Set<number>();
    const request: fc.Arbitrary<Drawn> = fc.record({
      inPath: fc.record(Object.fromEntries(names(path).map((name) => [name, parameterOf(name)]))),
      inQuery: fc.record(
        Object.fromEntries(parameters.filter((one) => one.in === 'query').map(({ name }) => [name, parameterOf(name)])),
        { requiredKeys: [] },
      ),
      body: method === 'POST' ? bodyOf(example) : fc.constant(undefined),
      headers: fc.record({
        authorization: fc.constantFrom(key, key, key, key, key, key, `Bearer ${key}`, 'wrong', ''),
      }),
      type: fc.constantFrom('application/json', 'application/json', 'application/json', 'text/plain'),
    });
    // Whatever is drawn, one request fits, and one has a wrong key.
    const fit = {
      inPath: Object.fromEntries(names(path).map((name) => [name, fitting[name]?.[0] ?? 'x'])),
      inQuery: {},
      body: method === 'POST' ? JSON.stringify(example) : undefined,
      headers: { authorization: key },
      type: 'application/json',
    };
    const examples = [[fit], [{ ...fit, headers: { authorization: 'wrong' } }]] as [Drawn][];
    await fc.assert(
      fc.asyncProperty(request, async ({ inPath, inQuery, body, headers, type }) => {
        // A path without one of its parts is another path.
        fc.pre(Object.values(inPath).every((part) => part !== '' && part !== '.' && part !== '..'));
        const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(wellFormed(inPath[name])));
        const query = new URLSearchParams(
          Object.entries(inQuery).map(([name, value]) => [name, wellFormed(value)] as [string, string]),
        );
        const target = query.size === 0 ? filled : `${filled}?${query}`;
        const sent = { ...headers, ...(method === 'POST' ? { 'content-type': type } : {}) };
        const { status } = await subject.send(method, target, body, sent);
        seen.add(status);
        const chain = inPath.chainId ?? '';
        const isUnbuilt = isChainId(chain) && !served.has(catalogue[chain].family);
        if (status >= 500 && !(status === 501 && (isUnbuilt || path === '/api/account/state'))) {
          throw new Error(`${method} ${target} answered ${status}: ${subject.log.at(-1)}`);
        }
      }),
      { numRuns: runs + examples.length, examples },
    );
    // Nothing would be shown by requests that all end at the door. What broadcast takes needs a signature.
    const isKeyed = path.startsWith('/api');
    expect([...seen].some((status) => status === (path.endsWith('/broadcast') ? 400 : 200))).toBe(true);
    expect(seen.has(401)).toBe(isKeyed);
  });
});

function names(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** URLs hold no halves of characters. */
function wellFormed(value = ''): string {
  return value.replace(/\p{Surrogate}/gu, '');
}
