import { chosen } from '@isochain/dial';
import { describe, expect, it } from 'vitest';
import { nameOf, playChanged, staleEntries, tellLie, unnamedFields } from './judge.ts';
import { listenTo } from './liar.ts';
import { fingerprint, play } from './outcome.ts';
import type { LiesHandIn } from './setup.ts';
import { expectUsual, tellTenfold } from './tenfold.ts';

/**
 * Tells a family every lie of its catalogue, first as the only upstream, then in front of an honest one; and looks for fields that the family
 * reads and no lie is told of. Call it at the top of a `lies.test.ts` of the family's package.
 *
 * Every lie must end as its entry says: refused, warned of with numbers, within a limit that is stated, or without any effect.
 */
export function describeLies(handIn: LiesHandIn): void {
  const { scenes, lies, prices, atLeast = 70 } = handIn;
  // An ordinary run tells each lie in one of its scenes, and inflates each price in one.
  const tellings = chosen(inScenes(lies), ({ entry }) => entry, 0);
  const inflations = chosen(inScenes(prices), ({ entry: { field } }) => field, 0);

  describe(`${handIn.name}: lies of an upstream`, () => {
    it(`are at least ${atLeast}, each told once`, () => {
      const names = lies.flatMap((lie) => lie.scenes.map((scene) => `${nameOf(lie)} in ${scene}`));
      expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
      expect(lies.length).toBeGreaterThanOrEqual(atLeast);
    });

    it('are about fields and scenes that exist', async () => {
      expect(await staleEntries(handIn)).toEqual([]);
      const known = scenes.map(({ name }) => name);
      expect(prices.flatMap((price) => price.scenes).filter((name) => !known.includes(name))).toEqual([]);
    });

    describe.each([...scenes])('in the scene "$name"', (scene) => {
      it('the truth is answered the same each time, without an error', async () => {
        const first = await play(scene, scene.upstream());
        expect(first.error).toBeUndefined();
        expect(first.errors).toEqual([]);
        expectUsual(first);
        expect(fingerprint(await play(scene, scene.upstream()))).toBe(fingerprint(first));
        // Nor does it change where its answers are opened and closed again.
        const opened = await playChanged(handIn, scene, scene.upstream(), (fetch, names) =>
          listenTo(fetch, names, () => {}),
        );
        expect(fingerprint(opened)).toBe(fingerprint(first));
      });

      const told = tellings.flatMap((telling) => (telling.scene === scene.name ? telling.entry : []));
      it.concurrent.each(told.map((lie) => [nameOf(lie), lie] as const))('%s', (_name, lie) =>
        tellLie(handIn, scene, lie),
      );

      const inflated = inflations.flatMap((inflation) => (inflation.scene === scene.name ? inflation.entry : []));
      it.concurrent.each(inflated.map((price) => [price.field, price] as const))(
        'ten times %s is refused, or warned of',
        (_field, price) => tellTenfold(handIn, scene, price),
      );

      it('cannot be told of any other field that is read', { timeout: 120_000 }, async () => {
        expect(await unnamedFields(handIn, scene), 'fields that are read, without an entry in the catalogue').toEqual(
          [],
        );
      });
    });
  });
}

/** An entry of the catalogue, in one of the scenes that it names. */
function inScenes<Entry extends { readonly scenes: readonly string[] }>(entries: readonly Entry[]) {
  return entries.flatMap((entry) => entry.scenes.map((scene) => ({ entry, scene })));
}
