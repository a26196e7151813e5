import { describe, expect, it } from 'vitest';
import {
  type AlgodScript,
  genesisHash,
  hangs,
  nobody,
  now,
  connectTo as open,
  refused,
  Status,
  statusOf,
} from '../../test/scripted-node.ts';
import type { AlgorandOptions } from '../options.ts';
import { askOne } from './ask.ts';
import { account } from './queries/accounts.ts';

/** What the guard of a node says. Another question is needed for it to be asked. */
async function guardOf(script: AlgodScript | 'dead', options: Partial<AlgorandOptions> = {}) {
  const scripted = open({ algod: script, timeoutMs: 1_000, ...options });
  const { upstream } = scripted.adapter;
  const operation = upstream.operation();
  const asking = (each = upstream.operation()) => askOne(account(nobody), each, { maxAttempts: 1 });
  const problem = await asking(operation).then(
    () => undefined,
    (error: { readonly attempts?: readonly { readonly detail: string }[] }) => error.attempts?.[0]?.detail,
  );
  return { ...scripted, asking, problem, operation };
}

const status = (changed: Readonly<Record<string, unknown>>): AlgodScript => ({ status: { changed } });

describe('the guard of a node', () => {
  it('takes a young round of the network', async () => {
    const { problem, operation, asked } = await guardOf({});
    expect(problem).toBeUndefined();
    expect(operation.standsStill).toBeUndefined();
    expect(operation.trace.roundTrips).toBe(1);
    expect(asked.map(({ path }) => path).toSorted()).toEqual([
      `/v2/accounts/${nobody}`,
      '/v2/status',
      '/v2/transactions/params',
    ]);
  });

  it.each([
    'SGO1GKSzyE7IEPItTxCByw9x8FmnrCDexi9/cOUJOiI=',
    genesisHash.toLowerCase(),
    genesisHash.replace('=', ''),
    '',
  ])('refuses another network: %s', async (hash) => {
    const script = { params: { changed: { 'genesis-hash': hash } } };
    expect((await guardOf(script)).problem).toBe('it serves another chain');
    expect((await guardOf(script, { oldestBlockMs: 0 })).problem).toBe('it serves another chain');
  });

  it.each<[string, AlgodScript, string]>([
    ['catches up', { status: { catchupMs: 5 } }, 'it is behind the network'],
    ['stopped', { status: { isStopped: true } }, 'it is behind the network'],
    ['is in the far future', { status: { lastRound: 10n ** 12n } }, 'it tells a round of the far future'],
    ['has no rounds', { status: { lastRound: 0 } }, 'it has no rounds'],
  ])('refuses a node that %s, also where the age of rounds is not checked', async (_, script, problem) => {
    expect((await guardOf(script)).problem).toBe(problem);
    expect((await guardOf(script, { oldestBlockMs: 0 })).problem).toBe(problem);
  });

  it.each<[string, AlgodScript]>([
    ['no age', status({ 'time-since-last-round': undefined })],
    ['a negative age', status({ 'time-since-last-round': -5 })],
    ['an age in a text', status({ 'time-since-last-round': '5' })],
    ['an age before 1970', status({ 'time-since-last-round': 2n ** 63n })],
    ['no round', status({ 'last-round': undefined })],
    ['a round in a text', status({ 'last-round': '55000000' })],
    ['a part of a round', status({ 'last-round': 5.5 })],
    ['no word on catching up', status({ 'catchup-time': undefined })],
    ['another word on stopping', status({ 'stopped-at-unsupported-round': 'false' })],
    ['an error', { status: refused(500, 'failed retrieving node status') }],
    ['catching up of a catchpoint', { params: refused(503, 'operation not available during catchup') }],
    ['no JSON', { own: { '/v2/status': new Status(200, '<html>') } }],
    ['a page of a proxy', { own: { '/v2/status': new Status(404, '<html>') } }],
    ['a redirect', { own: { '/v2/status': new Status(301, '', { location: 'https://elsewhere.example/' }) } }],
    ['too much', { own: { '/v2/status': new Status(200, `"${'x'.repeat(2_000_000)}"`) } }],
    ['nothing', { own: { '/v2/status': hangs } }],
  ])('refuses %s', async (_, script) => {
    const { problem, asked } = await guardOf(script);
    expect(problem).toBeDefined();
    expect(asked.every(({ endpoint }) => endpoint === 'algod 0')).toBe(true);
  });

  it('needs no members that older nodes do not have', async () => {
    const older = statusOf();
    const left = Object.fromEntries(Object.entries(older).filter(([name]) => !name.includes('catchpoint')));
    expect((await guardOf({ own: { '/v2/status': left } })).problem).toBeUndefined();
  });

  it('tells that the chain stands still', async () => {
    const { problem, operation } = await guardOf({ status: { ageMs: 3_600_000 } });
    expect(problem).toBeUndefined();
    expect(operation.standsStill).toEqual({ latestAt: now - 3_600_000 });
    const unchecked = await guardOf({ status: { ageMs: 3_600_000 } }, { oldestBlockMs: 0 });
    expect(unchecked.operation.standsStill).toBeUndefined();
  });

  it('asks for the network once, and for the status every minute', async () => {
    let time = now;
    const { asking, askedFor } = await guardOf({}, { now: () => time });
    const times = () => [askedFor('/v2/transactions/params').length, askedFor('/v2/status').length];
    time += 59_000;
    await asking();
    expect(times()).toEqual([1, 1]);
    time += 2_000;
    await asking();
    expect(times()).toEqual([1, 2]);
  });
});
