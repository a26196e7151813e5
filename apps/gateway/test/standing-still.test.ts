import { Wallet } from 'ethers';
import { afterEach, describe, expect, it } from 'vitest';
import { createFakeNode, secondsAgo } from './fake-node.ts';
import { type Entry, open, type Subject } from './harness.ts';

// Nodes with a frozen head, over HTTP, from encode to broadcast. Moonbeam's nodes answered like this for days after its last block.

/** Account 0 of the mnemonic "test test … junk". */
const wallet = new Wallet('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');
const recipient = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const data = {
  mode: 'transfer',
  senderAddress: wallet.address,
  recipientAddress: recipient,
  amount: '1000000000000000',
};
const id = `0x${'ab'.repeat(32)}`;
const waiting = {
  ...{ hash: id, from: wallet.address, to: recipient, value: '0x1', nonce: '0x2', input: '0x', gas: '0x5208' },
  ...{ gasPrice: '0x3', blockNumber: null },
};

const opened: Subject[] = [];
afterEach(async () => {
  for (const subject of opened.splice(0)) await subject.close();
});

/**
 * A gateway whose nodes of sepolia have latest blocks of these ages, in seconds.
 *
 * @param settings - Of the chain.
 */
async function gateway(ages: Readonly<Record<string, number>>, settings: object = {}) {
  const nodes = Object.entries(ages).map(([name, age], index) => {
    const latestBlock = () => ({ number: '0x10', timestamp: secondsAgo(age), baseFeePerGas: '0x7' });
    const answers = { latestBlock, eth_getBalance: `0x${index + 1}00000000000000`, eth_getTransactionByHash: waiting };
    return [`${name}.test`, createFakeNode(answers)] as const;
  });
  const subject = await open(
    async (app) => ({
      request: async (path, init) => app.fetch(new Request(`http://gateway.test${path}`, init)),
      close: async () => {},
    }),
    {
      fetch: async (input, init) => {
        const node = new Map<string, (typeof nodes)[number][1]>(nodes).get(new URL(String(input)).hostname);
        if (node === undefined) throw new Error(`No node at ${String(input)}`);
        return node.fetch(input, init);
      },
      settings: {
        chains: {
          sepolia: { endpoints: nodes.map(([host]) => ({ name: host, url: `https://${host}/secret` })), ...settings },
        },
      },
    },
  );
  opened.push(subject);
  const sent = () => nodes.flatMap(([, node]) => node.sent.map(({ method }) => method));
  return { ...subject, sent };
}

type Gateway = Awaited<ReturnType<typeof gateway>>;

const codesOf = (entries: readonly Entry[] = []) => entries.map(({ code }) => code);
const encode = (subject: Gateway) => subject.send('POST', '/api/sepolia/transaction/encode', { transaction: { data } });

/** Encodes with one gateway, signs, and broadcasts with another one. */
async function broadcast(encoding: Gateway, sending: Gateway) {
  const { body } = await encode(encoding);
  const { transaction } = body as unknown as { transaction: { encoded: { hash: { value: string } }[] } };
  const signature = wallet.signingKey.sign(`0x${transaction.encoded[0]?.hash.value}`).serialized;
  return sending.send('POST', '/api/sepolia/transaction/broadcast', { transaction: { ...transaction, signature } });
}

const hour = 3_600;
const account = `/api/sepolia/account/${wallet.address}/state?include=native`;
const native = (body: object) => (body as { balances: { native: { total: string } } }).balances.native.total;

describe('a node that lags', () => {
  it('is passed over for a healthy one, and is stale in log and metrics', async () => {
    const subject = await gateway({ lagging: hour, well: 12 });
    const { status, body } = await subject.send('GET', account);
    expect(status).toBe(200);
    expect(body).not.toHaveProperty('status');
    expect(native(body)).toBe(String(2n << 56n));
    expect((await encode(subject)).body.status).toEqual({ errors: [], warnings: [] });
    const [line] = subject.log.filter((entry) => entry.includes('lagging.test'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ failed: [{ endpoint: 'lagging.test', outcome: 'stale' }] });
    expect(line).not.toContain('secret');
  });
});

describe('a chain that stands still at every node', () => {
  const frozen = () => gateway({ a: 2 * hour, b: hour });

  it('encodes nothing: 200, an error, and nothing to sign', async () => {
    const before = Math.floor(Date.now() / 1000);
    const { status, body } = await encode(await frozen());
    const after = Date.now() / 1000;
    expect(status).toBe(200);
    expect(codesOf(body.status?.errors)).toEqual(['chain.standsStill']);
    expect(body).toMatchObject({ transaction: { encoded: [] } });
    const { context = {}, message } = body.status?.errors[0] ?? {};
    // Of the newer of the two.
    const latestAt = Number(context.latestAt) / 1000;
    expect(latestAt + hour).toBeGreaterThanOrEqual(before);
    expect(latestAt + hour).toBeLessThanOrEqual(after);
    expect(message).toBe(
      `Sepolia stands still: the newest block that any of its endpoints shows is of ${context.date}. What is sent now may never be mined.`,
    );
  });

  it.each<[string, string]>([
    ['an account', account],
    ['token balances', `/api/sepolia/account/${wallet.address}/state/tokens`],
    ['a transaction', `/api/sepolia/transaction/${id}`],
  ])('shows %s with a warning', async (_, path) => {
    const { status, body } = await (await frozen()).send('GET', path);
    expect(status).toBe(200);
    expect(codesOf(body.status?.errors)).toEqual([]);
    expect(codesOf(body.status?.warnings)).toEqual(['chain.standsStill']);
  });

  it('shows each account of a list with a warning', async () => {
    const accounts = [{ chainId: 'sepolia', accountId: wallet.address, include: ['native'] }];
    const { body } = await (await frozen()).send('POST', '/api/account/state', { accounts });
    const [state] = (body as unknown as { accounts: { status: { warnings: Entry[] } }[] }).accounts;
    expect(codesOf(state?.status.warnings)).toEqual(['chain.standsStill']);
  });

  it('gets its warning beside the warnings about ignored fields', async () => {
    const { body } = await (await frozen()).send('GET', `${account}&page=2`);
    expect(codesOf(body.status?.warnings)).toEqual(['chain.standsStill', 'field.ignored']);
  });

  it('gets no transactions', async () => {
    const sending = await frozen();
    const { status, body, headers } = await broadcast(await gateway({ well: 12 }), sending);
    expect(status).toBe(502);
    expect(headers.get('Retry-After')).not.toBeNull();
    expect(codesOf(body.status?.errors)).toEqual(['chain.standsStill']);
    expect(sending.sent()).not.toContain('eth_sendRawTransaction');
  });

  it('works as usual if the operator turns the check off', async () => {
    const subject = await gateway({ a: 2 * hour }, { oldestBlockMs: 0 });
    expect((await encode(subject)).body.status).toEqual({ errors: [], warnings: [] });
    expect(subject.sent()).not.toContain('eth_getBlockByNumber');
  });

  it("follows the operator's limit", async () => {
    const subject = await gateway({ a: 60 }, { oldestBlockMs: 30_000 });
    expect(codesOf((await encode(subject)).body.status?.errors)).toEqual(['chain.standsStill']);
  });
});
