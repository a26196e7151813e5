import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newcomer, recipient, sender, stranger } from '../../../../packages/algorand/test/world/actor.ts';
import { errorsOf } from '../chain-network.ts';
import { type Network, openNetwork } from './network.ts';

// What clients read over HTTP: each route once, and what it refuses.

let network: Network;
let ids: Network['engine']['assetIds'];
let hash: string;
let tokenHash: string;

beforeAll(async () => {
  network = await openNetwork();
  ids = network.engine.assetIds;
  const own = { senderAddress: sender.address, recipientAddress: recipient.address };
  const sendWith = async (data: Readonly<Record<string, unknown>>) => {
    const encoded = await network.encoded({ ...own, ...data });
    return (await network.broadcast(encoded, network.sign(encoded, sender))).body.hash as string;
  };
  hash = await sendWith({ mode: 'transfer', amount: '1234567', memo: 'invoice 77' });
  tokenHash = await sendWith({ mode: 'transferToken', tokenId: ids.demo, amount: '700' });
});
afterAll(() => network.close());

const get = (path: string) => network.send('GET', `/api/algorand/${path}`);
const beyond = (path: string) => network.send('GET', `/api/chains/algorand/${path}`);

const features = {
  read: {
    ...{ token: true, validators: false },
    transaction: { native: true, tokens: true },
    account: {
      balances: { native: true, tokens: true, staking: true },
      transactions: { native: true, tokens: true },
    },
  },
  write: {
    transaction: {
      type: {
        ...{ transfer: true, transferToken: true, enableToken: true, stake: true, unstake: true },
        ...{ withdraw: false, claimRewards: false },
        ...{ deployAccount: false, registerStake: false, convertAsset: false },
      },
      field: { memo: true },
    },
  },
  utils: { addresses: true },
};

describe('the chain', () => {
  it('says what it can do', async () => {
    const { body } = await network.send('GET', '/api/chains/algorand');
    expect(body.chain).toMatchObject({
      ...{ id: 'algorand', family: 'algorand', ticker: 'ALGO', decimals: 6, supportedFeatures: features },
      signerSpec: { curve: 'ed25519', hashFunction: 'sha512_256', signatureFormat: 'rs', coinType: '283' },
      params: { genesisId: 'mainnet-v1.0', genesisHash: 'wGHE2Pwdvd7S12BL5FaOP20EGYesN73ktiC1qzkkit8=' },
    });
  });

  it('is in the list', async () => {
    const { body } = await network.send('GET', '/api/chains');
    const { chains } = body as unknown as { chains: Readonly<Record<string, unknown>> };
    expect(chains.algorand).toMatchObject({ name: 'Algorand', supportedFeatures: features });
  });
});

describe('the state of an account', () => {
  it.each([
    ['the path of the specification', get],
    ['the path beyond', beyond],
  ])('has coins and tokens under %s', async (_, read) => {
    const { status, body } = await read(`account/${sender.address}/state`);
    const { available = 0n, amount = 0n } = network.engine.accountState(sender.address) ?? {};
    expect([status, body]).toMatchObject([
      200,
      {
        accountId: sender.address,
        balances: { native: { available: String(available), total: String(amount) } },
      },
    ]);
    const { tokens } = body.balances as unknown as {
      tokens: { amount: string; token: { id: string; type: string } }[];
    };
    expect(tokens).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          amount: String(await network.engine.balance(sender.address, ids.demo)),
          token: expect.objectContaining({ id: ids.demo, type: 'ASA', ticker: 'DEMO', decimals: '6' }),
        }),
        // Beyond 2^53.
        expect.objectContaining({ amount: String(2n ** 63n), token: expect.objectContaining({ id: ids.huge }) }),
      ]),
    );
  });

  it('that was never used is empty', async () => {
    const { status, body } = await get(`account/${newcomer.address}/state`);
    expect([status, body]).toMatchObject([200, { balances: { native: { available: '0', total: '0' }, tokens: [] } }]);
  });

  it('with less than its minimum balance has nothing available', async () => {
    network.engine.placeAccount(stranger.address, { apps: 200_000 });
    try {
      const { body } = await get(`account/${stranger.address}/state`);
      expect(body).toMatchObject({ balances: { native: { available: '0', total: '10000000000' } } });
    } finally {
      network.engine.placeAccount(stranger.address, { apps: 0 });
    }
  });

  it('that takes part in the consensus has all at stake', async () => {
    network.engine.placeAccount(stranger.address, {
      status: 'Online',
      participation: {
        ...{ voteKey: 'fFBFpcUQnDQwq/cUAvQvWmrHrnqiaz0Ev/ZwxfKoAfI=' },
        ...{ selectionKey: 'VrA73XxHg00Wek46mWYV0AeaG8e1+flkExmZ1MDBokM=' },
        ...{ voteFirst: 55_000_000, voteLast: 58_000_000, voteKeyDilution: 1_733 },
      },
    });
    const { body } = await get(`account/${stranger.address}/state`);
    const { staking } = body.balances as unknown as { staking: { positions: readonly unknown[] } };
    expect(staking.positions).toMatchObject([{ amount: '10000000000', validatorAddresses: [stranger.address] }]);
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
  ])('of ALGO, and of an asset, under %s', async (_, read) => {
    expect((await read(`transaction/${hash}`)).body).toMatchObject({
      transaction: {
        parsed: {
          ...{ id: hash, state: 'confirmed', mode: 'transfer', memo: 'invoice 77', fees: { amount: '1000' } },
          senders: [{ address: sender.address, amount: '1234567', ticker: 'ALGO' }],
          recipients: [{ address: recipient.address, amount: '1234567', ticker: 'ALGO' }],
        },
      },
    });
    expect((await read(`transaction/${tokenHash}`)).body).toMatchObject({
      transaction: { parsed: { id: tokenHash, state: 'confirmed', mode: 'transferToken' } },
    });
  });

  it('that the node has forgotten is read from the indexer', async () => {
    network.engine.prunePending();
    expect((await get(`transaction/${hash}`)).body).toMatchObject({
      transaction: { parsed: { id: hash, state: 'confirmed', memo: 'invoice 77' } },
    });
  });

  it('that waits is pending, and failed if it was thrown out', async () => {
    await network.engine.setAutomine(false);
    try {
      const encoded = await network.encoded({
        ...{ mode: 'transfer', senderAddress: sender.address, recipientAddress: recipient.address, amount: '5' },
      });
      const { hash: id } = (await network.broadcast(encoded, network.sign(encoded, sender))).body;
      expect((await get(`transaction/${id}`)).body).toMatchObject({ transaction: { parsed: { state: 'pending' } } });
      network.engine.evict(String(id));
      expect((await get(`transaction/${id}`)).body).toMatchObject({ transaction: { parsed: { state: 'failed' } } });
    } finally {
      await network.engine.setAutomine(true);
    }
  });

  it('that nobody knows', async () => {
    const answer = await get(`transaction/${'A'.repeat(52)}`);
    expect([answer.status, errorsOf(answer).errors[0]?.code]).toEqual([404, 'transaction.notFound']);
  });

  it.each(['12', 'ab'.repeat(32), 'A'.repeat(53), `${'A'.repeat(51)}B`, 'a'.repeat(52)])(
    '%s is refused',
    async (text) => {
      const before = network.asked.length;
      const answer = await get(`transaction/${text}`);
      expect([answer.status, errorsOf(answer).errors[0]?.code]).toEqual([400, 'transaction.invalid']);
      expect(network.asked.length).toBe(before);
    },
  );
});

describe('the history', () => {
  it('of who was paid has what others sent', async () => {
    const { status, body } = await beyond(`account/${recipient.address}/history`);
    const { transactions } = body as unknown as { transactions: { parsed: { id: string; state: string } }[] };
    const states = Object.fromEntries(transactions.map(({ parsed }) => [parsed.id, parsed.state]));
    expect(status).toBe(200);
    expect(states).toMatchObject({ [hash]: 'confirmed', [tokenHash]: 'confirmed' });
  });

  it('is the same on the path that the specification lists for other chains', async () => {
    const path = `account/${sender.address}/history`;
    expect((await get(path)).body).toEqual((await beyond(path)).body);
  });

  it('comes in pages, without gaps and without repetitions', async () => {
    const found: string[] = [];
    let page = '';
    do {
      const { body } = await beyond(`account/${sender.address}/history?limit=1${page}`);
      const { transactions, pagination } = body as unknown as {
        transactions: { parsed: { id: string } }[];
        pagination: { nextPage: string | null };
      };
      found.push(...transactions.map(({ parsed }) => parsed.id));
      page = pagination.nextPage === null ? '' : `&nextPage=${encodeURIComponent(pagination.nextPage)}`;
    } while (page !== '' && found.length < 20);
    expect(found).toEqual([tokenHash, hash]);
  });

  it('of an account that was never used is empty', async () => {
    const { status, body } = await beyond(`account/${newcomer.address}/history`);
    expect([status, body]).toMatchObject([200, { transactions: [], pagination: { nextPage: null } }]);
  });

  it('with an invented token of a page is refused', async () => {
    const answer = await beyond(`account/${sender.address}/history?nextPage=abc`);
    expect(answer.status).toBe(400);
  });

  it('of no account is refused', async () => {
    const answer = await beyond('account/bob/history');
    expect([answer.status, errorsOf(answer).errors[0]?.code]).toEqual([400, 'account.invalid']);
  });
});

describe('a token', () => {
  it.each([
    ['the path of the specification', get],
    ['the path beyond', beyond],
  ])('is read under %s', async (_, read) => {
    expect((await read(`token/${ids.demo}`)).body).toMatchObject({
      token: { id: ids.demo, type: 'ASA', name: 'Isochain Demo Dollar', ticker: 'DEMO', decimals: '6' },
    });
  });

  it('without a printable name has its number as name', async () => {
    const { status, body } = await get(`token/${ids.unprintable}`);
    expect([status, body]).toMatchObject([200, { token: { id: ids.unprintable, decimals: '2' } }]);
    const { name, ticker } = body.token as unknown as { name: string; ticker: string };
    expect([name, ticker].join()).toMatch(/^[\x20-\x7e]+$/);
    expect(name).not.toBe('');
  });

  it('that nobody created, or that was destroyed', async () => {
    network.engine.placeAsset({ id: '3000000000', creator: network.engine.others.creator.address });
    network.engine.destroyAsset('3000000000');
    for (const id of ['999999999999', '3000000000']) {
      const answer = await get(`token/${id}`);
      expect([answer.status, errorsOf(answer).errors[0]?.code]).toEqual([404, 'token.notFound']);
    }
  });

  it.each(['USDC', '-1', '18446744073709551616', '01'])('%s is refused', async (text) => {
    const answer = await get(`token/${text}`);
    expect([answer.status, errorsOf(answer).errors[0]?.code]).toEqual([400, 'token.invalid']);
  });
});

it('nobody else stakes for an account, so there are no validators', async () => {
  const before = network.asked.length;
  for (const answer of [await get('validators'), await beyond('validators')])
    expect([answer.status, errorsOf(answer).errors[0]?.code]).toEqual([404, 'feature.unsupported']);
  expect(network.asked.length).toBe(before);
});

describe('the addresses of a key', () => {
  const encode = (pubkey: string) => network.send('POST', '/api/algorand/address/encode', { pubkey });

  it.each([
    ['in hex', sender.publicKey],
    ['with 0x', `0x${sender.publicKey}`],
    ['as an address', sender.address],
  ])('%s', async (_, text) => {
    const { status, body } = await encode(text);
    expect([status, body]).toMatchObject([200, { addresses: [{ type: 'algorand', address: sender.address }] }]);
  });

  it.each(['ab'.repeat(31), 'bob', `02${'00'.repeat(31)}`])('%s is refused', async (text) => {
    const answer = await encode(text);
    expect([answer.status, errorsOf(answer).errors[0]?.code]).toEqual([400, 'publicKey.invalid']);
  });
});
