import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFakeNode } from '../fake-node.ts';
import { open, type Serve, type Subject } from '../harness.ts';

const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');
const state = (chain: string) =>
  `/api/${chain}/account/0x0000000000000000000000000000000000000001/state?include=native`;

export function limitsCases(serve: Serve): void {
  const node = createFakeNode();
  let subject: Subject;
  beforeAll(async () => {
    const keys = {
      lists: { sha256: hashOf('lists-key'), rate: { requests: 10, seconds: 3600 } },
      few: { sha256: hashOf('few-requests'), rate: { requests: 2, seconds: 3600 } },
      usual: hashOf('usual-key'),
      reader: { sha256: hashOf('reader-key'), access: 'read', chains: ['sepolia'] },
      old: { sha256: hashOf('old-key-1'), expires: '2020-01-01T00:00:00Z' },
    };
    subject = await open(serve, { fetch: node.fetch, settings: { keys, limits: { rate: { requests: 50 } } } });
  });
  afterAll(() => subject.close());
  const get = (path: string, authorization: string) => subject.send('GET', path, undefined, { authorization });

  it('lets a key make as many requests as it may, and no more', async () => {
    const answers = [];
    for (let i = 0; i < 3; i++) answers.push(await get(state('sepolia'), 'few-requests'));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(answers.map(({ headers }) => headers.get('ratelimit-policy'))).toEqual(Array(3).fill('"key";q=2;w=3600'));
    expect(answers.map(({ headers }) => headers.get('ratelimit')?.replace(/;t=\d+$/, ''))).toEqual([
      '"key";r=1',
      '"key";r=0',
      '"key";r=0',
    ]);
    const last = answers.at(-1);
    const wait = Number(last?.headers.get('retry-after'));
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(wait).toBeLessThanOrEqual(2 * 3600);
    expect(last?.body.status?.errors[0]).toMatchObject({ code: 'rate.limited', context: { seconds: wait } });
    node.sent.length = 0;
    await get(state('sepolia'), 'few-requests');
    expect(node.sent).toEqual([]);
  });

  it('counts a list of accounts as a request for each, and one that is too long for what is left not at all', async () => {
    const left = async (accounts: number) => {
      const body = { accounts: Array(accounts).fill({ chainId: 'osmosis', accountId: 'a' }) };
      const headers = { authorization: 'lists-key' };
      const answer = await subject.send('POST', '/api/account/state', body, headers);
      const [error] = answer.body.status?.errors ?? [];
      return [answer.status, answer.headers.get('ratelimit')?.replace(/;t=\d+$/, ''), error?.code ?? error];
    };
    expect(await left(4)).toEqual([200, '"key";r=6', undefined]);
    expect(await left(1)).toEqual([200, '"key";r=5', undefined]);
    expect(await left(6)).toEqual([429, '"key";r=4', 'rate.limited']);
    expect(await left(5)).toEqual([200, '"key";r=0', undefined]);
    expect(await left(1)).toEqual([429, '"key";r=0', 'rate.limited']);
  });

  it('does not tell somebody to wait for what will never be', async () => {
    const accounts = Array(51).fill({ chainId: 'osmosis', accountId: 'a' });
    const headers = { authorization: 'usual-key' };
    const { status, body } = await subject.send('POST', '/api/account/state', { accounts }, headers);
    expect([status, body.status?.errors[0]?.code]).toEqual([400, 'request.invalid']);
    expect(body.status?.errors[0]?.message).toMatch(/^accounts: must not be more than 50: each counts as a request/);
  });

  it('does not mind what other keys do', async () => {
    const { status, headers } = await get('/api/chains/sepolia', 'usual-key');
    expect([status, headers.get('ratelimit-policy')]).toEqual([200, '"key";q=50;w=60']);
  });

  it('counts no request without a key', async () => {
    const { status, headers } = await get('/api/chains', 'a wrong key');
    expect([status, headers.get('ratelimit')]).toEqual([401, null]);
  });

  describe('keys for less', () => {
    it.each([
      ['GET', state('sepolia'), undefined, 200],
      ['GET', state('base'), undefined, 403],
      ['GET', '/api/chains/sepolia', undefined, 200],
      ['GET', '/api/chains/base', undefined, 403],
      ['GET', '/api/chains/nowhere', undefined, 404],
      ['POST', '/api/sepolia/transaction/encode', { transaction: { data: {} } }, 403],
      ['POST', '/api/sepolia/transaction/broadcast', { transaction: {} }, 403],
      ['POST', '/api/sepolia/transaction/validate', { transaction: { data: {} } }, 400],
    ] as const)('%s %s', async (method, path, body, expected) => {
      const { status, body: answer } = await subject.send(method, path, body, { authorization: 'reader-key' });
      expect(status).toBe(expected);
      if (expected === 403) expect(answer.status?.errors[0]?.code).toBe('key.forbidden');
    });

    it('hides the chains that the key is not for', async () => {
      const { status, body } = await get('/api/chains', 'reader-key');
      expect([status, Object.keys(body.chains as object)]).toEqual([200, ['sepolia']]);
    });

    it('holds for each of many accounts', async () => {
      const accounts = ['sepolia', 'base'].map((chainId) => ({
        chainId,
        accountId: `0x${'0'.repeat(39)}1`,
        include: 'native',
      }));
      const { status, body } = await subject.send(
        'POST',
        '/api/account/state',
        { accounts },
        { authorization: 'reader-key' },
      );
      expect(status).toBe(200);
      expect(body.accounts).toMatchObject([{ balances: {} }, { status: { errors: [{ code: 'key.forbidden' }] } }]);
    });

    it('ends with the key', async () => {
      const { status, body } = await get('/api/chains', 'old-key-1');
      expect([status, body.status?.errors[0]?.message]).toEqual([401, 'The API key expired on 2020-01-01.']);
    });
  });
}
