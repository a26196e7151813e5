import { describe, expect, it } from 'vitest';
import { fakeChain, hashOf, sign } from '../../test/fake-chain.ts';
import type { ChainAdapter } from '../family.ts';
import { createUpstream, type Operation, type Trace, UpstreamError } from '../upstream/index.ts';
import { type Chain, ChainService } from './chain.ts';

interface Ready {
  readonly chain: Chain;
  readonly input: Parameters<Chain['broadcast']>[0];
  readonly hash: string;
  /** The operations in which it was sent. */
  readonly operations: Operation[];
  /** Ends the sending. */
  readonly settle: { resolve(hash: string): void; reject(error: Error): void };
}

/** A signed transfer, and a chain on which sending takes until a test ends it. */
async function ready(coalesce: 'shared' | 'operation' = 'shared'): Promise<Ready> {
  let resolve: (hash: string) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<string>((onHash, onError) => {
    resolve = onHash;
    reject = onError;
  });
  const operations: Operation[] = [];
  const submit: ChainAdapter['submit'] = (_, __, operation) => {
    operations.push(operation);
    return promise;
  };
  const upstream = createUpstream({ chainId: 'stellar', endpoints: ['https://node.test'], coalesce });
  const { adapter } = fakeChain({ submit, upstream });
  const chain = new ChainService(adapter);
  const intent = { mode: 'transfer', senderAddress: 'acct-ann', recipientAddress: 'acct-bob', amount: '5' };
  const { transaction } = await chain.encode(intent);
  const signature = sign(transaction.encoded, 'acct-ann');
  const hash = hashOf(signature);
  return { chain, input: { ...transaction, signature }, hash, operations, settle: { resolve, reject } };
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('equal broadcasts at the same time', () => {
  it('are sent once, and share the answer', async () => {
    const { chain, input, operations, settle } = await ready();
    const traces: Trace[] = [];
    const onTrace = (trace: Trace) => void traces.push(trace);
    const answers = [1, 2, 3].map(() => chain.broadcast(input, { onTrace }));
    await turn();
    settle.resolve('hash');
    expect((await Promise.all(answers)).map(({ hash }) => hash)).toEqual(['hash', 'hash', 'hash']);
    expect(operations).toHaveLength(1);
    expect(traces[0]).toBe(operations[0]?.trace);
    expect(traces.slice(1)).toMatchObject([
      { roundTrips: 1, requests: 0, coalesced: 1 },
      { roundTrips: 1, requests: 0, coalesced: 1 },
    ]);
  });

  it('share a failure, and do not keep it', async () => {
    const { chain, input, operations, settle } = await ready();
    const answers = [1, 2].map(() => chain.broadcast(input));
    await turn();
    settle.reject(new RangeError('no'));
    expect((await Promise.allSettled(answers)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await chain.broadcast(input).catch(() => {});
    expect(operations).toHaveLength(2);
  });

  it('are each sent if requests must not wait for each other', async () => {
    const { chain, input, operations, settle } = await ready('operation');
    const answers = [1, 2].map(() => chain.broadcast(input));
    await turn();
    settle.resolve('hash');
    await Promise.all(answers);
    expect(operations).toHaveLength(2);
  });

  it('go on when the first of them has ended', async () => {
    const { chain, input, hash, operations, settle } = await ready();
    const first = new AbortController();
    const answers = [chain.broadcast(input, { signal: first.signal }), chain.broadcast(input)];
    await turn();
    first.abort();
    await expect(answers[0]).rejects.toMatchObject({
      code: 'upstream.timeout',
      maybeSent: true,
      problems: [{ context: { maybeSent: true, hash } }],
    });
    settle.resolve('hash');
    expect(await answers[1]).toMatchObject({ hash: 'hash' });
    expect(operations).toHaveLength(1);
  });

  it('end when all callers have given up, and the last caller learns how far the broadcast got', async () => {
    const { chain, input, hash, settle } = await ready();
    const ends = [new AbortController(), new AbortController()];
    const answers = ends.map(({ signal }) => chain.broadcast(input, { signal }));
    await turn();
    const settled = Promise.allSettled(answers);
    for (const end of ends) end.abort();
    const attempt = { endpoint: 'a', outcome: 'cancelled', detail: 'ended from outside', ms: 7 } as const;
    settle.reject(new UpstreamError('stellar', [attempt], { maybeSent: true }));
    const [, last] = await settled;
    expect(last).toMatchObject({ reason: { attempts: [attempt], problems: [{ context: { hash } }] } });
  });

  it('are not joined to a broadcast that was given up', async () => {
    const { chain, input, operations, settle } = await ready();
    const end = new AbortController();
    const first = chain.broadcast(input, { signal: end.signal });
    await turn();
    end.abort();
    const second = chain.broadcast(input);
    await turn();
    expect(operations).toHaveLength(2);
    settle.resolve('hash');
    await Promise.all([first, second]);
  });
});

it('names the transaction to look for if it may have been sent', async () => {
  const { chain, input, hash, settle } = await ready();
  const answer = chain.broadcast(input);
  settle.reject(new UpstreamError('stellar', [], { maybeSent: true }));
  await expect(answer).rejects.toMatchObject({
    message: `No upstream of stellar gave a usable answer (0 attempts). A retry may help in 1 s. The transaction may have been sent all the same: look ${hash} up, or send the same broadcast again, which is safe.`,
    problems: [{ code: 'upstream.unavailable', context: { maybeSent: true, hash } }],
  });
});

it('names no transaction if it was certainly not sent', async () => {
  const { chain, input, settle } = await ready();
  const answer = chain.broadcast(input);
  settle.reject(new UpstreamError('stellar', []));
  await expect(answer).rejects.toMatchObject({
    problems: [{ message: 'No upstream of stellar gave a usable answer (0 attempts). A retry may help in 1 s.' }],
  });
});
