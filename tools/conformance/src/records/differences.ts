import { stableJson } from './stable-json.ts';

/** A place in which two values differ. */
export interface Difference {
  /** `data.params.inputs[0].value` */
  readonly path: string;
  /** undefined where there is nothing. */
  readonly recorded: unknown;
  readonly now: unknown;
}

/** Every place in which two values differ, as deep as it goes. */
export function differencesOf(recorded: unknown, now: unknown, path = ''): Difference[] {
  if (isList(recorded) && isList(now)) {
    const length = Math.max(recorded.length, now.length);
    return Array.from({ length }, (_, i) => differencesOf(recorded[i], now[i], `${path}[${i}]`)).flat();
  }
  if (isRecord(recorded) && isRecord(now)) {
    const keys = [...new Set([...Object.keys(recorded), ...Object.keys(now)])].sort();
    return keys.flatMap((key) => differencesOf(recorded[key], now[key], path === '' ? key : `${path}.${key}`));
  }
  return stableJson(recorded) === stableJson(now) ? [] : [{ path, recorded, now }];
}

/** A line for people; long texts that differ in one place show that place. */
export function describeDifference({ path, recorded, now }: Difference): string {
  if (recorded === undefined) return `${path}: is new: ${shown(now)}`;
  if (now === undefined) return `${path}: is missing, was ${shown(recorded)}`;
  if (typeof recorded !== 'string' || typeof now !== 'string' || Math.max(recorded.length, now.length) <= 80) {
    return `${path}: was ${shown(recorded)}, is ${shown(now)}`;
  }
  let at = 0;
  while (at < recorded.length && recorded[at] === now[at]) at += 1;
  const part = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 10), at + 30));
  const lengths = recorded.length === now.length ? '' : ` (${recorded.length} characters, now ${now.length})`;
  return `${path}: differs at character ${at}${lengths}: was …${part(recorded)}…, is …${part(now)}…`;
}

function shown(value: unknown): string {
  const text = stableJson(value);
  return text.length <= 200 ? text : `${text.slice(0, 200)}…`;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
