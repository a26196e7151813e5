import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFakeNode } from '../fake-node.ts';
import { type Answer, open, type Serve, type Subject } from '../harness.ts';

const path = '/api/account/state';

export function accountsCases(serve: Serve): void {
  const node = createFakeNode();
  let subject: Subject;
  beforeAll(async () => {
    subject = await open(serve, { fetch: node.fetch });
  });
  afterAll(() => subject.close());

  /** For lists and accounts that are never answered: all others have to be read in this time. */
  async function sendOver(requestTimeoutMs: number, body: object): Promise<Answer> {
    const hurried = await open(serve, { fetch: node.fetch, settings: { limits: { requestTimeoutMs } } });
    try {
      return await hurried.send('POST', path, body);
    } finally {
      await hurried.close();
    }
  }

  it('answers one account with its state', async () => {
    const { status, body } = await subject.send('POST', path, {
      chainId: 'osmosis',
      accountId: 'osmo1abc',
      include: ['native'],
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      chainId: 'osmosis',
      accountId: 'osmo1abc',
      balances: { native: { available: '5', total: '7', unconfirmed: '0' } },
    });
  });

  it('obeys include in the query, for accounts that say nothing else', async () => {
    const [first, second] = ['osmo1abc', 'osmo1def'].map((accountId) => ({ chainId: 'osmosis', accountId }));
    const partsOf = (state: unknown) => Object.keys((state as { balances: object }).balances);
    const one = await subject.send('POST', `${path}?include=native`, { ...first });
    expect(partsOf(one.body)).toEqual(['native']);
    const accounts = [first, { ...second, include: ['tokens'] }];
    const many = await subject.send('POST', `${path}?include=native`, { accounts });
    expect((many.body.accounts as unknown[]).map(partsOf)).toEqual([['native'], ['tokens']]);
    const wrong = await subject.send('POST', `${path}?include=gold`, { ...first });
    expect([wrong.status, wrong.body.status?.errors[0]]).toMatchObject([
      400,
      { code: 'request.invalid', field: 'include' },
    ]);
  });

  it.each([
    [{ chainId: 'atlantis', accountId: 'x' }, 404, 'chain.unknown'],
    [{ chainId: 'solana', accountId: 'x' }, 501, 'family.notBuilt'],
    [{ chainId: 'sepolia', accountId: 'x' }, 400, 'account.invalid'],
    [{ chainId: 'sepolia', accountId: 'x', include: ['gold'] }, 400, 'request.invalid'],
    [{ chainId: 'sepolia', accountId: 'x', publicKey: 'gold' }, 400, 'request.invalid'],
  ])('answers %j with %i %s', async (body, status, code) => {
    const answer = await subject.send('POST', path, body);
    expect([answer.status, answer.body.status?.errors[0]?.code]).toEqual([status, code]);
  });

  it('answers 504 if the account is not read in time', async () => {
    const { status, body } = await sendOver(200, { chainId: 'osmosis', accountId: 'slow' });
    expect([status, body.status?.errors[0]?.code]).toEqual([504, 'upstream.timeout']);
  });

  it.each([
    ['publicKey', 7, 'must be a string'],
    ['publicKey', false, 'must be a string'],
    ['publicKey', {}, 'must be a string'],
    ['publicKey', ['02ab'], 'must be a string'],
    ['include', 7, 'must be a list of names'],
    ['include', {}, 'must be a list of names'],
    ['accountId', 7, 'must be a string'],
    ['accountId', null, 'must be a string'],
    ['chainId', ['osmosis'], 'must be a string'],
  ])('refuses %s of a wrong type: %j', async (field, value, expected) => {
    const account = { chainId: 'osmosis', accountId: 'osmo1abc', [field]: value };
    const accounts = [{ chainId: 'osmosis', accountId: 'osmo1abc' }, account];
    for (const [body, place] of [
      [account, field],
      [{ accounts }, `accounts.1.${field}`],
    ] as const) {
      const { status, body: answer } = await subject.send('POST', path, body);
      expect([status, answer.status?.errors.map((error) => error.field)]).toEqual([400, [place]]);
      expect(answer.status?.errors[0]?.message).toContain(`${place}: ${expected}`);
    }
  });

  it('takes null and an empty text for absent, as the document says', async () => {
    const account = { chainId: 'osmosis', accountId: 'osmo1abc' };
    const plain = await subject.send('POST', path, account);
    for (const absent of [{ publicKey: null, include: null }, { publicKey: '' }]) {
      expect((await subject.send('POST', path, { ...account, ...absent })).body).toEqual(plain.body);
    }
    const document = (await (await subject.request('/openapi.json')).json()) as {
      components: { schemas: { AccountQuery: { properties: Record<string, { type: unknown }> } } };
    };
    const { publicKey, include } = document.components.schemas.AccountQuery.properties;
    expect([publicKey?.type, include?.type]).toEqual([
      ['string', 'null'],
      ['array', 'null'],
    ]);
  });

  it('answers many accounts in their order, whatever becomes of single ones', async () => {
    const accounts = [
      { chainId: 'osmosis', accountId: 'slow' },
      { chainId: 'kava', accountId: 'kava1abc', include: 'tokens' },
      { chainId: 'atlantis', accountId: 'x' },
      { chainId: 'solana', accountId: 'y' },
      { chainId: 'osmosis', accountId: 'broken' },
      { chainId: 'sepolia', accountId: '0x12F7464C9Ff094098d3F1d987a7C0Ce958E1cC17' },
      {
        chainId: 'sepolia',
        accountId: '0x12f7464C9Ff094098d3F1d987a7C0Ce958E1cC17',
        include: ['native'],
        publicKey: '0x02ab',
      },
    ];
    const { status, body, text } = await sendOver(2_000, { accounts });
    expect(status).toBe(200);
    expect(body.accounts).toMatchObject([
      { chainId: 'osmosis', accountId: 'slow', status: { errors: [{ code: 'upstream.timeout' }] } },
      { chainId: 'kava', accountId: 'kava1abc', balances: { tokens: [] } },
      { chainId: 'atlantis', accountId: 'x', status: { errors: [{ code: 'chain.unknown' }] } },
      { chainId: 'solana', accountId: 'y', status: { errors: [{ code: 'family.notBuilt' }] } },
      { chainId: 'osmosis', accountId: 'broken', status: { errors: [{ code: 'internal.error' }] } },
      { chainId: 'sepolia', status: { errors: [{ code: 'address.checksumMismatch', field: 'accountId' }] } },
      { chainId: 'sepolia', balances: { native: { available: '1000000000000000000' } } },
    ]);
    expect(text).not.toContain('secret');
  });

  it('takes 100 accounts and no more', async () => {
    const accounts = Array.from({ length: 101 }, (_, i) => ({ chainId: 'osmosis', accountId: `account${i}` }));
    const fits = await subject.send('POST', path, { accounts: accounts.slice(1) });
    expect((fits.body.accounts as { accountId: string }[]).map(({ accountId }) => accountId)).toEqual(
      accounts.slice(1).map(({ accountId }) => accountId),
    );
    const tooMany = await subject.send('POST', path, { accounts });
    expect([tooMany.status, tooMany.body.status?.errors[0]?.field]).toEqual([400, 'accounts']);
  });

  it.each([
    [{ accounts: [] }, 'accounts'],
    [{ accounts: {} }, 'accounts'],
    [{ accounts: [{ chainId: 'osmosis', accountId: 'a' }, { chainId: 'osmosis' }] }, 'accounts.1.accountId'],
    [{ accounts: [{ chainId: 'osmosis', accountId: 'a', include: ['gold'] }] }, 'accounts.0.include.0'],
  ])('answers 400 to %j, naming %s', async (body, field) => {
    const answer = await subject.send('POST', path, body);
    expect(answer.status).toBe(400);
    expect(answer.body.status?.errors[0]).toMatchObject({ code: 'request.invalid', field });
  });
}
