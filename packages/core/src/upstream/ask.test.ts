import { describe, expect, expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import { createWorld, node, RpcFault } from '../../test/scripted-upstream.ts';
import { ask, fallible, optional } from './ask.ts';
import { RejectedAnswer, StandingStill } from './attempt-failure.ts';
import type { RpcGuard } from './guard.ts';
import type { RpcCall, RpcOutcome } from './json-rpc.ts';

const echo = (value: number): RpcCall<number> => ({
  method: 'echo',
  params: [value],
  schema: z.number(),
});
const fails: RpcCall<number> = { ...echo(0), method: 'fail' };

/** The only error that is an answer. */
const cannot = ({ message }: { readonly message: string }) => message === 'cannot';

const guard: RpcGuard = {
  chain: {
    call: { method: 'chain', params: [], schema: z.string() },
    accept(outcome) {
      if (outcome?.ok !== true || outcome.value !== 'ours') throw new RejectedAnswer('it serves another chain');
    },
  },
};
const world = (hosts: Parameters<typeof createWorld>[0]) =>
  createWorld(hosts, { kinds: { node: { isDefault: true, guard } } });

const chain = (name: string, fault = new RpcFault(-32000, 'cannot')) =>
  node(({ method, params }) => {
    if (method === 'fail') return fault;
    return method === 'chain' ? name : (params as number[])[0];
  });

describe('ask', () => {
  it('answers by name, in one request', async () => {
    const { upstream, clock, sent } = world({ 'a.test': chain('ours') });
    const answers = await clock.until(ask(upstream.operation(), { one: echo(1), two: fallible(echo(2), cannot) }));
    expect(answers).toEqual({ one: 1, two: { ok: true, value: 2 } });
    expectTypeOf(answers.one).toEqualTypeOf<number>();
    expectTypeOf(answers.two).toEqualTypeOf<RpcOutcome<number>>();
    expect(sent).toHaveLength(1);
  });

  it('asks the next endpoint if one serves another chain', async () => {
    const { upstream, clock, route } = world({ 'a.test': chain('theirs'), 'b.test': chain('ours') });
    expect(await clock.until(ask(upstream.operation(), { one: echo(1) }))).toEqual({ one: 1 });
    expect(route()).toEqual(['a.test', 'b.test']);
  });

  it('names the endpoint that answered, even to callers that share the answer', async () => {
    const { upstream, clock, sent } = world({ 'a.test': chain('theirs'), 'b.test': chain('ours') });
    const names: string[] = [];
    const questions = { one: echo(1) };
    const both = () => ask(upstream.operation(), questions, { answeredBy: (name) => names.push(name) });
    await clock.until(Promise.all([both(), both()]));
    expect(names).toEqual(['b.test', 'b.test']);
    expect(sent).toHaveLength(2);
  });

  it('asks one endpoint no more often than it is told', async () => {
    const { upstream, clock, route } = world({ 'a.test': chain('ours'), 'b.test': chain('ours') });
    const once = ask(upstream.operation(), { fails }, { endpoint: 'b.test', maxAttempts: 1 });
    await expect(clock.until(once)).rejects.toThrow();
    expect(route()).toEqual(['b.test']);
  });

  it('asks the next endpoint if one fails a call that must succeed', async () => {
    const { upstream, clock, route } = world({ 'a.test': chain('ours'), 'b.test': chain('ours') });
    await expect(clock.until(ask(upstream.operation(), { fails }))).rejects.toThrow();
    expect(new Set(route())).toEqual(new Set(['a.test', 'b.test']));
  });

  it.each([
    ['fallible', (call: RpcCall<number>) => fallible(call, cannot)],
    ['optional', (call: RpcCall<number>) => optional(call)],
  ])('has the error of a call that is %s as a value', async (_, mark) => {
    const { upstream, clock, route } = world({ 'a.test': chain('ours'), 'b.test': chain('ours') });
    const answers = await clock.until(ask(upstream.operation(), { fails: mark(fails), one: echo(1) }));
    expect(answers).toEqual({ fails: { ok: false, error: { code: -32000, message: 'cannot' } }, one: 1 });
    expect(route()).toEqual(['a.test']);
  });

  it("knows which calls' errors speak of the endpoint", async () => {
    const unknown = chain('ours', new RpcFault(-32601, 'no such method'));
    const { upstream, clock, route } = world({ 'a.test': unknown, 'b.test': chain('ours') });
    const first = await clock.until(ask(upstream.operation(), { fails: optional(fails) }));
    expect(first.fails).toMatchObject({ ok: false, error: { code: -32601 } });
    expect(route()).toEqual(['a.test']);
    const second = await clock.until(ask(upstream.operation(), { fails: fallible(fails, cannot) }));
    expect(second.fails).toMatchObject({ ok: false, error: { code: -32000 } });
    expect(route().at(-1)).toBe('b.test');
  });

  it('asks one endpoint only, if it is named', async () => {
    const { upstream, clock, route } = world({ 'a.test': chain('ours'), 'b.test': chain('ours') });
    await clock.until(ask(upstream.operation(), { one: echo(1) }, { endpoint: 'b.test' }));
    expect(route()).toEqual(['b.test']);
  });

  describe('with a clock', () => {
    const time: RpcCall<number> = { method: 'time', params: [], schema: z.number() };
    const open = (latestAt: () => number, clockCall: Partial<RpcGuard['clock']> = {}) => {
      const clock = {
        call: time,
        accept(outcome: RpcOutcome | undefined) {
          if (outcome?.ok === true && Number(outcome.value) < 1_000) throw new StandingStill(Number(outcome.value));
        },
        ...clockCall,
      };
      return createWorld(
        {
          'a.test': node(({ method, params }) =>
            method === 'chain' ? 'ours' : method === 'time' ? latestAt() : (params as number[])[0],
          ),
        },
        { kinds: { node: { isDefault: true, guard: { ...guard, clock } } }, defaultMaxBatch: 10 },
      );
    };
    const methods = (json: unknown) => (json as { method: string }[]).map(({ method }) => method);

    it('asks for the time beside the questions, once for two callers at the same time', async () => {
      const { upstream, clock, sent } = open(() => 2_000);
      const questions = { one: echo(1) };
      const both = () => ask(upstream.operation(), questions);
      expect(await clock.until(Promise.all([both(), both()]))).toEqual([{ one: 1 }, { one: 1 }]);
      expect(sent.map(({ json }) => methods(json))).toEqual([['chain', 'time', 'echo']]);
    });

    it('does not ask for it if a question is the same, or tells the time', async () => {
      const { upstream, clock, sent } = open(() => 400);
      const operation = upstream.operation();
      expect(await clock.until(ask(operation, { one: echo(1), time }))).toEqual({ one: 1, time: 400 });
      expect(operation.standsStill).toEqual({ latestAt: 400 });
      expect(sent.map(({ json }) => methods(json))).toEqual([['chain', 'echo', 'time']]);

      const told = open(() => 2_000, { isToldBy: ({ method }) => method === 'echo' });
      const still = told.upstream.operation();
      expect(await told.clock.until(ask(still, { one: echo(400) }))).toEqual({ one: 400 });
      expect(still.standsStill).toEqual({ latestAt: 400 });
      expect(told.sent.map(({ json }) => methods(json))).toEqual([['chain', 'echo']]);
    });

    it('asks once where one call shows both the chain and the time', async () => {
      const call: RpcCall<number> = { method: 'status', params: [], schema: z.number() };
      const seen: string[] = [];
      const accept = (what: string) => (outcome: RpcOutcome | undefined) => {
        if (outcome?.ok !== true || outcome.value !== 2_000) throw new RejectedAnswer('it serves another chain');
        seen.push(what);
      };
      const both = { chain: { call, accept: accept('chain') }, clock: { call, accept: accept('time') } };
      const { upstream, clock, sent } = createWorld(
        { 'a.test': node(({ method, params }) => (method === 'status' ? 2_000 : (params as number[])[0])) },
        { kinds: { node: { isDefault: true, guard: both } }, defaultMaxBatch: 10 },
      );
      expect(await clock.until(ask(upstream.operation(), { one: echo(1) }))).toEqual({ one: 1 });
      expect(sent.map(({ json }) => methods(json))).toEqual([['status', 'echo']]);
      expect(seen).toEqual(['chain', 'time']);
    });

    it('does not ask for it if a node may lag, and does not count such an answer as checked', async () => {
      const { upstream, clock, sent } = open(() => 400);
      const operation = upstream.operation();
      const questions = { one: echo(1), time };
      await clock.until(
        Promise.all([ask(operation, questions, { mayLag: true }), ask(upstream.operation(), questions)]),
      );
      expect(operation.standsStill).toBeUndefined();
      expect(sent).toHaveLength(2);
    });
  });
});
