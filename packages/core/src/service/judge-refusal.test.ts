import { describe, expect, it } from 'vitest';
import { fakeChain } from '../../test/fake-chain.ts';
import type { Code } from '../codes/index.ts';
import type { SharedNotes } from '../connect-options.ts';
import { type Proof, proven, RefusedError, refuse } from '../errors.ts';
import type { ChainAdapter } from '../family.ts';
import { createUpstream, type FailedAttempt, type Upstream, UpstreamError } from '../upstream/index.ts';
import { judgeRefusal, withJudgedRefusals } from './judge-refusal.ts';
import { createLostAnswers } from './lost-answers.ts';

const reset: FailedAttempt = { endpoint: 'a', outcome: 'network', detail: 'ECONNRESET', ms: 5 };
const slow: FailedAttempt = {
  endpoint: 'a',
  outcome: 'timeout',
  detail: 'no complete answer within 8000 ms',
  ms: 8_000,
};
const judge = (error: unknown, ...lost: readonly FailedAttempt[]) =>
  judgeRefusal(error, { chainId: 'base', hash: '0xab', operation: { lost, hasUnheard: false } });

describe('a refusal', () => {
  const reason = 'transaction underpriced';
  const feeTooLow = refuse('broadcast.feeTooLow', { reason } as object);

  it('stands if nothing can have been sent', () => {
    expect(judge(feeTooLow)).toBe(feeTooLow);
  });

  it('is uncertain beside a lost answer, with the words of the node and the hash', () => {
    const judged = judge(feeTooLow, reset);
    expect(judged).toBeInstanceOf(UpstreamError);
    expect(judged).toMatchObject({
      code: 'broadcast.uncertain',
      maybeSent: true,
      hash: '0xab',
      attempts: [reset],
      problems: [{ field: 'transaction', context: { maybeSent: true, hash: '0xab', reason } }],
    });
    expect((judged as Error).message).toContain('Do not encode again before.');
    expect((judged as Error).message).not.toContain('Encode again');
  });

  it('never passes on what our own message says to do, if the node gave no words', () => {
    const judged = judge(refuse('broadcast.nonceGap', { nonce: '5' }), slow) as UpstreamError;
    expect(judged).toMatchObject({ code: 'broadcast.uncertain', timedOut: true });
    expect(judged.problems).toMatchObject([{ context: { reason: 'it refuses it (broadcast.nonceGap)' } }]);
  });

  it.each<Proof>(['another', 'over'])('stands beside a lost answer with a proof: %s', (proof) => {
    const sure = proven(refuse('broadcast.expired', {}), proof);
    expect(judge(sure, reset)).toBe(sure);
    expect(sure).toMatchObject({ code: 'broadcast.expired', proof, context: { proof } });
    expect(sure.problems).toEqual(refuse('broadcast.expired', {}).problems);
  });

  it('that is about the nodes says nothing about the transaction', () => {
    for (const code of ['broadcast.congested', 'broadcast.nodeBehind'] as const) {
      const busy = refuse(code, { chain: 'Base' });
      expect(judge(busy)).toBe(busy);
      expect(judge(busy, reset)).toMatchObject({ code: 'upstream.unavailable', maybeSent: true, hash: '0xab' });
      expect(judge(busy, slow)).toMatchObject({ code: 'upstream.timeout', maybeSent: true, hash: '0xab' });
    }
  });

  it('of any other kind is no more final', () => {
    expect(judge(refuse('request.tooCostly', {}), reset)).toMatchObject({
      code: 'broadcast.uncertain',
      maybeSent: true,
    });
  });
});

describe('a refusal while some endpoint did not answer', () => {
  const unheard = (error: unknown) =>
    judgeRefusal(error, { chainId: 'base', hash: '0xab', operation: { lost: [], hasUnheard: true } });

  it.each<[Code, object, string]>([
    ['broadcast.expired', {}, 'The transaction expired before it was broadcast.'],
    ['broadcast.feeTooLow', {}, 'Network fees rose above the encoded fee.'],
    ['broadcast.feeTooLow', { round: '7' }, 'Network fees rose above the encoded fee.'],
    ['broadcast.nonceGap', { nonce: '5' }, 'Nonce 5 is too far ahead: an earlier transaction is missing.'],
    ['broadcast.insufficientFunds', {}, 'Insufficient balance for amount plus fees.'],
  ])('stands, and tells that an earlier broadcast still counts: %s %j', (code, context, message) => {
    const judged = unheard(refuse(code, context as never));
    expect(judged).toBeInstanceOf(RefusedError);
    expect((judged as RefusedError).problems).toMatchObject([
      { code, message },
      {
        ...{ code: 'broadcast.earlierCounts', field: 'transaction', context: { hash: '0xab' } },
        message: expect.stringContaining('look 0xab up before you encode again'),
      },
    ]);
  });

  it('is final with a proof', () => {
    const sure = proven(refuse('broadcast.expired', {}), 'over');
    expect(unheard(sure)).toBe(sure);
  });

  it('says no more if it advises to send the same again, or if nothing was refused by a node', () => {
    for (const error of [
      refuse('broadcast.congested', { chain: 'Base' }),
      refuse('chain.standsStill', { chain: 'Base', since: '' } as never),
      new UpstreamError('base', []),
    ])
      expect(unheard(error)).toBe(error);
  });
});

describe('a failure', () => {
  it('gets the hash if something may have been sent, whatever the family says', () => {
    const silent = new UpstreamError('base', [reset], { maybeSent: false });
    expect(judge(silent)).toBe(silent);
    expect(judge(silent, reset)).toMatchObject({ code: 'upstream.unavailable', maybeSent: true, hash: '0xab' });
    const doubtful = new UpstreamError('base', [], { doubt: 'nonce too low' });
    expect(judge(doubtful)).toMatchObject({ code: 'broadcast.uncertain', maybeSent: true, hash: '0xab' });
  });

  it('of our own code stays what it is', () => {
    const defect = new RangeError('bug');
    expect(judge(defect, reset)).toBe(defect);
  });
});

describe('a later broadcast of the same transaction', () => {
  const feeTooLow = refuse('broadcast.feeTooLow', { reason: 'transaction underpriced' } as object);

  /** Broadcasts that end so, one after the other: whether the answer of an endpoint is lost, and what the family throws. */
  function chainThat(...ends: readonly { readonly isLost?: boolean; readonly throws?: Error }[]) {
    let count = 0;
    const submit: ChainAdapter['submit'] = async (_, __, operation) => {
      const { isLost = false, throws } = ends[count++] ?? {};
      if (isLost) operation.addLost(reset);
      if (throws !== undefined) throw throws;
      return '0xab';
    };
    const upstream = createUpstream({ chainId: 'base', endpoints: ['https://node.test'] });
    return sender(submit, upstream);
  }

  const sender = (submit: ChainAdapter['submit'], upstream: Upstream, notes?: SharedNotes) => {
    const adapter = withJudgedRefusals(fakeChain({ submit, upstream }).adapter, createLostAnswers('base', notes));
    return (hash = '0xab') =>
      adapter.submit({ raw: '', hash }, undefined as never, upstream.operation()).catch(({ code }) => code);
  };

  /** Two processes. The first loses an answer. The second ends so. */
  function processes(throws: Error | undefined, notes?: SharedNotes) {
    const upstream = createUpstream({ chainId: 'base', endpoints: ['https://node.test'] });
    const loses: ChainAdapter['submit'] = async (_, __, operation) => {
      operation.addLost(reset);
      throw feeTooLow;
    };
    const ends: ChainAdapter['submit'] = async () => {
      if (throws !== undefined) throw throws;
      return '0xab';
    };
    return { first: sender(loses, upstream, notes), second: sender(ends, upstream, notes) };
  }

  function notesIn(kept: Map<string, string>): SharedNotes {
    return {
      get: async (key) => kept.get(key),
      set: async (key, text) => void kept.set(key, text),
      delete: async (key) => void kept.delete(key),
    };
  }

  it('of another process is in doubt, too, if they share notes', async () => {
    const { first, second } = processes(feeTooLow, notesIn(new Map()));
    expect([await first(), await second(), await second('0xcd')]).toEqual([
      ...['broadcast.uncertain', 'broadcast.uncertain', 'broadcast.feeTooLow'],
    ]);
  });

  it.each([
    ['taken', undefined, '0xab'],
    ['proven to be over', proven(refuse('broadcast.expired', {}), 'over'), 'broadcast.expired'],
  ])('leaves no note once it was %s', async (_, throws, end) => {
    const kept = new Map<string, string>();
    const { first, second } = processes(throws, notesIn(kept));
    await first();
    expect([...kept.keys()]).toEqual(['lost:base:0xab']);
    expect(await second()).toBe(end);
    expect(kept.size).toBe(0);
  });

  it('is in doubt, too, if the first one failed and may have been sent', async () => {
    const kept = new Map<string, string>();
    const upstream = createUpstream({ chainId: 'base', endpoints: ['https://node.test'] });
    const ended = async () => Promise.reject(new UpstreamError('base', [slow], { timedOut: true, maybeSent: true }));
    const silent = async () => Promise.reject(new UpstreamError('base', [slow]));
    expect(await sender(silent, upstream, notesIn(kept))()).toBe('upstream.timeout');
    expect(kept.size).toBe(0);
    expect(await sender(ended, upstream, notesIn(kept))()).toBe('upstream.timeout');
    expect([...kept.keys()]).toEqual(['lost:base:0xab']);
  });

  it('is judged all the same if notes cannot be kept', async () => {
    const fails = () => Promise.reject(new Error('down'));
    const { first, second } = processes(feeTooLow, { get: fails, set: fails, delete: fails });
    expect([await first(), await first(), await second()]).toEqual([
      ...['broadcast.uncertain', 'broadcast.uncertain', 'broadcast.feeTooLow'],
    ]);
  });

  it('is in doubt as the first one was, although the endpoint that may have it is gone', async () => {
    const send = chainThat(
      { isLost: true, throws: feeTooLow },
      { throws: feeTooLow },
      { throws: new UpstreamError('base', []) },
      { throws: refuse('chain.standsStill', { chain: 'Base', since: '' } as never) },
      { throws: feeTooLow },
    );
    expect([await send(), await send(), await send(), await send(), await send()]).toEqual([
      ...['broadcast.uncertain', 'broadcast.uncertain', 'upstream.unavailable', 'chain.standsStill'],
      'broadcast.uncertain',
    ]);
  });

  it('is not in doubt because of another transaction', async () => {
    const send = chainThat({ isLost: true, throws: feeTooLow }, { throws: feeTooLow });
    expect([await send(), await send('0xcd')]).toEqual(['broadcast.uncertain', 'broadcast.feeTooLow']);
  });

  it('is not in doubt any more once it was taken, or proven to be over', async () => {
    const over = proven(refuse('broadcast.expired', {}), 'over');
    const taken = chainThat({ isLost: true, throws: feeTooLow }, {}, { throws: feeTooLow });
    expect([await taken(), await taken(), await taken()]).toEqual([
      'broadcast.uncertain',
      '0xab',
      'broadcast.feeTooLow',
    ]);
    const ended = chainThat({ isLost: true, throws: feeTooLow }, { throws: over }, { throws: feeTooLow });
    expect([await ended(), await ended(), await ended()]).toEqual([
      ...['broadcast.uncertain', 'broadcast.expired', 'broadcast.feeTooLow'],
    ]);
  });

  it('is remembered for the latest thousand transactions', async () => {
    const ends = Array.from({ length: 1_001 }, () => ({ isLost: true, throws: feeTooLow }));
    const send = chainThat(...ends, { throws: feeTooLow }, { throws: feeTooLow });
    for (let i = 0; i <= 1_000; i += 1) await send(`0x${i}`);
    expect([await send('0x1000'), await send('0x0')]).toEqual(['broadcast.uncertain', 'broadcast.feeTooLow']);
  });
});
