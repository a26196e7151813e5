import { explainAmount, parseAmount } from '../amounts.ts';
import { codes } from '../codes.ts';
import { RefusedError, refuse } from '../errors.ts';
import type { ChainAdapter, Checked, CheckedIntent } from '../family.ts';
import { type Problem, problem } from '../problem.ts';
import { type EncodedItem, encodedItem } from '../schema/encoded.ts';
import { modes } from '../schema/modes.ts';
import { type CompletedData, dataOfMode, type Intent, type TransactionData } from '../schema/transaction-data.ts';
import { schemaProblems } from '../schema-problems.ts';

const dataPath = ['transaction', 'data'] as const;

/**
 * Reads `transaction.data`. Fields that the mode does not know, and empty strings (clients send `memo: ""`), are dropped.
 *
 * @throws RefusedError naming every field that is wrong.
 */
export function parseData(input: unknown): TransactionData {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw refuse('request.invalid', { field: 'transaction.data', expected: 'must be an object' }, 'transaction.data');
  }
  const mode = (input as { mode?: unknown }).mode;
  const schema =
    typeof mode === 'string' && Object.hasOwn(dataOfMode, mode)
      ? dataOfMode[mode as keyof typeof dataOfMode]
      : undefined;
  if (schema === undefined) {
    throw refuse('mode.unknown', { mode: shown(mode), expected: modes.join(', ') }, 'transaction.data.mode');
  }
  const parsed = schema.safeParse(withoutEmptyStrings(input));
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

/** What encode makes has two or three levels; some thousands exhaust the stack of whoever walks them. */
const deepestParams = 64;

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(levels - 1, member));
}

/** A mode as it was sent, as far as it is worth repeating. */
function shown(mode: unknown): string {
  if (typeof mode === 'string') return JSON.stringify(mode.slice(0, 40));
  return mode === undefined
    ? '(none)'
    : `of type ${Array.isArray(mode) ? 'array' : mode === null ? 'null' : typeof mode}`;
}

/** Reads completed data as it comes back for broadcast. */
export function parseCompletedData(input: unknown): CompletedData {
  const data = parseData(input);
  if (data.fees === undefined) {
    throw refuse(
      'request.invalid',
      { field: 'transaction.data.fees', expected: 'is required' },
      'transaction.data.fees',
    );
  }
  return data as CompletedData;
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

function withoutEmptyStrings(input: object): object {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== ''));
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
  if (adapter.modes[data.mode] === undefined) {
    throw refuse('mode.unsupported', { mode: data.mode, chain: adapter.identity.name }, 'transaction.data.mode');
  }
  const problems: Problem[] = [];
  const amount = checkAmount(data, problems);
  const isToSelf = checkIdentifiers(adapter, data, problems);
  checkWishes(data, problems);
  const [first, ...rest] = problems;
  if (first !== undefined) throw new RefusedError([first, ...rest]);
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
  ): string | undefined => {
    const text = fields[name];
    if (typeof text !== 'string') return undefined;
    const checked = parse(text);
    if (checked.ok) return checked.canonical;
    const field = `transaction.data.${name}`;
    if (checked.native === true) problems.push(problem('token.isNative', { token: text, chain }, field));
    else if (checked.checksum === true) problems.push(problem('address.checksumMismatch', { field }, field));
    else if (code === 'token.invalid') problems.push(problem(code, { chain, reason: checked.reason }, field));
    else problems.push(problem(code, { field, chain, reason: checked.reason }, field));
    return undefined;
  };
  const sender = check('senderAddress', identifiers.sender ?? identifiers.address, 'address.invalid');
  const recipient = check('recipientAddress', identifiers.address, 'address.invalid');
  check('tokenId', identifiers.token, 'token.invalid');
  check('validatorAddress', identifiers.validator, 'validator.invalid');
  check('targetValidatorAddress', identifiers.validator, 'validator.invalid');
  check('sourceValidatorAddress', identifiers.validator, 'validator.invalid');
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
    problems.push(problem('publicKey.invalid', { field, chain: adapter.identity.name, reason: owner.reason }, field));
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

/** Whether a code is one of the warnings. */
export function isWarning(entry: Problem): boolean {
  return codes[entry.code].kind === 'warning';
}
