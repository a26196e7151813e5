import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { connectTo, type IndexerScript, type NodeScript, refusal, Status } from '../../test/scripted-node.ts';
import { contextOf } from '../context.ts';
import { askOne } from './ask.ts';
import { indexerQuery, nodeQuery, type Query } from './query.ts';

const context = contextOf('aptos');

const thing = nodeQuery({ path: '/thing', schema: z.object({ value: z.int() }), read: ({ value }) => value });
const optional = nodeQuery({
  path: '/thing',
  schema: z.object({ value: z.int() }),
  read: ({ value }): number | undefined => value,
  refused: ({ error_code }) => (error_code === 'resource_not_found' ? { value: undefined } : undefined),
});
const rows = indexerQuery({
  name: 'rows',
  query: 'query rows($owner: String!) { rows(where: { owner: { _eq: $owner } }) { value } }',
  variables: { owner: '0x1' },
  schema: z.object({ rows: z.array(z.object({ value: z.int() })) }),
  read: (found) => found.rows.map(({ value }) => value),
});

async function ask<T>(
  query: Query<T>,
  nodes: readonly (NodeScript | 'dead')[],
  indexers: readonly IndexerScript[] = [],
) {
  const scripted = connectTo(nodes, { indexers });
  const answer = await askOne(context, query, scripted.adapter.upstream.operation()).catch(
    ({ attempts }: { readonly attempts: readonly { readonly detail: string }[] }) => attempts[0]?.detail,
  );
  return { answer, asked: scripted.asked, endpoints: new Set(scripted.asked.map(({ endpoint }) => endpoint)) };
}

const says = (body: unknown): NodeScript => ({ own: { '/thing': body } });

describe('a question to a node', () => {
  it('is answered', async () => {
    expect((await ask(thing, [says({ value: 5 })])).answer).toBe(5);
  });

  it('may have a refusal for an answer', async () => {
    const absent = refusal(404, 'resource_not_found', 'Resource not found');
    expect((await ask(optional, [says(absent), says({ value: 5 })])).answer).toBeUndefined();
    // Other refusals are none.
    const other = refusal(404, 'module_not_found', 'Module not found');
    expect((await ask(optional, [says(other), says({ value: 5 })])).answer).toBe(5);
    expect((await ask(optional, [says(other)])).answer).toBe('it answers with an error');
  });

  it('is not answered by a proxy that finds nothing', async () => {
    for (const proxy of [new Status(404, 'Not Found'), new Status(404, { error: 'no route' })])
      expect((await ask(optional, [says(proxy), says({ value: 5 })])).answer).toBe(5);
  });

  it.each([
    ['another shape', { value: 'x' }],
    ['no JSON', new Status(200, '<html>')],
    ['an error', refusal(500, 'internal_error', 'no')],
    ['too many requests', new Status(429)],
    ['nothing', new Status(503)],
  ])('is asked elsewhere after %s', async (_, body) => {
    expect((await ask(thing, [says(body), says({ value: 5 })])).answer).toBe(5);
  });
});

describe('a node that forgot its history', () => {
  const pruned = new Status(410, {
    message: 'Ledger version(1) has been pruned',
    error_code: 'version_pruned',
    vm_error_code: null,
    archival_endpoint: 'https://archive.example/v1',
  });

  it('is passed over, and the next endpoint of the operator is asked', async () => {
    expect((await ask(thing, [says(pruned), says({ value: 5 })])).answer).toBe(5);
  });

  it('never leads us to a host that it names', async () => {
    const { answer, endpoints } = await ask(thing, [says(pruned)]);
    expect(answer).toBe('it keeps no history as old as that');
    expect(endpoints).toEqual(new Set(['node 0']));
    const moved = new Status(302, '', { location: 'https://archive.example/v1' });
    expect((await ask(thing, [says(moved)])).endpoints).toEqual(new Set(['node 0']));
  });
});

describe('a question to an indexer', () => {
  it('is answered, with input in variables only', async () => {
    const { answer, asked } = await ask(rows, [{}], [{ tables: { rows: [{ value: 5 }] } }]);
    expect(answer).toEqual([5]);
    expect(asked.find(({ body }) => JSON.stringify(body).includes('rows'))?.body).toMatchObject({
      variables: { owner: '0x1' },
      query: expect.not.stringContaining('0x1'),
    });
  });

  it.each([
    ['an error with status 200', { errors: [{ message: 'field "rows" not found' }] }],
    ['an error beside data', { data: { rows: [{ value: 6 }] }, errors: [{ message: 'timeout' }] }],
    ['data of another shape', { data: { rows: [{ value: 'x' }] } }],
    ['no data', { data: null }],
    ['nothing', {}],
    ['no JSON', new Status(200, '<html>')],
  ])('is asked elsewhere after %s', async (_, said) => {
    const lie: IndexerScript = { answer: () => said };
    expect((await ask(rows, [{}], [lie, { tables: { rows: [{ value: 5 }] } }])).answer).toEqual([5]);
  });

  it('of another chain is not believed', async () => {
    const foreign: IndexerScript = { chainId: 2, tables: { rows: [{ value: 6 }] } };
    expect((await ask(rows, [{}], [foreign, { tables: { rows: [{ value: 5 }] } }])).answer).toEqual([5]);
    expect((await ask(rows, [{}], [foreign])).answer).toBe('it serves another chain');
  });
});
