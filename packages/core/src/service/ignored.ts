import type * as z from 'zod';
import { type PlainWish, plainWishes } from '../contract/family-types.ts';
import { type Problem, problem } from '../problem.ts';
import type { Mode } from '../schema/modes.ts';
import { dataOfMode, type TransactionData } from '../schema/transaction-data.ts';
import { shownName } from '../shown.ts';

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

/**
 * Finds unknown members of an object, to warn about them. Empty members and `customary` ones need no warning.
 *
 * @param expected - Names that are known.
 * @param prefix - Path of the object in the request, such as `transaction.data`. Empty for the request itself.
 * @returns Their paths in the request, the first twenty. Names that may be secrets are not repeated.
 */
export function unknownFields(object: object, expected: Iterable<string>, prefix = ''): string[] {
  const names = new Set(expected);
  return Object.entries(object)
    .filter(([name, value]) => !names.has(name) && !customary.has(name) && !isEmpty(value))
    .slice(0, mostWarnings)
    .map(([name]) => `${prefix === '' ? '' : `${prefix}.`}${shownName(name)}`);
}

/** A warning for each ignored field, the first twenty. */
export function ignoredWarnings(fields: readonly string[]): Problem[] {
  return fields.slice(0, mostWarnings).map((field) => problem('field.ignored', { field }, field));
}

/** Fields of `transaction.data` that no mode has. */
export function unknownDataFields(input: object): string[] {
  return unknownFields(input, known, 'transaction.data');
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
 */
export function vainWishes({ honours, wishes }: Taken, data: TransactionData): string[] {
  const plain = plainWishes.filter((name) => data[name] !== undefined && !honours.includes(name));
  const params = isObject(data.params) ? data.params : {};
  const field = 'transaction.data';
  return [
    ...plain.map((name) => `${field}.${name}`),
    ...unknownFields(params, Object.keys(wishes.shape), `${field}.params`),
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
