import { addChecksum, itemsOf, type Mode, signedOf } from '@isochain/core';
import { seed, turns } from '@isochain/dial';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { broadcastOf, describeOutcome, outcomeOf } from './refusal.ts';
import { type Stage, usual } from './stage.ts';
import { tamperings } from './tamper.ts';

const broadcasts = turns(2_000, 120);
const parts = ['data', 'encoded', 'signature'] as const;
/** Parts have their turns one after the other, so that each has its share in a sample too. */
const broadcastsOfPart = Math.ceil(broadcasts / parts.length);

/** Thousands of valid broadcasts, each with one thing changed: all refused, and nothing sent. */
export function describeProperty(stage: Stage): void {
  const { randomCompleted, forms, refusals, sameSignature, sign, unbound } = stage.setup;
  if (randomCompleted === undefined) return;

  describe('any tampering with any broadcast', () => {
    it(`is refused before anything is sent (${broadcasts} broadcasts, seed ${seed})`, async () => {
      const accounts = await Promise.all([stage.account(), stage.account(), stage.account()]);
      const chain = stage.connect();
      const { bytes } = chain.adapter;
      const tried = new Map<string, number>();
      const modes = new Set<Mode>();
      const before = stage.wire.calls.length;

      const anyOf = (part: (typeof parts)[number]) =>
        fc.asyncProperty(
          randomCompleted(accounts),
          fc.constantFrom(...forms),
          // Even, not with the usual preference for the ends: each place has its turn.
          fc.noBias(fc.record({ place: fc.nat(), choice: fc.nat(1_000) })),
          async ({ data: bare, account }, form, { place, choice }) => {
            const data = addChecksum(bytes.chainId, bare);
            const encoded = itemsOf(bytes, bare);
            const signatures = await sign({ data, encoded, account });
            const input = { data, encoded, signature: signatures[form] ?? usual(stage.setup, signatures) };
            const list = tamperings(input, {
              chainId: bytes.chainId,
              assemble: (data) => itemsOf(bytes, data),
              sameSignature,
              unbound,
            });
            // Parts weigh the same, however many places they have.
            const ofPart = list.filter(({ name }) => name.startsWith(part));
            const tampering = ofPart[place % ofPart.length];
            const changed = tampering?.apply(choice);
            fc.pre(tampering !== undefined && changed !== undefined);
            if (tampering === undefined || changed === undefined) return;

            // What is changed must be right to begin with.
            await signedOf(bytes, bare, input.signature);
            const outcome = await outcomeOf(() => broadcastOf(chain, changed));
            if (outcome.kind !== 'refused') throw new Error(`${tampering.name}: ${describeOutcome(outcome)}`);
            const kind = tampering.name.split(/[.:[]/, 1)[0] ?? '';
            tried.set(kind, (tried.get(kind) ?? 0) + 1);
            modes.add(bare.mode);
          },
        );
      // Each part draws other broadcasts than the others do.
      for (const [i, part] of parts.entries())
        await fc.assert(anyOf(part), { seed: seed + i, numRuns: broadcastsOfPart });
      const asked = stage.wire.calls.slice(before);
      expect(asked.filter(refusals.isBroadcast), 'broadcasts upstream').toEqual([]);
      // A field that the bytes do not hold is compared with the chain, where the family can do that.
      if (chain.adapter.confirm === undefined) expect(asked, 'upstream requests').toEqual([]);
      const counts = Object.fromEntries(tried);
      expect(
        Math.min(counts.data ?? 0, counts.encoded ?? 0, counts.signature ?? 0),
        JSON.stringify(counts),
      ).toBeGreaterThanOrEqual(broadcastsOfPart);
      const drawn = fc.sample(randomCompleted(accounts), { seed, numRuns: 200 });
      expect(modes, 'modes of the broadcasts').toEqual(new Set(drawn.map(({ data }) => data.mode)));
    });
  });
}
