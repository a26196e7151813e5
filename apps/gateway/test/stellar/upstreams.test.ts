import { type StellarEngine, startStellar } from '@isochain/devnet/stellar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recipient, sender, stranger } from '../../../../packages/stellar/test/world/actor.ts';
import { type Behaviour, errorsOf, lies } from '../chain-network.ts';
import { type Network, type NetworkOptions, openNetwork, problem } from './network.ts';

// Servers of another network, that lag, fail or lie: one of them may come first, as long as an honest one is there.

let engine: StellarEngine;
const opened: Network[] = [];

beforeAll(async () => {
  engine = await startStellar({ now: Date.now });
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
  ...{ mode: 'transfer', senderAddress: sender.address },
  ...{ recipientAddress: recipient.address, amount: '1000000' },
};
const account = /^\/accounts\/G[A-Z2-7]{55}$/;
const told = (change: object) => (honest: object) => ({ ...honest, ...change });
/** Changes the latest ledger. */
const inLedger = (change: object) =>
  lies(/^\/ledgers$/, (page: { _embedded: { records: object[] } }) => ({
    _embedded: { records: page._embedded.records.map((ledger) => ({ ...ledger, ...change })) },
  }));
const yesterday = () => new Date(Date.now() - 86_400_000).toISOString();
const xlm = (change: object) => (one: { balances: { asset_type: string }[] }) => ({
  ...one,
  balances: one.balances.map((entry) => (entry.asset_type === 'native' ? { ...entry, ...change } : entry)),
});

const liars: Readonly<Record<string, Behaviour>> = {
  'of the test network': lies(/^\/$/, told({ network_passphrase: 'Test SDF Network ; September 2015' })),
  'of a network without a name': lies(/^\/$/, told({ network_passphrase: undefined })),
  'that fails': () => new Response('{}', { status: 500 }),
  'that limits requests': () => Response.json(problem(429, 'rate_limit_exceeded').body, { status: 429 }),
  'whose history is too old': () => Response.json(problem(503, 'stale_history').body, { status: 503 }),
  'that answers no JSON': () => new Response('<html>', { status: 200 }),
  'that answers nothing': () => new Response('', { status: 200 }),
  'whose proxy knows no such page': () => new Response('<html>404</html>', { status: 404 }),
  'that answers with another account': lies(account, told({ account_id: stranger.address })),
  'with a negative balance': lies(account, xlm({ balance: '-1.0000000' })),
  'with a balance beyond 63 bits': lies(account, xlm({ balance: '922337203685.4775808' })),
  'with a balance as number': lies(account, xlm({ balance: 10_000 })),
  'with a sequence number that is none': lies(account, told({ sequence: 'many' })),
  'without thresholds': lies(account, told({ thresholds: undefined })),
  'with a negative reserve': inLedger({ base_reserve_in_stroops: -5_000_000 }),
  'with a fee that is none': inLedger({ base_fee_in_stroops: 'free' }),
  'without ledgers': lies(/^\/ledgers$/, () => ({ _embedded: { records: [] } })),
};

describe.each(Object.entries(liars))('a server %s', (_, behaves) => {
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

describe('a server that lags by a day', () => {
  const late: Behaviour = async (asked, forward) => {
    const inRoot = lies(/^\/$/, told({ history_latest_ledger_closed_at: yesterday() }));
    return inLedger({ closed_at: yesterday() })(asked, async () => inRoot(asked, forward));
  };

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

describe('statistics of fees', () => {
  it('that are missing are told of, and the highest usual bid is offered', async () => {
    const behaves: Behaviour = (asked, forward) =>
      asked.path === '/fee_stats' ? new Response('{}', { status: 500 }) : forward();
    const network = await behind({ silent: { behaves } });
    const answer = await network.encode(transfer);
    expect(answer.body.status).toMatchObject({ errors: [], warnings: [{ code: 'fee.assumed' }] });
    expect(answer.body.transaction).toMatchObject({ data: { fees: '10000' } });
  });
});

describe('a server without the history of old ledgers', () => {
  it('does not call a transaction unknown that it forgot', async () => {
    const alone = await startStellar({ now: Date.now });
    const network = await openNetwork({}, alone);
    try {
      const encoded = await network.encoded(transfer);
      const { body } = await network.broadcast(encoded, network.sign(encoded, sender));
      await alone.closeLedger(3);
      alone.prune();
      const answer = await network.send('GET', `/api/stellar/transaction/${body.hash}`);
      expect(answer.status).not.toBe(500);
      // With new ledgers money moves as before.
      expect(errorsOf(await network.encode(transfer)).errors).toEqual([]);
    } finally {
      await network.close();
      await alone.stop();
    }
  });
});

describe('what is asked', () => {
  it('is at the endpoint that was configured. Links in answers are not followed', async () => {
    const network = await behind({ honest: {} });
    await network.send('GET', `/api/stellar/account/${sender.address}/history?limit=1`);
    await network.send('GET', `/api/chains/stellar/token/${engine.tokenIds.demo}`);
    expect(new Set(network.asked.map(({ node }) => node))).toEqual(new Set(['honest']));
  });
});
