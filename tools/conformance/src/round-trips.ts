import type { Trace } from '@isochain/core/upstream';
import { beforeAll, describe, expect, it } from 'vitest';
import { noticeClosed, resultOf, type Stage, traced } from './stage.ts';
import { first } from './walk.ts';

/** Sequential round trips are what users wait for: counted, and held to the family's budget. */
export function describeRoundTrips(stage: Stage): void {
  describe.each(stage.setup.roundTrips)('round trips with batches of $maxBatch', ({ maxBatch, ...budget }) => {
    const connect = () => stage.connect([stage.line('counted', { maxBatch })]);
    beforeAll(noticeClosed);

    it('has a budget for every example', () => {
      expect(Object.keys(budget.encode).sort()).toEqual(stage.examples.map(({ name }) => name).sort());
    });

    it.each(stage.examples)('suffice to encode $name', async (example) => {
      const intent = await example.intent(await stage.scene());
      const chain = connect();
      const { trace, result } = await traced((options) => chain.encode(intent, options));
      expect(resultOf(result).status.errors).toEqual([]);
      expectWithin(trace, budget.encode[example.name] ?? 0, maxBatch);
    });

    it('suffice to read a state', async () => {
      const { sender } = await stage.scene();
      const { trace, result } = await traced((options) => connect().accountState(sender.address, options));
      resultOf(result);
      expectWithin(trace, budget.state, maxBatch);
    });

    it('suffice to broadcast', async () => {
      const { input } = await stage.prepare(first(stage));
      const { trace, result } = await traced((options) => connect().broadcast(input, options));
      expectWithin(trace, budget.broadcast, maxBatch);
      await stage.confirm(resultOf(result).hash);
    });
  });

  describe('no round trips', () => {
    it('are taken to open and describe a chain', () => {
      const before = stage.wire.calls.length;
      stage.connect().detail();
      expect(stage.wire.calls.length).toBe(before);
    });

    it('are taken to explain encoded items, where that is possible', async ({ skip }) => {
      const { data, encoded } = await stage.prepare(first(stage));
      const chain = stage.connect();
      if (chain.adapter.bytes.explain === undefined) return skip('the family does not explain');
      const before = stage.wire.calls.length;
      const { transaction, status } = await chain.validate(data, encoded);
      expect(stage.wire.calls.length).toBe(before);
      expect(status.errors).toEqual([]);
      // A key may be spelled in several ways, and core has compared what they mean.
      const { senderPubKey: _, ...explained } = pickKnown(transaction.data, data);
      expect(data).toMatchObject(explained);
    });
  });
}

function expectWithin(trace: Trace, budget: number, maxBatch: number | undefined): void {
  expect(trace.roundTrips, `sequential round trips: ${JSON.stringify(trace.attempts)}`).toBeLessThanOrEqual(budget);
  expect(trace.roundTrips).toBeGreaterThan(0);
  // A batch that is refused would be tried again in smaller ones: the limit is kept in the first place.
  if (maxBatch !== undefined)
    expect(trace.attempts.map(({ outcome }) => outcome)).toEqual(trace.attempts.map(() => 'ok'));
}

/** The members that both have: an explanation may know more, or less, than the data says. */
function pickKnown(explanation: Readonly<Record<string, unknown>>, data: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(explanation).filter(([name]) => name in data));
}
