import * as z from 'zod';
import { parseAmount } from '../amounts.ts';
import type { Explanation } from '../contract/bytes.ts';
import type { FamilyTypes } from '../contract/family-types.ts';
import { isIdentifierField, kindOfField } from '../contract/identifier-kinds.ts';
import type { Telling } from '../contract/told.ts';
import type { ChainAdapter } from '../family.ts';
import { type Problem, problem } from '../problem.ts';
import type { Mode } from '../schema/modes.ts';
import type { TransactionData } from '../schema/transaction-data.ts';
import { stringifyJson } from '../upstream/index.ts';
import { canonicalJson } from './canonical-json.ts';
import { checkAmount } from './check-amount.ts';
import { ignoredWarnings, isEmpty, isObject, isSealed, unknownFields } from './ignored.ts';
import { requireMode } from './intent.ts';

/** What came out of comparing bytes with `transaction.data`. */
export interface Comparison {
  /** A problem for each field that differs, and for each that only one of both has. */
  readonly errors: readonly Problem[];
  /** What could not be compared, and what may be meant otherwise. */
  readonly warnings: readonly Problem[];
}

/**
 * Compares what bytes do with `transaction.data`, in both directions. Identifiers are compared in canonical form, wishes as the mode reads them.
 *
 * @param data - An intent, or an answer of encode. The `params` of an intent hold wishes. Those of an answer are proven by making its bytes again.
 */
export function compare<T extends FamilyTypes>(
  adapter: ChainAdapter<T>,
  data: TransactionData,
  explanation: Explanation,
): Comparison {
  const isAnswer = isSealed(data);
  const { mode } = explanation.data;
  const isMode = mode === undefined || mode === data.mode || explanation.sameBytes?.includes(data.mode) === true;
  const differing = compareFields(adapter, data, explanation);
  const fees = compareFees(data, explanation, isAnswer);
  // What bytes of another mode do not say is no further news.
  if (!isMode) return { errors: [...differing, ...fees.errors], warnings: [] };
  const told = tellingsOf(adapter, data.mode);
  const fields = lacking(told, data, explanation, isAnswer);
  const params = isAnswer
    ? { ...compareAnswer(told, data, explanation), warnings: [] }
    : compareWishes(adapter, told, data, explanation);
  const amounts: Problem[] = [];
  // An answer has both, and may come without its checksum.
  if (!isAnswer) checkAmount(data, amounts);
  const untold = [
    ...(mode === undefined && !isAnswer ? ['mode'] : []),
    ...fields.untold,
    ...fees.untold,
    ...params.untold,
  ];
  return {
    errors: [
      ...amounts.filter(({ code }) => code !== 'amount.ambiguous'),
      ...differing,
      ...fields.errors,
      ...params.errors,
      ...fees.errors,
    ],
    warnings: [...untoldWarning(untold), ...amountWarnings(data, explanation), ...params.warnings],
  };
}

/**
 * Warns of fields of an answer of encode that its bytes do not follow from. For bytes that nothing explains.
 *
 * @param confirmed - Fields that the chain confirmed.
 */
export function compareUnexplained<T extends FamilyTypes>(
  adapter: ChainAdapter<T>,
  data: TransactionData,
  confirmed: readonly string[],
): Problem[] {
  const told = tellingsOf(adapter, data.mode);
  const { untold } = lacking(told, data, { data: {}, confirmed }, true);
  const { untold: members } = compareAnswer(told, data, { data: {} });
  const fees = data.fees !== undefined && isNever(told.fees) ? ['fees'] : [];
  return untoldWarning([...untold, ...fees, ...members]);
}

type Tellings = Readonly<Record<string, Telling>>;

function tellingsOf<T extends FamilyTypes>({ bytes }: ChainAdapter<T>, mode: Mode): Tellings {
  return (bytes.told as { readonly [M in Mode]?: Tellings })[mode] ?? {};
}

/** What some fields came to. */
interface Result {
  readonly errors: readonly Problem[];
  /** Paths in `transaction.data` of what was not compared. */
  readonly untold: readonly string[];
}

/** Fields with a rule of their own. */
const ownRules: ReadonlySet<string> = new Set(['fees', 'useMaxAmount']);

/** A problem for each field that both have and that differs. */
function compareFields<T extends FamilyTypes>(
  { bytes: { identifiers } }: ChainAdapter<T>,
  data: TransactionData,
  explanation: Explanation,
): Problem[] {
  const canonical = (name: string, text: unknown): unknown => {
    if (typeof text !== 'string' || !isIdentifierField(name)) return text;
    const parsed = identifiers[kindOfField[name]](text);
    return parsed.ok ? parsed.canonical : text;
  };
  const { params: _, fees: __, ...fields } = explanation.data;
  const given = data as Readonly<Record<string, unknown>>;
  return (
    Object.entries(fields)
      // Who did not ask for everything asked for an amount.
      .filter(([name, value]) => value !== undefined && (name in data || name === 'useMaxAmount'))
      .filter(([name]) => name !== 'mode' || explanation.sameBytes?.includes(data.mode) !== true)
      .filter(([name]) => explanation.confirmed?.includes(name) !== true)
      .filter(([name, value]) => canonical(name, value) !== canonical(name, given[name]))
      .map(([name, value]) => differs(name, `says ${String(value)}`))
  );
}

/** Fields that the intent has and the bytes do not tell, and the other way round. */
function lacking(
  told: Tellings,
  data: TransactionData,
  explanation: Pick<Explanation, 'data' | 'untold' | 'confirmed'>,
  isAnswer: boolean,
): Result {
  const errors: Problem[] = [];
  const untold: string[] = [];
  const given = data as Readonly<Record<string, unknown>>;
  for (const [name, telling] of Object.entries(told)) {
    if (name.startsWith('params.') || ownRules.has(name)) continue;
    const value = explanation.data[name];
    if (value !== undefined) {
      // A memo too much is warned about: it is no loss by itself.
      if (isWished(telling) && isAbsent(given[name]) && name !== 'memo') errors.push(unasked(name, value));
      continue;
    }
    if (isAbsent(given[name]) || explanation.confirmed?.includes(name)) continue;
    // That everything is sent, and not an amount, is a difference of its own.
    if (name === 'amount' && explanation.data.useMaxAmount === true && given.useMaxAmount !== true) continue;
    const verdict = verdictOf(name, telling, explanation, isAnswer);
    if (verdict === 'differs') errors.push(differs(name, 'has none'));
    if (verdict === 'untold') untold.push(name);
  }
  return { errors, untold };
}

/** What it means that the bytes do not tell a field which the intent has. */
function verdictOf(
  name: string,
  telling: Telling,
  explanation: Pick<Explanation, 'untold'>,
  isAnswer: boolean,
): 'differs' | 'untold' | 'agrees' {
  if (typeof telling === 'string') return 'differs';
  if ('idle' in telling) return 'agrees';
  if ('hidden' in telling) return isAnswer ? 'agrees' : 'untold';
  if ('never' in telling) return 'untold';
  if (explanation.untold?.includes(name) !== true) return 'differs';
  return isAnswer && telling.proven === true ? 'agrees' : 'untold';
}

/** `false` asks for nothing. */
function isAbsent(value: unknown): boolean {
  return isEmpty(value) || value === false;
}

function isNever(telling: Telling | undefined): boolean {
  return typeof telling === 'object' && 'never' in telling;
}

/** `data.fees` is the most that the client accepts to pay. So bytes that cost less agree with it. */
function compareFees(data: TransactionData, explanation: Explanation, isAnswer: boolean): Result {
  const { fees } = explanation.data;
  const whole = typeof fees === 'string' ? parseAmount(fees) : undefined;
  const least = explanation.leastFees ?? whole;
  if (data.fees === undefined) return { errors: [], untold: [] };
  const untold = whole === undefined ? ['fees'] : [];
  const most = parseAmount(data.fees);
  const isWithin = least === undefined || (most !== undefined && least <= most);
  if (isWithin || (isAnswer && explanation.mayBeCovered === true)) return { errors: [], untold };
  return { errors: [differs('fees', `can cost ${least}`)], untold: [] };
}

/** Members of `params` in an answer of encode: bytes that are made again prove the others. */
function compareAnswer(
  told: Tellings,
  data: TransactionData,
  explanation: Pick<Explanation, 'data' | 'untold'>,
): Result {
  const given: Readonly<Record<string, unknown>> = Object(data.params);
  const untold = Object.keys(given)
    .map((name) => `params.${name}`)
    .filter((name) => told[name] !== undefined && verdictOf(name, told[name], explanation, true) === 'untold');
  return { errors: compareMembers(given, Object(explanation.data.params)), untold };
}

/** A problem for each member that both have and that differs. The order of members inside does not count, as at broadcast. */
function compareMembers(given: Readonly<Record<string, unknown>>, told: object): Problem[] {
  return Object.entries(told)
    .filter(([name, value]) => Object.hasOwn(given, name) && canonicalJson(value) !== canonicalJson(given[name]))
    .map(([name, value]) => differs(`params.${name}`, `says ${stringifyJson(value)}`));
}

/** Wishes of an intent, and those that the bytes were made with. */
function compareWishes<T extends FamilyTypes>(
  adapter: ChainAdapter<T>,
  told: Tellings,
  data: TransactionData,
  explanation: Explanation,
): Result & { readonly warnings: readonly Problem[] } {
  const errors: Problem[] = [];
  const untold: string[] = [];
  const given: Readonly<Record<string, unknown>> = Object(data.params);
  const params: Readonly<Record<string, unknown>> = Object(explanation.data.params);
  const found = { ...params, ...explanation.wishes };
  const { shape } = requireMode(adapter, data.mode).wishes;
  const names = new Set([...Object.keys(given), ...Object.keys(found)]);
  for (const name of names) {
    const field = `params.${name}`;
    const telling = told[field];
    const [asked, value] = [given[name], found[name]];
    if (explanation.confirmed?.includes(field)) continue;
    if (isAbsent(asked) && isAbsent(value)) continue;
    if (isEmpty(asked)) {
      if (isWished(telling)) errors.push(unasked(field, value));
    } else if (isAbsent(value) && (value === undefined || isWished(telling))) {
      const verdict = telling === undefined ? 'agrees' : verdictOf(field, telling, explanation, false);
      if (verdict === 'differs') errors.push(differs(field, 'has none'));
      if (verdict === 'untold') untold.push(field);
    } else if (!agrees(shape[name], asked, value, telling)) {
      errors.push(differs(field, `says ${stringifyJson(value)}`));
    }
  }
  const members = Object.keys(told).map((name) => name.replace(/^params\./, ''));
  const known = [...Object.keys(shape), ...members, ...Object.keys(found)];
  const vain = isObject(data.params) ? unknownFields(data.params, known, 'transaction.data.params') : [];
  return { errors, untold, warnings: ignoredWarnings(vain) };
}

/** Whether a wish and what the bytes say of it mean the same. Of an object, the members count that the bytes tell. */
function agrees(schema: z.core.$ZodType | undefined, asked: unknown, found: unknown, telling?: Telling): boolean {
  const read = (value: unknown) => {
    const parsed = schema === undefined ? undefined : z.safeParse(schema, value);
    return parsed?.success === true ? parsed.data : value;
  };
  const [wish, fact] = [read(asked), read(found)];
  if (isMost(telling)) {
    const [most, used] = [wholeOf(wish), wholeOf(fact)];
    return most !== undefined && used !== undefined && used <= most;
  }
  if (!isPlain(wish) || !isPlain(fact)) return canonicalJson(wish) === canonicalJson(fact);
  return Object.entries(fact).every(([name, value]) => canonicalJson(value) === canonicalJson(wish[name]));
}

function isMost(telling: Telling | undefined): boolean {
  return telling === 'most' || (typeof telling === 'object' && 'most' in telling);
}

function isWished(telling: Telling | undefined): boolean {
  return telling === 'wished' || (typeof telling === 'object' && 'wished' in telling);
}

function wholeOf(value: unknown): bigint | undefined {
  return parseAmount(String(value));
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value) && Object.getPrototypeOf(value) === Object.prototype;
}

/** What is no difference by itself, but may not be what the client means. */
function amountWarnings(data: TransactionData, { data: told }: Explanation): Problem[] {
  const warnings: Problem[] = [];
  const asksForAll = 'useMaxAmount' in data && data.useMaxAmount === true && data.amount === undefined;
  if (asksForAll && told.useMaxAmount !== true && typeof told.amount === 'string') {
    warnings.push(problem('encoded.fixedAmount', { amount: told.amount }, 'transaction.data.useMaxAmount'));
  }
  if (data.memo === undefined && told.memo !== undefined) {
    warnings.push(problem('encoded.memo', {}, 'transaction.data.memo'));
  }
  return warnings;
}

function untoldWarning(fields: readonly string[]): Problem[] {
  if (fields.length === 0) return [];
  return [problem('encoded.untold', { fields: fields.join(', ') }, 'transaction.data')];
}

function unasked(name: string, value: unknown): Problem {
  const text = typeof value === 'string' ? value : stringifyJson(value);
  return differs(name, `says ${text}, and nobody asked for it`);
}

function differs(name: string, what: string): Problem {
  const field = `transaction.data.${name}`;
  return problem('request.invalid', { field, expected: `the encoded transaction ${what}` }, field);
}
