import type * as z from 'zod';
import { type PlainWish, plainWishes } from '../contract/family-types.ts';
import { nearest } from '../nearest.ts';
import { type Problem, problem } from '../problem.ts';
import type { Mode } from '../schema/modes.ts';
import { dataOfMode, type TransactionData } from '../schema/transaction-data.ts';
import { shownName } from '../shown.ts';
import { namedElsewhere } from './usual-names.ts';

/** Nobody reads more. Without a limit, a megabyte of unknown fields gets megabytes of warnings. */
const mostWarnings = 20;

/** Clients of services with this interface always send these. They are no mistake, and mean nothing here. */
const customary: ReadonlySet<string> = new Set(['chainId', 'format', 'type']);

/** Fields of all modes: clients also send fields of other modes. */
const known: ReadonlySet<string> = new Set(Object.values(dataOfMode).flatMap(({ shape }) => Object.keys(shape)));

/** An empty value counts as absent. */
export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** A field of a request that means nothing. */
export interface IgnoredField {
  /** Its path in the request. A name that may be a secret is not repeated. */
  readonly field: string;
  /** What was probably meant: a place beside the field. */
  readonly nearest?: string | undefined;
  /** All that is known there, separated by commas. */
  readonly known?: string | undefined;
}

/** What is known in an object: the place of each name. Most names are their own place. */
export type KnownPlaces = ReadonlyMap<string, string>;

/**
 * Finds unknown members of an object, to warn about them. Empty members and `customary` ones need no warning.
 *
 * @param expected - Names that are known.
 * @param prefix - Path of the object in the request, such as `transaction.data`. Empty for the request itself.
 * @param places - What to suggest, if that is more than `expected`.
 * @returns The first twenty.
 */
export function unknownFields(
  object: object,
  expected: Iterable<string>,
  prefix = '',
  places: KnownPlaces = new Map([...expected].map((name) => [name, name])),
): IgnoredField[] {
  const names = new Set(expected);
  const all = [...new Set(places.values())].join(', ') || undefined;
  return Object.entries(object)
    .filter(([name, value]) => !names.has(name) && !customary.has(name) && !isEmpty(value))
    .slice(0, mostWarnings)
    .map(([name]) => ({
      field: `${prefix === '' ? '' : `${prefix}.`}${shownName(name)}`,
      nearest: nearestPlace(name, places),
      known: all,
    }));
}

/** The known place that a name probably stands for: one that is written almost like it, or has another name in other services. */
function nearestPlace(name: string, places: KnownPlaces): string | undefined {
  const usual = namedElsewhere(name);
  const near = usual !== undefined && places.has(usual) ? usual : nearest(name, [...places.keys()]);
  return near === undefined ? undefined : places.get(near);
}

/** A warning for each ignored field, the first twenty. */
export function ignoredWarnings(fields: readonly IgnoredField[]): Problem[] {
  return fields.slice(0, mostWarnings).map((ignored) => problem('field.ignored', { ...ignored }, ignored.field));
}

/** What a mode takes: fields of `transaction.data`, and members of its `params`. */
export function placesOf(
  { honours, wishes }: Taken,
  mode: TransactionData['mode'],
  takesMemo: boolean,
): ReadonlyMap<string, string> {
  const vain = plainWishes.filter((name) => !honours.includes(name));
  const hidden: readonly string[] = ['mode', 'params', ...vain, ...(takesMemo ? [] : ['memo'])];
  const fields = Object.keys(dataOfMode[mode].shape).filter((name) => !hidden.includes(name));
  return new Map([
    ...fields.map((name) => [name, name] as const),
    ...Object.keys(wishes.shape).map((name) => [name, `params.${name}`] as const),
  ]);
}

/**
 * Fields of `transaction.data` that no mode has.
 *
 * @param places - What the mode takes.
 */
export function unknownDataFields(input: object, places?: KnownPlaces): IgnoredField[] {
  return unknownFields(input, known, 'transaction.data', places);
}

/** Fields that say what is moved, and where to. */
const moving = ['tokenId', 'recipientAddress', 'amount'] as const;

/**
 * A warning for each field that says what is moved, in a mode that has no such field: the client may mean another mode.
 *
 * @param data - As the client sent it.
 */
export function otherModeWarnings(data: object, mode: Mode): Problem[] {
  const fields = data as Readonly<Record<string, unknown>>;
  return moving
    .filter((name) => !(name in dataOfMode[mode].shape) && !isEmpty(fields[name]))
    .map((name) => problem('field.otherMode', { field: name, mode }, `transaction.data.${name}`));
}

/**
 * Wishes that have no effect: `fees`, `gas` and `nonce` if the mode does not honour them, and unknown members of `params`.
 *
 * @param data - As the client sent it, not completed.
 * @param places - What the mode takes.
 */
export function vainWishes({ honours, wishes }: Taken, data: TransactionData, places: KnownPlaces): IgnoredField[] {
  const plain = plainWishes.filter((name) => data[name] !== undefined && !honours.includes(name));
  const params = isObject(data.params) ? data.params : {};
  const field = 'transaction.data';
  const all = [...places.values()].join(', ');
  return [
    ...plain.map((name) => ({ field: `${field}.${name}`, known: all })),
    ...unknownFields(params, Object.keys(wishes.shape), `${field}.params`, places),
  ];
}

/** The wishes that a mode of a chain accepts. */
export interface Taken {
  readonly wishes: z.ZodObject;
  readonly honours: readonly PlainWish[];
}

/** True if data has the form of an encode answer. */
export function isSealed({ params }: { readonly params?: unknown }): boolean {
  return isObject(params) && 'checksum' in params && !isEmpty(params.checksum);
}

/**
 * Takes the computed fields off an earlier encode answer. Otherwise its old prices would count as wishes.
 */
export function withoutComputed(data: TransactionData): TransactionData {
  const { fees: _fees, gas: _gas, nonce: _nonce, params: _params, ...rest } = data;
  if (!('useMaxAmount' in rest && rest.useMaxAmount === true)) return rest;
  const { amount: _amount, ...intent } = rest;
  return intent as TransactionData;
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
