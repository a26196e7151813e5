/** A mistake in a text that is valid JSON, and its place. */
export interface Oddity {
  readonly path: readonly string[];
  readonly reason: string;
}

/** The reason of an oddity with which the value can still be read. */
export const standsTwice = 'stands there twice';

/** More than twice the depth of any setting. Later code recurses once for each level. */
const deepest = 32;
/** How much of the path of a too deep value a message shows. */
const toldLevels = 4;

/**
 * Finds mistakes in settings that `JSON.parse` silently accepts: a name that is twice in an object (the first value is lost), a name that is special
 * in JavaScript, and nesting that is too deep.
 *
 * @param json - A text that `JSON.parse` takes.
 * @returns The first mistake. A name that is twice only if there is no other mistake: with it alone the value can still be read.
 */
export function findOddity(json: string): Oddity | undefined {
  const twice: Oddity[] = [];
  const other = walk(json, (levels, isRepeated) => {
    if (levels.length > deepest) return { path: pathOf(levels).slice(0, toldLevels), reason: 'is nested too deep' };
    if (levels.at(-1)?.at === '__proto__') return { path: pathOf(levels), reason: 'is not a name that can be used' };
    if (isRepeated && twice.length === 0) twice.push({ path: pathOf(levels), reason: standsTwice });
    return undefined;
  });
  return other ?? twice[0];
}

/**
 * Finds the first name that is twice in one object, at any depth and in any spelling. `JSON.parse` would silently take the last value. Time grows with
 * the length of the text alone.
 *
 * @param json - A text that `JSON.parse` takes.
 * @returns The path of the name, at most eight levels of it.
 */
export function findRepeatedName(json: string): readonly string[] | undefined {
  return walk(json, (levels, isRepeated) => (isRepeated ? pathOf(levels.slice(0, shownLevels)) : undefined));
}

/** More levels than any field of a request has. */
const shownLevels = 8;

/** An object or a list that has begun: the name or number of the current entry, and the names so far. Most objects of a hostile text have one name. */
interface Level {
  at: string | number;
  first?: string;
  others?: Set<string>;
}

function pathOf(levels: readonly Level[]): string[] {
  return levels.map(({ at }) => String(at));
}

/** What stops the walk, if the level that has just begun, or the name that has just been read, is a mistake. */
type Judge<Found> = (levels: readonly Level[], isRepeated: boolean) => Found | undefined;

function walk<Found>(json: string, judge: Judge<Found>): Found | undefined {
  const levels: Level[] = [];
  for (let i = 0; i < json.length; i++) {
    const character = json[i];
    const level = levels.at(-1);
    if (character === '{' || character === '[') {
      levels.push({ at: character === '[' ? 0 : '' });
      const found = judge(levels, false);
      if (found !== undefined) return found;
    } else if (character === '}' || character === ']') {
      levels.pop();
    } else if (character === ',') {
      if (typeof level?.at === 'number') level.at += 1;
    } else if (character === '"') {
      const end = endOfText(json, i);
      if (typeof level?.at === 'string' && isName(json, end)) {
        const found = judge(levels, add(level, nameOf(json.slice(i, end))));
        if (found !== undefined) return found;
      }
      i = end - 1;
    }
  }
  return undefined;
}

/** Adds a name to an object. @returns Whether the object has it already. */
function add(level: Level, name: string): boolean {
  level.at = name;
  if (level.first === undefined) {
    level.first = name;
    return false;
  }
  if (level.first === name || level.others?.has(name) === true) return true;
  level.others ??= new Set();
  level.others.add(name);
  return false;
}

/** @param quoted - With its quotes. The same name may be written in several ways. */
function nameOf(quoted: string): string {
  return quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
}

/** The index after the closing quote of a text that begins at `start`. */
function endOfText(json: string, start: number): number {
  for (let quote = json.indexOf('"', start + 1); ; quote = json.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (json[quote - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
  }
}

/** Whether a colon follows. Before a colon JSON may have white space. */
function isName(json: string, end: number): boolean {
  let next = end;
  while (' \n\r\t'.includes(json[next] ?? '-')) next += 1;
  return json[next] === ':';
}
