import { codes } from '../codes/index.ts';
import type { ForeignIdentifiers } from '../connect-options.ts';
import type { Bytes } from '../contract/bytes.ts';
import type { FamilyTypes, ModeOf } from '../contract/family-types.ts';
import type { CheckedData, CheckedIntent, ModeVerbs } from '../contract/mode.ts';
import { RefusedError, refuse } from '../errors.ts';
import type { ChainAdapter } from '../family.ts';
import { type Problem, problem } from '../problem.ts';
import { type EncodedItem, encodedItem } from '../schema/encoded.ts';
import { type Mode, modes } from '../schema/modes.ts';
import { type CompletedData, dataOfMode, type TransactionData } from '../schema/transaction-data.ts';
import { schemaProblems } from '../schema-problems.ts';
import { shownName } from '../shown.ts';
import { checkAmount } from './check-amount.ts';
import { checkConversion, checkIdentifiers } from './check-identifiers.ts';
import { checkLengths } from './check-lengths.ts';
import { checkPlainWishes, checkWishes } from './check-wishes.ts';
import { isEmpty } from './ignored.ts';

const dataPath = ['transaction', 'data'] as const;

/**
 * Reads `transaction.data`. Drops fields that the mode does not know, and empty fields (clients send `memo: ""` or `null`).
 *
 * @param adapter - If given, a mode that the chain does not have is refused before its fields are read, and a `stakeId` that tells the validator stands for it.
 * @throws RefusedError with a problem for every wrong field.
 */
export function parseData<T extends FamilyTypes>(input: unknown, adapter?: ChainAdapter<T>): TransactionData {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw refuse('request.invalid', { field: 'transaction.data', expected: 'must be an object' }, 'transaction.data');
  }
  const { mode } = input as { mode?: unknown };
  if (!isMode(mode)) {
    throw refuse('mode.unknown', { mode: shown(mode), expected: modes.join(', ') }, 'transaction.data.mode');
  }
  if (adapter !== undefined) requireMode(adapter, mode);
  const parsed = dataOfMode[mode].safeParse(withValidator(mode, withoutEmpty(input), adapter));
  if (!parsed.success) {
    throw new RefusedError(schemaProblems(parsed.error.issues, dataPath, input), { cause: parsed.error });
  }
  if (isDeeperThan(deepestParams, parsed.data.params)) {
    const field = 'transaction.data.params';
    throw refuse(
      'request.invalid',
      { field, expected: `must not be nested deeper than ${deepestParams} levels` },
      field,
    );
  }
  return parsed.data;
}

/** Adds the validator that `stakeId` tells, where the mode wants one and the client sent none. */
function withValidator<T extends FamilyTypes>(
  mode: Mode,
  fields: Readonly<Record<string, unknown>>,
  adapter: ChainAdapter<T> | undefined,
): Readonly<Record<string, unknown>> {
  const { stakeId, senderAddress, validatorAddress } = fields;
  const { shape } = dataOfMode[mode];
  if (!('validatorAddress' in shape && 'stakeId' in shape) || validatorAddress !== undefined) return fields;
  if (typeof stakeId !== 'string' || typeof senderAddress !== 'string') return fields;
  const found = adapter?.bytes.identifiers.validatorOf?.(stakeId, senderAddress);
  return found === undefined ? fields : { ...fields, validatorAddress: found };
}

function isMode(mode: unknown): mode is Mode {
  return typeof mode === 'string' && Object.hasOwn(dataOfMode, mode);
}

/**
 * The verbs of a mode.
 *
 * @throws RefusedError `mode.unsupported`
 */
export function requireMode<T extends FamilyTypes>(
  { modes: verbs, bytes, absent }: ChainAdapter<T>,
  mode: Mode,
): ModeVerbs<T, ModeOf<T>> {
  // `mode` is a key of the map, but the compiler cannot follow that.
  const found = (verbs as { readonly [M in Mode]?: unknown })[mode];
  if (found === undefined) {
    const context = { mode, chain: bytes.identity.name, reason: absent?.[mode] };
    throw refuse('mode.unsupported', context, 'transaction.data.mode');
  }
  return found as ModeVerbs<T, ModeOf<T>>;
}

/** `params` made by encode have two or three levels. Thousands of levels would exhaust the stack. */
const deepestParams = 64;

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(levels - 1, member));
}

/** A mode as the client sent it, if it is safe to repeat. */
function shown(mode: unknown): string {
  if (typeof mode === 'string') return JSON.stringify(shownName(mode));
  return mode === undefined
    ? '(none)'
    : `of type ${Array.isArray(mode) ? 'array' : mode === null ? 'null' : typeof mode}`;
}

/**
 * Reads completed data that comes back for broadcast.
 *
 * @throws RefusedError with a problem for every wrong field.
 */
export function parseCompletedData(input: unknown): CompletedData {
  const problems: Problem[] = [];
  const data = collect(problems, () => parseData(input));
  const { mode, fees } = Object(input) as { mode?: unknown; fees?: unknown };
  // With an unknown mode, missing fields are not known.
  if (isMode(mode) && isEmpty(fees)) {
    const field = 'transaction.data.fees';
    problems.push(problem('request.invalid', { field, expected: 'is required' }, field));
  }
  throwAll(problems);
  return data as CompletedData;
}

/** Runs a step. If it throws a `RefusedError`, adds its problems to `problems` and returns undefined. */
export function collect<T>(problems: Problem[], step: () => T): T | undefined {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    problems.push(...error.problems);
    return undefined;
  }
}

/** @throws RefusedError with all problems, if there are any. */
export function throwAll([first, ...rest]: readonly Problem[]): void {
  if (first !== undefined) throw new RefusedError([first, ...rest]);
}

/** Far more than any transaction has. A Bitcoin transaction that nodes relay has some 1500: one for each input. */
const mostItems = 10_000;

/** Reads `transaction.encoded`. */
export function parseEncoded(input: unknown): EncodedItem[] {
  if (Array.isArray(input) && input.length > mostItems) {
    const field = 'transaction.encoded';
    throw refuse('request.invalid', { field, expected: `must not have more than ${mostItems} items` }, field);
  }
  const parsed = encodedItem.array().safeParse(input);
  if (!parsed.success) throw new RefusedError(schemaProblems(parsed.error.issues, ['transaction', 'encoded'], input));
  return parsed.data;
}

/** Drops empty fields, also inside of fields that are objects. `params` stays as it came. */
function withoutEmpty(input: object): Record<string, unknown> {
  const entries = Object.entries(input).filter(([, value]) => !isEmpty(value));
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      name !== 'params' && typeof value === 'object' && !Array.isArray(value) ? withoutNull(value) : value,
    ]),
  );
}

function withoutNull(input: object): object {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}

/**
 * Checks the rules that hold for an intent on every chain: the chain has the mode, amount xor useMaxAmount, canonical amounts, valid identifiers,
 * wishes that fit the mode's schema.
 *
 * @param target - Identifiers of the target chain of a conversion. Null if that chain is not served. By default this chain's.
 * @returns The intent, and whether its recipient is its sender, in any spelling.
 * @throws RefusedError with every problem found.
 */
export function checkIntent<T extends FamilyTypes>(
  adapter: ChainAdapter<T>,
  data: TransactionData,
  target: ForeignIdentifiers | null = adapter.bytes.identifiers,
): CheckedIntent<T, ModeOf<T>> & { readonly isToSelf: boolean } {
  const verbs = requireMode(adapter, data.mode);
  throwAll(checkLengths(adapter.bytes, verbs, data));
  const problems: Problem[] = [];
  const amount = checkAmount(data, problems);
  const { parsed, isToSelf } = checkIdentifiers(adapter.bytes, data, problems);
  if (data.mode === 'convertAsset') Object.assign(parsed, checkConversion(adapter.bytes, data, target, problems));
  const wishes = checkWishes(verbs, data, problems);
  throwAll(problems);
  const { fees: _fees, gas: _gas, nonce: _nonce, params: _params, ...echo } = data;
  // The checks above gave these members the types of the mode.
  return { mode: data.mode, data: echo, parsed, amount, wishes, isToSelf } as unknown as CheckedIntent<T, ModeOf<T>> & {
    readonly isToSelf: boolean;
  };
}

/**
 * Like `checkIntent`, for completed data, which may have both `amount` and `useMaxAmount`. It may also lack the amount of `useMaxAmount`: some transactions
 * of everything hold none. The family's `plan` says which do.
 *
 * @throws RefusedError with every problem found.
 */
export function checkCompleted<T extends FamilyTypes>(bytes: Bytes<T>, data: CompletedData): CheckedData<T, ModeOf<T>> {
  const problems: Problem[] = [];
  const isEverything = 'useMaxAmount' in data && data.useMaxAmount === true;
  const hasAmount = 'amount' in data && data.amount !== undefined;
  const amount =
    isEverything && !hasAmount ? undefined : checkAmount({ ...data, useMaxAmount: false } as TransactionData, problems);
  const { parsed } = checkIdentifiers(bytes, data, problems);
  const numbers = checkPlainWishes(data, problems);
  throwAll(problems);
  return { mode: data.mode, data, parsed, amount, ...numbers, params: data.params } as unknown as CheckedData<
    T,
    ModeOf<T>
  >;
}

export function isWarning(entry: Problem): boolean {
  return codes[entry.code].kind === 'warning';
}
