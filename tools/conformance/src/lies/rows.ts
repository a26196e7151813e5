import type { Expected, Kind, Lie, LieScene, Telling } from './setup.ts';

// How catalogues of lies are written: one row for each lie about a field.

/** The result that a lie must have. For some lies it depends on the scene. */
type Outcome<Scene> = Expected | ((scene: Scene) => Expected);

/** Kind, the lie, its result, and what distinguishes it from others of its kind. */
export type LieRow<Scene = LieScene> = readonly [
  Kind,
  (honest: never, telling: Telling) => unknown,
  Outcome<Scene>,
  string?,
];

/**
 * Makes the function that writes the lies about one field, told in some scenes.
 *
 * @param scenes - All that there are. A name that none of them has is a TypeError.
 */
export function lieRows<Scene extends Pick<LieScene, 'name'>>(
  scenes: readonly Scene[],
): (field: string, names: readonly string[], ...rows: readonly LieRow<Scene>[]) => Lie[] {
  return (field, names, ...rows) =>
    names.flatMap((name) => {
      const scene = scenes.find((each) => each.name === name);
      if (scene === undefined) throw new TypeError(`There is no scene ${name}.`);
      return rows.map(([kind, tell, must, says]): Lie => {
        const outcome = typeof must === 'function' ? must(scene) : must;
        return { field, kind, ...(says === undefined ? {} : { says }), scenes: [name], tell, must: outcome };
      });
    });
}

/** The lie that always tells the same. */
export const says =
  <T>(value: T) =>
  () =>
    value;

/** The lie of a list that has everything twice. */
export const twice = (items: readonly unknown[]): unknown => [...items, ...items];

/** No answer. With a second, honest endpoint: the truth. */
export const down: Expected = { refused: 'upstream.unavailable' };
export const ignored: Expected = { ignored: true };
export const refused = (...codes: readonly string[]): Expected => ({ refused: codes });
