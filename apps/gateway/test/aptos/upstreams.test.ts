import { type AptosEngine, startAptos } from '@isochain/devnet/aptos';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recipient, sender } from '../../../../packages/aptos/test/world/actor.ts';
import { type Behaviour, errorsOf } from '../chain-network.ts';
import { answering, changing, type Network, type NetworkOptions, openNetwork, withHeaders } from './network.ts';

// Nodes that lag, that belong to another chain, that are pruned, and indexers that are down.

let engine: AptosEngine;
const opened: Network[] = [];

beforeAll(async () => {
  engine = await startAptos({ now: Date.now });
});
afterAll(async () => {
  for (const network of opened) await network.close();
  await engine.stop();
});

async function behind(nodes: NonNullable<NetworkOptions['nodes']>): Promise<Network> {
  const network = await openNetwork({ nodes, settings: {} }, engine);
  opened.push(network);
  return network;
}

const transfer = {
  ...{ mode: 'transfer', senderAddress: sender.address, senderPubKey: sender.publicKey },
  ...{ recipientAddress: recipient.address, amount: '1000000' },
};

const microseconds = (fromNow: number) => String((Date.now() + fromNow) * 1_000);
const late: Behaviour = async (asked, forward) => {
  const old = microseconds(-86_400_000);
  const inBody = changing(/^\/$/, (told: object) => ({ ...told, ledger_timestamp: old }));
  return withHeaders({ 'x-aptos-ledger-timestampusec': old })(asked, () => Promise.resolve(inBody(asked, forward)));
};
const foreign: Behaviour = async (asked, forward) => {
  const inBody = changing(/^\/$/, (told: object) => ({ ...told, chain_id: 2 }));
  return withHeaders({ 'x-aptos-chain-id': '2' })(asked, () => Promise.resolve(inBody(asked, forward)));
};

const liars: Readonly<Record<string, Behaviour>> = {
  'of another chain': foreign,
  'of another chain, which only its headers tell': withHeaders({ 'x-aptos-chain-id': '2' }),
  'without headers': withHeaders({ 'x-aptos-ledger-timestampusec': undefined }),
  'that fails': () => Response.json({ message: 'no', error_code: 'internal_error' }, { status: 500 }),
  'that limits requests': () => new Response('slow down', { status: 429 }),
  'that answers no JSON': () => new Response('<html>', { status: 200 }),
  'that answers nothing': () => new Response('', { status: 200 }),
  'with a negative balance': changing(/\/balance\//, () => -1),
  'with a balance beyond 64 bits': changing(/\/balance\//, () => '18446744073709551616'),
  'with a sequence number that is none': changing(/^\/accounts\/0x[0-9a-f]{64}$/, (told: object) => ({
    ...told,
    sequence_number: 'many',
  })),
  'with prices that are none': changing(/estimate_gas_price$/, () => ({ gas_estimate: 'free' })),
  'whose simulations use nothing': changing(/simulate$/, ([one]: [object]) => [{ ...one, gas_used: '0' }]),
};

describe.each(Object.entries(liars))('a node %s', (_, behaves) => {
  it('alone gives nothing to sign', async () => {
    const network = await behind({ liar: { behaves } });
    const answer = await network.encode(transfer);
    expect(errorsOf(answer)).toMatchObject({ status: 502, errors: [{ code: 'upstream.unavailable' }] });
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

describe('a node that lags by a day', () => {
  it('alone is told of instead of something to sign', async () => {
    const network = await behind({ late: { behaves: late } });
    const answer = await network.encode(transfer);
    expect(errorsOf(answer).errors.map(({ code }) => code)).toContain('chain.standsStill');
    expect(answer.body.transaction).toMatchObject({ encoded: [] });
    expect(network.broadcasts()).toBe(0);
  });

  it('gets no transaction to send', async () => {
    const encoded = await (await behind({ honest: {} })).encoded(transfer);
    const network = await behind({ late: { behaves: late } });
    const answer = await network.broadcast(encoded, network.sign(encoded, sender));
    expect(errorsOf(answer).errors).toMatchObject([{ code: 'chain.standsStill' }]);
    expect(network.broadcasts()).toBe(0);
  });

  it('is passed over for one that does not', async () => {
    const network = await behind({ late: { behaves: late }, honest: {} });
    expect((await network.encoded(transfer)).data.mode).toBe('transfer');
  });
});

describe('a node whose account is a block behind', () => {
  it('makes no transaction that the chain would refuse', async () => {
    const behaves = changing(/^\/accounts\/0x[0-9a-f]{64}$/, (told: { sequence_number: string }) => ({
      ...told,
      sequence_number: String(BigInt(told.sequence_number) + 3n),
    }));
    const network = await behind({ ahead: { behaves } });
    const answer = await network.encode(transfer);
    expect(errorsOf(answer).errors.length).toBeGreaterThan(0);
    expect(network.broadcasts()).toBe(0);
  });
});

describe('an indexer', () => {
  const features = async (network: Network) => {
    const { body } = await network.send('GET', '/api/chains/aptos');
    return (body.chain as { supportedFeatures: { read: { account: object } } }).supportedFeatures.read.account;
  };

  it('that is there, gives tokens, stakes and histories', async () => {
    expect(await features(await behind({ node: {}, indexer: { kind: 'indexer' } }))).toMatchObject({
      balances: { native: true, tokens: true, staking: true },
      transactions: { native: true, tokens: true },
    });
  });

  it('that is not configured, leaves what the node knows', async () => {
    const network = await behind({ node: {} });
    expect(await features(network)).toMatchObject({
      balances: { native: true, tokens: false, staking: false },
      transactions: { native: false, tokens: false },
    });
    const { status, body } = await network.send('GET', `/api/aptos/account/${sender.address}/state?include=native`);
    expect([status, body]).toMatchObject([200, { balances: { native: { available: expect.any(String) } } }]);
  });

  it('that is down, is told of in reads that need it, and not in the others', async () => {
    const down: Behaviour = () => new Response('', { status: 503 });
    const network = await behind({ node: {}, indexer: { kind: 'indexer', behaves: down } });
    const native = await network.send('GET', `/api/aptos/account/${sender.address}/state?include=native`);
    expect([native.status, native.body]).toMatchObject([200, { balances: { native: {} } }]);
    const all = await network.send('GET', `/api/aptos/account/${sender.address}/state`);
    // Never an empty list, which would say that there is nothing.
    const { balances } = all.body as { balances?: { tokens?: unknown } };
    expect(balances?.tokens).toBeUndefined();
    expect(all.text).toMatch(/upstream\.unavailable|"warnings":\[\{/);
    // Money moves without it.
    const encoded = await network.encoded(transfer);
    expect((await network.broadcast(encoded, network.sign(encoded, sender))).status).toBe(200);
  });

  it('of another chain is not believed', async () => {
    const behaves = answering(({ body }) =>
      body?.includes('ledger_infos') ? { status: 200, body: { data: { ledger_infos: [{ chain_id: 2 }] } } } : undefined,
    );
    const network = await behind({ node: {}, indexer: { kind: 'indexer', behaves } });
    const all = await network.send('GET', `/api/aptos/account/${sender.address}/state`);
    expect((all.body as { balances?: { tokens?: unknown } }).balances?.tokens).toBeUndefined();
  });
});

describe('a pruned node', () => {
  it('says so of what it forgot, and does not call it unknown', async () => {
    const alone = await startAptos({ now: Date.now });
    const network = await openNetwork({ nodes: { node: {} } }, alone);
    try {
      const encoded = await network.encoded(transfer);
      const { body } = await network.broadcast(encoded, network.sign(encoded, sender));
      await alone.mine(3);
      alone.prune();
      const answer = await network.send('GET', `/api/aptos/transaction/${body.hash}`);
      expect(answer.status).not.toBe(500);
      // The key of the sender is still found, or asked for: nothing is made up.
      const next = await network.encode({ ...transfer, senderPubKey: undefined });
      expect(errorsOf(next).errors.map(({ code }) => code)).toEqual(['publicKey.required']);
      // With the key nothing of the past is needed.
      expect(errorsOf(await network.encode(transfer)).errors).toEqual([]);
    } finally {
      await network.close();
      await alone.stop();
    }
  });
});
