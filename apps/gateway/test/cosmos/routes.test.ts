import type { CosmosChainId } from '@isochain/cosmos';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestKey } from '../../../../packages/cosmos/test/keys.ts';
import { type Encoded, errorsOf, warningsOf } from '../chain-network.ts';
import { type Network, openNetwork } from './network.ts';

// Every route, on chains whose accounts the specification has a path for, and on others, which are read under /api/chains.

interface Listed {
  readonly transactions: readonly { readonly id: string }[];
  readonly pagination: { readonly nextPage?: string | null };
}

// In their order: what is encoded is explained, broadcast, and then read.
describe('the routes', { shuffle: false }, () => {
  describe.each([
    ['cosmoshub', '/api/cosmoshub'],
    ['cosmoshub', '/api/chains/cosmoshub'],
    ['babylon', '/api/babylon'],
    ['injective', '/api/injective'],
    ['dymension', '/api/chains/dymension'],
    ['cosmoshub-testnet', '/api/chains/cosmoshub-testnet'],
  ] as const)('%s under %s', (chainId: CosmosChainId, base: string) => {
    let network: Network;
    let sender: TestKey;
    let recipient: TestKey;
    let encoded: Encoded;
    let hash: string;
    const token = `ibc/${'12'.repeat(32)}`;
    const unit = 10n ** 18n;

    beforeAll(async () => {
      network = await openNetwork(chainId);
      sender = network.funded(1, 1000n * unit);
      recipient = network.key(2);
      network.chain.credit(sender.address, token, 5n);
    });
    afterAll(() => network.close());

    const intent = () => ({
      ...{ mode: 'transfer', senderAddress: sender.address, senderPubKey: sender.publicKey },
      ...{ recipientAddress: recipient.address, amount: String(unit) },
    });

    it('derives addresses', async () => {
      const { status, body } = await network.send('POST', `/api/${chainId}/address/encode`, {
        pubkey: sender.publicKey,
      });
      expect(status).toBe(200);
      expect(body.addresses).toEqual([{ type: 'bech32', address: sender.address }]);
      expect(network.asked).toEqual([]);
    });

    it('encodes', async () => {
      encoded = await network.encoded(intent());
      expect(encoded.encoded.map(({ raw }) => raw?.format)).toEqual(['SIGNDOC_DIRECT', 'SIGNDOC_DIRECT_JSON']);
    });

    it('explains what was encoded, without a node', async () => {
      const before = network.asked.length;
      const answer = await network.send('POST', `/api/${chainId}/transaction/validate`, { transaction: encoded });
      expect(errorsOf(answer)).toEqual({ status: 200, errors: [] });
      expect(network.asked.length).toBe(before);
    });

    it('broadcasts twice with one hash, and sends once', async () => {
      const signature = network.sign(encoded, sender);
      const answers = [await network.broadcast(encoded, signature), await network.broadcast(encoded, signature)];
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      hash = String(answers[0]?.body.hash);
      expect(answers[1]?.body.hash).toBe(hash);
      expect(network.chain.transactions.map((mined) => mined.hash)).toEqual([hash]);
      const { denom } = network.chain.chain;
      expect(network.chain.balance(recipient.address, denom)).toBe(unit);
    });

    it('tells the state of an account', async () => {
      const answer = await network.send('GET', `${base}/account/${sender.address}/state`);
      expect(answer.status).toBe(200);
      const left = String(1000n * unit - unit - BigInt(String(encoded.data.fees)));
      expect(answer.body).toMatchObject({
        accountId: sender.address,
        balances: { native: { available: left }, tokens: [{ amount: '5', token: { id: token } }] },
      });
    });

    it('tells the history, page by page', async () => {
      const next = await network.encoded(intent());
      const sent = await network.broadcast(next, network.sign(next, sender));
      const path = `${base}/account/${sender.address}/history?limit=1`;
      const first = await network.send('GET', path);
      const { transactions, pagination } = first.body as unknown as Listed;
      expect(first.status).toBe(200);
      expect(transactions).toMatchObject([{ parsed: { id: sent.body.hash } }]);
      const second = await network.send('GET', `${path}&nextPage=${encodeURIComponent(pagination.nextPage ?? '')}`);
      expect(second.body).toMatchObject({ transactions: [{ parsed: { id: hash } }] });
    });

    it('finds a transaction', async () => {
      const { status, body } = await network.send('GET', `${base}/transaction/${hash}`);
      expect(status).toBe(200);
      expect(body).toMatchObject({ chainId, transaction: { parsed: { id: hash } } });
      const unknown = await network.send('GET', `${base}/transaction/${'AB'.repeat(32)}`);
      expect(errorsOf(unknown)).toMatchObject({ status: 404, errors: [{ code: 'transaction.notFound' }] });
    });

    it('tells of a token', async () => {
      const { status, body } = await network.send('GET', `${base}/token/${encodeURIComponent(token)}`);
      expect({ status, token: body.token ?? body }).toMatchObject({ status: 200, token: { id: token } });
    });

    it('lists validators, page by page', async () => {
      const first = await network.send('GET', `${base}/validators?limit=2`);
      expect(first.status).toBe(200);
      const { validators, pagination } = first.body as unknown as {
        validators: readonly { address: string }[];
        pagination: { nextPage: string };
      };
      const rest = await network.send(
        'GET',
        `${base}/validators?limit=2&nextPage=${encodeURIComponent(pagination.nextPage)}`,
      );
      const others = (rest.body as unknown as { validators: readonly { address: string }[] }).validators;
      expect([...validators, ...others].map(({ address }) => address).toSorted()).toEqual(
        [...network.validators].toSorted(),
      );
    });

    it('has no warnings of its own', async () => {
      expect(warningsOf(await network.encode(intent()))).toEqual([]);
    });
  });
});

it('a chain that the specification does not list has a history on both paths', async () => {
  const network = await openNetwork('dymension');
  for (const base of ['/api/dymension', '/api/chains/dymension']) {
    const answer = await network.send('GET', `${base}/account/${network.key(1).address}/history`);
    expect([answer.status, answer.body.transactions]).toEqual([200, []]);
  }
  await network.close();
});

it('a ticker in place of a denomination is answered with the denomination', async () => {
  const network = await openNetwork('osmosis');
  const sender = network.funded(1, 1000n * 10n ** 18n);
  const transfer = {
    ...{ mode: 'transferToken', senderAddress: sender.address, senderPubKey: sender.publicKey },
    ...{ recipientAddress: network.key(2).address, amount: '5' },
  };
  // chain-registry, osmosis/assetlist.json: the token that Noble issues for Circle.
  const known = 'ibc/498A0751C798A0D9A389AA3691123DADA57DAA4FE165D5C75894505B876BA6E4';
  const refused = await network.encode({ ...transfer, tokenId: 'USDC' });
  expect(errorsOf(refused)).toMatchObject({ status: 200, errors: [{ code: 'token.unknown', context: { known } }] });
  const read = await network.send('GET', '/api/osmosis/token/USDC');
  expect(errorsOf(read)).toMatchObject({ status: 404, errors: [{ code: 'token.notFound', context: { known } }] });
  const other = await network.encode({ ...transfer, tokenId: 'NOSUCH' });
  expect(errorsOf(other)).toMatchObject({
    errors: [{ code: 'token.unknown', context: { route: '/api/chains/osmosis/tokens' } }],
  });
  await network.close();
});
