import type { Chain, Status } from '@isochain/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { outcomeOf } from './refusal.ts';
import { firstOfMode, type Stage } from './stage.ts';

/** Of a type, or with a value, that no wish has. */
const wrongValues = [[[]], -1.5];

/** Core warns of no more fields of an object. */
const mostWarnings = 20;

/** With a letter too many. */
const misspelt = (name: string) => `${name}q`;

const plainWishes = ['fees', 'gas', 'nonce'] as const;

/** What clients may wish for: it is described, read strictly, and never kept from an earlier answer. */
export function describeWishes(stage: Stage): void {
  const examples = firstOfMode(stage.examples);

  describe('wishes', () => {
    let wishes: ReturnType<Chain['detail']>['wishes'];
    beforeAll(() => {
      wishes = stage.connect().detail().wishes;
    });

    it('are told of each mode that there is', () => {
      expect(Object.keys(wishes).toSorted()).toEqual(examples.map(({ mode }) => mode).toSorted());
    });

    it.each(examples)('say of each wish in $mode what it means', ({ mode }) => {
      for (const [place, text] of Object.entries(wishes[mode] ?? {})) {
        expect(place).toMatch(/^(?:fees|gas|nonce|params\.\w+)$/);
        expect(text, `what ${place} means`).toMatch(/^[A-Z].{10,}\.$/s);
      }
    });

    it.each(examples)('refuse what cannot be meant in $mode, with its place', async (example) => {
      const { intent } = await stage.unsent(example);
      const chain = stage.connect();
      for (const place of Object.keys(wishes[example.mode] ?? {}).filter((name) => name.startsWith('params.'))) {
        const here = `transaction.data.${place}`;
        for (const value of wrongValues) {
          const data = { ...intent, params: { [place.slice('params.'.length)]: value } };
          for (const run of [() => chain.encode(data), () => chain.validate(data)]) {
            const before = stage.wire.calls.length;
            const places = await refusedPlaces(run);
            const hit = places.filter((at) => at === here || at.startsWith(`${here}.`));
            expect(hit, `${JSON.stringify(value)} as ${place}: refused are ${places.join(', ')}`).not.toEqual([]);
            expect(stage.wire.calls.length, 'upstream requests').toBe(before);
          }
        }
      }
    });

    it.each(examples)('warn of what nobody takes for a wish in $mode, with its place', async (example) => {
      const taken = wishes[example.mode] ?? {};
      const vain = plainWishes.filter((name) => !(name in taken));
      const plain = Object.fromEntries(vain.map((name) => [name, '1']));
      const { intent } = await stage.unsent(example);
      const params = { ...(intent.params as object | undefined), nobodysWish: 'x' };
      const data = { ...intent, ...plain, params };
      const { status } = await stage.connect().encode(data);
      expect(status.errors).toEqual([]);
      expect(placesOf(status.warnings, 'field.ignored')).toEqual(
        [...vain, 'params.nobodysWish'].map((name) => `transaction.data.${name}`),
      );
    });

    it.each(examples)('are suggested in $mode where somebody misspells them', async (example) => {
      const places = Object.keys(wishes[example.mode] ?? {}).filter((place) => place.startsWith('params.'));
      const { intent } = await stage.unsent(example);
      const params = Object.fromEntries(places.map((place) => [misspelt(place.slice('params.'.length)), 'x']));
      const { status } = await stage.connect().encode({ ...intent, params: { ...Object(intent.params), ...params } });
      const ignored = status.warnings.filter(({ code }) => code === 'field.ignored');
      expect(ignored.map(({ context }) => context?.nearest)).toEqual(places.slice(0, mostWarnings));
      for (const { context } of ignored)
        expect(String(context?.known).split(', ')).toEqual(expect.arrayContaining(places));
    });

    it.each(examples)('are not taken from an earlier answer in $mode', async (example) => {
      const { data } = await stage.unsent(example);
      const stale = { fees: '1', gas: '1', nonce: '999999' };
      const { transaction, status } = await stage.connect().encode({ ...data, ...stale });
      const isComplete = stage.setup.needsWishes?.includes(example.mode) !== true;
      expect(status.errors.length === 0, 'carried out without wishes').toBe(isComplete);
      expect(placesOf(status.warnings, 'data.recomputed')).toEqual(['transaction.data']);
      expect(placesOf(status.warnings, 'field.ignored')).toEqual([]);
      for (const name of plainWishes) expect(transaction.data[name], name).not.toBe(stale[name]);
    });
  });
}

/** Places of wishes that were refused. */
async function refusedPlaces(run: () => Promise<unknown>): Promise<string[]> {
  const outcome = await outcomeOf(run);
  const problems = outcome.kind === 'refused' ? outcome.error.problems : [];
  return problems.flatMap(({ code, field }) => (code === 'wish.invalid' && field !== undefined ? [field] : []));
}

function placesOf(warnings: Status['warnings'], code: string) {
  return warnings.filter((warning) => warning.code === code).map(({ field }) => field);
}
