import { chosen } from '@isochain/dial';
import { expect } from 'vitest';
import { fieldsOf, leaveOut } from './fields.ts';
import { lieAbout, listenTo, type Names } from './liar.ts';
import { fingerprint, type Outcome, play } from './outcome.ts';
import { probesOf } from './probes.ts';
import type { HonestUpstream, Lie, LieScene, LiesHandIn } from './setup.ts';

/** How many scenes are played side by side: they spend their time waiting between attempts. */
const atOnce = 16;

/**
 * Tells one lie in one scene: by the only upstream, and by one in front of an honest one.
 *
 * @throws What `expect` throws, if it does not end as the catalogue says.
 */
export async function tellLie(handIn: LiesHandIn, scene: LieScene, lie: Lie): Promise<void> {
  const honest = await truthOf(scene);
  const { outcome, told } = await playLie(handIn, scene, lie, true);
  expect(told, 'how often the lie was told').toBeGreaterThan(0);
  expectMet(lie, outcome, honest);
  expectNotWorse(lie, (await playLie(handIn, scene, lie, false)).outcome, honest);
}

const truths = new WeakMap<LieScene, Promise<Outcome>>();

/** What comes of a scene when nobody lies: each time the same, so it is played once. */
function truthOf(scene: LieScene): Promise<Outcome> {
  const truth = truths.get(scene) ?? play(scene, scene.upstream());
  truths.set(scene, truth);
  return truth;
}

/** The fields that change what comes out of a scene, and that no lie of the catalogue is about. */
export async function unnamedFields(handIn: LiesHandIn, scene: LieScene): Promise<string[]> {
  const { lies, believed = {} } = handIn;
  const named = new Set([...lies.map(({ field }) => field), ...Object.keys(believed)]);
  const truth = fingerprint(await truthOf(scene));
  const unnamed = [...(await fieldsIn(handIn, scene))].filter(([field]) => !named.has(field));
  const probes = unnamed.flatMap(([field, value]) => probesOf(value).map((probe) => ({ field, probe })));
  // An ordinary run tries one value for each field. In the next scene that has the field it is another one.
  const read = await mapAtOnce(
    chosen(probes, ({ field }) => field, 0),
    async ({ field, probe }) => {
      const outcome = await playChanged(handIn, scene, scene.upstream(), (fetch, names) =>
        lieAbout(fetch, names, field, () => probe),
      );
      return fingerprint(outcome) === truth ? [] : [field];
    },
  );
  return [...new Set(read.flat())];
}

/** What the catalogue names and no scene has: fields, and scenes. */
export async function staleEntries({ scenes, lies, believed = {}, ...names }: LiesHandIn): Promise<string[]> {
  const known = new Set(scenes.map(({ name }) => name));
  for (const scene of scenes) for (const [field] of await fieldsIn({ ...names, scenes, lies }, scene)) known.add(field);
  const named = lies.flatMap(({ field, scenes: told }) => [field, ...told]);
  const hasMembers = (name: string) => [...known].some((field) => field.startsWith(`${name}.`));
  return [...new Set([...named, ...Object.keys(believed)])].filter((name) => !known.has(name) && !hasMembers(name));
}

export function nameOf({ field, kind, says }: Lie): string {
  return says === undefined ? `${field}: ${kind}` : `${field}: ${kind} (${says})`;
}

/**
 * Plays a scene whose answers are changed on their way.
 *
 * @throws What went wrong in changing them: a family would take it for an upstream that is down.
 */
export async function playChanged(
  handIn: LiesHandIn,
  scene: LieScene,
  upstream: HonestUpstream,
  change: (fetch: typeof globalThis.fetch, names: Names) => typeof globalThis.fetch,
): Promise<Outcome> {
  const defects: unknown[] = [];
  const names = { ...handIn, onDefect: (defect: unknown) => void defects.push(defect) };
  const outcome = await play(scene, { ...upstream, fetch: change(upstream.fetch, names) });
  if (defects.length > 0) throw defects[0];
  return outcome;
}

/** Every field of the honest answers, with one of its values. */
async function fieldsIn(handIn: LiesHandIn, scene: LieScene): Promise<Map<string, unknown>> {
  const fields = new Map<string, unknown>();
  await playChanged(handIn, scene, scene.upstream(), (fetch, names) =>
    listenTo(fetch, names, ({ name, value }) => {
      for (const field of fieldsOf(name, value)) {
        // Null and empty lists say nothing: another answer may say more.
        if (saysNothing(fields.get(field.name))) fields.set(field.name, field.value);
      }
    }),
  );
  return fields;
}

function saysNothing(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

/** An upstream that tells a lie: the only one, or with an honest endpoint of each kind behind it. */
async function playLie(
  handIn: LiesHandIn,
  scene: LieScene,
  lie: Lie,
  isAlone: boolean,
): Promise<{ readonly outcome: Outcome; readonly told: number }> {
  let nth = 0;
  const { endpoints, fetch: truth, trusted = [] } = scene.upstream();
  const honestHost = '.honest.invalid';
  const others = endpoints.map((endpoint, i) => {
    const url = new URL(endpoint.url);
    url.hostname += honestHost;
    return { ...endpoint, url: url.href, name: `honest ${i + 1}` };
  });
  const trustedHosts = endpoints.flatMap(({ name, url }) =>
    trusted.includes(name ?? '') ? new URL(url).hostname : [],
  );
  const upstream = { endpoints: isAlone ? endpoints : [...endpoints, ...others], fetch: truth };
  const outcome = await playChanged(handIn, scene, upstream, (fetch, names) => {
    const lying = lieAbout(fetch, names, lie.field, (value, indices, question) => {
      const told = lie.tell(value as never, { nth, indices, question });
      nth += 1;
      return told === undefined ? leaveOut : told;
    });
    return (input, init) => {
      const url = new URL(String(input));
      if (trustedHosts.includes(url.hostname)) return fetch(input, init);
      if (!url.hostname.endsWith(honestHost)) return lying(input, init);
      url.hostname = url.hostname.slice(0, -honestHost.length);
      return fetch(url.href, init);
    };
  });
  return { outcome, told: nth };
}

function expectMet(lie: Lie, outcome: Outcome, honest: Outcome): void {
  const { must } = lie;
  if ('ignored' in must) expect(fingerprint(outcome)).toBe(fingerprint(honest));
  else if ('refused' in must) {
    const codes = typeof must.refused === 'string' ? [must.refused] : must.refused;
    expect(
      outcome.errors.filter((code) => codes.includes(code)),
      describeOutcome(outcome),
    ).not.toEqual([]);
  } else if ('warned' in must) {
    expect(outcome.errors, describeOutcome(outcome)).toEqual([]);
    const warning = outcome.warnings.find(({ code }) => code === must.warned);
    expect(warning, describeOutcome(outcome)).toBeDefined();
    expect(JSON.stringify(warning?.context ?? {}), 'the numbers').toMatch(/\d/);
    must.holds?.(outcome.answer, honest.answer);
  } else {
    expect(outcome.errors, describeOutcome(outcome)).toEqual([]);
    must.holds(outcome.answer, honest.answer);
  }
}

/** With an honest endpoint behind the liar, nothing may be worse, and what failed as the liar's fault must be well. */
function expectNotWorse(lie: Lie, outcome: Outcome, honest: Outcome): void {
  const isHonest = fingerprint(outcome) === fingerprint(honest);
  const { disputed } = 'bounded' in lie.must ? lie.must : {};
  if (disputed !== undefined && outcome.errors.includes(disputed)) return;
  const failsOver = 'refused' in lie.must && [lie.must.refused].flat().every((code) => code.startsWith('upstream.'));
  if (failsOver) expect(fingerprint(outcome), describeOutcome(outcome)).toBe(fingerprint(honest));
  else if (!isHonest) expectMet(lie, outcome, honest);
}

function describeOutcome(outcome: Outcome): string {
  return fingerprint(outcome).slice(0, 2_000);
}

async function mapAtOnce<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const [i, item] of queue) results[i] = await run(item);
    }),
  );
  return results;
}
