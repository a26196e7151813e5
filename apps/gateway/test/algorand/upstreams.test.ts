import { type AlgorandEngine, startAlgorand } from '@isochain/devnet/algorand';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recipient, sender, stranger } from '../../../../packages/algorand/test/world/actor.ts';
import { type Behaviour, type Encoded, errorsOf, lies } from '../chain-network.ts';
import { idOf, isSending, type Network, type NetworkOptions, openNetwork, refusal } from './network.ts';

// Nodes of another network, that are behind, fail or lie: one of them may come first, as long as an honest one is there.

let engine: AlgorandEngine;
const opened: Network[] = [];

beforeAll(async () => {
  engine = await startAlgorand({ now: Date.now });
});
afterAll(async () => {
  for (const network of opened) await network.close();
  await engine.stop();
});

async function behind(nodes: NonNullable<NetworkOptions['nodes']>): Promise<Network> {
  const network = await openNetwork({ nodes }, engine);
  opened.push(network);
  return network;
}

const transfer = {
  ...{ mode: 'transfer', senderAddress: sender.address },
  ...{ recipientAddress: recipient.address, amount: '1000000' },
};
const told = (change: object) => (honest: object) => ({ ...honest, ...change });
const account = /^\/v2\/accounts\/[A-Z2-7]{58}$/;
const params = /^\/v2\/transactions\/params$/;
const status = /^\/v2\/status$/;
/** TestNet (algorandfoundation/docs, get-details/algorand-networks/testnet.md). */
const testnet = { 'genesis-id': 'testnet-v1.0', 'genesis-hash': 'SGO1GKSzyE7IEPItTxCByw9x8FmnrCDexi9/cOUJOiI=' };

const liars: Readonly<Record<string, Behaviour>> = {
  'of the test network': lies(params, told(testnet)),
  'of a network with the name of the main network': lies(params, told({ 'genesis-hash': testnet['genesis-hash'] })),
  'of a network without a hash': lies(params, told({ 'genesis-hash': undefined })),
  'that catches up': () => Response.json(refusal('operation not available during catchup').body, { status: 503 }),
  'that wants a token': () => Response.json(refusal('Invalid API Token').body, { status: 401 }),
  'that fails': () => new Response('{}', { status: 500 }),
  'that limits requests': () => new Response('too many requests', { status: 429 }),
  'that answers no JSON': () => new Response('<html>', { status: 200 }),
  'that answers nothing': () => new Response('', { status: 200 }),
  'whose proxy knows no such page': () => new Response('<html>404</html>', { status: 404 }),
  'that answers with another account': lies(account, told({ address: stranger.address })),
  'with a negative balance': lies(account, told({ amount: -1 })),
  'with a balance beyond 64 bits': async (asked, forward) => {
    const answer = await forward();
    if (!account.test(asked.path)) return answer;
    return new Response((await answer.text()).replace(/"amount":\d+/, '"amount":18446744073709551616'), answer);
  },
  'with a balance as text': lies(account, told({ amount: '10000000000' })),
  'with a part of a microAlgo': lies(account, told({ amount: 10.5 })),
  'without a minimum balance': lies(account, told({ 'min-balance': undefined })),
  'that authorizes nobody': lies(account, told({ 'auth-addr': 'nobody' })),
  'with a negative fee': lies(params, told({ 'min-fee': -1_000 })),
  'without a fee': lies(params, told({ 'min-fee': 0 })),
  'with a fee that is none': lies(params, told({ fee: 'free' })),
  'without a round': lies(params, told({ 'last-round': 0 })),
};

describe.each(Object.entries(liars))('a node %s', (_, behaves) => {
  it('alone gives nothing to sign', async () => {
    const network = await behind({ liar: { behaves } });
    const answer = await network.encode(transfer);
    const { status, errors } = errorsOf(answer);
    expect(status).toBeGreaterThanOrEqual(500);
    expect(errors).toMatchObject([{ code: expect.stringMatching(/^upstream\./) }]);
    expect(answer.body.transaction).toBeUndefined();
    expect(network.broadcasts()).toBe(0);
  });

  it('is passed over for an honest one', async () => {
    const network = await behind({ liar: { behaves }, honest: {} });
    const before = await engine.balance(recipient.address);
    const encoded = await network.encoded(transfer);
    expect((await network.broadcast(encoded, network.sign(encoded, sender))).status).toBe(200);
    expect(await engine.balance(recipient.address)).toBe(before + 1_000_000n);
  });
});

const nanoseconds = (seconds: number) => seconds * 1e9;
const late: Readonly<Record<string, Behaviour>> = {
  'that has seen no round for an hour': lies(status, told({ 'time-since-last-round': nanoseconds(3_600) })),
  'that catches up with the network': lies(status, told({ 'catchup-time': nanoseconds(5) })),
  'that stopped because it is too old': lies(status, told({ 'stopped-at-unsupported-round': true })),
};

describe.each(Object.entries(late))('a node %s', (_, behaves) => {
  it('alone is told of instead of something to sign', async () => {
    const network = await behind({ late: { behaves } });
    const answer = await network.encode(transfer);
    const { errors } = errorsOf(answer);
    expect(errors).toMatchObject([{ code: expect.stringMatching(/^(chain\.standsStill|upstream\.unavailable)$/) }]);
    expect((answer.body.transaction as Partial<Encoded> | undefined)?.encoded ?? []).toEqual([]);
  });

  it('is passed over for one that is up to date', async () => {
    const network = await behind({ late: { behaves }, honest: {} });
    expect((await network.encoded(transfer)).data.amount).toBe('1000000');
  });

  it('is not sent to without looking for others', async () => {
    const network = await behind({ late: { behaves }, honest: {} });
    const before = await engine.balance(recipient.address);
    const encoded = await network.encoded(transfer);
    expect((await network.broadcast(encoded, network.sign(encoded, sender))).status).toBe(200);
    expect(await engine.balance(recipient.address)).toBe(before + 1_000_000n);
  });
});

it('a node far behind alone gets no transaction', async () => {
  const encoded = await (await behind({ honest: {} })).encoded(transfer);
  const network = await behind({ late: { behaves: late['that has seen no round for an hour'] as Behaviour } });
  const before = await engine.balance(recipient.address);
  const { status, errors } = errorsOf(await network.broadcast(encoded, network.sign(encoded, sender)));
  expect([status, errors[0]?.code]).toEqual([expect.any(Number), expect.stringMatching(/^(chain|upstream)\./)]);
  expect(status).toBeGreaterThanOrEqual(500);
  expect([network.broadcasts(), await engine.balance(recipient.address)]).toEqual([0, before]);
});

it('a node of another network is not believed, whatever it says of a transaction', async () => {
  const encoded = await (await behind({ honest: {} })).encoded(transfer);
  const before = await engine.balance(recipient.address);
  const hash = `${idOf(encoded)}`;
  for (const said of [
    { status: 200, body: { txId: hash } },
    refusal(`transaction already in ledger: ${hash}`),
    refusal(
      'tx.GenesisHash <JBR3KGFEWPEE5SAQ6IWU6EEBZMHXD4CZU6WCBXWGF57XBZIJHIRA> does not match expected <YBQ4JWH4DW655UWXMBF6IVUOH5WQIGMHVQ333ON22ZFF3KX3ZQUA>',
    ),
  ]) {
    const network = await behind({
      other: {
        behaves: (asked, forward) =>
          isSending(asked)
            ? Response.json(said.body, { status: said.status })
            : lies(params, told(testnet))(asked, forward),
      },
    });
    const { status, errors } = errorsOf(await network.broadcast(encoded, network.sign(encoded, sender)));
    expect([status, errors[0]?.code]).toEqual([502, 'upstream.unavailable']);
  }
  expect(await engine.balance(recipient.address)).toBe(before);
});

describe('an indexer', () => {
  const history = (network: Network) => network.send('GET', `/api/chains/algorand/account/${sender.address}/history`);

  it('that fails is no reason not to encode or to send', async () => {
    const fails: Behaviour = () => new Response('{}', { status: 500 });
    const network = await behind({ algod: {}, indexer: { kind: 'indexer', behaves: fails } });
    const encoded = await network.encoded(transfer);
    expect((await network.broadcast(encoded, network.sign(encoded, sender))).status).toBe(200);
    expect((await history(network)).status).toBeGreaterThanOrEqual(500);
  });

  it('that is not there leaves out histories alone', async () => {
    const network = await behind({ algod: {} });
    const { status, errors } = errorsOf(await history(network));
    expect([status, errors[0]?.code]).toEqual([404, 'feature.unsupported']);
    const { body } = await network.send('GET', '/api/chains/algorand');
    expect(body.chain).toMatchObject({
      supportedFeatures: { read: { account: { transactions: { native: false, tokens: false } } } },
    });
    await network.encoded(transfer);
  });

  it('is never sent a transaction', async () => {
    const network = await behind({ indexer: { kind: 'indexer' }, algod: {} });
    const encoded = await network.encoded(transfer);
    await network.broadcast(encoded, network.sign(encoded, sender));
    expect(network.asked.filter(isSending).map(({ node }) => node)).toEqual(['algod']);
  });
});

it('sends the tokens of endpoints to them alone', async () => {
  const guarded = await startAlgorand({ token: 'a'.repeat(64) });
  const network = await openNetwork({}, guarded);
  try {
    const answer = await network.encode(transfer);
    expect(errorsOf(answer)).toMatchObject({ status: 502, errors: [{ code: 'upstream.unavailable' }] });
  } finally {
    await network.close();
    await guarded.stop();
  }
});
