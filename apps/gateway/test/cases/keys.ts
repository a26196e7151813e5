import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFakeNode } from '../fake-node.ts';
import { key, open, type Serve, type Subject } from '../harness.ts';

const state = '/api/sepolia/account/0x0000000000000000000000000000000000000001/state?include=native';

export function keysCases(serve: Serve): void {
  const node = createFakeNode();
  let subject: Subject;
  beforeAll(async () => {
    subject = await open(serve, { fetch: node.fetch });
  });
  afterAll(() => subject.close());

  it.each([
    ['as it is', key],
    ['with Bearer', `Bearer ${key}`],
    ['with Bearer in another case', `bearer   ${key}`],
  ])('takes a key %s', async (_, authorization) => {
    const { status } = await subject.send('GET', state, undefined, { authorization });
    expect(status).toBe(200);
  });

  it.each([
    ['no header', undefined, 'key.missing'],
    ['an empty header', '', 'key.missing'],
    ['Bearer alone', 'Bearer', 'key.missing'],
    ['another key', 'another key', 'key.wrong'],
    ['the hash of the key', 'aae24849842d7082b66f57ce8270bd04da2c39ffb97df22803c270983032c4e5', 'key.wrong'],
    ['a part of the key', key.slice(0, -1), 'key.wrong'],
    ['the key in upper case', key.toUpperCase(), 'key.wrong'],
    ['another scheme', `Basic ${btoa(`user:${key}`)}`, 'key.wrong'],
  ])('refuses %s, and asks nobody', async (_, authorization, code) => {
    node.sent.length = 0;
    const response = await subject.request(state, authorization === undefined ? {} : { headers: { authorization } });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="isochain"');
    expect(await response.json()).toMatchObject({ status: { errors: [{ code }], warnings: [] } });
    expect(node.sent).toEqual([]);
  });

  it('looks at the key before anything else of a request', async () => {
    const headers = { authorization: 'another key' };
    const answers = [
      await subject.send('POST', '/api/sepolia/transaction/encode', '{ this is not JSON', headers),
      await subject.send('POST', '/api/sepolia/transaction/encode', 'x'.repeat(2 * 1024 * 1024), headers),
      await subject.send('GET', '/api/nowhere/validators', undefined, headers),
      await subject.send('GET', '/api/osmosis/account/x/state?include=nonsense', undefined, headers),
      await subject.send('DELETE', '/api/chains', undefined, headers),
      await subject.send('GET', '/api/nothing/here', undefined, headers),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401]);
  });

  it('never repeats a key', async () => {
    const secret = 'a-key-of-somebody-else';
    const { text } = await subject.send('GET', '/api/chains', undefined, { authorization: secret });
    expect(text).not.toContain(secret);
    expect(subject.log.join()).not.toContain(secret);
  });

  it.each(['/openapi.json', '/docs', '/health', '/ready'])('does not ask for a key on %s', async (path) => {
    const response = await subject.request(path);
    await response.arrayBuffer();
    expect(response.status).toBe(200);
  });

  it('knows several keys, and names the one that was used in the log', async () => {
    const keys = {
      first: '0'.repeat(64),
      tests: 'aae24849842d7082b66f57ce8270bd04da2c39ffb97df22803c270983032c4e5'.toUpperCase(),
    };
    const several = await open(serve, { settings: { keys }, fetch: node.fetch });
    try {
      expect((await several.send('GET', state)).status).toBe(200);
      expect(several.log.map((line) => JSON.parse(line) as object)).toContainEqual(
        expect.objectContaining({ message: 'request', status: 200, key: 'tests' }),
      );
    } finally {
      await several.close();
    }
  });
}
