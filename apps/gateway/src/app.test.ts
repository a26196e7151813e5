import { Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFakeNode } from '../test/fake-node.ts';
import { open, type Serve, type Subject } from '../test/harness.ts';

const serve: Serve = async (app) => ({
  request: async (path, init) => app.fetch(new Request(`http://gateway.test${path}`, init)),
  close: async () => {},
});
const state = '/api/sepolia/account/0x0000000000000000000000000000000000000001/state?include=native';

/** How many answers are made while something is done: each one that is copied counts again. */
async function answersMade(work: () => Promise<unknown>): Promise<number> {
  let made = 0;
  class Counted extends Response {
    constructor(...given: ConstructorParameters<typeof Response>) {
      super(...given);
      made++;
    }
  }
  vi.stubGlobal('Response', Counted);
  await work();
  return made;
}

describe('an answer of the app', () => {
  let subject: Subject;
  afterEach(async () => {
    vi.unstubAllGlobals();
    await subject.close();
  });

  it.each([
    ['all pages', ['*']],
    ['some pages', ['https://wallet.example.org']],
  ])('is made once, with all its headers, where %s may read it', async (_, origins) => {
    subject = await open(serve, { fetch: createFakeNode().fetch, settings: { cors: { origins } } });
    // Opens the chain and lets its upstream answer, so that objects from there are made in this test too.
    await subject.send('GET', state);
    const data = { mode: 'nothing' };
    for (const [method, path, body] of [
      ['GET', '/health', undefined],
      ['GET', '/api/chains/sepolia', undefined],
      ['POST', '/api/sepolia/transaction/validate', { transaction: { data } }],
      ['GET', '/api/nowhere/validators', undefined],
    ] as const) {
      expect([path, await answersMade(() => subject.send(method, path, body))]).toEqual([path, 1]);
    }
  });

  it("has Hono's security headers", async () => {
    subject = await open(serve);
    const reference = new Hono().use(secureHeaders({ xFrameOptions: 'DENY' })).get('/', (c) => c.body(null));
    const expected = Object.fromEntries((await reference.request('/')).headers);
    expect(Object.keys(expected).length).toBeGreaterThan(8);
    expect(Object.fromEntries((await subject.request('/health')).headers)).toMatchObject(expected);
  });
});
