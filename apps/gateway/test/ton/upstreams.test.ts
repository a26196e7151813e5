import { beginCell, Dictionary } from '@ton/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mainnetConfig } from '../../../../packages/ton/test/mainnet-config.ts';
import { coin, rawOf, recipient, sender, stranger } from '../../../../packages/ton/test/world/cast.ts';
import { startWorld, type World } from '../../../../packages/ton/test/world/world.ts';
import { type Behaviour, errorsOf, lies, warningsOf } from '../chain-network.ts';
import { type Network, type NetworkOptions, openNetwork } from './network.ts';

// Endpoints that answer something else than what was asked, or what no chain can say.

let world: World;
const opened: Network[] = [];

beforeAll(async () => {
  world = await startWorld(undefined, Date.now);
});
afterAll(async () => {
  for (const network of opened) await network.close();
  await world.engine.stop();
});

async function behind(nodes: NonNullable<NetworkOptions['nodes']>): Promise<Network> {
  const network = await openNetwork({ nodes }, world);
  opened.push(network);
  return network;
}

const transfer = {
  ...{ mode: 'transfer', senderAddress: sender.address },
  ...{ recipientAddress: recipient.address, amount: String(coin) },
};

const raw = (address: string) => rawOf(address).toUpperCase();

/** A configuration where a million gas cost a thousand coins. */
function absurdConfig(): string {
  const all = Dictionary.loadDirect(Dictionary.Keys.Int(32), Dictionary.Values.Cell(), mainnetConfig());
  const gas = beginCell()
    .storeUint(0xd1, 8)
    .storeUint(100, 64)
    .storeUint(10n ** 12n, 64);
  all.set(
    21,
    gas
      .storeUint(0xde, 8)
      .storeUint(10n ** 15n, 64)
      .storeUint(1_000_000, 64)
      .endCell(),
  );
  const config = beginCell().storeDictDirect(all).endCell();
  return beginCell().storeRef(config).endCell().toBoc().toString('base64');
}

const isConfig = (query: URLSearchParams) => query.getAll('address').length === 1;

const liars: Readonly<Record<string, Behaviour>> = {
  'the data of another account': lies(/^\/accountStates$/, (told: { accounts: { address: string }[] }) => ({
    accounts: told.accounts.map((account) =>
      account.address === raw(sender.address) ? { ...account, address: raw(stranger.address) } : account,
    ),
  })),
  'the transactions of another account': lies(/^\/transactions$/, (told: { transactions: object[] }) => ({
    transactions: told.transactions.map((one) => ({ ...one, account: raw(stranger.address) })),
  })),
  'absurd prices': async (asked, forward) => {
    if (asked.path !== '/accountStates' || !isConfig(asked.query)) return forward();
    const { accounts } = (await (await forward()).json()) as { accounts: object[] };
    return Response.json({ accounts: accounts.map((account) => ({ ...account, data_boc: absurdConfig() })) });
  },
  'no configuration': async (asked, forward) =>
    asked.path === '/accountStates' && isConfig(asked.query) ? Response.json({ accounts: [] }) : forward(),
  'a negative balance': lies(/^\/accountStates$/, (told: { accounts: object[] }) => ({
    accounts: told.accounts.map((account) => ({ ...account, balance: '-1' })),
  })),
  'another network': lies(/^\/masterchainInfo$/, (told: { last: object }) => ({
    last: { ...told.last, global_id: -3 },
  })),
  'no JSON': () => new Response('<html>', { status: 200 }),
};

describe.each(Object.entries(liars))('an endpoint that answers %s', (_, behaves) => {
  it('alone gives nothing to sign', async () => {
    const network = await behind({ liar: { behaves } });
    const answer = await network.encode(transfer);
    expect(errorsOf(answer)).toMatchObject({
      status: 502,
      errors: [
        {
          code: 'upstream.unavailable',
          message: expect.stringMatching(/^No upstream of ton gave a usable answer \(\d+ attempts?\)\./),
        },
      ],
    });
    expect(answer.body.transaction).toBeUndefined();
    expect(network.broadcasts()).toBe(0);
  });

  it.each(['toncenter-v3', 'toncenter-v2', 'tonapi'] as const)(
    'is passed over for an honest one of %s',
    async (kind) => {
      const network = await behind({ liar: { behaves }, honest: { kind } });
      const encoded = await network.encoded(transfer);
      const { message } = network.sign(encoded, sender);
      expect(message.depth()).toBeGreaterThan(0);
      expect(network.asked.some(({ node }) => node === 'honest')).toBe(true);
    },
  );
});

describe('an endpoint that hides that the recipient is deployed', () => {
  it('gets a warning into the answer', async () => {
    const behaves = lies(/^\/accountStates$/, (told: { accounts: { address: string }[] }) => ({
      accounts: told.accounts.filter(({ address }) => address !== raw(recipient.address)),
    }));
    const answer = await (await behind({ liar: { behaves } })).encode(transfer);
    expect(warningsOf(answer)).toContain('recipient.uninitialized');
  });
});

describe('a chain that stands still', () => {
  it('is told instead of something to sign', async () => {
    const behaves = lies(/^\/masterchainInfo$/, (told: { last: object }) => ({
      last: { ...told.last, gen_utime: String(Math.floor(Date.now() / 1000) - 86_400) },
    }));
    const network = await behind({ late: { behaves } });
    const answer = await network.encode(transfer);
    expect(errorsOf(answer)).toMatchObject({ status: 200, errors: [{ code: 'chain.standsStill' }] });
    expect(answer.body.transaction).toMatchObject({ encoded: [] });
    expect(network.broadcasts()).toBe(0);
  });
});
