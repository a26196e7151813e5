import type { ChainAdapter, Wish } from '../family.ts';
import { type Problem, problem } from '../problem.ts';
import { dataOfMode, type TransactionData } from '../schema/transaction-data.ts';
import { shownName } from '../shown.ts';
import { verifyChecksum } from './checksum.ts';

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

const plainWishes = ['fees', 'gas', 'nonce'] as const;
const inParams = 'params.';

/**
 * What a client wished for in vain: `fees`, `gas` and `nonce` where the mode takes no such wish, and members of `params` that are none. What an earlier encode
 * answered, and comes back unchanged, is no wish.
 *
 * @param data - As it was read, not completed.
 */
export function vainWishes(adapter: ChainAdapter, data: TransactionData): string[] {
  if (isUnchangedAnswer(adapter, data)) return [];
  const wishes = new Set<string>(adapter.wishes[data.mode] satisfies readonly Wish[] | undefined);
  const plain = plainWishes.filter((name) => data[name] !== undefined && !wishes.has(name));
  const params = isObject(data.params) ? data.params : {};
  const inside = [...wishes].flatMap((wish) => (wish.startsWith(inParams) ? [wish.slice(inParams.length)] : []));
  const field = 'transaction.data';
  return [
    ...plain.map((name) => `${field}.${name}`),
    ...unknownFields(params, [...inside, 'checksum'], `${field}.params`),
  ];
}

function isUnchangedAnswer(adapter: ChainAdapter, data: TransactionData): boolean {
  if (data.fees === undefined || !isObject(data.params) || !('checksum' in data.params)) return false;
  return verifyChecksum(adapter.chainId, { ...data, fees: data.fees }) !== undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
