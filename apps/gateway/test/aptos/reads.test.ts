import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Actor, actor, nobody, recipient } from '../../../../packages/aptos/test/world/actor.ts';
import { errorsOf } from '../chain-network.ts';
import { type Network, openNetwork } from './network.ts';

// What clients read over HTTP: each route once, and what it refuses.

const apt = 100_000_000n;
let network: Network;
let by: Actor;
let gold: string;
let hash: string;
let tokenHash: string;
let failedHash: string;

beforeAll(async () => {
  network = await openNetwork();
  const { engine } = network;
  by = actor('reads');
  await engine.fund(by.address, 500n * apt);
  gold = engine.createAsset({ name: 'Gold', symbol: 'GLD', decimals: 6, holders: [by.address], amountEach: 5_000n });
  const own = { senderAddress: by.address, senderPubKey: by.publicKey };
  const sendWith = async (data: Readonly<Record<string, unknown>>, meanwhile?: () => void) => {
    const encoded = await network.encoded({ ...own, ...data });
    meanwhile?.();
    return (await network.broadcast(encoded, network.sign(encoded, by))).body.hash as string;
  };
  hash = await sendWith({ mode: 'transfer', recipientAddress: recipient.address, amount: '1234567' });
  tokenHash = await sendWith({
    mode: 'transferToken',
    tokenId: gold,
    recipientAddress: recipient.address,
    amount: '700',
  });
  const pool = engine.validators()[0]?.address;
  await sendWith({ mode: 'stake', targetValidatorAddress: pool, amount: String(100n * apt) });
  failedHash = await sendWith(
    { mode: 'transferToken', tokenId: gold, recipientAddress: recipient.address, amount: '5' },
    () => engine.freeze(gold, by.address),
  );
  engine.freeze(gold, by.address, false);
});
afterAll(() => network.close());

const get = (path: string) => network.send('GET', `/api/aptos/${path}`);

it('the chain says what it can do', async () => {
  const { body } = await network.send('GET', '/api/chains/aptos');
  expect(body.chain).toMatchObject({
    ...{ id: 'aptos', family: 'aptos', ticker: 'APT', decimals: 8 },
    supportedFeatures: {
      read: {
        ...{ token: true, validators: true },
        transaction: { native: true, tokens: true },
        account: {
          balances: { native: true, tokens: true, staking: true },
          transactions: { native: true, tokens: true },
        },
      },
      write: {
        transaction: {
          type: {
            ...{ transfer: true, transferToken: true, enableToken: true, stake: true, unstake: true, withdraw: true },
            ...{ deployAccount: false, claimRewards: false, registerStake: false, convertAsset: false },
          },
          field: { memo: false },
        },
      },
      utils: { addresses: true },
    },
  });
});

describe('the state of an account', () => {
  it('has coins, tokens and stakes', async () => {
    const { status, body } = await get(`account/${by.address}/state`);
    const available = String(await network.engine.balance(by.address));
    expect([status, body]).toMatchObject([200, { accountId: by.address, balances: { native: { available } } }]);
    const { tokens, staking } = body.balances as { tokens: { token: { ticker: string } }[]; staking: object };
    expect(tokens.map(({ token }) => token.ticker)).toContain('GLD');
    expect(staking).toMatchObject({ positions: [{ status: 'locked' }] });
  });

  it('is the same without 0x and in capitals', async () => {
    const { balances } = (await get(`account/${by.address}/state`)).body;
    expect((await get(`account/${by.address.slice(2).toUpperCase()}/state`)).body.balances).toEqual(balances);
  });

  it('that nobody has used is empty', async () => {
    const { status, body } = await get(`account/${nobody.address}/state`);
    expect([status, body]).toMatchObject([200, { balances: { native: { available: '0', total: '0' } } }]);
  });

  it.each(['0x12', `${recipient.address}00`, 'alice.apt'])('of %s is refused', async (text) => {
    const before = network.asked.length;
    const answer = await get(`account/${text}/state`);
    expect([answer.status, errorsOf(answer).errors[0]?.code]).toEqual([400, 'account.invalid']);
    expect(network.asked.length).toBe(before);
  });
});

describe('a transaction', () => {
  it('of APT, and of a token', async () => {
    expect((await get(`transaction/${hash}`)).body).toMatchObject({
      transaction: { parsed: { id: hash, state: 'confirmed', mode: 'transfer' } },
    });
    expect((await get(`transaction/${tokenHash}`)).body).toMatchObject({
      transaction: { parsed: { id: tokenHash, state: 'confirmed', mode: 'transferToken' } },
    });
  });

  it('that failed says so, and what it cost', async () => {
    expect((await get(`transaction/${failedHash}`)).body).toMatchObject({
      transaction: { parsed: { state: 'failed', fees: { amount: expect.stringMatching(/^[1-9]/) } } },
    });
  });

  it('that nobody knows', async () => {
    const answer = await get(`transaction/0x${'cd'.repeat(32)}`);
    expect([answer.status, errorsOf(answer).errors[0]?.code]).toEqual([404, 'transaction.notFound']);
  });

  it.each(['0x12', '12', `0x${'zz'.repeat(32)}`])('%s is refused', async (text) => {
    const answer = await get(`transaction/${text}`);
    expect([answer.status, errorsOf(answer).errors[0]?.code]).toEqual([400, 'transaction.invalid']);
  });
});

it('the history of who was paid has what others sent', async () => {
  const { status, text } = await get(`account/${recipient.address}/history`);
  expect(status).toBe(200);
  expect(text).toContain(hash);
  expect(text).toContain(tokenHash);
});

it('the validators are the pools, with names and commission', async () => {
  const { status, body, text } = await get('validators');
  expect(status).toBe(200);
  expect(text).toContain('isochain-validator.apt');
  expect(body.validators).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ address: network.engine.validators()[0]?.address, commission: 0.09 }),
    ]),
  );
});

it('a token, as asset and as coin', async () => {
  expect((await get(`token/${gold}`)).body).toMatchObject({ token: { ticker: 'GLD', decimals: '6' } });
  const answer = await get(`token/${encodeURIComponent(`0x${'77'.repeat(32)}::nothing::Coin`)}`);
  expect(answer.status).toBe(404);
});

it('the addresses of a key, the legacy one first', async () => {
  const { status, body } = await network.send('POST', '/api/aptos/address/encode', { pubkey: by.publicKey });
  expect([status, body]).toMatchObject([200, { addresses: [{ address: by.address }, { type: 'SingleKey' }] }]);
  const wrong = await network.send('POST', '/api/aptos/address/encode', { pubkey: 'ab'.repeat(31) });
  expect([wrong.status, errorsOf(wrong).errors[0]?.code]).toEqual([400, 'publicKey.invalid']);
});
