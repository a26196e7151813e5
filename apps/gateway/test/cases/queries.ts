import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFakeNode } from '../fake-node.ts';
import { open, type Serve, type Subject } from '../harness.ts';

const account = '0x12f7464C9Ff094098d3F1d987a7C0Ce958E1cC17';

export function queriesCases(serve: Serve): void {
  let subject: Subject;
  beforeAll(async () => {
    subject = await open(serve, { fetch: createFakeNode().fetch });
  });
  afterAll(() => subject.close());

  it.each([
    [`/api/sepolia/account/${account}/state?include=everything`, 'include', 'native, tokens, staking'],
    [`/api/sepolia/account/${account}/state?include=native,Tokens`, 'include', 'native, tokens, staking'],
    [`/api/sepolia/account/${account}/history?include=both`, 'include', 'parsed, raw'],
    [`/api/sepolia/transaction/0x12?include=hash`, 'include', 'parsed, raw'],
    [`/api/sepolia/account/${account}/history?limit=0`, 'limit', 'from 1 to 100'],
    [`/api/sepolia/account/${account}/history?limit=101`, 'limit', 'from 1 to 100'],
    [`/api/sepolia/account/${account}/history?limit=1e1`, 'limit', 'from 1 to 100'],
    [`/api/sepolia/account/${account}/history?limit=-5`, 'limit', 'from 1 to 100'],
    [`/api/sepolia/account/${account}/state/tokens?limit=many`, 'limit', 'from 1 to 100'],
    [`/api/kava/validators?limit=2.5`, 'limit', 'from 1 to 100'],
    [`/api/sepolia/account/${account}/state?publicKey=xyz`, 'publicKey', 'must be hex'],
    [`/api/sepolia/account/${account}/state?pubKey=0x1`, 'pubKey', 'must be hex'],
    [`/api/sepolia/account/${account}/state?pubkey=0xg0`, 'pubkey', 'must be hex'],
  ])('%s answers 400, naming %s', async (path, field, words) => {
    const { status, body } = await subject.send('GET', path);
    expect(status).toBe(400);
    expect(body.status?.errors).toHaveLength(1);
    expect(body.status?.errors[0]).toMatchObject({
      code: 'request.invalid',
      field,
      message: expect.stringContaining(words),
    });
  });

  it.each([
    ['include=native', ['native']],
    ['include=native,tokens', ['native', 'tokens']],
    ['include=tokens%2C%20native', ['native', 'tokens']],
    ['include=native&include=tokens', ['native', 'tokens']],
    ['include=', ['native', 'tokens']],
    ['', ['native', 'tokens']],
    ['include=staking', []],
    ['include=native&publicKey=', ['native']],
    ['include=native&pubKey=0x02ab', ['native']],
    ['include=native&utm_source=mail', ['native']],
  ])('?%s reads %j', async (query, parts) => {
    const { status, body } = await subject.send('GET', `/api/osmosis/account/osmo1abc/state?${query}`);
    expect(status).toBe(200);
    expect(Object.keys(body.balances as object)).toEqual(parts);
  });

  it('pages', async () => {
    const first = await subject.send('GET', '/api/osmosis/validators?limit=2');
    expect(first.body.validators).toHaveLength(2);
    const { nextPage } = first.body.pagination as { nextPage: string };
    const second = await subject.send(
      'GET',
      `/api/chains/osmosis/validators?limit=2&nextPage=${encodeURIComponent(nextPage)}`,
    );
    expect(second.body).toMatchObject({
      chainId: 'osmosis',
      validators: [{ address: 'validator2' }],
      pagination: { nextPage: null },
    });
    const elsewhere = await subject.send('GET', `/api/kava/validators?nextPage=${encodeURIComponent(nextPage)}`);
    expect([elsewhere.status, elsewhere.body.status?.errors[0]?.code]).toEqual([400, 'page.invalid']);
  });
}
