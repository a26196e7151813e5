import type { ChainId } from '../chain-ids.ts';
import type { ContextOf } from '../codes/index.ts';
import type { ConnectOptions } from '../connect-options.ts';
import type { Parsed, Unidentified } from '../contract/identifier-kinds.ts';
import { RefusedError, refuse } from '../errors.ts';
import type { AccountStateRequest, ChainAdapter, Confirmation, Stopped } from '../family.ts';
import { type Problem, problem } from '../problem.ts';
import { type AccountState, type BalancePart, type Balances, balanceParts } from '../schema/account-state.ts';
import type { ChainDetail } from '../schema/chain-detail.ts';
import type { EncodedItem } from '../schema/encoded.ts';
import { type Status, toStatusEntry } from '../schema/status.ts';
import type { Token } from '../schema/token.ts';
import type { CompletedData, TransactionData } from '../schema/transaction-data.ts';
import type { TransactionForm, TransactionRecord } from '../schema/transaction-record.ts';
import type { IdPlace } from '../secrets.ts';
import { type EndpointStatus, type Operation, UpstreamError } from '../upstream/index.ts';
import type {
  Addresses,
  FoundTransaction,
  History,
  KnownTokens,
  TokenBalances,
  Validators,
  Warned,
} from './answers.ts';
import { type BroadcastInput, checkBroadcast, requireSameItems, requireThisChain, unseal } from './broadcast.ts';
import type { CallOptions } from './call-options.ts';
import { reasonOf, targetOf } from './check-identifiers.ts';
import { lengthProblems } from './check-lengths.ts';
import { addChecksum } from './checksum.ts';
import { compare, compareUnexplained } from './compare.ts';
import { complete, completedOf } from './complete.ts';
import { exposedProblem } from './exposed.ts';
import { chainDetailOf } from './features.ts';
import {
  ignoredWarnings,
  isSealed,
  type KnownPlaces,
  otherModeWarnings,
  placesOf,
  unknownDataFields,
  vainWishes,
  withoutComputed,
} from './ignored.ts';
import {
  checkCompleted,
  checkIntent,
  isWarning,
  parseCompletedData,
  parseData,
  parseEncoded,
  requireMode,
  throwAll,
} from './intent.ts';
import { withJudgedRefusals } from './judge-refusal.ts';
import { createLostAnswers } from './lost-answers.ts';
import { markedEntries } from './marked-entries.ts';
import { makePageToken, readPageToken } from './page-token.ts';
import { itemsOf, planOf } from './rebuild.ts';
import { createSend, type Send } from './send-once.ts';
import { standingStill } from './standing-still.ts';
import { searchTokens, withKnownToken } from './token-list.ts';
import { standardWarnings } from './warnings.ts';
import { withoutEmptyLists } from './without-empty-lists.ts';

/** Answer of encode. With errors, `encoded` is empty, and computed fields of `data` may be missing. */
export interface EncodeResult extends Judged {
  chainId: ChainId;
  transaction: { data: Record<string, unknown>; encoded: EncodedItem[] };
  status: Status;
}

export interface ValidateResult extends Judged {
  chainId: ChainId;
  transaction: { data: Record<string, unknown> };
  status: Status;
}

/** For the compiler. Answers over HTTP do not have it, because `status` says the same. */
interface Judged {
  /** Whether there are no errors. */
  ok: boolean;
}

export interface BroadcastResult extends Warned {
  /** The chain. */
  chainId: ChainId;
  /** As explorers show it. */
  hash: string;
}

export interface PageOptions extends CallOptions {
  /** 1 to 100, default 25. */
  readonly limit?: number | undefined;
  /** `pagination.nextPage` of the previous answer. */
  readonly nextPage?: string | undefined;
}

/** Facts about a stopped chain. */
export interface End extends Stopped {
  /** True if somebody configured endpoints for it. */
  readonly isServed: boolean;
}

interface ChainParts {
  readonly end?: End | undefined;
  readonly identifiersOf?: ConnectOptions['identifiersOf'];
  readonly notes?: ConnectOptions['notes'];
}

/**
 * A chain of any family. It takes unchecked data from outside, and checks them. The gateway's routes call it. `TypedChain` is for programs that make
 * the data themselves.
 */
export type Chain = Pick<ChainService, keyof ChainService>;

/**
 * One opened chain. It adds the rules of every chain to the work of the family. `family.connect(chainId)` returns it.
 *
 * Every method throws `RefusedError` for a request that cannot be served as it stands, and `UpstreamError` if no endpoint answered. A stopped
 * chain without endpoints refuses every method except `detail`.
 */
export class ChainService {
  readonly adapter: ChainAdapter;
  /** Set on a stopped chain. */
  readonly end: End | undefined;
  readonly #identifiersOf: ConnectOptions['identifiersOf'];
  readonly #send: Send;

  constructor(adapter: ChainAdapter, { end, identifiersOf, notes }: ChainParts = {}) {
    this.adapter = withJudgedRefusals(adapter, createLostAnswers(adapter.bytes.chainId, notes));
    this.end = end;
    this.#identifiersOf = identifiersOf;
    this.#send = createSend(this.adapter);
  }

  get id(): ChainId {
    return this.adapter.bytes.chainId;
  }

  /** What the chain is and what works on it. No network. */
  detail(): ChainDetail {
    return chainDetailOf(this.id, this.adapter.bytes.identity, this.adapter, this.end);
  }

  /**
   * Refuses a stopped chain without endpoints. Every method except `detail` calls this first.
   *
   * @throws RefusedError `chain.stopped`
   */
  requireRunning(): void {
    if (this.end?.isServed === false) throw refuse('chain.stopped', this.#endContext(this.end));
  }

  /**
   * Turns an intent into bytes to sign.
   *
   * @param data - `transaction.data` without its computed parts. Amounts in the smallest unit.
   */
  async encode(data: unknown, options: CallOptions = {}): Promise<EncodeResult> {
    this.requireRunning();
    const { data: completed, items, errors, warnings } = await this.#complete(data, options);
    const sealed = errors.length > 0 ? completed : addChecksum(this.id, completed as CompletedData);
    const transaction = { data: { ...sealed }, encoded: items };
    return { ok: errors.length === 0, chainId: this.id, transaction, status: toStatus(errors, warnings) };
  }

  /**
   * Without `encoded`: like encode, but without bytes to sign. With `encoded`: reads from the bytes alone what they do (no network, except where a
   * hash is all that is signed: there the chain is asked about fields that the hash does not hold). The answer then
   * has an error for each field that differs from `data` or that only one of both has, and one if the bytes can cost more than `data.fees`. A
   * warning names what the bytes do not tell.
   */
  async validate(data: unknown, encoded?: unknown, options: CallOptions = {}): Promise<ValidateResult> {
    this.requireRunning();
    if (encoded !== undefined && encoded !== null) return this.#explain(data, parseEncoded(encoded), options);
    const { data: completed, errors, warnings } = await this.#complete(data, options);
    const transaction = { data: { ...completed } };
    return { ok: errors.length === 0, chainId: this.id, transaction, status: toStatus(errors, warnings) };
  }

  /**
   * Sends a signed transaction. Equal broadcasts at the same time are sent once, and share the answer.
   *
   * @param input - `data` and `encoded` exactly as encode returned them, and the signature in any form of the wire contract.
   * @returns The transaction hash, and a warning for each field of `data` that was ignored.
   */
  async broadcast(input: BroadcastInput, options: CallOptions = {}): Promise<BroadcastResult> {
    this.requireRunning();
    const checked = await checkBroadcast(this.adapter, input);
    const sent = input.data as TransactionData;
    const warnings = ignoredWarnings(unknownDataFields(sent, this.#placesOf(sent.mode)));
    const hash = await this.#send(checked, options).catch((error: unknown) => {
      throw this.#withRetryTime(error);
    });
    return { chainId: this.id, hash, ...(warnings.length === 0 ? {} : { status: toStatus([], warnings) }) };
  }

  /**
   * @param accountId - Address, extended public key or similar.
   * @param options.include - Parts to read. By default all. Parts that the chain does not support are left out.
   * @param options.publicKey - Hex; only Babylon staking data on bitcoin needs it.
   */
  async accountState(
    accountId: string,
    options: CallOptions & { include?: readonly BalancePart[] | undefined; publicKey?: string | undefined } = {},
  ): Promise<AccountState> {
    const reader = this.#reader('accountState', 'Account state');
    const account = this.#account(accountId);
    this.#requireSafe(options.publicKey ?? '', 'publicKey', 'publicKey');
    const wanted = options.include ?? balanceParts;
    const parts = new Set(reader.parts.filter((part) => wanted.includes(part)));
    if (parts.size === 0) return { chainId: this.id, accountId, balances: {} };
    const { balances, warned } = await this.#balances(account, { parts, publicKey: options.publicKey }, options);
    return { chainId: this.id, accountId, balances, ...warned };
  }

  /** Token balances only, one page. */
  async tokenBalances(accountId: string, options: PageOptions = {}): Promise<TokenBalances> {
    const reader = this.#reader('accountState', 'Token balances');
    if (!reader.parts.includes('tokens')) {
      throw this.#missing('token', 'Token balances');
    }
    const account = this.#account(accountId);
    const scope = ['tokens', this.id, account];
    const after = readPageToken(scope, options.nextPage);
    const limit = readLimit(options, 25);
    const wanted = { parts: new Set(['tokens'] as const), publicKey: undefined };
    const { balances, warned } = await this.#balances(account, wanted, options);
    const { tokens = [] } = balances;
    // Sorted by id. A page begins after the last id of the page before, so it stays right if balances appear or vanish in between.
    const rest = tokens
      .toSorted((a, b) => (a.token.id < b.token.id ? -1 : 1))
      .filter((entry) => after === undefined || entry.token.id > after);
    const shown = rest.slice(0, limit);
    const next = rest.length > limit ? shown.at(-1)?.token.id : undefined;
    const pagination = { nextPage: makePageToken(scope, next) };
    return { chainId: this.id, accountId, tokens: shown, pagination, ...warned };
  }

  /** Newest first. */
  async history(
    accountId: string,
    options: PageOptions & { include?: readonly TransactionForm[] | undefined } = {},
  ): Promise<History> {
    const reader = this.#reader('history', 'History');
    const account = this.#account(accountId);
    const scope = ['history', this.id, account];
    const page = { limit: readLimit(options, 25), cursor: readPageToken(scope, options.nextPage) };
    const { value, still } = await this.#run(options, (operation) => reader.read(account, page, operation));
    const { transactions, next, unlisted: count = 0, maybeMissing: parts = [] } = value;
    const warnings = [
      ...listOf(still),
      ...(count === 0 ? [] : [problem('transaction.unlisted', { count })]),
      ...(parts.length === 0 ? [] : [problem('transaction.maybeMissing', { parts: parts.join(', ') })]),
    ];
    const marked = markedEntries(this.adapter.bytes.identifiers, account, transactions);
    return {
      chainId: this.id,
      accountId,
      transactions: marked.map((entry) => pick(entry, options.include)),
      pagination: { nextPage: makePageToken(scope, next) },
      ...warnedOf(...warnings),
    };
  }

  /** @throws RefusedError `transaction.notFound` */
  async transaction(
    id: string,
    options: CallOptions & { include?: readonly TransactionForm[] | undefined } = {},
  ): Promise<FoundTransaction> {
    const reader = this.#reader('transaction', 'Transactions');
    const checked = this.adapter.bytes.identifiers.transaction(id);
    // No check for secrets: a text that looks like a key is usually a transaction hash of another chain.
    if (!checked.ok)
      throw refuse('transaction.invalid', { chain: this.adapter.bytes.identity.name, reason: checked.reason }, 'txId');
    const { value, still } = await this.#run(options, (operation) => reader.read(checked.canonical, operation));
    if (value === undefined) {
      const context = { transaction: id, chain: this.adapter.bytes.identity.name };
      throw new RefusedError([problem('transaction.notFound', context), ...listOf(still)]);
    }
    return { chainId: this.id, transaction: pick(value, options.include), status: toStatus([], listOf(still)) };
  }

  /** @throws RefusedError `token.notFound` */
  async token(id: string, options: CallOptions = {}): Promise<Token & Warned> {
    const reader = this.#reader('token', 'Tokens');
    const chain = this.adapter.bytes.identity.name;
    const checked = this.adapter.bytes.identifiers.token(id);
    this.#requireSafe(id, 'token', 'tokenId', checked);
    if (!checked.ok) throw new RefusedError([await this.#withKnownToken(this.#tokenProblem(id, checked), id)]);
    const { value, still } = await this.#run(options, (operation) => reader.read(checked.canonical, operation));
    if ('missing' in value) {
      const missing = problem('token.notFound', { token: id, chain, reason: value.missing });
      throw new RefusedError([await this.#withKnownToken(missing, id), ...listOf(still)]);
    }
    return { ...value, ...warnedOf(...listOf(still)) };
  }

  /**
   * The tokens that are known without asking the chain: those of the operator, and a bundled list. Other tokens work as well, by their id. No network.
   *
   * @param options.search - Part of a ticker, name or id. Upper and lower case are the same. The best fits come first.
   */
  async tokens(
    options: Pick<PageOptions, 'limit' | 'nextPage'> & { search?: string | undefined } = {},
  ): Promise<KnownTokens> {
    const list = this.#reader('tokens', 'Known tokens');
    const { search = '' } = options;
    const scope = ['known tokens', this.id, search];
    const limit = readLimit(options, 25);
    const after = readPageToken(scope, options.nextPage);
    const found = searchTokens(await list(), search);
    const last = found.findIndex(({ id }) => id === after);
    // The settings have changed in between.
    if (after !== undefined && last === -1) throw refuse('page.invalid', {}, 'nextPage');
    const tokens = found.slice(last + 1, last + 1 + limit);
    const next = last + 1 + limit < found.length ? tokens.at(-1)?.id : undefined;
    return { chainId: this.id, tokens, pagination: { nextPage: makePageToken(scope, next) } };
  }

  async validators(options: PageOptions = {}): Promise<Validators> {
    const reader = this.#reader('validators', 'Validators');
    const scope = ['validators', this.id];
    const page = { limit: readLimit(options, 100), cursor: readPageToken(scope, options.nextPage) };
    const { value, ...warned } = await this.#read(options, (operation) => reader.read(page, operation));
    const { validators, next } = value;
    return { chainId: this.id, validators, pagination: { nextPage: makePageToken(scope, next) }, ...warned };
  }

  /**
   * The addresses of a public key. No network.
   *
   * @param pubkey - Hex, with or without 0x.
   */
  addresses(pubkey: string): Addresses {
    const derive = this.#reader('addresses', 'Addresses of a public key');
    const found = derive(pubkey);
    if ('invalid' in found) {
      const context = { field: 'pubkey', chain: this.adapter.bytes.identity.name, reason: found.invalid };
      this.#requireSafe(pubkey, 'publicKey', 'pubkey');
      throw refuse('publicKey.invalid', context, 'pubkey');
    }
    return { chainId: this.id, pubkey, addresses: found };
  }

  /** Completes an intent. Without errors it also makes the items to sign. */
  async #complete(input: unknown, options: CallOptions): Promise<Made> {
    const received = parseData(input, this.adapter);
    // Otherwise the prices of an earlier answer would count as wishes.
    const isAnswer = isSealed(received);
    const asked = isAnswer ? withoutComputed(received) : received;
    const target = await targetOf(this.adapter.bytes, asked, this.#identifiersOf);
    const { isToSelf, ...intent } = await this.#namingTokens(asked, () => checkIntent(this.adapter, asked, target));
    const { value, still } = await this.#run(options, (operation) => complete(this.adapter, intent, operation));
    const { data, decision } = value;
    // This error comes first: while no block is mined, the others do not matter.
    const errors = [...listOf(still), ...(await this.#withKnownTokens(decision.errors, asked))];
    const places = this.#placesOf(received.mode);
    const vain = isAnswer ? [] : vainWishes(requireMode(this.adapter, received.mode), received, places);
    const warnings = [
      ...standardWarnings(this.adapter, data, isToSelf, 'fees' in intent.wishes ? { held: decision.held } : decision),
      ...decision.warnings,
      ...(this.end === undefined ? [] : [problem('chain.ended', this.#endContext(this.end))]),
      ...(isAnswer ? [problem('data.recomputed', {}, 'transaction.data')] : []),
      ...otherModeWarnings(Object(input), received.mode),
      ...ignoredWarnings([...unknownDataFields(Object(input), places), ...vain]),
    ];
    if (errors.length > 0) return { data, items: [], errors, warnings };
    const { bytes } = this.adapter;
    const { items, copies } = bytes.assemble(planOf(bytes, completedOf(this.adapter, intent, decision)));
    return { data: copies === undefined ? data : withCopies(data, copies), items, errors, warnings };
  }

  /** Runs a check of data. A refusal of a token id says which known token was meant. */
  async #namingTokens<T>(data: TransactionData, check: () => T): Promise<T> {
    try {
      return check();
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      const [first, ...rest] = await this.#withKnownTokens(error.problems, data);
      throw first === undefined ? error : new RefusedError([first, ...rest], { cause: error });
    }
  }

  #withKnownTokens(problems: readonly Problem[], data: TransactionData): Promise<Problem[]> {
    // The token that a conversion leads to may be on another chain.
    const texts: Readonly<Record<string, string | undefined>> = {
      'transaction.data.tokenId': 'tokenId' in data ? data.tokenId : undefined,
      'transaction.data.from.tokenId': data.mode === 'convertAsset' ? data.from.tokenId : undefined,
    };
    return Promise.all(problems.map((each) => this.#withKnownToken(each, texts[each.field ?? ''])));
  }

  async #withKnownToken(refusal: Problem, text: string | undefined): Promise<Problem> {
    const { bytes, reads } = this.adapter;
    if (text === undefined || reads.tokens === undefined) return refusal;
    return withKnownToken(refusal, { text, chainId: this.id, tokens: await reads.tokens(), coin: bytes.identity });
  }

  /** What a mode takes here, to suggest it in place of an unknown field. */
  #placesOf(mode: TransactionData['mode']): KnownPlaces {
    return placesOf(requireMode(this.adapter, mode), mode, this.adapter.memo);
  }

  #endContext({ since, reason }: Stopped): ContextOf<'chain.stopped'> {
    return { chain: this.adapter.bytes.identity.name, since, reason };
  }

  async #explain(input: unknown, encoded: readonly EncodedItem[], options: CallOptions): Promise<ValidateResult> {
    const { bytes } = this.adapter;
    const data = parseData(input, this.adapter);
    // Checked first: data of another chain explain why the bytes differ.
    const sealed = isSealed(data) ? parseCompletedData(input) : undefined;
    if (sealed !== undefined) requireThisChain(this.adapter.bytes, sealed);
    if (bytes.explain === undefined) {
      // A hash alone tells nothing. But what encode answered makes the same items again.
      if (sealed === undefined) {
        const reason = 'what is signed is a hash, and a hash alone tells nothing';
        throw refuse('feature.unsupported', { feature: 'What encoded does', chain: bytes.identity.name, reason });
      }
      const completed = unseal(this.adapter, sealed);
      requireSameItems(itemsOf(bytes, completed), encoded);
      const { confirmed, errors } = await this.#confirm(completed, options);
      const ignored = ignoredWarnings(unknownDataFields(Object(input), this.#placesOf(data.mode)));
      const status = toStatus(errors, [...ignored, ...compareUnexplained(this.adapter, data, confirmed)]);
      return { ok: errors.length === 0, chainId: this.id, transaction: { data: { ...data } }, status };
    }
    const explanation = bytes.explain(encoded, data);
    const compared = compare(this.adapter, data, explanation);
    const errors = [...explanation.errors, ...compared.errors];
    if (errors.length === 0 && sealed !== undefined) {
      requireSameItems(itemsOf(bytes, unseal(this.adapter, sealed)), encoded);
    }
    const ignored = ignoredWarnings(unknownDataFields(Object(input), this.#placesOf(data.mode)));
    const warnings = [...ignored, ...compared.warnings];
    const transaction = { data: { ...explanation.data } };
    return { ok: errors.length === 0, chainId: this.id, transaction, status: toStatus(errors, warnings) };
  }

  /** Asks the chain about what the bytes do not tell. Without an answer nothing is confirmed. */
  async #confirm(completed: CompletedData, options: CallOptions): Promise<Confirmation> {
    const { adapter } = this;
    const nothing = { confirmed: [], errors: [] };
    if (adapter.confirm === undefined) return nothing;
    const data = checkCompleted(adapter.bytes, completed);
    try {
      const { value } = await this.#run(options, async (operation) => adapter.confirm?.(data, operation) ?? nothing);
      return value;
    } catch (error) {
      if (error instanceof UpstreamError) return nothing;
      throw error;
    }
  }

  #reader<Name extends keyof ChainAdapter['reads']>(
    name: Name,
    feature: string,
  ): NonNullable<ChainAdapter['reads'][Name]> {
    this.requireRunning();
    const reader = this.adapter.reads[name];
    if (reader === undefined) throw this.#missing(name, feature);
    return reader;
  }

  /**
   * @throws RefusedError `secret.exposed`, or `request.invalid` for a text that is too long, before anything is asked, also if the family takes it as valid.
   */
  #requireSafe(text: string, place: IdPlace, field: string, parsed?: Parsed<unknown>): void {
    const exposed = exposedProblem(this.adapter.bytes, text, place, field, parsed);
    if (exposed !== undefined) throw new RefusedError([exposed]);
    throwAll(lengthProblems(this.adapter.bytes, text, field));
  }

  /** The refusal of a read that the chain never has, or that needs other upstreams. */
  #missing(name: keyof ChainAdapter['reads'], feature: string): RefusedError {
    const reason = this.adapter.absent?.[name] ?? 'none of the configured upstreams has it';
    return refuse('feature.unsupported', { feature, chain: this.adapter.bytes.identity.name, reason });
  }

  #account(accountId: string): string {
    const checked = this.adapter.bytes.identifiers.account(accountId);
    this.#requireSafe(accountId, 'account', 'accountId', checked);
    if (checked.ok) return checked.canonical;
    if (checked.checksum === true) throw refuse('address.checksumMismatch', { field: 'accountId' }, 'accountId');
    const { name, family } = this.adapter.bytes.identity;
    throw refuse('account.invalid', { chain: name, reason: reasonOf(accountId, family, checked) }, 'accountId');
  }

  #tokenProblem(id: string, checked: Unidentified): Problem {
    const chain = this.adapter.bytes.identity.name;
    if (checked.native === true) return problem('token.isNative', { token: id, chain }, 'tokenId');
    if (checked.checksum === true) return problem('address.checksumMismatch', { field: 'tokenId' }, 'tokenId');
    return problem('token.invalid', { chain, reason: checked.reason }, 'tokenId');
  }

  /** Adds to an upstream error when a retry may help. */
  #withRetryTime(error: unknown): unknown {
    if (error instanceof UpstreamError) error.retryIn(retrySeconds(this.adapter.upstream.status(), error));
    return error;
  }

  /** Runs a read. The answer has a warning if the chain stands still. */
  async #balances(
    account: string,
    wanted: AccountStateRequest,
    options: CallOptions,
  ): Promise<{ balances: Balances; warned: Warned }> {
    const reader = this.#reader('accountState', 'Account state');
    const { value, still } = await this.#run(options, (operation) => reader.read(account, wanted, operation));
    const { unread = [], ...balances } = value;
    const parts = [...new Set(unread)].join(', ');
    return {
      balances,
      warned: warnedOf(...listOf(still), ...(parts === '' ? [] : [problem('account.incomplete', { parts })])),
    };
  }

  async #read<T>(options: CallOptions, work: (operation: Operation) => Promise<T>): Promise<Warned & { value: T }> {
    const { value, still } = await this.#run(options, work);
    return { value, ...warnedOf(...listOf(still)) };
  }

  /** @returns The result, and a problem if the chain stands still. */
  async #run<T>(
    options: CallOptions,
    work: (operation: Operation) => Promise<T>,
  ): Promise<{ value: T; still: Problem | undefined }> {
    const operation = this.adapter.upstream.operation({ signal: options.signal, budget: options.budget });
    try {
      const value = await work(operation);
      return { value, still: standingStill(this.adapter.bytes, operation) };
    } catch (error) {
      throw this.#withRetryTime(error);
    } finally {
      options.onTrace?.(operation.trace);
    }
  }
}

/** Seconds until the first of the failed endpoints is asked again, rounded up. */
function retrySeconds(status: readonly EndpointStatus[], { attempts }: UpstreamError): number {
  const names = new Set(attempts.map(({ endpoint }) => endpoint));
  const waits = status.flatMap(({ name, setAsideMs }) => (names.has(name) ? [setAsideMs] : []));
  return Math.max(1, Math.ceil((waits.length === 0 ? 0 : Math.min(...waits)) / 1000));
}

function readLimit({ limit }: PageOptions, usual: number): number {
  if (limit === undefined || (Number.isInteger(limit) && limit >= 1 && limit <= 100)) return limit ?? usual;
  throw refuse('request.invalid', { field: 'limit', expected: 'must be a whole number from 1 to 100' }, 'limit');
}

function toStatus(errors: readonly Problem[], warnings: readonly Problem[]): Status {
  return { errors: errors.filter((e) => !isWarning(e)).map(toStatusEntry), warnings: warnings.map(toStatusEntry) };
}

function listOf(still: Problem | undefined): readonly Problem[] {
  return still === undefined ? [] : [still];
}

function warnedOf(...warnings: readonly Problem[]): Warned {
  return warnings.length === 0 ? {} : { status: toStatus([], warnings) };
}

function pick(
  entry: { parsed: TransactionRecord['parsed']; raw: unknown },
  include: readonly TransactionForm[] = ['parsed'],
): TransactionRecord {
  return {
    ...(include.includes('parsed') && entry.parsed !== undefined ? { parsed: withoutEmptyLists(entry.parsed) } : {}),
    ...(include.includes('raw') ? { raw: entry.raw } : {}),
  };
}

/** A completed intent. */
interface Made {
  readonly data: TransactionData;
  /** Empty if there are errors. */
  readonly items: EncodedItem[];
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
}

function withCopies(data: TransactionData, copies: Readonly<Record<string, unknown>>): TransactionData {
  return { ...data, params: { ...(data.params as object | undefined), ...copies } };
}
