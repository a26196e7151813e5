import { type ChainId, catalogue, chainIds } from '@isochain/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFakeNode } from '../fake-node.ts';
import { type Answer, key, open, type Serve, type Subject } from '../harness.ts';

/** The tests serve only three chains of the cosmos family. */
const isBuilt = (id: ChainId) => catalogue[id].family === 'evm' || ['cosmoshub', 'osmosis', 'kava'].includes(id);
const notBuilt = chainIds.filter((id) => !isBuilt(id));

/** Requests of each path that get as far as the chain and no further. */
export const chainPaths: readonly [
  path: string,
  /** The list of the specification, on a path that takes no other chain. */
  subset: 'encode' | undefined,
  method: 'GET' | 'POST',
][] = [
  ['/api/{chainId}/transaction/encode', 'encode', 'POST'],
  ['/api/{chainId}/transaction/broadcast', 'encode', 'POST'],
  ['/api/{chainId}/transaction/validate', 'encode', 'POST'],
  ['/api/{chainId}/token/x', undefined, 'GET'],
  ['/api/{chainId}/account/x/history?limit=0', undefined, 'GET'],
  ['/api/{chainId}/account/x/state?include=nonsense', undefined, 'GET'],
  ['/api/{chainId}/account/x/state/tokens?limit=0', undefined, 'GET'],
  ['/api/{chainId}/address/encode', undefined, 'POST'],
  ['/api/{chainId}/validators?limit=0', undefined, 'GET'],
  ['/api/{chainId}/transaction/x?include=nonsense', undefined, 'GET'],
  ['/api/chains/{chainId}/token/x', undefined, 'GET'],
  ['/api/chains/{chainId}/account/x/history?limit=0', undefined, 'GET'],
  ['/api/chains/{chainId}/account/x/state?include=nonsense', undefined, 'GET'],
  ['/api/chains/{chainId}/validators?limit=0', undefined, 'GET'],
  ['/api/chains/{chainId}/transaction/x?include=nonsense', undefined, 'GET'],
];

export function chainsCases(serve: Serve): void {
  let subject: Subject;
  beforeAll(async () => {
    subject = await open(serve, { fetch: createFakeNode().fetch });
  });
  afterAll(() => subject.close());

  const ask = (path: string, method: 'GET' | 'POST', chainId: string): Promise<Answer> =>
    subject.send(method, path.replace('{chainId}', chainId), method === 'POST' ? {} : undefined);
  const code = ({ body }: Answer) => body.status?.errors[0]?.code;

  it('lists all chains', async () => {
    const { status, body } = await subject.send('GET', '/api/chains');
    expect(status).toBe(200);
    expect(Object.keys(body.chains as object)).toEqual(chainIds);
  });

  it.each([
    ['family=solana', (id: ChainId) => catalogue[id].family === 'solana'],
    ['built=true', isBuilt],
    ['built=false', (id: ChainId) => !isBuilt(id)],
    ['family=cosmos&built=true', (id: ChainId) => isBuilt(id) && catalogue[id].family === 'cosmos'],
  ])('lists the chains of ?%s', async (query, isListed) => {
    const { status, body } = await subject.send('GET', `/api/chains?${query}`);
    expect([status, Object.keys(body.chains as object)]).toEqual([200, chainIds.filter(isListed)]);
  });

  it.each(['family=EVM', 'family=', 'built=yes', 'built=1'])('does not take ?%s', async (query) => {
    const answer = await subject.send('GET', `/api/chains?${query}`);
    expect([answer.status, code(answer)]).toEqual([400, 'request.invalid']);
  });

  it('lists them in few bytes, and only once to those who ask again', async () => {
    const small = await open(serve, { compresses: true });
    try {
      const headers = { authorization: key, 'accept-encoding': 'gzip' };
      const first = await small.request('/api/chains', { headers });
      const bytes = new Uint8Array(await first.arrayBuffer());
      expect(first.headers.get('content-encoding')).toBe('gzip');
      expect(first.headers.get('cache-control')).toBe('private, no-cache');
      expect(first.headers.get('vary')).toMatch(/Authorization.*Accept-Encoding/);
      // Clients of a server unpack it by themselves.
      const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
      const stream = new Response(bytes).body;
      const text = await new Response(isPacked ? stream?.pipeThrough(new DecompressionStream('gzip')) : stream).text();
      expect(Object.keys((JSON.parse(text) as { chains: object }).chains)).toEqual(chainIds);
      if (isPacked) expect(bytes.length).toBeLessThan(text.length / 10);
      const tag = first.headers.get('etag') ?? '';
      const again = await small.request('/api/chains', { headers: { ...headers, 'if-none-match': tag } });
      expect([again.status, await again.text(), again.headers.get('etag')?.replace('W/', '')]).toEqual([
        304,
        '',
        tag.replace('W/', ''),
      ]);
      expect(again.headers.get('x-request-id')).not.toBeNull();
      const other = await small.request('/api/chains?family=evm', { headers: { ...headers, 'if-none-match': tag } });
      await other.arrayBuffer();
      expect(other.status).toBe(200);
    } finally {
      await small.close();
    }
  });

  it('says that nothing works where the family is not built', async () => {
    const { status, body } = await subject.send('GET', '/api/chains/solana');
    expect(status).toBe(200);
    const features = JSON.stringify((body as { chain: { supportedFeatures: object } }).chain.supportedFeatures);
    expect(features).toContain('false');
    expect(features).not.toContain('true');
    expect(body).toMatchObject({
      chain: { id: 'solana', family: 'solana', ticker: 'SOL', decimals: 9, signerSpec: { curve: 'ed25519' } },
    });
  });

  it('lists what works on a chain whose family is built', async () => {
    const { body } = await subject.send('GET', '/api/chains/sepolia');
    expect(body).toMatchObject({
      chain: {
        id: 'sepolia',
        nativeId: '11155111',
        isTestnetFor: 'ethereum',
        supportedFeatures: {
          read: {
            token: true,
            validators: false,
            account: { balances: { native: true, tokens: true, staking: false } },
          },
          write: { transaction: { type: { transfer: true, transferToken: true, stake: false } } },
          utils: { addresses: true },
        },
      },
    });
  });

  it.each(chainPaths)('%s answers 404 for a chain that is none', async (path, _, method) => {
    for (const name of ['nowhere', 'ETHEREUM', 'constructor', '__proto__']) {
      const answer = await ask(path, method, name);
      expect([name, answer.status, code(answer)]).toEqual([name, 404, 'chain.unknown']);
      expect(answer.body.status?.errors[0]).toMatchObject({ field: 'chainId', context: { chain: name } });
    }
  });

  it.each(chainPaths)(
    '%s accepts every chain, or those that the specification lists and no others',
    async (path, subset, method) => {
      const refused: string[] = [];
      const accepted: string[] = [];
      await Promise.all(
        chainIds.map(async (id) => {
          const answer = await ask(path, method, id);
          (code(answer) === 'chain.notAccepted' && answer.status === 404 ? refused : accepted).push(id);
        }),
      );
      const listed = (id: string) => subset === undefined || catalogue[id as keyof typeof catalogue].paths[subset];
      expect(accepted.filter((id) => !listed(id))).toEqual([]);
      expect(refused.filter(listed)).toEqual([]);
    },
  );

  it.each(chainPaths)(
    '%s answers 501 for a chain whose family is not built, before it looks at the rest',
    async (path, subset, method) => {
      const ids = notBuilt.filter((id) => subset === undefined || catalogue[id].paths[subset]);
      expect(ids.length).toBeGreaterThan(5);
      const answers = await Promise.all(ids.map((id) => ask(path, method, id)));
      expect(answers.map((answer, i) => [ids[i], answer.status, code(answer)])).toEqual(
        ids.map((id) => [id, 501, 'family.notBuilt']),
      );
      const [first] = answers;
      expect(first?.body.status?.errors[0]?.message).toContain('does not serve yet');
    },
  );

  it('answers 404 for what cannot be read on a chain', async () => {
    const answer = await subject.send('GET', '/api/sepolia/validators');
    expect([answer.status, code(answer)]).toEqual([404, 'feature.unsupported']);
  });
}
