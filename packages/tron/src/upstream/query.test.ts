import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { alice, complaints, encodeTransfer, hexOf, now, openNodes, Status } from '../../test/scripted-nodes.ts';
import { ask, askOne } from './ask.ts';
import { account } from './queries/accounts.ts';
import { latestBlock } from './queries/blocks.ts';
import { indexQuery, mapped, nodeQuery } from './query.ts';

const busy = { Error: 'class java.lang.IllegalAccessException : lack of computing resources' };
const owner = hexOf(alice);
const path = '/wallet/getaccount';
const anything = nodeQuery({ path: '/wallet/x', schema: z.object({ a: z.int().optional() }), read: ({ a = 0 }) => a });

function openOne(own: Readonly<Record<string, unknown>>, more: readonly object[] = []) {
  const scripted = openNodes([{ own }, ...more]);
  return { ...scripted, operation: scripted.chain.adapter.upstream.operation() };
}

const outcomes = (error: unknown) =>
  (error as { attempts: { outcome: string }[] }).attempts.map(({ outcome }) => outcome);

describe('a question to a node', () => {
  it('is a GET, or a POST with JSON', async () => {
    const { operation, sent } = openOne({ '/wallet/x': { a: 1 } });
    expect(await askOne(anything, operation)).toBe(1);
    expect(
      await askOne(
        mapped(anything, (a) => a + 1),
        operation,
      ),
    ).toBe(2);
    expect(await askOne(account(owner), operation)).toMatchObject({ balance: 50_000_000n });
    const of = (wanted: string) => sent.find((request) => request.path === wanted);
    expect(of('/wallet/x')?.text).toBe('');
    expect(of(path)?.text).toBe(JSON.stringify({ address: owner, visible: false }));
  });

  it('is not answered by an error, whatever else stands beside it', async () => {
    for (const answer of [{ Error: 'class x : y' }, { Error: 'class x : y', a: 5 }]) {
      const { operation } = openOne({ '/wallet/x': answer });
      const error = await askOne(anything, operation).catch((thrown: unknown) => thrown);
      expect(outcomes(error)).toContain('unavailable');
      expect(JSON.stringify((error as { problems: unknown }).problems)).not.toContain('class');
    }
  });

  it('is asked at the next endpoint if a node has too much to do', async () => {
    const { operation, sent } = openOne({ '/wallet/x': busy }, [{ own: { '/wallet/x': { a: 7 } } }]);
    expect(await askOne(anything, operation)).toBe(7);
    expect(sent.filter((request) => request.path === '/wallet/x').map(({ host }) => host)).toEqual([
      'node.0.example',
      'node.1.example',
    ]);
    const alone = openOne({ '/wallet/x': busy });
    const error = await askOne(anything, alone.operation, { maxAttempts: 1 }).catch((thrown: unknown) => thrown);
    expect(outcomes(error)).toEqual(['rateLimited']);
  });

  it.each([403, 429, 503])('is asked at the next endpoint after status %i', async (status) => {
    const { operation } = openOne({ '/wallet/x': new Status(status, 'busy') }, [{ own: { '/wallet/x': { a: 7 } } }]);
    expect(await askOne(anything, operation)).toBe(7);
  });

  it('to the index goes to the index', async () => {
    const scripted = openNodes([{ own: { '/v1/x': { a: 1 } } }, { own: { '/v1/x': { a: 2 } } }], {}, [
      'node',
      'trongrid',
    ]);
    const query = indexQuery({ path: '/v1/x', schema: z.object({ a: z.int() }), read: ({ a }) => a });
    expect(await askOne(query, scripted.chain.adapter.upstream.operation())).toBe(2);
  });
});

describe('several questions', () => {
  it('are answered by one endpoint, in one round', async () => {
    const { operation, sent } = openOne({ '/wallet/x': new Status(500, '') }, [{ own: { '/wallet/x': { a: 2 } } }]);
    const { head, a } = await ask({ head: latestBlock, a: anything }, operation);
    expect([head.timestamp, a]).toEqual([now, 2]);
    const hosts = sent.filter((request) => request.path === '/wallet/x').map(({ host }) => host);
    expect(hosts).toEqual(['node.0.example', 'node.1.example']);
    const alone = openOne({ '/wallet/x': {} });
    await ask({ head: latestBlock, a: anything }, alone.operation);
    expect(alone.operation.trace.roundTrips).toBe(1);
  });

  it('are not answered by an endpoint that its answers contradict', async () => {
    const { operation } = openOne({ '/wallet/x': { a: 1 } }, [{ own: { '/wallet/x': { a: 2 } } }]);
    const accept = ([a]: readonly unknown[]) => {
      if (a === 1) throw new Error('a defect is not hidden');
    };
    await expect(ask({ a: anything }, operation, { accept })).rejects.toThrow('a defect is not hidden');
  });
});

describe('numbers', () => {
  const balanceOf = async (balance: unknown) =>
    (await askOne(account(owner), openOne({ [path]: { address: owner, balance } }).operation))?.balance;

  it.each([
    ['absent', undefined, 0n],
    ['a number', 12, 12n],
    ['a text', '12', 12n],
    ['beyond 2^53', 9_007_199_254_740_993n, 9_007_199_254_740_993n],
    ['a text beyond 2^53', '9223372036854775807', 9_223_372_036_854_775_807n],
  ])('may be %s', async (_, balance, expected) => {
    expect(await balanceOf(balance)).toBe(expected);
  });

  it.each([
    ['negative', -1],
    ['of more than 64 bits', 2n ** 63n],
    ['a text of more than 64 bits', '9223372036854775808'],
    ['a text of too many digits', '1'.repeat(100)],
    ['half', 0.5],
    ['no number', 'many'],
    ['a list', []],
  ])('are not %s', async (_, balance) => {
    await expect(balanceOf(balance)).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });
});

describe('an answer about another account', () => {
  it('is none', async () => {
    const own = { [path]: { address: `41${'ab'.repeat(20)}`, balance: 1 } };
    expect(await complaints(openNodes([{ own }]))).toContain('it answers with another account');
    expect((await encodeTransfer(openNodes([{ own }, {}]))).status.errors).toEqual([]);
  });
});
