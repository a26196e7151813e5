/** What is wrong with a text although it is JSON, and where. */
export interface Oddity {
  readonly path: readonly string[];
  readonly reason: string;
}

/** No setting is half as deep; the code behind it calls itself once for each level. */
const deepest = 32;
/** So much of the place of what is too deep is told. */
const toldLevels = 4;

/** An object or a list that has begun: its names so far, and the name or number of the current entry. */
interface Level {
  readonly names: Set<string>;
  at: string | number;
}

/**
 * Looks for what `JSON.parse` accepts without a word and nobody can have meant: a name that stands twice in an object (the first value is
 * lost), one that JavaScript keeps for itself, and lists in lists in lists.
 *
 * @param json - A text that `JSON.parse` takes.
 */
export function findOddity(json: string): Oddity | undefined {
  const levels: Level[] = [];
  const path = () => levels.map(({ at }) => String(at));
  for (const [token, colon] of json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[{}[\],]/g)) {
    const level = levels.at(-1);
    if (token === '{' || token === '[') {
      if (levels.length === deepest) return { path: path().slice(0, toldLevels), reason: 'is nested too deep' };
      levels.push({ names: new Set(), at: token === '[' ? 0 : '' });
    } else if (token === '}' || token === ']') {
      levels.pop();
    } else if (token === ',') {
      if (typeof level?.at === 'number') level.at += 1;
    } else if (level !== undefined && colon !== undefined) {
      const name: string = JSON.parse(token.slice(0, -colon.length));
      level.at = name;
      if (name === '__proto__') return { path: path(), reason: 'is not a name that can be used' };
      if (level.names.has(name)) return { path: path(), reason: 'stands there twice' };
      level.names.add(name);
    }
  }
  return undefined;
}
