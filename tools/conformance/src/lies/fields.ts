/** A field of an answer: its name as catalogues write it, and what stands there. */
export interface Field {
  readonly name: string;
  readonly value: unknown;
}

/** All fields of an answer: every leaf, and every list. */
export function fieldsOf(name: string, value: unknown): Field[] {
  if (Array.isArray(value)) return [{ name, value }, ...value.flatMap((item) => fieldsOf(`${name}[]`, item))];
  if (isRecord(value)) return Object.entries(value).flatMap(([key, member]) => fieldsOf(`${name}.${key}`, member));
  return [{ name, value }];
}

/** What a field becomes; `leaveOut` takes it away. */
export type Change = (value: unknown, indices: readonly number[]) => unknown;

export const leaveOut = Symbol('left out');

/** Changes one field of an answer wherever it stands. */
export function changeField(
  name: string,
  value: unknown,
  field: string,
  change: Change,
  indices: readonly number[] = [],
): unknown {
  if (name === field) return change(value, indices);
  if (!field.startsWith(name)) return value;
  if (Array.isArray(value)) {
    const items = value.map((item, index) => changeField(`${name}[]`, item, field, change, [...indices, index]));
    return items.filter((item) => item !== leaveOut);
  }
  if (!isRecord(value)) return value;
  const members = Object.entries(value).map(
    ([key, member]) => [key, changeField(`${name}.${key}`, member, field, change, indices)] as const,
  );
  return Object.fromEntries(members.filter(([, member]) => member !== leaveOut));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);
}
