/** A mistake in a text that is valid JSON, and its place. */
export interface Oddity {
  readonly path: readonly string[];
  readonly reason: string;
}

/** More than twice the depth of any setting. Later code recurses once for each level. */
const deepest = 32;
/** How much of the path of a too deep value a message shows. */
const toldLevels = 4;

/** An object or a list that has begun: its names so far, and the name or number of the current entry. */
interface Level {
  readonly names: Set<string>;
  at: string | number;
}

/**
 * Finds mistakes that `JSON.parse` silently accepts: a name that is twice in an object (the first value is lost), a name that is special in
 * JavaScript, and nesting that is too deep.
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
