/** A value that can be written as a TypeScript literal. A field that is `undefined` is left out. */
export type Literal =
  | string
  | number
  | boolean
  | null
  | readonly Literal[]
  | { readonly [key: string]: Literal | undefined };

/** A string in single quotes. Text outside ASCII stays as it is: tickers such as `USD₮0` should be readable. */
export function quote(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** A property name, quoted only if necessary. */
export function property(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name);
}

/** A value on one line. */
export function inline(value: Literal): string {
  if (typeof value === 'string') return quote(value);
  if (value === null || typeof value !== 'object') return String(value);
  if (isList(value)) return `[${value.map(inline).join(', ')}]`;
  const fields = definedEntries(value).map(([name, field]) => `${property(name)}: ${inline(field)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

/** The fields of a record that are not undefined, in their order. */
export function definedEntries(record: { readonly [key: string]: Literal | undefined }): [string, Literal][] {
  return Object.entries(record).filter((entry): entry is [string, Literal] => entry[1] !== undefined);
}

/** `Array.isArray` that knows read-only arrays. */
export function isList(value: Literal): value is readonly Literal[] {
  return Array.isArray(value);
}
