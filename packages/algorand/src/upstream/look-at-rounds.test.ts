import { describe, expect, it, vi } from 'vitest';
import {
  type AlgodScript,
  connectTo,
  hangs,
  now,
  refused,
  round,
  sender,
  statusOf,
  transfer,
} from '../../test/scripted-node.ts';

/** Encodes with several nodes, at several times. The first node is the one that is asked. */
function encoding(algod: readonly (AlgodScript | 'dead')[], timeoutMs = 200) {
  let time = now;
  const scripted = connectTo({ algod, timeoutMs, now: () => time });
  return {
    ...scripted,
    pass: (ms: number) => {
      time += ms;
    },
    async encode() {
      const { transaction, status } = await scripted.chain.encode(transfer as never, { onTrace: scripted.onTrace });
      const { params } = transaction.data as { readonly params?: { readonly firstValid: string } };
      return { firstValid: params?.firstValid, errors: status.errors.map(({ code }) => code) };
    },
    /** How often the status of a node was asked. */
    looks: (node: number) =>
      scripted.asked.filter(({ endpoint, path }) => endpoint === `algod ${node}` && path === '/v2/status').length,
  };
}

/** Rounds that a node that lies tells: within what 2025 leaves room for. */
const ahead: AlgodScript = { round: round + 100_000 };
const honest: AlgodScript = {};
const expected = { firstValid: String(round), errors: [] };

describe('a node that is ahead of the others', () => {
  it('is believed if there is no other', async () => {
    expect(await encoding([ahead]).encode()).toEqual({ firstValid: String(round + 100_000), errors: [] });
  });

  it('is passed over, also at the first request', async () => {
    const { encode, attempts } = encoding([ahead, honest]);
    expect(await encode()).toEqual(expected);
    expect(attempts()).toContain('it tells a round that other nodes do not have');
    expect(await encode()).toEqual(expected);
  });

  it('is passed over by 21 rounds, and not by 20', async () => {
    // The honest one saw its round a second ago, and that leaves room for one more.
    const by = (rounds: number) => encoding([{ round: round + rounds }, honest]).encode();
    expect(await by(21)).toEqual({ firstValid: String(round + 21), errors: [] });
    expect(await by(22)).toEqual(expected);
  });

  it.each<[string, object]>([
    ['its suggestions', { params: { lastRound: round + 100_000 } }],
    ['its account', { accounts: { [sender]: { round: round + 100_000 } } }],
  ])('is passed over for %s', async (_, script) => {
    expect(await encoding([script as AlgodScript, honest]).encode()).toEqual(expected);
  });
});

describe('a node that is behind the others', () => {
  const behind: AlgodScript = { round: round - 5_000 };

  it('is outvoted by two', async () => {
    expect(await encoding([honest, honest, behind]).encode()).toEqual(expected);
    expect(await encoding([honest, behind, honest]).encode()).toEqual(expected);
    expect(await encoding([ahead, honest, honest]).encode()).toEqual(expected);
  });

  it('makes a window that ends too early, if it is one of two', async () => {
    expect(await encoding([honest, behind]).encode()).toEqual({ firstValid: String(round - 5_000), errors: [] });
  });

  it.each<[string, AlgodScript | 'dead']>([
    ['contradicts itself', { status: { lastRound: round - 21 } }],
    ['says that it catches up', { ...behind, status: { catchupMs: 5 } }],
    ['has seen no block for five minutes', { round: round - 100, status: { ageMs: 300_000 } }],
    [
      'serves another network',
      { ...behind, params: { changed: { 'genesis-hash': 'SGO1GKSzyE7IEPItTxCByw9x8FmnrCDexi9/cOUJOiI=' } } },
    ],
    ['does not answer', { own: { '/v2/status': hangs } }],
    ['refuses', { status: refused(500, 'failed retrieving node status') }],
    ['is down', 'dead'],
  ])('does not matter if it %s', async (_, other) => {
    expect(await encoding([honest, other]).encode()).toEqual(expected);
  });
});

describe('other nodes', () => {
  it('are asked once in ten minutes, and three at most', async () => {
    const { encode, looks, pass, roundTrips } = encoding([honest, honest, honest, honest]);
    await encode();
    expect(roundTrips()).toBe(1);
    const first = looks(1);
    expect([first > 0, looks(2), looks(3)]).toEqual([true, first, 0]);
    pass(599_999);
    await encode();
    expect([looks(1), looks(2), looks(3)]).toEqual([first, first, 0]);
    pass(1);
    await encode();
    expect(looks(1)).toBeGreaterThan(first);
  });

  it('count for the next encode if they are slow', async () => {
    let release: (status: object) => void = () => {};
    const answer = new Promise<object>((resolve) => {
      release = resolve;
    });
    const slow: AlgodScript = { own: { '/v2/status': () => answer } };
    const { encode, pass } = encoding([ahead, slow], 20_000);
    expect(await encode()).toEqual({ firstValid: String(round + 100_000), errors: [] });
    // It is not asked again now.
    pass(500);
    expect(await encode()).toEqual({ firstValid: String(round + 100_000), errors: [] });
    release(statusOf());
    await vi.waitFor(async () => expect(await encode()).toEqual(expected), { timeout: 60_000 });
  });

  it('are not asked if there is one node only', async () => {
    const { encode, looks } = encoding([honest]);
    await encode();
    expect(looks(0)).toBe(2);
  });
});
