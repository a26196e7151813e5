import { describe, expect, it } from 'vitest';
import { connectTo, type HorizonScript, hangs, latest, now, Status, transfer } from '../../test/scripted-horizon.ts';
import type { StellarOptions } from '../options.ts';
import { askOne } from './ask.ts';
import { feeStats } from './queries/fee-stats.ts';

/** What the guard of a server says. Another question is needed for it to be asked. */
async function guardOf(script: HorizonScript | 'dead', options: Partial<StellarOptions> = {}) {
  const scripted = connectTo([script], options);
  const { upstream } = scripted.adapter;
  const operation = upstream.operation();
  const asking = (each = upstream.operation()) => askOne(feeStats, each, { maxAttempts: 1 });
  const problem = await asking(operation).then(
    () => undefined,
    (error: { readonly attempts?: readonly { readonly detail: string }[] }) => error.attempts?.[0]?.detail,
  );
  return { ...scripted, asking, problem, operation };
}

const testnet = 'Test SDF Network ; September 2015';

describe('the guard of a server', () => {
  it('takes a young ledger of the network', async () => {
    const { problem, operation } = await guardOf({});
    expect(problem).toBeUndefined();
    expect(operation.standsStill).toBeUndefined();
    expect((await guardOf({}, { chainId: 'stellar-testnet' } as never)).problem).toBeUndefined();
  });

  it('refuses another network', async () => {
    expect((await guardOf({ root: { passphrase: testnet } })).problem).toBe('it serves another chain');
    expect((await guardOf({ root: { passphrase: '' } }, { oldestBlockMs: 0 })).problem).toBe('it serves another chain');
  });

  it.each([
    ['nothing', {}],
    ['no time', { network_passphrase: testnet, history_latest_ledger: 1, core_latest_ledger: 1 }],
    ['no JSON', new Status(200, '<html>')],
    ['an error of a proxy', new Status(502, 'Bad Gateway')],
    ['a page of a proxy', new Status(404, '<html>')],
    ['a redirect', new Status(301, '', { location: 'https://elsewhere.example/' })],
    ['too much', new Status(200, `"${'x'.repeat(2_000_000)}"`)],
  ])('refuses %s', async (_, body) => {
    const { problem, asked } = await guardOf({ own: { '/': body } });
    expect(problem).toBeDefined();
    expect(asked.every(({ endpoint }) => endpoint === 'horizon 0')).toBe(true);
  });

  it('refuses a clock of the future', async () => {
    expect((await guardOf({ root: { closedAt: now + 3 * 3_600_000 } })).problem).toBe(
      'its latest block is of the future',
    );
  });

  it('tells that the chain stands still', async () => {
    const closedAt = now - 3_600_000;
    const { problem, operation } = await guardOf({ root: { closedAt } });
    expect(problem).toBeUndefined();
    expect(operation.standsStill).toEqual({ latestAt: closedAt });
    const unchecked = await guardOf({ root: { closedAt } }, { oldestBlockMs: 0 });
    expect(unchecked.operation.standsStill).toBeUndefined();
  });

  it('asks again every minute', async () => {
    let time = now;
    const { asking, askedFor } = await guardOf({}, { now: () => time });
    const times = () => askedFor('/').length;
    time += 59_000;
    await asking();
    expect(times()).toBe(1);
    time += 2_000;
    await asking();
    expect(times()).toBe(2);
  });
});

describe('encode with several servers', () => {
  const encode = async (servers: Parameters<typeof connectTo>[0]) => {
    const scripted = connectTo(servers, { timeoutMs: 1_000 });
    const answer = await scripted.chain.encode(transfer as never, { onTrace: scripted.onTrace }).then(
      ({ status, transaction }) => ({ errors: status.errors, nonce: (transaction.data as { nonce?: string }).nonce }),
      (error: { readonly code: string }) => ({ code: error.code, errors: undefined, nonce: undefined }),
    );
    return { ...scripted, answer };
  };
  const good: HorizonScript = {};

  it.each([
    ['of another network', { root: { passphrase: testnet } }],
    ['with an old latest ledger', { ledger: { closedAt: now - 3_600_000 } }],
    [
      'with an old latest ledger, and a young one in its root',
      { ledger: { closedAt: now - 3_600_000 }, root: { closedAt: now } },
    ],
    ['that limits requests', { own: { '/ledgers': new Status(429, 'slow down', { 'retry-after': '60' }) } }],
    ['that answers with pages', { own: { '/ledgers': new Status(200, '<html>') } }],
    ['that answers too much', { own: { '/ledgers': new Status(200, `"${'x'.repeat(2_000_000)}"`) } }],
    ['that redirects', { own: { '/ledgers': new Status(302, '', { location: 'https://elsewhere.example/' }) } }],
    ['that keeps no such history', { own: { '/ledgers': new Status(410, '<html>') } }],
    ['that hangs', { own: { '/ledgers': hangs } }],
    ['without reserve', { ledger: { baseReserve: 0 } }],
    ['with an absurd reserve', { ledger: { baseReserve: 2_000_000_000 } }],
    ['without a lowest fee', { ledger: { baseFee: 0 } }],
  ] as const)('passes one over %s', async (_, bad) => {
    const { answer, asked } = await encode([bad as HorizonScript, good]);
    expect(answer).toMatchObject({ errors: [], nonce: '120192344791187471' });
    expect(asked.some(({ endpoint, path }) => endpoint === 'horizon 1' && path === '/ledgers')).toBe(true);
    expect(asked.every(({ endpoint }) => endpoint.startsWith('horizon '))).toBe(true);
  });

  it('does not take the page of a proxy for an account that does not exist', async () => {
    const path = `/accounts/${transfer.recipientAddress}`;
    const proxy: HorizonScript = { own: { [path]: new Status(404, '<html>Not Found') } };
    const { answer } = await encode([proxy, good]);
    expect(answer).toMatchObject({ errors: [] });
    const alone = await encode([proxy]);
    expect(alone.answer).toMatchObject({ code: 'upstream.unavailable' });
    const json: HorizonScript = { own: { [path]: new Status(404, { message: 'no Route matched' }) } };
    expect((await encode([json])).answer).toMatchObject({ code: 'upstream.unavailable' });
  });

  it('says so if all serve another network', async () => {
    const bad: HorizonScript = { root: { passphrase: testnet } };
    const { answer, attempts } = await encode([bad, bad]);
    expect(answer).toMatchObject({ code: 'upstream.unavailable' });
    expect(new Set(attempts())).toEqual(new Set(['it serves another chain']));
  });

  it('takes a history that is ahead of its latest ledger', async () => {
    const { answer } = await encode([{ root: { historyLatest: latest + 3 }, latestLedger: latest + 3 }]);
    expect(answer).toMatchObject({ errors: [] });
  });
});
