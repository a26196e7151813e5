import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { connectTo, type IndexerScript, type NodeScript, now, Status } from '../../test/scripted-node.ts';
import type { AptosOptions } from '../options.ts';
import { indexerQuery, nodeQuery } from './query.ts';

const anything = nodeQuery({
  path: '/nothing',
  schema: z.never(),
  read: () => undefined,
  refused: () => ({ value: undefined }),
});
const anyRow = indexerQuery({ name: 'any', query: '{ any { row } }', schema: z.object({}), read: () => undefined });

/** What the guard of an endpoint says. Another request is needed for it to be asked. */
async function guardOf(
  kind: 'node' | 'indexer',
  { node = {}, indexer = {} }: { readonly node?: NodeScript | 'dead'; readonly indexer?: IndexerScript },
  options: Partial<AptosOptions> = {},
) {
  const scripted = connectTo([node], { indexers: [indexer], ...options });
  const { upstream } = scripted.adapter;
  const ask = (operation = upstream.operation()) => {
    const { request } = kind === 'node' ? { request: { ...anything.request, refusals: lost } } : anyRow;
    return operation.http(request, { kind, maxAttempts: 1 });
  };
  const operation = upstream.operation();
  const problem = await ask(operation).then(
    () => undefined,
    (error: { readonly attempts?: readonly { readonly detail: string }[] }) => error.attempts?.[0]?.detail,
  );
  return { ...scripted, ask, problem, operation };
}

const lost = { statuses: [404], schema: z.unknown() };

describe('the guard of a node', () => {
  const index = (body: unknown): NodeScript => ({ own: { '/': body } });

  it('takes a young block of the chain', async () => {
    const { problem, operation } = await guardOf('node', {});
    expect(problem).toBeUndefined();
    expect(operation.standsStill).toBeUndefined();
    expect((await guardOf('node', {}, { chainId: 'aptos-testnet' } as never)).problem).toBeUndefined();
  });

  it('refuses another chain', async () => {
    expect((await guardOf('node', { node: { chainId: 2 } })).problem).toBe('it serves another chain');
    const testnet = { chainId: 'aptos-testnet' } as never;
    expect((await guardOf('node', { node: { chainId: 1 } }, testnet)).problem).toBe('it serves another chain');
    // A devnet without a fixed number.
    expect((await guardOf('node', { node: { chainId: 173 } }, { oldestBlockMs: 0 })).problem).toBe(
      'it serves another chain',
    );
  });

  it.each([
    ['nothing', {}],
    ['no number of a chain', { chain_id: '1', ledger_timestamp: '1' }],
    ['no time', { chain_id: 1 }],
    ['a time that is no number', { chain_id: 1, ledger_timestamp: 'now' }],
    ['no JSON', new Status(200, '<html>')],
    ['an error of a proxy', new Status(502, 'Bad Gateway')],
    ['a refusal', new Status(403, { message: 'no', error_code: 'api_disabled', vm_error_code: null })],
  ])('refuses %s', async (_, body) => {
    expect((await guardOf('node', { node: index(body) })).problem).toBeDefined();
  });

  it('refuses a clock of the future, and none', async () => {
    const future = await guardOf('node', { node: { latestAt: now + 3 * 3_600_000 } });
    expect(future.problem).toBe('its latest block is of the future');
    expect((await guardOf('node', { node: { latestAt: 0 } })).problem).toBe('it tells no time of its latest block');
  });

  it('tells that the chain stands still', async () => {
    const latestAt = now - 3_600_000;
    const { problem, operation } = await guardOf('node', { node: { latestAt } });
    expect(problem).toBeUndefined();
    expect(operation.standsStill).toEqual({ latestAt });
    const unchecked = await guardOf('node', { node: { latestAt } }, { oldestBlockMs: 0 });
    expect(unchecked.operation.standsStill).toBeUndefined();
  });

  it('asks again every minute', async () => {
    let time = now;
    const { ask, askedFor } = await guardOf('node', {}, { now: () => time });
    const times = () => askedFor('/').length;
    time += 59_000;
    await ask();
    expect(times()).toBe(1);
    time += 2_000;
    await ask();
    expect(times()).toBe(2);
  });
});

describe('the guard of an indexer', () => {
  const rows = (ledger_infos: unknown): IndexerScript => ({ tables: { ledger_infos: () => ledger_infos } });

  it('takes the chain, as a number or as a text', async () => {
    expect((await guardOf('indexer', {})).problem).toBeUndefined();
    expect((await guardOf('indexer', { indexer: { chainId: '1' } })).problem).toBeUndefined();
  });

  it('refuses another chain', async () => {
    expect((await guardOf('indexer', { indexer: { chainId: 2 } })).problem).toBe('it serves another chain');
    const mixed = rows([{ chain_id: 1 }, { chain_id: 2 }]);
    expect((await guardOf('indexer', { indexer: mixed })).problem).toBe('it serves another chain');
  });

  it.each([
    ['no chain', []],
    ['nothing', null],
    ['no number', [{ chain_id: 'mainnet' }]],
  ])('refuses %s', async (_, found) => {
    expect((await guardOf('indexer', { indexer: rows(found) })).problem).toBeDefined();
  });

  it('asks once', async () => {
    let time = now;
    const { ask, asked } = await guardOf('indexer', {}, { now: () => time });
    const times = () => asked.filter(({ body }) => JSON.stringify(body).includes('ledger_infos')).length;
    time += 3_600_000;
    await ask();
    expect(times()).toBe(1);
  });
});
