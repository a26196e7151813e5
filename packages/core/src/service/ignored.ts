import type * as z from 'zod';
import { type PlainWish, plainWishes } from '../contract/family-types.ts';
import { type Problem, problem } from '../problem.ts';
import { dataOfMode, type TransactionData } from '../schema/transaction-data.ts';
import { shownName } from '../shown.ts';

/** Nobody reads more, and a megabyte of unknown fields would be answered with megabytes of warnings. */
const mostWarnings = 20;

/** What clients of services with this interface send along everywhere: it is no mistake, and means nothing here. */
const customary: ReadonlySet<string> = new Set(['chainId', 'format', 'type']);

/** Clients send fields of other modes along. */
const known: ReadonlySet<string> = new Set(Object.values(dataOfMode).flatMap(({ shape }) => Object.keys(shape)));

/** Empty is as good as absent. */
export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/**
 * Names of an object that mean nothing, as far as they are worth a warning: what is empty, and what clients are known to send along, is not.
 *
 * @param expected - Names that mean something.
 * @param prefix - Where the object stands in the request, such as `transaction.data`; empty for the request itself.
 * @returns Their paths in the request, in which names that may be secrets are not repeated; the first twenty.
 */
export function unknownFields(object: object, expected: Iterable<string>, prefix = ''): string[] {
  const names = new Set(expected);
  return Object.entries(object)
    .filter(([name, value]) => !names.has(name) && !customary.has(name) && !isEmpty(value))
    .slice(0, mostWarnings)
    .map(([name]) => `${prefix === '' ? '' : `${prefix}.`}${shownName(name)}`);
}

/** A warning for each field that was ignored; the first twenty. */
export function ignoredWarnings(fields: readonly string[]): Problem[] {
  return fields.slice(0, mostWarnings).map((field) => problem('field.ignored', { field }, field));
}

/** Fields of `transaction.data` that no mode has. */
export function unknownDataFields(input: object): string[] {
  return unknownFields(input, known, 'transaction.data');
}

/**
 * What a client wished for in vain: `fees`, `gas` and `nonce` where the mode does not honour them, and members of `params` that are no wishes.
 *
 * @param data - As it was read, not completed.
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

/** What a mode of a chain takes as wishes. */
export interface Taken {
  readonly wishes: z.ZodObject;
  readonly honours: readonly PlainWish[];
}

/** Whether data is what an earlier encode answered, as far as its form tells. */
export function isSealed({ params }: { readonly params?: unknown }): boolean {
  return isObject(params) && 'checksum' in params && !isEmpty(params.checksum);
}

/**
 * The intent behind an earlier answer of encode: the answer without what was computed. Otherwise its old prices would count as wishes.
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
