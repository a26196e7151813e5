import { describe, expect, it } from 'vitest';
import {
  type AlgodScript,
  addressOfSeed,
  connectTo,
  hangs,
  recipient,
  refused,
  round,
  Status,
  sender,
  transfer,
} from '../../test/scripted-node.ts';
import { highestRound } from '../upstream/latest-round.ts';

type Node = AlgodScript | 'dead';

async function encode(nodes: readonly Node[], changed: object = {}, options: object = {}) {
  const scripted = connectTo({ algod: nodes, timeoutMs: 1_000, ...options });
  const answer = await scripted.chain.encode({ ...transfer, ...changed } as never, { onTrace: scripted.onTrace }).then(
    ({ transaction, status }) => ({ transaction, errors: status.errors.map(({ code }) => code) }),
    ({ code }: { readonly code: string }) => ({ transaction: undefined, errors: [code] }),
  );
  return { ...scripted, ...answer, params: transaction(answer)?.params, attempts: scripted.attempts() };
}

function transaction({ transaction: made }: { readonly transaction: unknown }) {
  return (made as { readonly data: { readonly params?: Record<string, string>; readonly fees?: string } } | undefined)
    ?.data;
}

const liar = (changed: Readonly<Record<string, unknown>>): AlgodScript => ({ params: { changed } });
const at = (path: string, body: unknown): AlgodScript => ({ own: { [path]: body } });
const paramsPath = '/v2/transactions/params';
const accountPath = `/v2/accounts/${sender}`;
const afterAll = highestRound(Date.UTC(2026, 10, 22)) + 1n;

describe('encode', () => {
  it('takes the window from the node', async () => {
    const { params, errors } = await encode([{}]);
    expect(errors).toEqual([]);
    expect(params).toMatchObject({ firstValid: String(round), lastValid: String(round + 1_000) });
  });

  it('begins the window with the lowest round of the answers', async () => {
    const accounts = { [sender]: { round: round - 2 }, [recipient]: {} };
    const { params } = await encode([{ status: { lastRound: round - 4 }, accounts }]);
    expect(params).toMatchObject({ firstValid: String(round - 4), lastValid: String(round + 996) });
  });
});

describe('encode passes over a node', () => {
  it.each<[string, Node, string?]>([
    ['of another network', liar({ 'genesis-hash': 'SGO1GKSzyE7IEPItTxCByw9x8FmnrCDexi9/cOUJOiI=' })],
    ['with the name of another network', liar({ 'genesis-id': 'testnet-v1.0' }), 'it serves another chain'],
    ['without a genesis', liar({ 'genesis-hash': undefined })],
    ['of the far future', { round: Number(afterAll) }, 'it tells a round of the far future'],
    ['of the far future in a part', { params: { lastRound: afterAll } }, 'it tells a round of the far future'],
    ['at the end of time', { params: { lastRound: 2n ** 64n - 1n } }, 'it tells a round of the far future'],
    ['beyond the end of time', { params: { lastRound: 2n ** 64n } }],
    ['in round 0', { round: 0 }, 'it has no rounds'],
    [
      'whose round is ahead of the account',
      { params: { lastRound: round + 21 } },
      'it tells rounds that contradict each other',
    ],
    ['whose status is behind', { status: { lastRound: round - 21 } }, 'it tells rounds that contradict each other'],
    [
      'whose account is behind',
      { accounts: { [sender]: { round: round - 21 } } },
      'it tells rounds that contradict each other',
    ],
    [
      'whose account is ahead',
      { accounts: { [sender]: { round: round + 500 } } },
      'it tells rounds that contradict each other',
    ],
    ['that takes no fee', { params: { minFee: 0 } }, 'it tells terms that no network has'],
    ['with an absurd fee', { params: { minFee: 2n ** 64n - 1n } }, 'it tells terms that no network has'],
    ['with an absurd price of bytes', { params: { fee: 10n ** 9n + 1n } }, 'it tells terms that no network has'],
    ['with a negative fee', { params: { minFee: -1_000 } }],
    ['with a fee in a text', liar({ 'min-fee': '1000' })],
    ['with a part of a fee', liar({ 'min-fee': 1_000.5 })],
    ['without a fee', liar({ 'min-fee': undefined })],
    ['with a round in a text', liar({ 'last-round': '55000000' })],
    ['with no numbers', liar({ fee: null })],
    ['with another account', at(accountPath, { address: recipient, amount: 1 })],
    [
      'with the address of another account',
      { accounts: { [sender]: { changed: { address: addressOfSeed('0e'.repeat(32)) } } } },
      'it answers with another account',
    ],
    ['with an amount in a text', { accounts: { [sender]: { changed: { amount: '10000000' } } } }],
    ['with a negative amount', { accounts: { [sender]: { amount: -1n } } }],
    ['without a minimum balance', { accounts: { [sender]: { changed: { 'min-balance': undefined } } } }],
    ['that catches up', { status: { catchupMs: 1 } }, 'it is behind the network'],
    ['that stopped', { status: { isStopped: true } }, 'it is behind the network'],
    ['that fetches old state', at(paramsPath, refused(503, 'operation not available during catchup'))],
    ['whose latest round is old', { status: { ageMs: 700_000 } }, 'its latest block is of 2026-11-21T23:48:20Z'],
    ['whose latest round is from before 1970', { status: { ageMs: 10 ** 13 } }],
    ['that wants a token', at(paramsPath, refused(401, 'Invalid API Token'))],
    ['that has had enough', at(accountPath, new Status(429, ''))],
    ['that answers with a page', at(paramsPath, new Status(200, '<html>'))],
    ['that answers with too much', at(paramsPath, new Status(200, `"${'x'.repeat(2_000_000)}"`))],
    ['that does not answer', at(accountPath, hangs)],
    ['that is down', 'dead'],
  ])('%s', async (_, bad, why) => {
    const passed = await encode([bad, {}]);
    expect(passed.errors).toEqual([]);
    expect(passed.params).toMatchObject({ firstValid: String(round), lastValid: String(round + 1_000) });
    expect(transaction(passed)?.fees).toBe('1000');
    if (why !== undefined) expect(passed.attempts).toContain(why);
    // Alone it gives no transaction.
    const alone = await encode([bad]);
    expect(alone.errors).toHaveLength(1);
    expect((alone.transaction as { readonly encoded?: unknown } | undefined)?.encoded ?? []).toEqual([]);
  });

  it('also where the age of rounds is not checked', async () => {
    for (const status of [{ catchupMs: 1 }, { isStopped: true }]) {
      const { errors } = await encode([{ status }], {}, { oldestBlockMs: 0 });
      expect(errors).toEqual(['upstream.unavailable']);
    }
    expect((await encode([{ status: { ageMs: 10 ** 9 } }], {}, { oldestBlockMs: 0 })).errors).toEqual([]);
  });
});

describe('encode says', () => {
  it('that the chain stands still if all nodes say so', async () => {
    const still: AlgodScript = { status: { ageMs: 3_600_000 } };
    expect((await encode([still, still])).errors).toEqual(['chain.standsStill']);
  });

  it('that a fee is above the ceiling, and gives no transaction', async () => {
    for (const params of [{ minFee: 100_001 }, { minFee: 10n ** 12n }, { fee: 500 }, { fee: 10n ** 9n }]) {
      const made = await encode([{ params }]);
      expect([made.errors, made.params]).toEqual([['fee.aboveCeiling'], undefined]);
    }
  });
});

describe('a node that wants a token', () => {
  it('gets it in the header that the operator set', async () => {
    const endpoints = [
      {
        url: 'https://algod.0.example',
        kind: 'algod',
        name: 'algod 0',
        headers: { 'X-Algo-API-Token': 'aa'.repeat(32) },
      },
    ];
    const { errors, asked } = await encode([{}], {}, { endpoints });
    expect(errors).toEqual([]);
    expect(new Set(asked.map(({ headers }) => headers['x-algo-api-token']))).toEqual(new Set(['aa'.repeat(32)]));
  });
});
