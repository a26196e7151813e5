import { describe, expect, it } from 'vitest';
import type { Exchange, Split } from './exchange.ts';
import type { RecordsHandIn } from './hand-in.ts';
import { createRecorder } from './recorder.ts';
import { createReplay, UnrecordedQuestion } from './replay.ts';
import { packRuns, unpackRuns } from './runs.ts';

const endpoints = [{ url: 'https://one.test', name: 'one' }];

/** `sums` asks for several numbers at once, `sum` for one. */
const sums: Split = {
  parts: ({ params }) => (params as number[]).map((number) => ({ method: 'sum', params: [number] })),
  take: (result) => (result as number[]).map((number) => ({ result: number })),
  join: (parts) => ({ result: parts.map((says) => (says as { result: number }).result) }),
};
const handIn = {
  name: 'pretend',
  splits: { sums },
  sent: ({ call }) => (call?.method === 'send' ? (call.params as [string])[0] : undefined),
} as Partial<RecordsHandIn> as RecordsHandIn;

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Doubles numbers, and takes what it is sent. */
const node: typeof fetch = async (input, init) => {
  if (init?.method !== 'POST')
    return new Response(new URL(String(input)).pathname === '/tip' ? '7' : 'none', { status: 200 });
  const asked = JSON.parse(String(init.body)) as Call | Call[];
  const one = ({ id, method, params }: Call) => ({
    ...{ jsonrpc: '2.0', id },
    result:
      method === 'send' ? 'taken' : method === 'sum' ? 2 * Number(params[0]) : params.map((each) => 2 * Number(each)),
  });
  return Response.json(Array.isArray(asked) ? asked.map(one) : one(asked));
};

const ask = async (fetch: typeof globalThis.fetch, ...calls: readonly [method: string, ...params: unknown[]][]) => {
  const body = calls.map(([method, ...params], i) => ({ jsonrpc: '2.0', id: i + 5, method, params }));
  const response = await fetch('https://one.test/', {
    method: 'POST',
    body: JSON.stringify(body.length === 1 ? body[0] : body),
  });
  const answers = [await response.json()].flat() as { id: number; result: unknown }[];
  return answers.map(({ result }) => result);
};

async function recordedOf(...calls: Parameters<typeof ask>[1][]): Promise<ReadonlyMap<string, readonly Exchange[]>> {
  const recorder = createRecorder(handIn, { endpoints, fetch: node });
  await ask(recorder.fetch, ...calls);
  await recorder.fetch('https://one.test/tip');
  return recorder.exchanges();
}

describe('a replay', () => {
  it('answers questions in any order and company', async () => {
    const { fetch } = createReplay(handIn, endpoints, await recordedOf(['sum', 1], ['sums', 2, 3]));
    expect(await ask(fetch, ['sums', 3, 1])).toEqual([[6, 2]]);
    expect(await ask(fetch, ['sum', 2], ['sum', 1])).toEqual([4, 2]);
    expect(await (await fetch('https://one.test/tip')).text()).toBe('7');
  });

  it('ends with a sentence about the question that has no recorded answer', async () => {
    const replay = createReplay(handIn, endpoints, await recordedOf(['sum', 1]));
    // Whatever the code makes of a question that fails.
    const work = ask(replay.fetch, ['sums', 1, 9]).catch(() => new Promise(() => {}));
    await expect(replay.during(work)).rejects.toThrow(UnrecordedQuestion);
    await expect(replay.during(work)).rejects.toThrow(
      'The endpoint "one" was asked a question that has no recorded answer: sum [9]\n' +
        'If the code is meant to ask it, record again: npm run record -- pretend (with --engines for a record over an engine)',
    );
  });

  it('knows endpoints apart', async () => {
    const others = [{ url: 'https://two.test', name: 'two' }];
    const replay = createReplay(handIn, others, await recordedOf(['sum', 1]));
    await expect(replay.during(replay.fetch('https://two.test/tip'))).rejects.toThrow('"two" was asked');
  });

  it('takes whatever is sent, and tells it', async () => {
    const replay = createReplay(handIn, endpoints, await recordedOf(['send', '0xaa']));
    expect(await ask(replay.fetch, ['send', '0xbb'])).toEqual(['taken']);
    expect(replay.sent()).toEqual(['0xbb']);
  });
});

describe('a recorder', () => {
  it('keeps every question once, and refuses two answers to one', async () => {
    const recorder = createRecorder(handIn, { endpoints, fetch: node });
    for (let i = 0; i < 2; i++) await ask(recorder.fetch, ['sum', 1]);
    expect((await recorder.exchanges()).get('one')).toEqual([{ ask: 'sum [1]', says: { result: 2 } }]);
    let tip = 0;
    const moving = createRecorder(handIn, { endpoints, fetch: async () => new Response(String(tip++)) });
    for (let i = 0; i < 2; i++) await moving.fetch('https://one.test/tip');
    await expect(moving.exchanges()).rejects.toThrow('one was asked twice and gave two answers: GET /tip');
  });
});

describe('runs of the same sign', () => {
  it('are written short, and read back', () => {
    const text = `"0x${'0'.repeat(64)}1${'A'.repeat(23)}"`;
    expect(packRuns(text)).toBe(`"0x⟪0×64⟫1${'A'.repeat(23)}"`);
    expect(unpackRuns(packRuns(text))).toBe(text);
  });
});
