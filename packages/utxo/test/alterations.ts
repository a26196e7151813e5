/** A JSON value with one part of it changed: once for each of its parts. */
export function* alterations(value: unknown): Generator<unknown> {
  if (typeof value === 'number') yield value + 1;
  else if (typeof value === 'string') {
    const last = value.at(-1);
    yield value.slice(0, -1) + (last === '0' ? '1' : '0');
    yield value.slice(2);
  } else if (Array.isArray(value)) {
    yield value.slice(1);
    for (const [i, item] of value.entries()) {
      for (const altered of alterations(item)) yield value.with(i, altered);
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) {
      for (const altered of alterations(item)) yield { ...value, [name]: altered };
    }
  }
}
