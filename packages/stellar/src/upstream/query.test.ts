import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { connectTo, missing, problemOf, Status } from '../../test/scripted-horizon.ts';
import { askOne } from './ask.ts';
import { horizonQuery, isMissing, mapped } from './query.ts';

const thing = horizonQuery({
  path: '/thing',
  schema: z.object({ value: z.int() }),
  read: ({ value }): number | undefined => value,
  refused: (error) => (isMissing(error) ? { value: undefined } : undefined),
});

async function asked(said: unknown, others: readonly unknown[] = []) {
  const scripted = connectTo([said, ...others].map((each) => ({ own: { '/thing': each } })));
  const operation = scripted.adapter.upstream.operation();
  const answer = await askOne(thing, operation).catch((error: { readonly code: string }) => error.code);
  return { ...scripted, answer, operation };
}

describe('a question', () => {
  it('is answered', async () => {
    expect((await asked({ value: 7 })).answer).toBe(7);
    const { adapter } = connectTo([{ own: { '/thing': { value: 7 } } }]);
    const double = mapped(thing, (value) => (value ?? 0) * 2);
    expect(await askOne(double, adapter.upstream.operation())).toBe(14);
  });

  it('may be about something that does not exist', async () => {
    const { answer, asked: requests } = await asked(missing, [{ value: 7 }]);
    expect(answer).toBeUndefined();
    expect(requests.filter(({ path }) => path === '/thing')).toHaveLength(1);
  });

  it.each([
    ['another 404', new Status(404, '<html>')],
    ['a 404 with JSON of a proxy', new Status(404, { message: 'no Route matched' })],
    ['history that is not kept', problemOf(410, 'before_history')],
    ['a bad request', problemOf(400, 'bad_request', { invalid_field: 'account_id' })],
    ['history that is stale', problemOf(503, 'stale_history')],
    ['a redirect', new Status(308, '', { location: 'https://elsewhere.example/thing' })],
    ['a link to follow', { _links: { next: { href: 'https://elsewhere.example/thing' } } }],
    ['another shape', { value: 'seven' }],
    ['a page', new Status(200, '<html>')],
    ['too much', new Status(200, `{"value":7,"more":"${'x'.repeat(1_100_000)}"}`)],
    ['a limit of requests', new Status(429, '', { 'retry-after': '30' })],
  ])('goes to another server after %s', async (_, said) => {
    const { answer, asked: requests } = await asked(said, [{ value: 7 }]);
    expect(answer).toBe(7);
    expect(requests.every(({ endpoint }) => endpoint.startsWith('horizon '))).toBe(true);
    expect((await asked(said)).answer).toBe('upstream.unavailable');
  });
});
