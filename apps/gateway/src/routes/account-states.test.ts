import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeFamilies } from '../../test/fake-family.ts';
import { key, keyHash } from '../../test/harness.ts';
import { settings } from '../config/settings.ts';
import { createGateway } from '../gateway.ts';

// The time that passes is the tests' own. An account named "slow" takes longer than any request may.

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

interface Answered {
  readonly accounts: readonly {
    readonly accountId: string;
    readonly status?: { readonly errors: { code: string }[] };
  }[];
}

it('gives all accounts of a list together the time of one request', async () => {
  const log = vi.fn();
  const configured = settings.parse({ keys: { tests: keyHash }, limits: { requestTimeoutMs: 1_000 } });
  const app = createGateway(configured, { log, coalesce: 'operation', families: fakeFamilies });
  const accounts = Array.from({ length: 100 }, (_, i) => ({
    chainId: 'osmosis',
    accountId: i === 3 ? 'quick' : 'slow',
  }));
  const answer = Promise.resolve(
    app.request('/api/account/state', {
      method: 'POST',
      headers: { authorization: key, 'content-type': 'application/json' },
      body: JSON.stringify({ accounts }),
    }),
  );
  const answered = vi.fn();
  answer.then(answered);
  await vi.advanceTimersByTimeAsync(999);
  expect(answered).not.toHaveBeenCalled();
  // Plus a little, so that accounts that were begun can tell how far they got.
  await vi.advanceTimersByTimeAsync(101);
  expect(answered).toHaveBeenCalled();
  const { accounts: states } = (await (await answer).json()) as Answered;
  expect(states.map(({ accountId }) => accountId)).toEqual(accounts.map(({ accountId }) => accountId));
  expect(states.map(({ status }) => status?.errors[0]?.code)).toEqual(
    accounts.map(({ accountId }) => (accountId === 'slow' ? 'upstream.timeout' : undefined)),
  );
  // Accounts that were never begun have no line. Six are read at once, and one more began when the quick one ended.
  expect(log.mock.calls.filter(([level]) => level === 'warn')).toHaveLength(6);
});

it("bounds the computing time of a list's accounts, and answers others meanwhile", async () => {
  const configured = settings.parse({ keys: { tests: keyHash } });
  const app = createGateway(configured, { log: vi.fn(), coalesce: 'shared', families: fakeFamilies });
  const accounts = Array.from({ length: 12 }, (_, i) => ({ chainId: 'osmosis', accountId: `costly:100:${i}` }));
  const answer = Promise.resolve(
    app.request('/api/account/state', {
      method: 'POST',
      headers: { authorization: key, 'content-type': 'application/json' },
      body: JSON.stringify({ accounts }),
    }),
  );
  const answered = vi.fn();
  answer.then(answered);
  // Each pause between two steps is a timer of its own.
  await vi.advanceTimersByTimeAsync(0);
  expect((await app.request('/health')).status).toBe(200);
  expect(answered).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  const { accounts: states } = (await (await answer).json()) as Answered;
  const codes = states.map(({ status }) => status?.errors[0]?.code);
  expect(codes.filter((code) => code === undefined)).toHaveLength(6);
  expect(codes.filter((code) => code === 'request.tooCostly')).toHaveLength(6);
});
