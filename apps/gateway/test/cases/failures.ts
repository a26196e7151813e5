import { afterEach, expect, it } from 'vitest';
import { createFakeNode } from '../fake-node.ts';
import { type Answer, type Options, open, type Serve, type Subject } from '../harness.ts';

const url = 'https://user:hunter2@node.invalid:8545/v1/key-in-path?token=key-in-query';
const chains = { sepolia: { endpoints: [{ url, name: 'private-name' }] } };
/** For upstreams that never answer. Those that do have as long as a busy machine needs. */
const impatient = { sepolia: { endpoints: [{ url, name: 'private-name', timeoutMs: 200 }] } };
const state = '/api/sepolia/account/0x12f7464C9Ff094098d3F1d987a7C0Ce958E1cC17/state?include=native';
const upstreamWords = [
  'hunter2',
  'node.invalid',
  '8545',
  'key-in',
  'private-name',
  'secret',
  'nginx',
  '    at ',
  '.ts:',
];

export function failuresCases(serve: Serve): void {
  let subject: Subject;
  afterEach(() => subject.close());

  async function ask(path: string, options: Options): Promise<Answer> {
    subject = await open(serve, { settings: { chains }, ...options });
    const answer = await subject.send('GET', path);
    for (const word of upstreamWords) expect(answer.text).not.toContain(word);
    return answer;
  }

  it.each<[string, () => Response | Promise<Response>]>([
    [
      'cannot be reached',
      () => Promise.reject(new TypeError(`fetch failed: ${url}`, { cause: new Error(`connect ${url}`) })),
    ],
    ['is down', () => new Response(`<html>nginx ${url}</html>`, { status: 503 })],
    ['does not know the key', () => Response.json({ message: `wrong key secret for ${url}` }, { status: 401 })],
    ['is not what it should be', () => new Response(`welcome to ${url}`)],
    ['redirects', () => Response.redirect('https://elsewhere.invalid/secret', 302)],
    ['answers something else', () => Response.json({ jsonrpc: '2.0', id: 1, result: { secret: url } })],
    [
      'answers an error',
      () => Response.json({ jsonrpc: '2.0', id: 1, error: { code: -32000, message: `no node behind ${url}` } }),
    ],
  ])('answers 502 when an upstream %s, and names neither its host nor its key', async (_, respond) => {
    const { status, body } = await ask(state, { fetch: createFakeNode(respond).fetch });
    expect(status).toBe(502);
    expect(body.status?.errors).toHaveLength(1);
    expect(body.status?.errors[0]).toMatchObject({
      code: 'upstream.unavailable',
      message: expect.stringContaining('sepolia'),
    });
  });

  it('answers 504 when an upstream does not answer', async () => {
    const { fetch } = createFakeNode(() => new Promise(() => {}));
    const { status, body } = await ask(state, { fetch, settings: { chains: impatient } });
    expect(status).toBe(504);
    expect(body.status?.errors[0]?.code).toBe('upstream.timeout');
  });

  it('answers 504 when the time of a request is over, whatever is still going on', async () => {
    const settings = { limits: { requestTimeoutMs: 300 } };
    const { status, body } = await ask('/api/osmosis/account/slow/state', { settings });
    expect(status).toBe(504);
    expect(body.status?.errors[0]?.code).toBe('upstream.timeout');
  });

  it('tells the log once what it was waiting for then', async () => {
    const { fetch } = createFakeNode(() => new Promise(() => {}));
    const settings = {
      chains: { sepolia: { endpoints: [{ url, name: 'private-name', timeoutMs: 60_000 }] } },
      limits: { requestTimeoutMs: 300 },
    };
    const { status } = await ask(state, { fetch, settings });
    expect(status).toBe(504);
    const lines = subject.log.map((line) => JSON.parse(line) as { level: string; attempts?: object[] });
    expect(lines.filter(({ level }) => level === 'warn')).toMatchObject([
      { code: 'upstream.timeout', attempts: [{ endpoint: 'private-name', outcome: 'cancelled' }] },
    ]);
  });

  it('tells the log which chain a request was about', async () => {
    await ask('/api/chains/base', {});
    expect(subject.log.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({ message: 'request', route: '/api/chains/:chainId', chain: 'base' }),
    );
  });

  it('tells the log what it does not tell clients', async () => {
    const respond = () => new Response('down', { status: 503 });
    const { headers } = await ask(state, { fetch: createFakeNode(respond).fetch });
    const lines = subject.log.map((line) => JSON.parse(line) as Record<string, unknown>);
    const requestId = headers.get('x-request-id');
    expect(lines).toContainEqual(
      expect.objectContaining({
        level: 'warn',
        requestId,
        code: 'upstream.unavailable',
        chainId: 'sepolia',
        attempts: expect.arrayContaining([expect.objectContaining({ endpoint: 'private-name', outcome: 'http' })]),
      }),
    );
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 'info', requestId, status: 502, roundTrips: expect.any(Number) }),
    );
    expect(subject.log.join()).not.toContain('hunter2');
    expect(subject.log.join()).not.toContain('key-in');
  });

  it('answers 500 to what nobody foresaw, with the request id and nothing else', async () => {
    const { status, body, headers } = await ask('/api/osmosis/account/broken/state', {});
    expect(status).toBe(500);
    const requestId = headers.get('x-request-id');
    expect(body.status?.errors).toEqual([
      { code: 'internal.error', message: expect.stringContaining(requestId ?? ''), context: { requestId } },
    ]);
    const logged = subject.log
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .find(({ level }) => level === 'error');
    expect(logged).toMatchObject({
      requestId,
      error: { name: 'TypeError', stack: expect.stringContaining('fake-family') },
    });
  });

  it('answers 500 when a family cannot be loaded', async () => {
    const families = { evm: () => Promise.reject(new Error('no such file /secret/path.ts')) };
    const { status, body } = await ask(state, { families });
    expect([status, body.status?.errors[0]?.code]).toEqual([500, 'internal.error']);
  });

  it('answers 500 when the options of a chain are wrong, and says why in the log only', async () => {
    const settings = { chains: { sepolia: { options: { historyScanBlock: 5 } } } };
    const { status, text } = await ask(state, { settings });
    expect(status).toBe(500);
    expect(text).not.toContain('historyScanBlock');
    expect(subject.log.join()).toContain('chains.sepolia.options.historyScanBlock');
  });
}
