import { afterAll, beforeAll, expect, it } from 'vitest';
import { key, open, type Serve, type Subject } from '../harness.ts';

export function pathsCases(serve: Serve): void {
  let subject: Subject;
  beforeAll(async () => {
    subject = await open(serve);
  });
  afterAll(() => subject.close());

  it.each([
    '/api',
    '/api/',
    '//',
    '/api/chains//',
    '//evil.test/health/',
    '/api/sepolia',
    '/api/sepolia/token',
    '/api/sepolia/token/',
    '/favicon.ico',
    '/metrics',
    '/../etc/passwd',
  ])('answers 404 as JSON at %s', async (path) => {
    const { status, body } = await subject.send('GET', path);
    expect(status).toBe(404);
    expect(body.status?.errors).toEqual([{ code: 'route.notFound', message: 'There is nothing at this path.' }]);
  });

  it.each([
    ['/docs/', '../docs'],
    ['/api/chains/?family=evm&family=x', '../chains?family=evm&family=x'],
    ['/api/osmosis/token/ibc/AB%2FC/', '../AB%2FC'],
    ['/api/sepolia/account/0x12f7464C9Ff094098d3F1d987a7C0Ce958E1cC17/state/', '../state'],
  ])('leads from %s to the path without the slash at the end', async (path, location) => {
    for (const method of ['GET', 'POST']) {
      const response = await subject.request(path, { method, redirect: 'manual', headers: { authorization: key } });
      await response.arrayBuffer();
      expect([response.status, response.headers.get('location')]).toEqual([308, location]);
      const target = new URL(location, `http://gateway.test${path}`);
      expect(target.pathname).toBe(path.replace(/\/(?:\?.*)?$/, ''));
    }
  });

  it('asks for the key before it leads anywhere', async () => {
    const response = await subject.request('/api/chains/', { redirect: 'manual' });
    await response.arrayBuffer();
    expect(response.status).toBe(401);
  });

  it('does not repeat an endless path', async () => {
    const { status, text } = await subject.send('GET', `/${'x'.repeat(5000)}`);
    expect(status).toBe(404);
    expect(text.length).toBeLessThan(1000);
  });

  it.each([
    ['DELETE', '/api/chains', ['GET', 'HEAD']],
    ['POST', '/api/chains/sepolia', ['GET', 'HEAD']],
    ['GET', '/api/account/state', ['POST']],
    ['PUT', '/api/sepolia/transaction/broadcast', ['POST']],
    ['PATCH', '/api/osmosis/token/ibc/ABC', ['GET', 'HEAD']],
    ['POST', '/health', ['GET', 'HEAD']],
    ['DELETE', '/docs', ['GET', 'HEAD']],
  ])('answers 405 to %s %s, and says what the path takes', async (method, path, allowed) => {
    const { status, headers, body } = await subject.send(method, path);
    expect(status).toBe(405);
    expect(headers.get('allow')?.split(', ').toSorted()).toEqual(allowed);
    expect(body.status?.errors[0]).toMatchObject({
      code: 'route.methodNotAllowed',
      context: { allowed: headers.get('allow') },
    });
    expect(headers.get('x-request-id')).not.toBeNull();
  });

  it('answers HEAD like GET, without the body', async () => {
    const { status, text } = await subject.send('HEAD', '/api/chains/sepolia');
    expect([status, text]).toEqual([200, '']);
  });

  it.each([
    ['unencoded', 'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2'],
    ['encoded', 'ibc%2F27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2'],
  ])('takes a token id with a slash, %s', async (_, id) => {
    for (const prefix of ['/api/osmosis', '/api/chains/osmosis']) {
      const { status, body } = await subject.send('GET', `${prefix}/token/${id}`);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        token: { id: 'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2' },
      });
    }
  });

  it.each([
    ['factory/osmo1abc/sub/denom', 'factory/osmo1abc/sub/denom'],
    ['factory%2Fosmo1abc/x%3Ay', 'factory/osmo1abc/x:y'],
    ['cw20:osmo1abc', 'cw20:osmo1abc'],
    ['gravity0x%2525', 'gravity0x%25'],
    ['%E2%82%AC', '€'],
  ])('reads token id %s as %s', async (sent, id) => {
    expect((await subject.send('GET', `/api/osmosis/token/${sent}`)).body).toMatchObject({ token: { id } });
  });

  it('answers 404 for a token that is not there', async () => {
    const { status, body } = await subject.send('GET', '/api/osmosis/token/missing');
    expect(status).toBe(404);
    expect(body.status?.errors[0]?.code).toBe('token.notFound');
  });
}
