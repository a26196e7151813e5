import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createWorld, node } from '../../test/scripted-upstream.ts';
import { type FailureOutcome, StandingStill } from './attempt-failure.ts';
import { firstOf } from './first-of.ts';
import type { Operation } from './operation.ts';
import { UpstreamError } from './upstream-error.ts';

const failed = (endpoint: string, outcome: FailureOutcome = 'network') =>
  new UpstreamError('bitcoin', [{ endpoint, outcome, detail: 'scripted', ms: 1 }]);
const joined = (failures: readonly UpstreamError[]) => UpstreamError.joined('bitcoin', failures);

/** What sources answer, one answer for each time that they are asked. */
type Script = Readonly<Record<string, readonly (string | undefined | Error)[]>>;

function asking(script: Script, operation: Operation = createWorld({ 'a.test': [] }).upstream.operation()) {
  const asked: string[] = [];
  const times = new Map<string, number>();
  const ask = async (name: string, using: Operation) => {
    asked.push(using === operation.strict ? `${name}, strictly` : name);
    const time = times.get(name) ?? 0;
    times.set(name, time + 1);
    const answer = script[name]?.[time];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { asked, answer: firstOf(Object.keys(script), operation, ask, joined) };
}

describe('the first of several sources that answers', () => {
  it('is asked alone, and the next one if it fails', async () => {
    const { asked, answer } = asking({ a: [failed('a')], b: ['found'], c: ['too late'] });
    expect(await answer).toBe('found');
    expect(asked).toEqual(['a, strictly', 'b, strictly']);
  });

  it('is the first that has a value', async () => {
    expect(await asking({ a: [undefined], b: [failed('b')], c: ['found'] }).answer).toBe('found');
    expect(await asking({ a: [failed('a')], b: [undefined] }).answer).toBeUndefined();
  });

  it('fails with the failures of all if none answers', async () => {
    const { asked, answer } = asking({ a: [failed('a', 'timeout')], b: [failed('b', 'unable')] });
    await expect(answer).rejects.toMatchObject({
      code: 'upstream.unavailable',
      attempts: [{ endpoint: 'a' }, { endpoint: 'b' }],
    });
    expect(asked).toEqual(['a, strictly', 'b, strictly']);
    await expect(asking({}).answer).rejects.toMatchObject({ attempts: [] });
  });

  it('does not hide a bug', async () => {
    const { asked, answer } = asking({ a: [new RangeError('bug')], b: ['found'] });
    await expect(answer).rejects.toThrow(RangeError);
    expect(asked).toEqual(['a, strictly']);
  });

  it('may stand still if all others failed', async () => {
    const { asked, answer } = asking({ a: [failed('a')], b: [failed('b', 'stale'), 'old'], c: [failed('c', 'stale')] });
    expect(await answer).toBe('old');
    expect(asked).toEqual(['a, strictly', 'b, strictly', 'c, strictly', 'b']);
  });

  it('may be a later one that stands still, and an error names the failures of the first round', async () => {
    const stale = (name: string) => failed(name, 'stale');
    const script = { a: [stale('a'), failed('a2')], b: [stale('b'), undefined], c: [stale('c'), 'old'] };
    expect(await asking(script).answer).toBe('old');
    const { answer } = asking({ a: [stale('a'), failed('a2')], b: [failed('b')] });
    await expect(answer).rejects.toMatchObject({ attempts: [{ endpoint: 'a' }, { endpoint: 'b' }] });
    await expect(asking({ a: [stale('a'), new RangeError('bug')], b: [failed('b')] }).answer).rejects.toThrow(
      RangeError,
    );
  });

  it('is not asked twice if it is the only one, or if another answered that there is nothing', async () => {
    const alone = asking({ a: [failed('a', 'stale')] });
    await expect(alone.answer).rejects.toThrow(UpstreamError);
    expect(alone.asked).toEqual(['a']);
    const nothing = asking({ a: [failed('a', 'stale')], b: [undefined] });
    expect(await nothing.answer).toBeUndefined();
    expect(nothing.asked).toEqual(['a, strictly', 'b, strictly']);
  });

  it('may stand still at once if the whole chain is known to stand still', async () => {
    const { upstream, clock } = createWorld({ 'a.test': node(() => 400) });
    const operation = upstream.operation();
    const accept = () => {
      throw new StandingStill(400);
    };
    const batch = operation.rpcBatch([{ method: 'latest', params: [], schema: z.number() }], { accept });
    await clock.until(batch);
    expect(operation.standsStill).toEqual({ latestAt: 400 });
    const { asked, answer } = asking({ a: [failed('a', 'stale')], b: ['found'] }, operation);
    expect(await answer).toBe('found');
    expect(asked).toEqual(['a', 'b']);
  });
});
