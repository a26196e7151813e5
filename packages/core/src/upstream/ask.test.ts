import { describe, expect, expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import { createWorld, node, RpcFault } from '../../test/scripted-upstream.ts';
import { askGuarded, type ChainGuard, fallible, optional } from './ask.ts';
import { RejectedAnswer } from './attempt-failure.ts';
import type { RpcCall, RpcOutcome } from './json-rpc.ts';

const echo = (value: number): RpcCall<number> => ({
  method: 'echo',
  params: [value],
  schema: z.number(),
  isEndpointFailure: () => true,
});
const fails: RpcCall<number> = { ...echo(0), method: 'fail' };

const guard: ChainGuard = {
  call: { method: 'chain', params: [], schema: z.string() },
  accept([first]) {
    if (first?.ok !== true || first.value !== 'ours') throw new RejectedAnswer('it serves another chain');
  },
};

const chain = (name: string, fault = new RpcFault(-32000, 'cannot')) =>
  node(({ method, params }) => {
    if (method === 'fail') return fault;
    return method === 'chain' ? name : (params as number[])[0];
  });

describe('askGuarded', () => {
  it('answers by name, in one request', async () => {
    const { upstream, clock, sent } = createWorld({ 'a.test': chain('ours') });
    const answers = await clock.until(
      askGuarded(upstream.operation(), guard, { one: echo(1), two: fallible(echo(2)) }),
    );
    expect(answers).toEqual({ one: 1, two: { ok: true, value: 2 } });
    expectTypeOf(answers.one).toEqualTypeOf<number>();
    expectTypeOf(answers.two).toEqualTypeOf<RpcOutcome<number>>();
    expect(sent).toHaveLength(1);
  });

  it('asks the next endpoint where one serves another chain', async () => {
    const { upstream, clock, route } = createWorld({ 'a.test': chain('theirs'), 'b.test': chain('ours') });
    expect(await clock.until(askGuarded(upstream.operation(), guard, { one: echo(1) }))).toEqual({ one: 1 });
    expect(route()).toEqual(['a.test', 'b.test']);
  });

  it('tells the name of the endpoint that answered, to those who share the answer too', async () => {
    const { upstream, clock, sent } = createWorld({ 'a.test': chain('theirs'), 'b.test': chain('ours') });
    const names: string[] = [];
    const questions = { one: echo(1) };
    const ask = () => askGuarded(upstream.operation(), guard, questions, { answeredBy: (name) => names.push(name) });
    await clock.until(Promise.all([ask(), ask()]));
    expect(names).toEqual(['b.test', 'b.test']);
    expect(sent).toHaveLength(2);
  });

  it('asks one endpoint no more often than it is told', async () => {
    const { upstream, clock, route } = createWorld({ 'a.test': chain('ours'), 'b.test': chain('ours') });
    const once = askGuarded(upstream.operation(), guard, { fails }, { endpoint: 'b.test', maxAttempts: 1 });
    await expect(clock.until(once)).rejects.toThrow();
    expect(route()).toEqual(['b.test']);
  });

  it('asks the next endpoint where one fails a call that must succeed', async () => {
    const { upstream, clock, route } = createWorld({ 'a.test': chain('ours'), 'b.test': chain('ours') });
    await expect(clock.until(askGuarded(upstream.operation(), guard, { fails }))).rejects.toThrow();
    expect(new Set(route())).toEqual(new Set(['a.test', 'b.test']));
  });

  it.each([
    ['fallible', fallible],
    ['optional', optional],
  ])('has the error of a call that is %s as a value', async (_, mark) => {
    const { upstream, clock, route } = createWorld({ 'a.test': chain('ours'), 'b.test': chain('ours') });
    const answers = await clock.until(askGuarded(upstream.operation(), guard, { fails: mark(fails), one: echo(1) }));
    expect(answers).toEqual({ fails: { ok: false, error: { code: -32000, message: 'cannot' } }, one: 1 });
    expect(route()).toEqual(['a.test']);
  });

  it('tells calls apart whose errors speak of the endpoint', async () => {
    const unknown = chain('ours', new RpcFault(-32601, 'no such method'));
    const { upstream, clock, route } = createWorld({ 'a.test': unknown, 'b.test': chain('ours') });
    const first = await clock.until(askGuarded(upstream.operation(), guard, { fails: optional(fails) }));
    expect(first.fails).toMatchObject({ ok: false, error: { code: -32601 } });
    expect(route()).toEqual(['a.test']);
    const second = await clock.until(askGuarded(upstream.operation(), guard, { fails: fallible(fails) }));
    expect(second.fails).toMatchObject({ ok: false, error: { code: -32000 } });
    expect(route().at(-1)).toBe('b.test');
  });

  it('asks one endpoint only, if it is named', async () => {
    const { upstream, clock, route } = createWorld({ 'a.test': chain('ours'), 'b.test': chain('ours') });
    await clock.until(askGuarded(upstream.operation(), guard, { one: echo(1) }, 'b.test'));
    expect(route()).toEqual(['b.test']);
  });
});
