import { parseAmount } from '../amounts.ts';
import type { ContextOf } from '../codes/index.ts';
import { RefusedError, refuse } from '../errors.ts';
import type { ChainAdapter, Checked, Completion, Explanation, Stopped } from '../family.ts';
import { type Problem, problem } from '../problem.ts';
import { type AccountState, type BalancePart, balanceParts } from '../schema/account-state.ts';
import type { ChainDetail } from '../schema/chain-detail.ts';
import type { EncodedItem } from '../schema/encoded.ts';
import { type Status, toStatusEntry } from '../schema/status.ts';
import type { Token, TokenAmount } from '../schema/token.ts';
import type { CompletedData, TransactionData } from '../schema/transaction-data.ts';
import type { TransactionForm, TransactionRecord } from '../schema/transaction-record.ts';
import type { Validator } from '../schema/validator.ts';
import { type EndpointStatus, type Operation, UpstreamError } from '../upstream/index.ts';
import { type BroadcastInput, checkBroadcast, requireSameItems, requireThisChain, unseal } from './broadcast.ts';
import type { CallOptions } from './call-options.ts';
import { addChecksum } from './checksum.ts';
import { exposedProblem } from './exposed.ts';
import { chainDetailOf } from './features.ts';
import { ignoredWarnings, unknownDataFields, vainWishes } from './ignored.ts';
import { checkIntent, isWarning, parseCompletedData, parseData, parseEncoded, withoutEmptyWishes } from './intent.ts';
import { makePageToken, readPageToken } from './page-token.ts';
import { createSend, type Send } from './send-once.ts';
import { standingStill } from './standing-still.ts';
import { standardWarnings } from './warnings.ts';
import { withoutEmptyLists } from './without-empty-lists.ts';

/** Answer of encode. With errors, `encoded` is empty and `data` is as far as it got. */
export interface EncodeResult {
  chainId: ChainAdapter['chainId'];
  transaction: { data: Record<string, unknown>; encoded: EncodedItem[] };
  status: Status;
}

export interface ValidateResult {
  chainId: ChainAdapter['chainId'];
  transaction: { data: Record<string, unknown> };
  status: Status;
}

export interface BroadcastResult extends Warned {
  chainId: ChainAdapter['chainId'];
  /** As explorers show it. */
  hash: string;
}

export interface Page {
  /** Opaque; null at the end. */
  nextPage: string | null;
}

/** Of reads that have no status where all is well. */
export interface Warned {
  /** Only where there is something to warn of. */
  status?: Status;
}

export interface PageOptions extends CallOptions {
  /** 1 to 100, default 25. */
  readonly limit?: number | undefined;
  /** `pagination.nextPage` of the previous answer. */
  readonly nextPage?: string | undefined;
}

/** What is known of a chain that has stopped. */
export interface End extends Stopped {
  /** Whether it has endpoints all the same, which somebody configured. */
  readonly isServed: boolean;
}

/**
 * One chain, with the rules that hold on every chain around its family's verbs. This is what `family.connect(chainId)` returns and what
 * the gateway's routes call.
 *
 * Every method throws `RefusedError` for a request that cannot be served as it stands, and `UpstreamError` when no endpoint answered. On a
 * chain that has stopped every method but `detail` is refused, until it has endpoints.
 */
export class Chain {
  readonly adapter: ChainAdapter;
  /** Set on a chain that has stopped. */
  readonly end: End | undefined;
  readonly #send: Send;

  constructor(adapter: ChainAdapter, end?: End) {
    this.adapter = adapter;
    this.end = end;
    this.#send = createSend(adapter);
  }

  get id(): ChainAdapter['chainId'] {
    return this.adapter.chainId;
  }

  /** What the chain is and what works on it. No network. */
  detail(): ChainDetail {
    return chainDetailOf(this.id, this.adapter, this.end);
  }

  /**
   * Refuses a chain that has stopped and has no endpoints. All that is asked of a chain begins with this.
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
    const { completion, warnings } = await this.#complete(data, options);
    const errors = completion.errors;
    if (errors.length > 0) return this.#encodeResult(completion.data, [], errors, warnings);
    const completed = completion.data as CompletedData;
    return this.#encodeResult(addChecksum(this.id, completed), this.adapter.assemble(completed), [], warnings);
  }

  /**
   * As encode, without bytes to sign; or, given `encoded`, says from the bytes alone what they really do (no network), with an error for
   * each field in which they differ from `data`, and one if they can cost more than its `fees`.
   */
  async validate(data: unknown, encoded?: unknown, options: CallOptions = {}): Promise<ValidateResult> {
    this.requireRunning();
    if (encoded !== undefined && encoded !== null) return this.#explain(data, parseEncoded(encoded));
    const { completion, warnings } = await this.#complete(data, options);
    return { chainId: this.id, transaction: { data: completion.data }, status: toStatus(completion.errors, warnings) };
  }

  /**
   * Sends what was signed. Equal broadcasts that are under way at the same time are sent once, and share the answer.
   *
   * @param input - `data` and `encoded` exactly as encode returned them, and the signature in any form of the wire contract.
   * @returns The transaction hash; and a warning for each field of `data` that was ignored, if there is any.
   */
  async broadcast(input: BroadcastInput, options: CallOptions = {}): Promise<BroadcastResult> {
    this.requireRunning();
    const { signed, data } = await checkBroadcast(this.adapter, input);
    const hash = await this.#send(signed, data, options).catch((error: unknown) => {
      throw this.#withRetryTime(error);
    });
    const warnings = ignoredWarnings(unknownDataFields(input.data as object));
    return { chainId: this.id, hash, ...(warnings.length === 0 ? {} : { status: toStatus([], warnings) }) };
  }

  /**
   * @param accountId - Address, extended public key or similar.
   * @param options.include - Parts to read; all that the chain supports by default. A part that it does not support is left out.
   * @param options.publicKey - Hex; only Babylon staking data on bitcoin needs it.
   */
  async accountState(
    accountId: string,
    options: CallOptions & { include?: readonly BalancePart[] | undefined; publicKey?: string | undefined } = {},
  ): Promise<AccountState> {
    const reader = this.#reader('accountState', 'Account state');
    const account = this.#account(accountId);
    const exposed = exposedProblem(this.adapter, options.publicKey ?? '', 'publicKey', 'publicKey');
    if (exposed !== undefined) throw new RefusedError([exposed]);
    const wanted = options.include ?? balanceParts;
    const parts = new Set(reader.parts.filter((part) => wanted.includes(part)));
    if (parts.size === 0) return { chainId: this.id, accountId, balances: {} };
    const { value, ...warned } = await this.#read(options, (operation) =>
      reader.read(account, { parts, publicKey: options.publicKey }, operation),
    );
    return { chainId: this.id, accountId, balances: value, ...warned };
  }

  /** Token balances alone, a page at a time. */
  async tokenBalances(
    accountId: string,
    options: PageOptions = {},
  ): Promise<
    Warned & { chainId: ChainAdapter['chainId']; accountId: string; tokens: TokenAmount[]; pagination: Page }
  > {
    const reader = this.#reader('accountState', 'Token balances');
    if (!reader.parts.includes('tokens')) {
      throw refuse('feature.unsupported', { feature: 'Token balances', chain: this.adapter.identity.name });
    }
    const account = this.#account(accountId);
    const scope = ['tokens', this.id, account];
    const after = readPageToken(scope, options.nextPage);
    const limit = readLimit(options, 25);
    const { value, ...warned } = await this.#read(options, (operation) =>
      reader.read(account, { parts: new Set(['tokens']), publicKey: undefined }, operation),
    );
    const { tokens = [] } = value;
    // Ordered by id and continued after the last one shown, so that a page stays right when balances appear or vanish in between.
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
  ): Promise<
    Warned & {
      chainId: ChainAdapter['chainId'];
      accountId: string;
      transactions: TransactionRecord[];
      pagination: Page;
    }
  > {
    const reader = this.#reader('history', 'History');
    const account = this.#account(accountId);
    const scope = ['history', this.id, account];
    const page = { limit: readLimit(options, 25), cursor: readPageToken(scope, options.nextPage) };
    const { value, ...warned } = await this.#read(options, (operation) => reader.read(account, page, operation));
    return {
      chainId: this.id,
      accountId,
      transactions: value.transactions.map((entry) => pick(entry, options.include)),
      pagination: { nextPage: makePageToken(scope, value.next) },
      ...warned,
    };
  }

  /** @throws RefusedError `transaction.notFound` */
  async transaction(
    id: string,
    options: CallOptions & { include?: readonly TransactionForm[] | undefined } = {},
  ): Promise<{ chainId: ChainAdapter['chainId']; transaction: TransactionRecord; status: Status }> {
    const reader = this.#reader('transaction', 'Transactions');
    const checked = this.adapter.identifiers.transaction(id);
    // What looks like a key here is a hash of another chain, most of the time.
    if (!checked.ok)
      throw refuse('transaction.invalid', { chain: this.adapter.identity.name, reason: checked.reason }, 'txId');
    const { value, still } = await this.#run(options, (operation) => reader.read(checked.canonical, operation));
    if (value === undefined) {
      const context = { transaction: id, chain: this.adapter.identity.name };
      throw new RefusedError([problem('transaction.notFound', context), ...listOf(still)]);
    }
    return { chainId: this.id, transaction: pick(value, options.include), status: toStatus([], listOf(still)) };
  }

  /** @throws RefusedError `token.notFound` */
  async token(id: string, options: CallOptions = {}): Promise<Token & Warned> {
    const reader = this.#reader('token', 'Tokens');
    const chain = this.adapter.identity.name;
    const checked = this.adapter.identifiers.token(id);
    if (!checked.ok) throw new RefusedError([this.#tokenProblem(id, checked)]);
    const { value, still } = await this.#run(options, (operation) => reader.read(checked.canonical, operation));
    if ('missing' in value) {
      const context = { token: id, chain, reason: value.missing };
      throw new RefusedError([problem('token.notFound', context), ...listOf(still)]);
    }
    return { ...value, ...warnedOf(still) };
  }

  async validators(
    options: PageOptions = {},
  ): Promise<Warned & { chainId: ChainAdapter['chainId']; validators: Validator[]; pagination: Page }> {
    const reader = this.#reader('validators', 'Validators');
    const scope = ['validators', this.id];
    const page = { limit: readLimit(options, 100), cursor: readPageToken(scope, options.nextPage) };
    const { value, ...warned } = await this.#read(options, (operation) => reader.read(page, operation));
    const { validators, next } = value;
    return { chainId: this.id, validators, pagination: { nextPage: makePageToken(scope, next) }, ...warned };
  }

  /**
   * The addresses that a public key has. No network.
   *
   * @param pubkey - Hex, with or without 0x.
   */
  addresses(pubkey: string): {
    chainId: ChainAdapter['chainId'];
    pubkey: string;
    addresses: { type: string; address: string }[];
  } {
    const derive = this.#reader('addresses', 'Addresses of a public key');
    const found = derive(pubkey);
    if ('invalid' in found) {
      const context = { field: 'pubkey', chain: this.adapter.identity.name, reason: found.invalid };
      const exposed = exposedProblem(this.adapter, pubkey, 'publicKey', 'pubkey');
      throw new RefusedError([exposed ?? problem('publicKey.invalid', context, 'pubkey')]);
    }
    return { chainId: this.id, pubkey, addresses: found };
  }

  async #complete(input: unknown, options: CallOptions): Promise<{ completion: Completion; warnings: Problem[] }> {
    const received = parseData(input, this.adapter);
    const intent = checkIntent(this.adapter, withoutEmptyWishes(received));
    // The lookup is by the intent's own mode, which the compiler cannot follow through the map.
    const complete = this.adapter.modes[intent.data.mode] as (i: typeof intent, o: Operation) => Promise<Completion>;
    const { value, still } = await this.#run(options, (operation) => complete(intent, operation));
    const { data, held } = value;
    // First: while nothing is mined, the rest does not matter.
    const completion = { ...value, errors: [...listOf(still), ...value.errors] };
    const warnings = [
      ...standardWarnings(this.adapter, data, intent.isToSelf, held),
      ...completion.warnings,
      ...(this.end === undefined ? [] : [problem('chain.ended', this.#endContext(this.end))]),
      ...ignoredWarnings([...unknownDataFields(Object(input)), ...vainWishes(this.adapter, received)]),
    ];
    return { completion, warnings };
  }

  #endContext({ since, reason }: Stopped): ContextOf<'chain.stopped'> {
    return { chain: this.adapter.identity.name, since, reason };
  }

  #encodeResult(
    data: object,
    encoded: EncodedItem[],
    errors: readonly Problem[],
    warnings: readonly Problem[],
  ): EncodeResult {
    return { chainId: this.id, transaction: { data: { ...data }, encoded }, status: toStatus(errors, warnings) };
  }

  #explain(input: unknown, encoded: readonly EncodedItem[]): ValidateResult {
    const explain = this.adapter.explain;
    if (explain === undefined) {
      throw refuse('feature.unsupported', { feature: 'What encoded does', chain: this.adapter.identity.name });
    }
    const data = parseData(input, this.adapter);
    // Data of another chain say why the bytes differ, so they are looked at first.
    const sealed = isSealed(input) ? parseCompletedData(input) : undefined;
    if (sealed !== undefined) requireThisChain(this.adapter, sealed);
    const explanation = explain(encoded);
    const errors = [...explanation.errors, ...this.#compare(data, explanation)];
    if (errors.length === 0 && sealed !== undefined) {
      requireSameItems(this.adapter.assemble(unseal(this.adapter, sealed)), encoded);
    }
    const warnings = ignoredWarnings(unknownDataFields(Object(input)));
    return { chainId: this.id, transaction: { data: { ...explanation.data } }, status: toStatus(errors, warnings) };
  }

  /** Fields in which the bytes differ from the intent; identifiers are compared in their canonical form. */
  #compare(data: TransactionData, explanation: Explanation): Problem[] {
    const { address, token, validator } = this.adapter.identifiers;
    const canonical = (name: string, text: unknown): unknown => {
      if (typeof text !== 'string') return text;
      const parse =
        name === 'tokenId'
          ? token
          : /validatorAddress$/i.test(name)
            ? validator
            : /Address$/.test(name)
              ? address
              : undefined;
      const checked = parse?.(text);
      return checked?.ok === true ? checked.canonical : text;
    };
    const differing = Object.entries(explanation.data)
      .filter(([name]) => name in data && name !== 'fees')
      .filter(([name, value]) => canonical(name, value) !== canonical(name, data[name as keyof TransactionData]))
      .map(([name, value]) => differs(name, `says ${String(value)}`));
    return [...differing, ...compareFees(data, explanation)];
  }

  #reader<Name extends keyof ChainAdapter['reads']>(
    name: Name,
    feature: string,
  ): NonNullable<ChainAdapter['reads'][Name]> {
    this.requireRunning();
    const reader = this.adapter.reads[name];
    if (reader === undefined) throw refuse('feature.unsupported', { feature, chain: this.adapter.identity.name });
    return reader;
  }

  #account(accountId: string): string {
    const checked = this.adapter.identifiers.account(accountId);
    if (checked.ok) return checked.canonical;
    const exposed = exposedProblem(this.adapter, accountId, 'account', 'accountId', checked);
    if (exposed !== undefined) throw new RefusedError([exposed]);
    if (checked.checksum === true) throw refuse('address.checksumMismatch', { field: 'accountId' }, 'accountId');
    throw refuse('account.invalid', { chain: this.adapter.identity.name, reason: checked.reason }, 'accountId');
  }

  #tokenProblem(id: string, checked: Exclude<Checked, { ok: true }>): Problem {
    const chain = this.adapter.identity.name;
    const exposed = exposedProblem(this.adapter, id, 'token', 'tokenId', checked);
    if (exposed !== undefined) return exposed;
    if (checked.native === true) return problem('token.isNative', { token: id, chain }, 'tokenId');
    if (checked.checksum === true) return problem('address.checksumMismatch', { field: 'tokenId' }, 'tokenId');
    return problem('token.invalid', { chain, reason: checked.reason }, 'tokenId');
  }

  /** Lets an error of the upstreams say when a retry may help. */
  #withRetryTime(error: unknown): unknown {
    if (error instanceof UpstreamError) error.retryIn(retrySeconds(this.adapter.upstream.status(), error));
    return error;
  }

  /** What was read, and a warning if the chain stands still. */
  async #read<T>(options: CallOptions, work: (operation: Operation) => Promise<T>): Promise<Warned & { value: T }> {
    const { value, still } = await this.#run(options, work);
    return { value, ...warnedOf(still) };
  }

  /** @returns What came of it, and what to say if the chain stands still. */
  async #run<T>(
    options: CallOptions,
    work: (operation: Operation) => Promise<T>,
  ): Promise<{ value: T; still: Problem | undefined }> {
    const operation = this.adapter.upstream.operation({ signal: options.signal, budget: options.budget });
    try {
      const value = await work(operation);
      return { value, still: standingStill(this.adapter, operation) };
    } catch (error) {
      throw this.#withRetryTime(error);
    } finally {
      options.onTrace?.(operation.trace);
    }
  }
}

/** `fees` in data is the most that the client is ready to pay: bytes that cost less agree with it. */
function compareFees(data: TransactionData, { data: { fees }, leastFees }: Explanation): Problem[] {
  const least = leastFees ?? (typeof fees === 'string' ? parseAmount(fees) : undefined);
  if (data.fees === undefined || least === undefined) return [];
  const most = parseAmount(data.fees);
  return most !== undefined && least <= most ? [] : [differs('fees', `can cost ${least}`)];
}

function differs(name: string, what: string): Problem {
  const field = `transaction.data.${name}`;
  return problem('request.invalid', { field, expected: `the encoded transaction ${what}` }, field);
}

/** When the first of the endpoints that failed is asked again, in seconds, rounded up. */
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

function warnedOf(still: Problem | undefined): Warned {
  return still === undefined ? {} : { status: toStatus([], [still]) };
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

function isSealed(input: unknown): boolean {
  const params = (input as { params?: { checksum?: unknown } }).params;
  return typeof params === 'object' && params !== null && 'checksum' in params;
}
