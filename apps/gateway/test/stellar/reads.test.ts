import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actor, muxed, newcomer, recipient, sender } from '../../../../packages/stellar/test/world/actor.ts';
import { errorsOf } from '../chain-network.ts';
import { type Network, openNetwork } from './network.ts';

// What clients read over HTTP: each route once, and what it refuses.

let network: Network;
let demo: string;
let hash: string;
let tokenHash: string;
let failedHash: string;

beforeAll(async () => {
  network = await openNetwork();
  const { engine } = network;
  demo = engine.tokenIds.demo;
  const own = { senderAddress: sender.address, recipientAddress: recipient.address };
  const sendWith = async (data: Readonly<Record<string, unknown>>, meanwhile?: () => void) => {
    const encoded = await network.encoded({ ...own, ...data });
    meanwhile?.();
    return (await network.broadcast(encoded, network.sign(encoded, sender))).body.hash as string;
  };
  hash = await sendWith({ mode: 'transfer', amount: '1234567', memo: 'id:77' });
  tokenHash = await sendWith({ mode: 'transferToken', tokenId: demo, amount: '700' });
  failedHash = await sendWith({ mode: 'transferToken', tokenId: demo, amount: '5' }, () =>
    engine.placeTrustline(recipient.address, demo, { authorized: false }),
  );
  engine.placeTrustline(recipient.address, demo, { authorized: true });
});
afterAll(() => network.close());

const get = (path: string) => network.send('GET', `/api/stellar/${path}`);
const beyond = (path: string) => network.send('GET', `/api/chains/stellar/${path}`);

const features = {
  read: {
    ...{ token: true, validators: false },
    transaction: { native: true, tokens: true },
    account: {
      balances: { native: true, tokens: true, staking: false },
      transactions: { native: true, tokens: true },
    },
  },
  write: {
    transaction: {
      type: {
        ...{ transfer: true, transferToken: true, enableToken: true },
        ...{ stake: false, unstake: false, withdraw: false, claimRewards: false },
        ...{ deployAccount: false, registerStake: false, convertAsset: false },
      },
      field: { memo: true },
    },
  },
  utils: { addresses: true },
};

describe('the chains', () => {
  it('say what they can do', async () => {
    const { body } = await network.send('GET', '/api/chains/stellar');
    expect(body.chain).toMatchObject({
      ...{ id: 'stellar', family: 'stellar', ticker: 'XLM', decimals: 7, supportedFeatures: features },
      signerSpec: { curve: 'ed25519', hashFunction: 'sha256', signatureFormat: 'rs', coinType: '148' },
    });
  });

  it('are both in the list', async () => {
    const { body } = await network.send('GET', '/api/chains');
    const { chains } = body as unknown as { chains: Readonly<Record<string, unknown>> };
    expect([chains.stellar, chains['stellar-testnet']]).toMatchObject([
      { name: 'Stellar', supportedFeatures: features },
      { name: 'Stellar Testnet', isTestnetFor: 'stellar', supportedFeatures: features },
    ]);
  });
});

describe('the state of an account', () => {
  it.each([
    ['the path of the specification', get],
    ['the path beyond', beyond],
  ])('has coins and tokens under %s', async (_, read) => {
    const { status, body } = await read(`account/${sender.address}/state`);
    const { available = 0n, balance = 0n } = network.engine.accountState(sender.address) ?? {};
    expect([status, body]).toMatchObject([
      200,
      {
        accountId: sender.address,
        balances: { native: { available: String(available), total: String(balance) } },
      },
    ]);
    const { tokens } = body.balances as unknown as { tokens: { token: { id: string; type: string } }[] };
    expect(tokens.map(({ token }) => token)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: demo, type: 'STELLAR_ASSET', ticker: 'DEMO', decimals: '7' }),
      ]),
    );
  });

  it('with a number is that of its account', async () => {
    const text = muxed(sender, 7n);
    const { balances } = (await get(`account/${sender.address}/state`)).body;
    expect((await get(`account/${text}/state`)).body).toMatchObject({ accountId: text, balances });
  });

  it('that does not exist is empty', async () => {
    const { status, body } = await get(`account/${newcomer.address}/state`);
    expect([status, body]).toMatchObject([200, { balances: { native: { available: '0', total: '0' }, tokens: [] } }]);
  });

  it.each(['bob', `${recipient.address}A`, recipient.address.toLowerCase()])('of %s is refused', async (text) => {
    const before = network.asked.length;
    const answer = await get(`account/${text}/state`);
    expect([answer.status, errorsOf(answer).errors[0]?.code]).toEqual([400, 'account.invalid']);
    expect(network.asked.length).toBe(before);
  });
});

describe('a transaction', () => {
  it.each([
    ['the path of the specification', get],
    ['the path beyond', beyond],
  ])('of XLM, and of a token, under %s', async (_, read) => {
    expect((await read(`transaction/${hash}`)).body).toMatchObject({
      transaction: { parsed: { id: hash, state: 'confirmed', mode: 'transfer' } },
    });
    expect((await read(`transaction/${tokenHash}`)).body).toMatchObject({
      transaction: { parsed: { id: tokenHash, state: 'confirmed', mode: 'transferToken' } },
    });
  });

  it('that failed says so, and what it cost', async () => {
    expect((await get(`transaction/${failedHash}`)).body).toMatchObject({
      transaction: { parsed: { state: 'failed', fees: { amount: '100' } } },
    });
  });

  it('with 0x and in capitals', async () => {
    expect((await get(`transaction/0x${hash.toUpperCase()}`)).status).toBe(200);
  });

  it('that nobody knows', async () => {
    const answer = await get(`transaction/${'cd'.repeat(32)}`);
    expect([answer.status, errorsOf(answer).errors[0]?.code]).toEqual([404, 'transaction.notFound']);
  });

  it.each(['12', 'zz'.repeat(32), `${'ab'.repeat(32)}a`])('%s is refused', async (text) => {
    const answer = await get(`transaction/${text}`);
    expect([answer.status, errorsOf(answer).errors[0]?.code]).toEqual([400, 'transaction.invalid']);
  });
});

describe('the history', () => {
  it.each([
    ['the path of the specification', get],
    ['the path beyond', beyond],
  ])('of who was paid has what others sent, under %s', async (_, read) => {
    const { status, body } = await read(`account/${recipient.address}/history`);
    const { transactions } = body as unknown as { transactions: { parsed: { id: string; state: string } }[] };
    const states = Object.fromEntries(transactions.map(({ parsed }) => [parsed.id, parsed.state]));
    expect(status).toBe(200);
    expect(states).toMatchObject({ [hash]: 'confirmed', [tokenHash]: 'confirmed' });
  });

  it('comes in pages, without gaps and without repetitions', async () => {
    const ids: string[] = [];
    let page = '';
    do {
      const { body } = await get(`account/${sender.address}/history?limit=1${page}`);
      const { transactions, pagination } = body as unknown as {
        transactions: { parsed: { id: string } }[];
        pagination: { nextPage: string | null };
      };
      ids.push(...transactions.map(({ parsed }) => parsed.id));
      page = pagination.nextPage === null ? '' : `&nextPage=${encodeURIComponent(pagination.nextPage)}`;
    } while (page !== '' && ids.length < 20);
    expect(ids.slice(0, 3)).toEqual([failedHash, tokenHash, hash]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('of an account that does not exist is empty', async () => {
    const { status, body } = await get(`account/${newcomer.address}/history`);
    expect([status, body]).toMatchObject([200, { transactions: [], pagination: { nextPage: null } }]);
  });

  it('with an invented token of a page is refused', async () => {
    const answer = await get(`account/${sender.address}/history?nextPage=abc`);
    expect(answer.status).toBe(400);
  });

  it('of no account is refused', async () => {
    const answer = await get('account/bob/history');
    expect([answer.status, errorsOf(answer).errors[0]?.code]).toEqual([400, 'account.invalid']);
  });
});

describe('a token', () => {
  it('is read under both paths', async () => {
    expect((await beyond(`token/${demo}`)).body).toMatchObject({
      token: { id: demo, type: 'STELLAR_ASSET', ticker: 'DEMO', decimals: '7' },
    });
    expect((await get(`token/${demo}`)).body).toEqual((await beyond(`token/${demo}`)).body);
  });

  it('as explorers write it', async () => {
    expect((await beyond(`token/${demo.replace(':', '-')}`)).body).toMatchObject({ token: { id: demo } });
  });

  it('that nobody issued', async () => {
    const answer = await beyond(`token/NONE:${newcomer.address}`);
    expect([answer.status, errorsOf(answer).errors[0]?.code]).toEqual([404, 'token.notFound']);
  });

  it.each([`ABCDEFGHIJKLM:${sender.address}`, 'USDC', `USDC:${sender.address}x`])('%s is refused', async (text) => {
    const answer = await beyond(`token/${text}`);
    expect([answer.status, errorsOf(answer).errors[0]?.code]).toEqual([400, 'token.invalid']);
  });
});

it.each([
  ['the path of the specification', get],
  ['the path beyond', beyond],
])('nobody stakes, so there are no validators, under %s', async (_, read) => {
  const before = network.asked.length;
  const answer = await read('validators');
  expect([answer.status, errorsOf(answer).errors[0]?.code]).toEqual([404, 'feature.unsupported']);
  expect(network.asked.length).toBe(before);
});

describe('the addresses of a key', () => {
  const encode = (pubkey: string) => network.send('POST', '/api/stellar/address/encode', { pubkey });

  it.each([
    ['in hex', sender.publicKey],
    ['with 0x', `0x${sender.publicKey}`],
    ['as an account', sender.address],
  ])('%s', async (_, text) => {
    const { status, body } = await encode(text);
    expect([status, body]).toMatchObject([200, { addresses: [{ type: 'stellar', address: sender.address }] }]);
  });

  it.each(['ab'.repeat(31), 'bob', muxed(actor('a key'), 7n)])('%s is refused', async (text) => {
    const answer = await encode(text);
    expect([answer.status, errorsOf(answer).errors[0]?.code]).toEqual([400, 'publicKey.invalid']);
  });
});
