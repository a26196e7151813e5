import { leaveOut } from './fields.ts';

/**
 * Other values for a field that no lie is told of. If one of them changes what comes out, the field is read.
 *
 * @returns None for `null`, which says nothing.
 */
export function probesOf(value: unknown): unknown[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.length === 0 ? [] : [[], [...value, ...value]];
  if (value instanceof Uint8Array)
    return [value.slice(1), value.map((byte, i) => (i === value.length - 1 ? byte ^ 1 : byte))];
  return [leaveOut, ...otherValues(value)];
}

function otherValues(value: unknown): unknown[] {
  if (typeof value === 'number') return [0, value + 1, value * 2 + 3].filter((other) => other !== value);
  if (typeof value === 'bigint') return [0n, value + 1n, value * 2n + 3n].filter((other) => other !== value);
  if (typeof value === 'boolean') return [!value];
  if (typeof value !== 'string' || value === '') return [];
  if (/^\d+$/.test(value)) return ['0', String(BigInt(value) + 1n), String(BigInt(value) * 2n + 3n)];
  if (/^0x[0-9a-f]{1,16}$/i.test(value)) return ['0x0', `0x${(BigInt(value) * 2n + 3n).toString(16)}`];
  return [withOtherEnd(value), `${value}0`];
}

/** The same text but for its last letter or digit, so that its form stays. */
function withOtherEnd(text: string): string {
  const last = text.at(-1);
  return text.slice(0, -1) + (last === '1' ? '2' : '1');
}
