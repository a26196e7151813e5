import type { Expected, Kind, Lie, Telling } from '@isochain/conformance';
import { expect } from 'vitest';
import type { ScriptedChain } from '../scripted-upstream.ts';
import { scenes } from './scenes.ts';
import { dataOf, encodesIn, expectShownFees } from './truth.ts';

// How the catalogue is written: one row for each lie about a field.

/** The result that a lie must have. For some lies it depends on what the chain really has. */
type Outcome = Expected | ((truth: ScriptedChain) => Expected);

/** Kind, the lie, its result, and what distinguishes it from others of its kind. */
export type Row = readonly [Kind, (honest: never, telling: Telling) => unknown, Outcome, string?];

/** Lies about one field, told in some scenes. */
export function about(field: string, names: readonly [string, ...string[]], ...rows: readonly Row[]): Lie[] {
  return names.flatMap((name) =>
    rows.map(([kind, tell, must, says]): Lie => {
      const outcome = typeof must === 'function' ? must(truthOf(name)) : must;
      return { field, kind, ...(says === undefined ? {} : { says }), scenes: [name], tell, must: outcome };
    }),
  );
}

function truthOf(name: string): ScriptedChain {
  const found = scenes.find((scene) => scene.name === name);
  if (found === undefined) throw new TypeError(`no scene ${name}`);
  return found.truth;
}

export const says =
  <T>(value: T) =>
  () =>
    value;

/** The lie about an item of a list, or about all. */
export const only =
  <T>(at: number, lie: (honest: T) => unknown) =>
  (honest: T, { indices }: Telling) =>
    indices[0] === at ? lie(honest) : honest;

/** Nothing is answered; with an honest endpoint beside it, the truth. */
export const down: Expected = { refused: 'upstream.unavailable' };
export const ignored: Expected = { ignored: true };
export const refused = (...codes: readonly string[]): Expected => ({ refused: codes });
export const warned = (code: string): Expected => ({ warned: code });

/** A lie about coins cannot make a sender sign a transaction that costs more than was shown. */
export const shown: Outcome = (truth) => ({
  bounded: 'The network refuses the transaction, or takes the very fees that the client was shown.',
  holds: (answer) => expectShownFees(answer, truth),
});

/** Fees that a liar chooses lie within the limits of the chain, in the smallest unit for a virtual byte. */
export const ratesWithin =
  (least: bigint, most: bigint): Outcome =>
  (truth) => ({
    bounded: `A virtual byte costs ${least} at least and ${most} at most, whatever upstreams say.`,
    holds(answer) {
      expectShownFees(answer, truth);
      for (const encode of encodesIn(answer)) {
        const { fees, params } = dataOf(encode);
        const vsize = BigInt(params.vsize);
        // Change that is not worth an output is left to the fees.
        expect(BigInt(fees)).toBeGreaterThanOrEqual(least * vsize);
        expect(BigInt(fees)).toBeLessThanOrEqual(most * vsize + 1_000n);
      }
    },
  });

/** Only for reads: the answer differs in fields for which we believe upstreams. */
export const tells = (text: string): Expected => ({ bounded: text, holds: (answer) => expect(answer).toBeDefined() });
