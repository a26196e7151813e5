import { explainAmount, parseAmount } from '../amounts.ts';
import { codes } from '../codes/index.ts';
import { RefusedError, refuse } from '../errors.ts';
import type { ChainAdapter, Checked, CheckedIntent } from '../family.ts';
import { type Problem, problem } from '../problem.ts';
import { type EncodedItem, encodedItem } from '../schema/encoded.ts';
import { type Mode, modes } from '../schema/modes.ts';
import { type CompletedData, dataOfMode, type Intent, type TransactionData } from '../schema/transaction-data.ts';
import { schemaProblems } from '../schema-problems.ts';
import type { IdPlace } from '../secrets.ts';
import { shownName } from '../shown.ts';
import { exposedProblem } from './exposed.ts';
import { isEmpty } from './ignored.ts';

const dataPath = ['transaction', 'data'] as const;

/**
 * Reads `transaction.data`. Fields that the mode does not know, and those that are empty (clients send `memo: ""` or `null`), are dropped.
 *
 * @param adapter - Of the chain, where a mode that it does not have is to be refused before its fields are looked at.
 * @throws RefusedError naming every field that is wrong.
 */
export function parseData(input: unknown, adapter?: ChainAdapter): TransactionData {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw refuse('request.invalid', { field: 'transaction.data', expected: 'must be an object' }, 'transaction.data');
  }
  const { mode } = input as { mode?: unknown };
  if (!isMode(mode)) {
    throw refuse('mode.unknown', { mode: shown(mode), expected: modes.join(', ') }, 'transaction.data.mode');
  }
  if (adapter !== undefined) requireMode(adapter, mode);
  const parsed = dataOfMode[mode].safeParse(withoutEmpty(input));
  if (!parsed.success) throw new RefusedError(schemaProblems(parsed.error.issues, dataPath), { cause: parsed.error });
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

function isMode(mode: unknown): mode is Mode {
  return typeof mode === 'string' && Object.hasOwn(dataOfMode, mode);
}

function requireMode(adapter: ChainAdapter, mode: Mode): void {
  if (adapter.modes[mode] === undefined) {
    throw refuse('mode.unsupported', { mode, chain: adapter.identity.name }, 'transaction.data.mode');
  }
}

/** What encode makes has two or three levels; some thousands exhaust the stack of whoever walks them. */
const deepestParams = 64;

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(levels - 1, member));
}

/** A mode as it was sent, as far as it is worth repeating. */
function shown(mode: unknown): string {
  if (typeof mode === 'string') return JSON.stringify(shownName(mode));
  return mode === undefined
    ? '(none)'
    : `of type ${Array.isArray(mode) ? 'array' : mode === null ? 'null' : typeof mode}`;
}

/**
 * Reads completed data as it comes back for broadcast.
 *
 * @throws RefusedError naming every field that is wrong.
 */
export function parseCompletedData(input: unknown): CompletedData {
  const problems: Problem[] = [];
  const data = collect(problems, () => parseData(input));
  const { mode, fees } = Object(input) as { mode?: unknown; fees?: unknown };
  // Where the mode is none, nobody can say what is missing.
  if (isMode(mode) && isEmpty(fees)) {
    const field = 'transaction.data.fees';
    problems.push(problem('request.invalid', { field, expected: 'is required' }, field));
  }
  throwAll(problems);
  return data as CompletedData;
}

/** What a step comes to, or undefined with its problems among the others. */
export function collect<T>(problems: Problem[], step: () => T): T | undefined {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    problems.push(...error.problems);
    return undefined;
  }
}

/** @throws RefusedError with all of them, if there are any. */
export function throwAll([first, ...rest]: readonly Problem[]): void {
  if (first !== undefined) throw new RefusedError([first, ...rest]);
}

/** Far more than any transaction has: with one item for each input, a Bitcoin transaction that nodes relay has some 1500. */
const mostItems = 10_000;

/** Reads `transaction.encoded`. */
export function parseEncoded(input: unknown): EncodedItem[] {
  if (Array.isArray(input) && input.length > mostItems) {
    const field = 'transaction.encoded';
    throw refuse('request.invalid', { field, expected: `must not have more than ${mostItems} items` }, field);
  }
  const parsed = encodedItem.array().safeParse(input);
  if (!parsed.success) throw new RefusedError(schemaProblems(parsed.error.issues, ['transaction', 'encoded']));
  return parsed.data;
}

/** Without fields that are empty; in those that are objects too, but for `params`, which goes back as it came. */
function withoutEmpty(input: object): object {
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
 * The rules that hold for an intent on every chain: the mode is one that the chain has, amount xor useMaxAmount, canonical amounts,
 * identifiers of the right form.
 *
 * @returns The intent, and whether its recipient is its sender, however the two are spelled.
 * @throws RefusedError with every problem found.
 */
export function checkIntent(
  adapter: ChainAdapter,
  data: TransactionData,
): CheckedIntent & { readonly isToSelf: boolean } {
  requireMode(adapter, data.mode);
  const problems: Problem[] = [];
  const amount = checkAmount(data, problems);
  const isToSelf = checkIdentifiers(adapter, data, problems);
  checkWishes(data, problems);
  throwAll(problems);
  return { data: data as Intent, amount, isToSelf };
}

/** Modes that need an amount, one way or the other. `withdraw` may go without: everything that is unlocked. */
const needsAmount: ReadonlySet<string> = new Set(['transfer', 'transferToken', 'stake', 'unstake']);

function checkAmount(data: TransactionData, problems: Problem[]): bigint | 'max' | undefined {
  const field = 'transaction.data.amount';
  const text = 'amount' in data ? data.amount : undefined;
  const max = 'useMaxAmount' in data && data.useMaxAmount === true;
  if (max && text !== undefined) problems.push(problem('amount.ambiguous', {}, field));
  if (max) return 'max';
  if (text === undefined) {
    if (needsAmount.has(data.mode)) problems.push(problem('amount.missing', {}, field));
    return undefined;
  }
  const amount = parseAmount(text);
  if (amount === undefined) problems.push(problem('amount.invalid', { field, reason: explainAmount(text) }, field));
  if (amount === 0n) problems.push(problem('amount.invalid', { field, reason: 'it must be more than 0' }, field));
  return amount;
}

/** @returns Whether the recipient is the sender. */
function checkIdentifiers(adapter: ChainAdapter, data: TransactionData, problems: Problem[]): boolean {
  const { identifiers, identity } = adapter;
  const chain = identity.name;
  const fields = data as unknown as Record<string, unknown>;
  const check = (
    name: string,
    parse: (text: string) => Checked,
    code: 'address.invalid' | 'validator.invalid' | 'token.invalid',
    place: IdPlace = 'account',
  ): string | undefined => {
    const text = fields[name];
    if (typeof text !== 'string') return undefined;
    const checked = parse(text);
    if (checked.ok) return checked.canonical;
    const field = `transaction.data.${name}`;
    const exposed = exposedProblem(adapter, text, place, field, checked);
    if (exposed !== undefined) problems.push(exposed);
    else if (checked.native === true) problems.push(problem('token.isNative', { token: text, chain }, field));
    else if (checked.checksum === true) problems.push(problem('address.checksumMismatch', { field }, field));
    else if (code === 'token.invalid') problems.push(problem(code, { chain, reason: checked.reason }, field));
    else problems.push(problem(code, { field, chain, reason: checked.reason }, field));
    return undefined;
  };
  const sender = check('senderAddress', identifiers.sender ?? identifiers.address, 'address.invalid');
  const recipient = check('recipientAddress', identifiers.address, 'address.invalid');
  check('tokenId', identifiers.token, 'token.invalid', 'token');
  check('validatorAddress', identifiers.validator, 'validator.invalid', 'validator');
  check('targetValidatorAddress', identifiers.validator, 'validator.invalid', 'validator');
  check('sourceValidatorAddress', identifiers.validator, 'validator.invalid', 'validator');
  checkPublicKey(adapter, fields.senderPubKey, sender, problems);
  return sender !== undefined && sender === recipient;
}

/** @param sender - Its canonical form, if it has one. */
function checkPublicKey(adapter: ChainAdapter, key: unknown, sender: string | undefined, problems: Problem[]): void {
  const { ownerOf } = adapter.identifiers;
  if (typeof key !== 'string' || ownerOf === undefined) return;
  const field = 'transaction.data.senderPubKey';
  const owner = ownerOf(key, sender);
  if (!owner.ok) {
    const context = { field, chain: adapter.identity.name, reason: owner.reason };
    const exposed = exposedProblem(adapter, key, 'publicKey', field, owner);
    problems.push(exposed ?? problem('publicKey.invalid', context, field));
    return;
  }
  if (sender !== undefined && sender !== owner.canonical) {
    problems.push(problem('publicKey.mismatch', { owner: owner.canonical }, field));
  }
}

function checkWishes(data: TransactionData, problems: Problem[]): void {
  for (const name of ['fees', 'gas', 'nonce'] as const) {
    const text = data[name];
    if (text === undefined || parseAmount(text) !== undefined) continue;
    const field = `transaction.data.${name}`;
    problems.push(
      problem('wish.invalid', { field, reason: `it must be a whole number: ${explainAmount(text)}` }, field),
    );
  }
}

/** An intent in which members of `params` that are empty are absent: there they are wishes, where broadcast takes back what encode answered. */
export function withoutEmptyWishes(data: TransactionData): TransactionData {
  const { params, ...rest } = data;
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return data;
  const wishes = Object.entries(params).filter(([, value]) => !isEmpty(value));
  return (wishes.length === 0 ? rest : { ...rest, params: Object.fromEntries(wishes) }) as TransactionData;
}

/** Whether a code is one of the warnings. */
export function isWarning(entry: Problem): boolean {
  return codes[entry.code].kind === 'warning';
}
