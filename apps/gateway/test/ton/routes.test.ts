import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { coin, nobody, recipient, sender, stranger } from '../../../../packages/ton/test/world/cast.ts';
import { type Encoded, errorsOf } from '../chain-network.ts';
import { type Kind, type Network, openNetwork } from './network.ts';

// Every route that TON has: what it answers, and what it answers to a mistake. Over each kind of endpoint.

interface Listed {
  readonly transactions: readonly { readonly parsed?: { readonly id: string; readonly state: string } }[];
  readonly pagination: { readonly nextPage?: string | null };
}

/** What the kinds of endpoints lack. */
const lacks: Readonly<Record<Kind, readonly string[]>> = {
  'toncenter-v3': ['validators'],
  'toncenter-v2': ['validators', 'tokens of accounts', 'stakes of accounts', 'transactions', 'stakes'],
  tonapi: [],
};

// In their order: what is encoded is explained, broadcast, and then read.
describe('the routes', { shuffle: false }, () => {
  describe.each(Object.entries(lacks) as [Kind, readonly string[]][])('over %s', (kind, missing) => {
    let network: Network;
    let encoded: Encoded;
    let hash: string;
    const has = (what: string) => !missing.includes(what);

    beforeAll(async () => {
      network = await openNetwork({ nodes: { node: { kind } } });
    });
    afterAll(() => network.close());

    const intent = {
      ...{ mode: 'transfer', senderAddress: sender.address, senderPubKey: sender.publicKey },
      ...{ recipientAddress: recipient.address, amount: String(coin), memo: 'invoice 7' },
    };

    it('derives addresses, version 4 first', async () => {
      const answer = await network.send('POST', '/api/ton/address/encode', { pubkey: sender.publicKey });
      expect(answer.status).toBe(200);
      const { addresses } = answer.body as unknown as { addresses: { type: string; address: string }[] };
      expect(addresses.map(({ type }) => type)).toEqual(['v4r2', 'v5r1', 'v3r2', 'v3r1', 'v4r1']);
      expect(addresses[0]?.address).toBe(sender.address);
      const refused = await network.send('POST', '/api/ton/address/encode', { pubkey: 'zz' });
      expect(errorsOf(refused)).toMatchObject({
        status: 400,
        errors: [{ code: 'publicKey.invalid', field: 'pubkey' }],
      });
      expect(network.asked).toEqual([]);
    });

    it('lists the chain, with what can be done over these endpoints', async () => {
      const { status, body } = await network.send('GET', '/api/chains/ton');
      expect(status).toBe(200);
      expect(body.chain).toMatchObject({
        ...{ id: 'ton', family: 'ton', ticker: 'TON', decimals: 9 },
        signerSpec: { curve: 'ed25519', hashFunction: 'sha256', signatureFormat: 'rs', coinType: '607' },
        supportedFeatures: {
          read: {
            token: true,
            validators: has('validators'),
            transaction: { native: has('transactions') },
            account: {
              balances: { native: true, tokens: has('tokens of accounts'), staking: has('stakes of accounts') },
              transactions: { native: has('transactions') },
            },
          },
          write: {
            transaction: {
              type: {
                ...{ transfer: true, transferToken: true },
                ...{ stake: has('stakes'), unstake: has('stakes'), withdraw: has('stakes') },
                ...{ deployAccount: false, enableToken: false, claimRewards: false, convertAsset: false },
              },
              field: { memo: true },
            },
          },
          utils: { addresses: true },
        },
      });
      const all = await network.send('GET', '/api/chains');
      expect((all.body.chains as Readonly<Record<string, unknown>>).ton).toEqual(body.chain);
      expect((await network.send('GET', '/api/chains/toncoin')).status).toBe(404);
    });

    it('encodes', async () => {
      encoded = await network.encoded(intent);
      expect(encoded.encoded).toMatchObject([{ hash: { format: 'sha256' }, raw: { format: 'BOC' } }]);
      const refused = await network.encode({ ...intent, recipientAddress: 'x' });
      expect(errorsOf(refused)).toMatchObject({ status: 400, errors: [{ code: 'address.invalid' }] });
    });

    it('explains what was encoded, without an endpoint', async () => {
      const before = network.asked.length;
      const answer = await network.send('POST', '/api/ton/transaction/validate', { transaction: encoded });
      expect(errorsOf(answer)).toEqual({ status: 200, errors: [] });
      expect(answer.body.transaction).toMatchObject({
        data: { mode: 'transfer', recipientAddress: recipient.address, amount: String(coin), memo: 'invoice 7' },
      });
      const [item] = encoded.encoded;
      const broken = { ...encoded, encoded: [{ ...item, raw: { format: 'BOC', value: 'b5ee9c72' } }] };
      const refused = await network.send('POST', '/api/ton/transaction/validate', { transaction: broken });
      expect(errorsOf(refused).errors.length).toBeGreaterThan(0);
      expect(network.asked.length).toBe(before);
    });

    it('broadcasts twice with one hash, and moves coins once', async () => {
      const before = (await network.world.engine.state(recipient.address)).balance;
      const { signature } = network.sign(encoded, sender);
      const answers = [await network.broadcast(encoded, signature), await network.broadcast(encoded, signature)];
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      hash = String(answers[0]?.body.hash);
      expect(answers[1]?.body.hash).toBe(hash);
      const got = (await network.world.engine.state(recipient.address)).balance - before;
      expect(got).toBeGreaterThan(coin - 2_000_000n);
      expect(got).toBeLessThanOrEqual(coin);
      const wrong = await network.broadcast(encoded, network.sign(encoded, stranger).signature);
      expect(errorsOf(wrong)).toMatchObject({ status: 400, errors: [{ code: 'signature.mismatch' }] });
    });

    describe.each(['/api/ton', '/api/chains/ton'])('under %s', (base) => {
      it('tells the state of an account', async () => {
        const answer = await network.send('GET', `${base}/account/${sender.address}/state`);
        const left = String((await network.world.engine.state(sender.address)).balance);
        expect(answer.status).toBe(200);
        expect(answer.body).toMatchObject({
          accountId: sender.address,
          balances: {
            native: { available: left, total: left },
            ...(has('tokens of accounts')
              ? { tokens: [{ amount: '5000000', token: { id: network.world.token, ticker: 'GLD', decimals: '6' } }] }
              : {}),
          },
        });
        const refused = await network.send('GET', `${base}/account/EQ/state`);
        expect(errorsOf(refused)).toMatchObject({
          status: 400,
          errors: [{ code: 'account.invalid', field: 'accountId' }],
        });
      });

      it('tells of a token', async () => {
        const { token } = network.world;
        const { status, body } = await network.send('GET', `${base}/token/${token}`);
        expect(status).toBe(200);
        expect(body.token).toMatchObject({ type: 'JETTON', id: token, name: 'Gold', ticker: 'GLD', decimals: '6' });
        const unknown = await network.send('GET', `${base}/token/${nobody}`);
        expect(errorsOf(unknown)).toMatchObject({ status: 404, errors: [{ code: 'token.notFound' }] });
      });

      it('finds the transaction by the hash of the broadcast', async () => {
        const answer = await network.send('GET', `${base}/transaction/${hash}`);
        if (!has('transactions')) {
          expect(errorsOf(answer)).toMatchObject({ status: 404, errors: [{ code: 'feature.unsupported' }] });
          return;
        }
        const { status, body } = answer;
        expect({ status, body }).toMatchObject({
          status: 200,
          body: {
            chainId: 'ton',
            transaction: { parsed: { id: hash, mode: 'transfer', state: expect.stringMatching(/^(un)?confirmed$/) } },
          },
        });
        const unknown = await network.send('GET', `${base}/transaction/${'ab'.repeat(32)}`);
        expect(errorsOf(unknown)).toMatchObject({ status: 404, errors: [{ code: 'transaction.notFound' }] });
      });

      it('tells the validators, if these endpoints know them', async () => {
        const answer = await network.send('GET', `${base}/validators`);
        if (has('validators')) expect(answer).toMatchObject({ status: 200, body: { validators: [] } });
        else expect(errorsOf(answer)).toMatchObject({ status: 404, errors: [{ code: 'feature.unsupported' }] });
        expect((await network.send('GET', `${base}/validators?limit=x`)).status).toBe(400);
      });
    });

    it('tells the history, page by page', async () => {
      const next = await network.encoded(intent);
      const sent = await network.broadcast(next, network.sign(next, sender).signature);
      const path = `/api/chains/ton/account/${sender.address}/history?limit=1`;
      const first = await network.send('GET', path);
      if (!has('transactions')) {
        expect(errorsOf(first)).toMatchObject({ status: 404, errors: [{ code: 'feature.unsupported' }] });
        return;
      }
      const { transactions, pagination } = first.body as unknown as Listed;
      expect(first.status).toBe(200);
      expect(transactions).toMatchObject([{ parsed: { id: sent.body.hash } }]);
      const second = await network.send('GET', `${path}&nextPage=${encodeURIComponent(pagination.nextPage ?? '')}`);
      expect(second.body).toMatchObject({ transactions: [{ parsed: { id: hash } }] });
      const invented = await network.send('GET', `${path}&nextPage=invented`);
      expect(errorsOf(invented)).toMatchObject({ status: 400, errors: [{ code: 'page.invalid' }] });
    });
  });
});

it('has histories on both paths', async () => {
  const network = await openNetwork();
  for (const base of ['/api/ton', '/api/chains/ton']) {
    const answer = await network.send('GET', `${base}/account/${sender.address}/history`);
    expect([answer.status, errorsOf(answer).errors]).toEqual([200, []]);
  }
  await network.close();
});
