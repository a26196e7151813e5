import { RefusedError, type SignedTransaction, UpstreamError } from '@isochain/core';
import type { Operation, Trace } from '@isochain/core/upstream';
import { describe, expect, it } from 'vitest';
import { made } from '../test/made.ts';
import { Fault, type Node, scriptedNode } from '../test/scripted-node.ts';
import { ann, numbersOf, transferData } from '../test/signers.ts';
import { evm } from './index.ts';

const { plan, items, finalize } = made('ethereum', transferData());
const { r, s } = numbersOf(ann, items[0]?.hash?.value ?? '');
const signed: SignedTransaction = finalize(r + s);

const asNodesKnowIt = {
  hash: signed.hash,
  blockNumber: null,
  from: ann.address.toLowerCase(),
  to: null,
  value: '0x0',
  nonce: '0x7',
  gas: '0x5208',
  gasPrice: '0x1',
  input: '0x',
};

interface Answers {
  /** Answer to the broadcast; by default the hash. */
  readonly send?: unknown;
  /** Whether the node knows the transaction when asked for it. */
  readonly knows?: boolean;
  readonly chainId?: number;
  /** Instead of the node; undefined leaves it to the node. */
  readonly fetch?: () => Promise<Response | undefined> | undefined;
  /** Takes the unfinished work in the background. */
  readonly background?: Promise<unknown>[];
}

/** Submits to endpoints that answer so, asked in this order. */
async function submitTo(...endpoints: Answers[]) {
  const nodes: Node[] = endpoints.map(({ send = signed.hash, knows = false, chainId = 1 }) =>
    scriptedNode(chainId, {
      methods: {
        eth_sendRawTransaction: () => send,
        // The script handles undefined. Null is an answer.
        eth_getTransactionByHash: () => (knows ? asNodesKnowIt : null),
      },
    }),
  );
  const { adapter } = evm.connect('ethereum', {
    endpoints: nodes.map((_, i) => ({ url: `https://node-${i}.test`, name: `node-${i}`, timeoutMs: 50 })),
    fetch: async (input, init) => {
      const i = Number(/node-(\d)/.exec(String(input))?.[1]);
      return (await endpoints[i]?.fetch?.()) ?? (nodes[i] as Node).fetch(input, init);
    },
    // standing-still.test.ts tests the requests that are needed if it is unknown whether the chain moves.
    oldestBlockMs: 0,
  });
  const waitUntil = (work: Promise<unknown>) => endpoints[0]?.background?.push(work);
  const operation: Operation = adapter.upstream.operation({ waitUntil });
  const outcome = await adapter.submit(signed, plan, operation).catch((error) => error);
  const trace: Trace = operation.trace;
  return {
    outcome,
    /** Methods by endpoint, for endpoints that have been asked. */
    get methods() {
      return nodes.map(({ asked }) => asked.map(({ method }) => method));
    },
    nodes,
    trace,
  };
}

const send = 'eth_sendRawTransaction';
const down = () => Promise.reject(new TypeError('fetch failed'));
const breaks = (code: string) => () =>
  Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) }));
const reset = breaks('ECONNRESET');
const notThere = breaks('ECONNREFUSED');
const hang = () => new Promise<Response>(() => {});

describe('submit', () => {
  it('sends the bytes once, in one round trip, and answers the hash', async () => {
    const { outcome, nodes, trace } = await submitTo({});
    expect(outcome).toBe(signed.hash);
    expect(nodes[0]?.asked).toEqual([{ method: send, params: [signed.raw] }]);
    expect(trace.roundTrips).toBe(1);
  });

  it('distrusts a node that answers another hash, and asks the next one', async () => {
    const { outcome, methods } = await submitTo({ send: `0x${'11'.repeat(32)}` }, {});
    expect(outcome).toBe(signed.hash);
    expect(methods).toEqual([[send], [send]]);
  });

  it.each(['already known', 'transaction already imported', 'tx already exists in cache'])(
    'answers the hash where the node says "%s"',
    async (message) => {
      const { outcome, trace } = await submitTo({ send: new Fault(-32000, message) });
      expect(outcome).toBe(signed.hash);
      expect(trace.roundTrips).toBe(1);
    },
  );

  it.each(['nonce too low', 'replacement transaction underpriced', 'insufficient funds', 'strange words'])(
    'answers the hash where the node says "%s" and knows the transaction: it was sent before',
    async (message) => {
      const { outcome, methods } = await submitTo({ send: new Fault(-32000, message), knows: true });
      expect(outcome).toBe(signed.hash);
      expect(methods[0]?.slice(0, 3)).toEqual([send, 'eth_chainId', 'eth_getTransactionByHash']);
    },
  );

  it.each([
    ['replacement transaction underpriced', 'broadcast.nonceTaken'],
    ['nonce too high', 'broadcast.nonceGap'],
    ['transaction underpriced', 'broadcast.feeTooLow'],
    ['insufficient funds for gas * price + value', 'broadcast.insufficientFunds'],
    ['intrinsic gas too low', 'broadcast.gasRefused'],
    ['unknown transaction type', 'broadcast.invalid'],
    ['tx fee (1.25 ether) exceeds the configured cap (1.00 ether)', 'broadcast.feeCap'],
    ['in-flight transaction limit reached for delegated accounts', 'broadcast.delegatedLimit'],
  ])('refuses where the node says "%s" and does not know the transaction', async (message, code) => {
    const { outcome } = await submitTo({ send: new Fault(-32000, message) });
    expect(outcome).toBeInstanceOf(RefusedError);
    expect(outcome.code).toBe(code);
  });

  it('does not take words that nobody knows for a proof that nothing was sent', async () => {
    const { outcome } = await submitTo({ send: new Fault(-32000, 'strange words of 10.1.2.3:8545') });
    expect(outcome).toBeInstanceOf(UpstreamError);
    expect(outcome.problems).toMatchObject([
      { code: 'broadcast.uncertain', context: { maybeSent: true, hash: signed.hash, reason: 'strange words of' } },
    ]);
    expect(JSON.stringify(outcome.problems)).not.toContain('10.1.2.3');
  });

  it.each<[string, Answers]>([
    ['is not there', { fetch: down }],
    ['does not answer', { fetch: hang }],
    ['is overloaded', { fetch: async () => new Response('busy', { status: 503 }) }],
    ['limits the rate by HTTP', { fetch: async () => new Response('', { status: 429 }) }],
    ['limits the rate', { send: new Fault(-32005, 'limit exceeded') }],
    ['has used up its quota', { send: new Fault(-32000, 'daily request count exceeded, request rate limited') }],
    ['has a full pool', { send: new Fault(-32000, 'txpool is full') }],
    ['does not have the method', { send: new Fault(-32601, 'the method eth_sendRawTransaction does not exist') }],
    ['is out of order', { send: new Fault(-32603, 'Internal error') }],
    ['timed out inside', { send: new Fault(-32000, 'context deadline exceeded') }],
    ['answers what is no hash', { send: 'ok' }],
    ['serves another chain', { send: new Fault(-32000, 'invalid chain id for signer: have 1 want 5') }],
    ['serves another chain (Besu)', { send: new Fault(-32000, 'Wrong chainId in transaction signature') }],
  ])('goes on to the next endpoint where one %s', async (_, first) => {
    const { outcome, methods } = await submitTo(first, {});
    expect(outcome).toBe(signed.hash);
    expect(methods[1]).toEqual([send]);
  });

  it('sends to all endpoints side by side, in one round trip', async () => {
    const { outcome, methods, trace } = await submitTo({}, {}, {});
    expect(outcome).toBe(signed.hash);
    expect(methods).toEqual([[send], [send], [send]]);
    expect(trace).toMatchObject({ roundTrips: 1, requests: 3 });
  });

  it('tells the refusal of all nodes, not that of one node', async () => {
    const { outcome } = await submitTo(
      { send: new Fault(-32000, 'insufficient funds') },
      { send: new Fault(-32000, 'unknown transaction type') },
      { send: new Fault(-32000, 'nonce too high') },
    );
    expect(outcome.code).toBe('broadcast.invalid');
  });

  it.each([
    'insufficient funds',
    'transaction underpriced',
    'max fee per gas less than block base fee',
    'intrinsic gas too low',
    'replacement transaction underpriced',
    'invalid signature',
    'strange words',
  ])('does not tell the refusal of one node if another may have taken it: "%s"', async (message) => {
    const refuses: Answers = { send: new Fault(-32000, message) };
    for (const endpoints of [[{ fetch: reset }, refuses] as const, [refuses, { fetch: reset }] as const]) {
      const { outcome } = await submitTo(...endpoints);
      expect(outcome).toBeInstanceOf(UpstreamError);
      expect(outcome).toMatchObject({ code: 'broadcast.uncertain', maybeSent: true, hash: signed.hash });
      expect(outcome.message).not.toContain('Encode again');
    }
  });

  it('tells the refusal of one node if the other was not reached', async () => {
    const { outcome } = await submitTo({ fetch: notThere }, { send: new Fault(-32000, 'insufficient funds') });
    expect(outcome.code).toBe('broadcast.insufficientFunds');
  });

  it('hands the unfinished requests to the platform when the first node took the transaction', async () => {
    const background: Promise<unknown>[] = [];
    let release = () => {};
    const held = new Promise<undefined>((resolve) => {
      release = () => resolve(undefined);
    });
    const sent = await submitTo({ background }, { fetch: () => held });
    expect(sent.outcome).toBe(signed.hash);
    expect(sent.methods[1]).toEqual([]);
    release();
    await Promise.all(background);
    expect(sent.methods[1]).toEqual([send]);
  });

  it('looks the transaction up when all endpoints time out: one of them may have taken it', async () => {
    let asked = 0;
    const slow: Answers = { knows: true, fetch: () => (++asked <= 2 ? hang() : undefined) };
    const { outcome, methods } = await submitTo(slow);
    expect(outcome).toBe(signed.hash);
    expect(methods[0]).toEqual(['eth_chainId', 'eth_getTransactionByHash']);
  });

  it('looks the transaction up at every endpoint before it calls it refused, because they may be at different heights', async () => {
    const lost: Answers = { send: new Fault(-32000, 'nonce too low') };
    const { outcome, methods } = await submitTo(lost, { fetch: down }, { ...lost, knows: true });
    expect(outcome).toBe(signed.hash);
    expect(methods[2]).toEqual([send, 'eth_chainId', 'eth_getTransactionByHash']);
  });

  it('does not call a nonce used after an attempt that may have gone through', async () => {
    const { outcome } = await submitTo({ fetch: hang }, { send: new Fault(-32000, 'nonce too low') });
    expect(outcome).toBeInstanceOf(UpstreamError);
    expect(outcome.maybeSent).toBe(true);
  });

  it('says that the chain is congested if all pools are full', async () => {
    const full: Answers = { send: new Fault(-32000, 'txpool is full') };
    const { outcome } = await submitTo(full, full);
    expect(outcome).toBeInstanceOf(RefusedError);
    expect(outcome.problems).toEqual([
      {
        code: 'broadcast.congested',
        message: 'The nodes of Ethereum take no more transactions at the moment. Send the same broadcast again later.',
        field: 'transaction',
        context: { chain: 'Ethereum' },
      },
    ]);
  });

  it('says that no endpoint answered if none did', async () => {
    const { outcome } = await submitTo({ fetch: down }, { fetch: down });
    expect(outcome).toBeInstanceOf(UpstreamError);
    expect(outcome.code).toBe('upstream.unavailable');
    expect(outcome.maybeSent).toBe(true);
  });

  it('does not ask an endpoint of another chain whether the transaction is known', async () => {
    const { outcome } = await submitTo({ send: new Fault(-32000, 'nonce too low'), knows: true, chainId: 5 });
    expect(outcome.code).toBe('broadcast.uncertain');
  });
});
