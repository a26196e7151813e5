import { SigningKey, Transaction, Wallet } from 'ethers';
import { afterEach, describe, expect, it } from 'vitest';
import { memoryStore } from '../src/shared/memory-store.ts';
import type { Store } from '../src/shared/store.ts';
import { createFakeNode } from './fake-node.ts';
import { type Answer, type Options, open, type Serve, type Subject } from './harness.ts';

// What nodes may make of one transaction that was sent, lies included, as a client of the service sees it.

/** @param context - What a platform hands in beside the request. */
function serveWith(context?: object): Serve {
  return async (app) => {
    const { fetch } = app as { fetch(request: Request, bindings?: unknown, context?: object): Promise<Response> };
    return {
      request: async (path, init) => fetch(new Request(`http://gateway.test${path}`, init), undefined, context),
      close: async () => {},
    };
  };
}

/** Account 0 of the mnemonic "test test … junk". */
const wallet = new Wallet('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');
const recipient = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
/** The nonce that the node says is next. */
const nonce = 7;
const send = 'eth_sendRawTransaction';

/** An error of a node. */
class Fault {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** Answers of one endpoint by method. Other methods are answered like an honest node that never saw the transaction. */
type Script = Readonly<Record<string, (params: readonly unknown[]) => unknown>>;

interface World {
  readonly subject: Subject;
  /** Methods that an endpoint was asked, in order. */
  asked(endpoint: string): string[];
  /** Signs the answer of encode, and sends it. */
  broadcast(): Promise<Answer>;
  /** Hash of the signed transaction. */
  readonly hash: string;
}

const opened: Subject[] = [];
afterEach(async () => {
  for (const subject of opened.splice(0)) await subject.close();
});

async function world(
  scripts: Readonly<Record<string, Script>>,
  { settings = {}, ...platform }: Options = {},
  context?: object,
): Promise<World> {
  const honest = createFakeNode();
  const asked: [string, string][] = [];
  let isEncoded = false;
  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const name = new URL(String(input)).hostname.replace('.test', '');
    const body = JSON.parse(await new Response(init?.body ?? null).text());
    const one = async ({ id, method, params }: { id: number; method: string; params: readonly unknown[] }) => {
      // The latest block is asked for beside everything else.
      const script = params[0] === 'latest' ? undefined : scripts[name]?.[method];
      if (isEncoded) asked.push([name, method]);
      if (isEncoded && script !== undefined) {
        const result = await script(params);
        if (result instanceof Fault) return { jsonrpc: '2.0', id, error: { code: -32000, message: result.message } };
        return { jsonrpc: '2.0', id, result };
      }
      const call = { jsonrpc: '2.0', id, method, params };
      return (await honest.fetch(input, { ...init, body: JSON.stringify(call) })).json();
    };
    return Response.json(Array.isArray(body) ? await Promise.all(body.map(one)) : await one(body));
  };
  const endpoints = Object.keys(scripts).map((name) => ({ name, url: `https://${name}.test/secret` }));
  const subject = await open(serveWith(context), {
    fetch,
    settings: { chains: { sepolia: { endpoints } }, ...settings },
    ...platform,
  });
  opened.push(subject);
  const { body } = await subject.send('POST', '/api/sepolia/transaction/encode', {
    transaction: {
      data: { mode: 'transfer', senderAddress: wallet.address, recipientAddress: recipient, amount: '1000' },
    },
  });
  const { transaction } = body as { transaction: { encoded: { raw: { value: string }; hash: { value: string } }[] } };
  const [item] = transaction.encoded;
  const signature = new SigningKey(wallet.privateKey).sign(`0x${item?.hash.value}`);
  const signed = Transaction.from(`0x${item?.raw.value.replace(/^0x/, '')}`);
  signed.signature = signature;
  isEncoded = true;
  return {
    subject,
    asked: (endpoint) => asked.flatMap(([name, method]) => (name === endpoint ? [method] : [])),
    broadcast: () =>
      subject.send('POST', '/api/sepolia/transaction/broadcast', {
        transaction: { ...transaction, signature: signature.serialized },
      }),
    hash: signed.hash ?? '',
  };
}

const says = (message: string) => () => new Fault(message);
/** Takes a transaction, and answers its hash. */
const takes = ([raw]: readonly unknown[]) => Transaction.from(String(raw)).hash;

describe('one endpoint', () => {
  it.each<[string, Script]>([
    ['answers the right hash and forwards nothing', { [send]: takes }],
    ['says that it knows the transaction, and does not', { [send]: says('already known') }],
    ['says that the sender has too little', { [send]: says('insufficient funds for gas * price + value') }],
    ['says that the nonce is used', { [send]: says('nonce too low') }],
    ['says that another one waits', { [send]: says('replacement transaction underpriced') }],
    ['says what nobody understands', { [send]: says('computer says no') }],
  ])('cannot keep a transaction from the others: it %s', async (_, liar) => {
    let arrived: unknown;
    const { broadcast, hash } = await world({
      liar,
      honest: {
        [send]: ([raw]) => {
          arrived = raw;
          return takes([raw]);
        },
      },
    });
    const { status, body } = await broadcast();
    expect({ status, body }).toEqual({ status: 200, body: { chainId: 'sepolia', hash } });
    expect(Transaction.from(String(arrived)).hash).toBe(hash);
  });
});

describe('an endpoint that took the transaction and says that its nonce is used', () => {
  const used = { [send]: says('nonce too low: next nonce 8, tx nonce 7') };

  it('is not believed until another transaction with the nonce is found', async () => {
    const { broadcast, hash } = await world({ a: { ...used, eth_getTransactionCount: () => '0x8' } });
    const { status, body } = await broadcast();
    expect(status).toBe(502);
    expect(body.status?.errors).toEqual([
      {
        code: 'broadcast.uncertain',
        message: `It is not known whether the transaction was taken: a node says “nonce too low: next nonce 8, tx nonce 7”, and that does not exclude it. Look ${hash} up, or send the same broadcast again, which is safe. Do not encode again before.`,
        field: 'transaction',
        context: { maybeSent: true, hash, reason: 'nonce too low: next nonce 8, tx nonce 7', seconds: 1 },
      },
    ]);
  });

  const other = `0x${'ab'.repeat(32)}`;
  const from = wallet.address.toLowerCase();
  const blockWith = (transactions: readonly object[]) => () => ({
    number: '0xd',
    timestamp: '0x5',
    transactions,
  });
  // The nonce is used in block 13 of 16.
  const counts = {
    eth_getTransactionCount: ([, at]: readonly unknown[]) => (at === 'latest' || Number(at) >= 13 ? '0x8' : '0x7'),
  };

  it('is believed when another transaction with the nonce is found in a block', async () => {
    const { broadcast } = await world({
      a: {
        ...used,
        ...counts,
        eth_getBlockByNumber: blockWith([
          { hash: `0x${'01'.repeat(32)}`, from: recipient, nonce: '0x7' },
          { hash: `0x${'02'.repeat(32)}`, from, nonce: '0x6' },
          { hash: other, from, nonce: '0x7' },
        ]),
      },
    });
    const { status, body } = await broadcast();
    expect(status).toBe(409);
    expect(body.status?.errors).toMatchObject([
      {
        code: 'broadcast.nonceUsed',
        message: `Nonce ${nonce} is used: transaction ${other} of the same account was confirmed with it. Encode again.`,
        context: { nonce: '7', transaction: other },
      },
    ]);
  });

  it('answers the hash if the block holds the transaction itself', async () => {
    let ours = '';
    const { broadcast, hash } = await world({
      a: {
        [send]: ([raw]) => {
          ours = takes([raw]) ?? '';
          return new Fault('nonce too low');
        },
        ...counts,
        eth_getBlockByNumber: () => blockWith([{ hash: ours, from, nonce: '0x7' }])(),
      },
    });
    const { status, body } = await broadcast();
    expect({ status, hash: body.hash }).toEqual({ status: 200, hash });
  });

  it('takes a bounded number of requests to find out', async () => {
    // A chain of a billion blocks. The nonce was used somewhere in the middle.
    const { broadcast, asked } = await world({
      a: {
        ...used,
        eth_blockNumber: () => '0x3b9aca00',
        eth_getTransactionCount: ([, at]) => (at === 'latest' || Number(at) >= 500_000_000 ? '0x8' : '0x7'),
      },
    });
    expect((await broadcast()).status).toBe(502);
    expect(asked('a').length).toBeLessThanOrEqual(60);
  });
});

describe('if no endpoint answers', () => {
  it('the client is told that it may have been sent, and what to look for', async () => {
    const down = () => Promise.reject(new TypeError('fetch failed'));
    const { broadcast, hash } = await world({ a: { [send]: down }, b: { [send]: down } });
    const { status, body } = await broadcast();
    expect(status).toBe(502);
    expect(body.status?.errors).toMatchObject([{ code: 'upstream.unavailable', context: { maybeSent: true, hash } }]);
  });
});

describe('an answer that another gateway lost', () => {
  const down = (code: string) => () =>
    Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) }));
  const refuses = { [send]: says('transaction underpriced') };

  /** Two gateways. The first loses the answer of `a`. The second does not reach `a` any more. */
  async function answers(store: Store | undefined) {
    const first = await world({ a: { [send]: down('ECONNRESET') }, b: refuses }, { store });
    const second = await world({ a: { [send]: down('ECONNREFUSED') }, b: refuses }, { store });
    expect(second.hash).toBe(first.hash);
    expect((await first.broadcast()).body.status?.errors).toMatchObject([{ code: 'broadcast.uncertain' }]);
    const { status, body } = await second.broadcast();
    return { status, errors: body.status?.errors, hash: first.hash };
  }

  it('makes a refusal uncertain if they share a store', async () => {
    const { status, errors, hash } = await answers(memoryStore());
    expect(status).toBe(502);
    expect(errors).toMatchObject([{ code: 'broadcast.uncertain', context: { maybeSent: true, hash } }]);
  });

  it('still counts if they do not, and the refusal says so', async () => {
    const { status, errors, hash } = await answers(undefined);
    expect(status).toBe(400);
    expect(errors).toMatchObject([
      { code: 'broadcast.feeTooLow', message: 'Network fees rose above the encoded fee.' },
      { code: 'broadcast.earlierCounts', context: { hash } },
    ]);
  });
});

describe('if the time of a request is over', () => {
  it('the client is told the same', async () => {
    const hang = () => new Promise(() => {});
    // All but the answer of the node has to come in this time.
    const options = { settings: { limits: { requestTimeoutMs: 2_000 } } };
    const { broadcast, hash } = await world({ a: { [send]: hang } }, options);
    const { status, body } = await broadcast();
    expect(status).toBe(504);
    expect(body.status?.errors).toMatchObject([{ code: 'upstream.timeout', context: { maybeSent: true, hash } }]);
  });
});

describe('on a platform that ends the work of a request with its answer', () => {
  it('the remaining requests are finished', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let arrived = false;
    const background: Promise<unknown>[] = [];
    const waitUntil = (work: Promise<unknown>) => void background.push(work);
    const slow: Script = {
      [send]: async (params) => {
        await held;
        arrived = true;
        return takes(params);
      },
    };
    const context = { waitUntil, passThroughOnException() {}, props: undefined };
    const { broadcast } = await world({ fast: { [send]: takes }, slow }, {}, context);
    expect((await broadcast()).status).toBe(200);
    expect(arrived).toBe(false);
    release();
    await Promise.all(background);
    expect(arrived).toBe(true);
  });
});

describe('equal broadcasts at the same time', () => {
  it.each([
    ['shared', 1],
    ['operation', 100],
  ] as const)('with coalesce “%s” 100 of them are sent %i times', async (coalesce, expected) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let sent = 0;
    const { broadcast, hash } = await world(
      {
        a: {
          [send]: async (params) => {
            sent += 1;
            await held;
            return takes(params);
          },
        },
      },
      { coalesce },
    );
    const answers = Array.from({ length: 100 }, () => broadcast());
    while (sent < expected) await new Promise((resolve) => setTimeout(resolve, 1));
    release();
    for (const { status, body } of await Promise.all(answers)) {
      expect({ status, hash: body.hash }).toEqual({ status: 200, hash });
    }
    expect(sent).toBe(expected);
  });
});
