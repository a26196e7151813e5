import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Actor, actor } from '../../../../packages/starknet/test/world/actor.ts';
import { errorsOf } from '../chain-network.ts';
import { changing, type Network, type NetworkOptions, openNetwork } from './network.ts';

// What clients read over HTTP.

const strk = 10n ** 18n;
let network: Network;
let by: Actor;
let address: string;
let recipientAddress: string;
let gold: string;
let hash: string;
let tokenHash: string;

const nodes: NonNullable<NetworkOptions['nodes']> = { node: {}, voyager: { kind: 'voyager' } };

beforeAll(async () => {
  network = await openNetwork({ nodes, settings: { oldestBlockMs: 0 } });
  const { engine } = network;
  by = actor('reads');
  address = engine.deployAccount('argent-0.4.0', by.publicKey, { amount: 500n * strk });
  recipientAddress = engine.accounts[1]?.address ?? '';
  gold = engine.deployToken({ name: 'Gold', symbol: 'GLD', decimals: 6, holders: [address], amountEach: 5_000n });
  await engine.fund(address, strk, engine.eth);
  const send = async (data: Readonly<Record<string, unknown>>) => {
    const encoded = await network.encoded({ senderAddress: address, ...data });
    return (await network.broadcast(encoded, network.sign(encoded, by))).body.hash as string;
  };
  hash = await send({ mode: 'transfer', recipientAddress, amount: '1234567' });
  tokenHash = await send({ mode: 'transferToken', tokenId: gold, recipientAddress, amount: '700' });
  const [first] = engine.validators();
  await send({ mode: 'stake', targetValidatorAddress: first?.address, amount: String(100n * strk) });
  await engine.mine();
});
afterAll(() => network.close());

const get = (path: string) => network.send('GET', `/api/starknet/${path}`);

describe('the chain', () => {
  it('says what it can do', async () => {
    const { body } = await network.send('GET', '/api/chains/starknet');
    expect(body.chain).toMatchObject({
      ...{ id: 'starknet', family: 'starknet', ticker: 'STRK', decimals: 18 },
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
              ...{ deployAccount: true, transfer: true, transferToken: true, convertAsset: false },
              ...{ stake: true, unstake: true, withdraw: true, claimRewards: true },
            },
            field: { memo: false },
          },
        },
        utils: { addresses: true },
      },
    });
  });

  it('offers no history of coins from nodes alone', async () => {
    const alone = await openNetwork({}, network.engine);
    try {
      const { body } = await alone.send('GET', '/api/chains/starknet');
      expect(body.chain).toMatchObject({
        supportedFeatures: { read: { account: { transactions: { native: false } } } },
      });
    } finally {
      await alone.close();
    }
  });
});

describe('the state of an account', () => {
  it('has coins, tokens that are known, and stakes', async () => {
    const { status, body } = await get(`account/${address}/state`);
    const available = String(await network.engine.balance(address));
    expect([status, body]).toMatchObject([
      200,
      { accountId: address, balances: { native: { available, total: expect.any(String) } } },
    ]);
    const { tokens, staking } = body.balances as { tokens: { token: { ticker: string } }[]; staking: object };
    expect(tokens.map(({ token }) => token.ticker)).toContain('ETH');
    expect(JSON.stringify(staking)).toContain(String(100n * strk));
  });

  it('is the same without leading zeros', async () => {
    const short = `0x${BigInt(address).toString(16)}`;
    expect((await get(`account/${short}/state`)).body.balances).toEqual(
      (await get(`account/${address}/state`)).body.balances,
    );
  });

  it('that is not deployed, and one that nobody knows', async () => {
    const undeployed = network.engine.accounts.find(({ isDeployed }) => !isDeployed)?.address ?? '';
    expect((await get(`account/${undeployed}/state`)).body).toMatchObject({
      balances: { native: { available: String(10_000n * strk) } },
    });
    const nobody = network.engine.addressOf('argent-0.4.0', actor('nobody').publicKey);
    const { status, body } = await get(`account/${nobody}/state`);
    expect([status, body]).toMatchObject([200, { balances: { native: { available: '0', total: '0' } } }]);
  });
});

describe('addresses of a key', () => {
  it.each([
    ['as starknet.js writes it', (x: string) => `0x${x.replace(/^0+/, '')}`],
    ['with 64 digits', (x: string) => x],
    ['compressed, with an even y', (x: string) => `02${x}`],
    ['compressed, with an odd y', (x: string) => `03${x}`],
  ])('%s', async (_, form) => {
    const pubkey = form(by.publicKey.slice(2).padStart(64, '0'));
    const { status, body } = await network.send('POST', '/api/starknet/address/encode', { pubkey });
    expect([status, body.addresses]).toEqual([
      200,
      [
        { type: 'argentx', address: network.engine.addressOf('argent-0.4.0', by.publicKey) },
        { type: 'argent-0.5.0', address: network.engine.addressOf('argent-0.5.0', by.publicKey) },
      ],
    ]);
  });
});

describe('a token', () => {
  it('is read from its contract', async () => {
    const { status, body } = await get(`token/${gold}`);
    expect([status, body.token]).toMatchObject([200, { id: gold, name: 'Gold', ticker: 'GLD', decimals: '6' }]);
  });

  it('that is none', async () => {
    expect(errorsOf(await get(`token/${recipientAddress}`))).toMatchObject({
      status: 404,
      errors: [{ code: 'token.notFound' }],
    });
  });
});

describe('validators', () => {
  it('have their stake and commission', async () => {
    const { status, body } = await get('validators');
    const [first] = network.engine.validators();
    expect(status).toBe(200);
    const all = body.validators as { address: string; commission: number; stakedAmount?: string }[];
    const found = all.find((one) => one.address === first?.address);
    expect(found).toMatchObject({ commission: (first?.commission ?? 0) / 10_000 });
    // One without a pool takes no delegations.
    const poolless = network.engine.validators().find(({ pool }) => pool === undefined)?.address;
    expect(all.map((one) => one.address)).not.toContain(poolless);
  });
});

describe('a transaction', () => {
  it.each([
    ['as nodes write it', (id: string) => id],
    ['with leading zeros', (id: string) => `0x${id.slice(2).padStart(64, '0')}`],
  ])('is read by its hash, %s', async (_, form) => {
    const { status, body } = await get(`transaction/${form(hash)}`);
    const party = (of: string) => ({ address: of, amount: '1234567', ticker: 'STRK' });
    expect([status, body.transaction]).toMatchObject([
      200,
      {
        parsed: {
          ...{ id: hash, mode: 'transfer', state: 'confirmed' },
          ...{ senders: [party(address)], recipients: [party(recipientAddress)] },
        },
      },
    ]);
  });

  it('of a token', async () => {
    const { body } = await get(`transaction/${tokenHash}`);
    expect(body.transaction).toMatchObject({
      parsed: { id: tokenHash, mode: 'transferToken', tokenId: gold, state: 'confirmed' },
    });
  });

  it('that nobody knows', async () => {
    expect(errorsOf(await get('transaction/0x1234'))).toMatchObject({
      status: 404,
      errors: [{ code: 'transaction.notFound' }],
    });
  });

  it('of another network is not shown', async () => {
    const other = await openNetwork(
      { nodes: { sepolia: { behaves: changing('starknet_chainId', () => '0x534e5f5345504f4c4941') } } },
      network.engine,
    );
    try {
      expect((await other.send('GET', `/api/starknet/transaction/${hash}`)).status).toBe(502);
      expect((await other.send('GET', `/api/starknet/account/${address}/state`)).status).toBe(502);
    } finally {
      await other.close();
    }
  });
});

describe('a history', () => {
  it('has what was sent', async () => {
    const { status, body } = await network.send('GET', `/api/chains/starknet/account/${address}/history`);
    expect(status).toBe(200);
    const ids = (body.transactions as { parsed: { id: string } }[]).map(({ parsed }) => parsed.id);
    expect(ids).toEqual(expect.arrayContaining([hash, tokenHash]));
  });

  it('has what was received', async () => {
    const { body } = await network.send('GET', `/api/chains/starknet/account/${recipientAddress}/history`);
    const ids = (body.transactions as { parsed: { id: string } }[]).map(({ parsed }) => parsed.id);
    expect(ids).toEqual(expect.arrayContaining([hash, tokenHash]));
  });
});
