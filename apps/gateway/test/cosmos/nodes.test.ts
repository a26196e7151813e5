import { afterAll, describe, expect, it } from 'vitest';
import { errorsOf, honest, lies, warningsOf } from '../chain-network.ts';
import { type Network, type NetworkOptions, openNetwork } from './network.ts';

// Nodes that stand still, lag, hang or lie, seen from outside.

const opened: Network[] = [];
afterAll(async () => {
  for (const network of opened) await network.close();
});

/** The Cosmos Hub behind these nodes, and a transfer. */
async function behind(options: NetworkOptions) {
  const network = await openNetwork('cosmoshub', options);
  opened.push(network);
  const sender = network.funded(1, 10_000_000n);
  const by = { senderAddress: sender.address, senderPubKey: sender.publicKey };
  const data = { mode: 'transfer', ...by, recipientAddress: network.key(2).address, amount: '1000000' };
  return { network, sender, data };
}

/** A transfer that was encoded and signed while all was well. */
async function signedBefore() {
  const { network, sender, data } = await behind({});
  const encoded = await network.encoded(data);
  return { encoded, signature: network.sign(encoded, sender) };
}

const anHourAgo = () => Date.now() - 3_600_000;
const staleClock = lies(/\/node\/v1beta1\/status$/, (told: object) => ({
  ...told,
  timestamp: new Date(anHourAgo()).toISOString(),
}));
const unavailable = (attempts: number) =>
  new RegExp(
    String.raw`^No upstream of cosmoshub gave a usable answer \(${attempts} attempts?\)\. A retry may help in \d+ s\.$`,
  );

describe('a chain that stands still', () => {
  const standsStill = {
    code: 'chain.standsStill',
    message: expect.stringMatching(
      /^CosmosHub stands still: the newest block that any of its endpoints shows is of \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\. What is sent now may never be mined\.$/,
    ),
  };

  it('is told instead of something to sign', async () => {
    const { network, data } = await behind({ now: anHourAgo });
    const answer = await network.encode(data);
    expect(errorsOf(answer)).toMatchObject({ status: 200, errors: [standsStill] });
    expect(answer.body.transaction).toMatchObject({ encoded: [] });
  });

  it('is sent nothing', async () => {
    const { encoded, signature } = await signedBefore();
    const { network } = await behind({ now: anHourAgo });
    expect(errorsOf(await network.broadcast(encoded, signature))).toMatchObject({ status: 502, errors: [standsStill] });
    expect(network.broadcasts()).toBe(0);
    expect(network.chain.transactions).toEqual([]);
  });

  it('can still be read, with the warning', async () => {
    const { network, sender } = await behind({ now: anHourAgo });
    const answer = await network.send('GET', `/api/cosmoshub/account/${sender.address}/state?include=native`);
    expect(answer.status).toBe(200);
    expect(warningsOf(answer)).toEqual(['chain.standsStill']);
  });
});

describe('a node that lags', () => {
  it('is passed over', async () => {
    const { network, sender, data } = await behind({ nodes: { behind: staleClock, good: honest } });
    const encoded = await network.encoded(data);
    expect((await network.broadcast(encoded, network.sign(encoded, sender))).status).toBe(200);
  });

  it('by a few blocks does not lead to a used sequence', async () => {
    const isOld = { now: false };
    const old = lies(/\/auth\/v1beta1\/accounts\//, (told: { account: object }) =>
      isOld.now ? { account: { ...told.account, sequence: '0' } } : told,
    );
    const { network, sender, data } = await behind({ nodes: { node: old } });
    const first = await network.encoded(data);
    await network.broadcast(first, network.sign(first, sender));
    isOld.now = true;
    const answer = await network.encode(data);
    expect(errorsOf(answer)).toEqual({ status: 200, errors: [] });
    expect(answer.body.transaction).toMatchObject({ data: { nonce: '1' } });
    expect(warningsOf(answer)).toContain('sender.pendingTransactions');
  });
});

describe('a node that does not answer', () => {
  it('in time is a timeout, and nothing is sent', async () => {
    const hangs = ({ signal }: { readonly signal: AbortSignal | undefined }) =>
      new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    const { network, data } = await behind({ nodes: { hangs }, limits: { upstreamTimeoutMs: 100 } });
    expect(errorsOf(await network.encode(data))).toMatchObject({
      status: 504,
      errors: [
        {
          code: 'upstream.timeout',
          message: expect.stringMatching(
            /^No upstream of cosmoshub answered in time \(\d attempts?\)\. A retry may help in \d+ s\.$/,
          ),
        },
      ],
    });
    expect(network.broadcasts()).toBe(0);
  });

  it('but with an error page is no upstream, and clients see nothing of the page', async () => {
    const page = () => new Response('<html>proxy-17.internal</html>', { status: 503 });
    const { network, data } = await behind({ nodes: { down: page } });
    const answer = await network.encode(data);
    expect(errorsOf(answer)).toMatchObject({
      status: 502,
      errors: [{ code: 'upstream.unavailable', message: expect.stringMatching(unavailable(2)) }],
    });
    expect(answer.text).not.toContain('proxy-17');
  });

  it('to a broadcast leaves it open whether the transaction was taken, and says so', async () => {
    const { encoded, signature } = await signedBefore();
    const loses = async ({ method, path }: { method: string; path: string }, forward: () => Promise<Response>) => {
      const answer = await forward();
      if (method === 'POST' && path.endsWith('/txs')) throw new TypeError('connection reset');
      return path.includes('/cosmos/tx/v1beta1/txs') ? new Response('', { status: 503 }) : answer;
    };
    const { network } = await behind({ nodes: { loses } });
    const answer = await network.broadcast(encoded, signature);
    const [{ code, context } = { code: '', context: {} }] = errorsOf(answer).errors;
    expect({ status: answer.status, code }).toEqual({ status: 502, code: 'upstream.unavailable' });
    expect(context).toMatchObject({ maybeSent: true });
  });
});

describe('a node that lies', () => {
  it('about its chain id is not believed, and the log says which it should be', async () => {
    const other = lies(/\/node_info$/, () => ({ default_node_info: { network: 'osmosis-1' } }));
    const { network, sender, data } = await behind({ nodes: { other } });
    const answer = await network.encode(data);
    expect(errorsOf(answer)).toMatchObject({
      status: 502,
      errors: [{ code: 'upstream.unavailable', message: expect.stringMatching(unavailable(1)) }],
    });
    expect(answer.text).not.toContain('osmosis-1');
    expect(network.log.join('\n')).toContain('it serves another chain than cosmoshub-4');
    expect((await network.send('GET', `/api/cosmoshub/account/${sender.address}/state`)).status).toBe(502);
    expect(network.broadcasts()).toBe(0);
  });

  it('about its chain id is not believed if it says that it took a transaction', async () => {
    const { encoded, signature } = await signedBefore();
    const other = lies(/\/node_info$/, () => ({ default_node_info: { network: 'osmosis-1' } }));
    const { network } = await behind({ nodes: { other } });
    const answer = errorsOf(await network.broadcast(encoded, signature));
    expect(answer).toMatchObject({
      status: 502,
      errors: [
        { code: 'upstream.unavailable', context: { maybeSent: true, hash: expect.stringMatching(/^[0-9A-F]{64}$/) } },
      ],
    });
    expect(answer.errors[0]?.message).toMatch(
      /The transaction may have been sent all the same: look [0-9A-F]{64} up, or send the same broadcast again, which is safe\.$/,
    );
  });

  it('about the account number gets a signature that the chain refuses, with both numbers', async () => {
    const number = lies(/\/auth\/v1beta1\/accounts\//, ({ account }: { account: object }) => ({
      account: { ...account, account_number: '5' },
    }));
    const { network, sender, data } = await behind({ nodes: { number } });
    const real = network.chain.account(sender.address).number;
    const encoded = await network.encoded(data);
    const answer = errorsOf(await network.broadcast(encoded, network.sign(encoded, sender)));
    expect(answer).toMatchObject({ status: 400, errors: [{ code: 'broadcast.refused', field: 'transaction' }] });
    const [{ message } = { message: '' }] = answer.errors;
    expect(message).toContain(`please verify account number (${real}) and chain-id (cosmoshub-4)`);
    expect(message).toContain('It was signed for account number 5 and chain id cosmoshub-4');
    expect(network.chain.transactions).toEqual([]);
  });

  it.each(['5', '1000'])(
    'about the sequence (%s) gets nothing to sign if its own simulation says otherwise',
    async (sequence) => {
      const liar = lies(/\/auth\/v1beta1\/accounts\//, ({ account }: { account: object }) => ({
        account: { ...account, sequence },
      }));
      const { network, data } = await behind({ nodes: { liar } });
      expect(errorsOf(await network.encode(data))).toMatchObject({
        status: 502,
        errors: [{ code: 'upstream.unavailable', message: expect.stringMatching(unavailable(1)) }],
      });
      expect(network.log.join('\n')).toContain(
        `the next sequence of the account is ${sequence} by one answer and 0 by another`,
      );
    },
  );

  it('about the sequence everywhere gets a transaction that the chain refuses', async () => {
    const sequence = lies(/\/auth\/v1beta1\/accounts\//, ({ account }: { account: object }) => ({
      account: { ...account, sequence: '5' },
    }));
    const { network, sender, data } = await behind({
      nodes: {
        liar: (asked, forward) =>
          asked.path.endsWith('/simulate')
            ? Response.json({ gas_info: { gas_wanted: '0', gas_used: '80000' }, result: {} })
            : sequence(asked, forward),
      },
    });
    const encoded = await network.encoded(data);
    expect(errorsOf(await network.broadcast(encoded, network.sign(encoded, sender)))).toMatchObject({
      status: 409,
      errors: [
        {
          ...{ code: 'broadcast.nonceGap', field: 'transaction' },
          message: 'Nonce 5 is too far ahead: an earlier transaction is missing. Encode again.',
        },
      ],
    });
    expect(network.chain.transactions).toEqual([]);
  });

  it('about the price of gas gets nothing to sign above the ceiling', async () => {
    const price = lies(/\/gas_price\//, () => ({ price: { denom: 'uatom', amount: '25' } }));
    const { network, data } = await behind({ nodes: { price } });
    const answer = await network.encode(data);
    expect(errorsOf(answer)).toMatchObject({
      status: 200,
      errors: [
        {
          ...{ code: 'fee.aboveCeiling', field: 'transaction.data.fees' },
          message: expect.stringMatching(
            /^A fee of [\d.]+ ATOM is above the ceiling of [\d.]+ ATOM for CosmosHub: the service does not offer it by itself\.$/,
          ),
        },
      ],
    });
    expect(answer.body.transaction).toMatchObject({ encoded: [] });
    expect(network.broadcasts()).toBe(0);
  });

  it('about what it took is not believed', async () => {
    const hash = lies(/\/txs$/, ({ tx_response }: { tx_response: object }) => ({
      tx_response: { ...tx_response, txhash: 'AB'.repeat(32) },
    }));
    const { network, sender, data } = await behind({
      nodes: {
        liar: (asked, forward) =>
          asked.method === 'POST' && asked.path.endsWith('/txs')
            ? hash(asked, async () =>
                Response.json({ tx_response: { height: '0', codespace: '', code: 0, raw_log: '' } }),
              )
            : hash(asked, forward),
      },
    });
    const encoded = await network.encoded(data);
    const answer = errorsOf(await network.broadcast(encoded, network.sign(encoded, sender)));
    expect(answer).toMatchObject({ status: 502, errors: [{ code: 'upstream.unavailable' }] });
  });
});
