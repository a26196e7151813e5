import type { Chain } from '@isochain/core';
import { stringifyJson, type Trace } from '@isochain/core/upstream';
import { Keypair, Networks, TransactionBuilder } from '@stellar/stellar-base';
import { type StellarChainId, type StellarOptions, stellar } from '../src/index.ts';

// Horizon servers that answer by script, over a fake fetch. They hash transactions with @stellar/stellar-base, so that a slip in our own hashes cannot hide.
// Shapes of answers: stellar/go, protocols/horizon/main.go; stellar/stellar-horizon, internal/actions; recordings of stellar/stellar-docs, openapi/horizon.

/** The time of all scripts, in milliseconds since 1970. */
export const now: number = Date.UTC(2026, 10, 22);

/** The time of all scripts, in seconds. */
export const nowSeconds: bigint = BigInt(now / 1_000);

/** The latest ledger of all scripts. */
export const latest: number = 60_000_000;

/** The address of a key. @param seed - 32 bytes in hex. */
function addressOf(seed: string): string {
  return Keypair.fromRawEd25519Seed(Buffer.from(seed, 'hex')).publicKey();
}

/** The private key of `sender` in tests. */
export const privateKey: string = '07'.repeat(32);

/** Who sends in tests. */
export const sender: string = addressOf(privateKey);

/** The sender's sequence number: the next transaction has one more. */
export const sequence: bigint = 120_192_344_791_187_470n;

/** Somebody else. It exists. */
export const recipient: string = addressOf('0a'.repeat(32));

/** An account that does not exist. */
export const nobody: string = addressOf('0b'.repeat(32));

/** Who issued `token`. It exists. */
export const issuer: string = addressOf('0c'.repeat(32));

export const token: string = `DEMO:${issuer}`;

/** An answer with another status than 200, or with its own headers. A text is sent as it is. */
export class Status {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: unknown = '', headers: Readonly<Record<string, string>> = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** What Horizon refuses, as it writes it: `problemOf(503, 'stale_history')`. */
export function problemOf(status: number, type: string, extras?: object): Status {
  const body = { type: `https://stellar.org/horizon-errors/${type}`, title: type, status, detail: type, extras };
  return new Status(status, body, { 'content-type': 'application/problem+json; charset=utf-8' });
}

/** There is no such thing. */
export const missing: Status = problemOf(404, 'not_found');

/** What Horizon refuses after it asked its core: `failed('tx_failed', ['op_underfunded'])`. */
export function failed(transaction: string, operations?: readonly string[]): Status {
  const codes = { transaction, ...(operations === undefined ? {} : { operations }) };
  return problemOf(400, 'transaction_failed', { envelope_xdr: '', result_codes: codes, result_xdr: '' });
}

/** No answer: the connection breaks. */
export const dies = Symbol('dies');

/** No answer until the caller gives up. */
export const hangs = Symbol('hangs');

/** Stroops as Horizon writes amounts: with seven decimals. */
export function decimal(stroops: bigint): string {
  const digits = stroops.toString().padStart(8, '0');
  return `${digits.slice(0, -7)}.${digits.slice(-7)}`;
}

/** A time as Horizon writes it. @param ms - Since 1970. */
export const timeOf = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');

/** What an account holds of an asset. Amounts are in the smallest unit. */
interface ScriptedLine {
  /** `CODE:ISSUER`. */
  readonly token: string;
  readonly balance?: bigint;
  /** By default the highest. */
  readonly limit?: bigint;
  readonly buying?: bigint;
  readonly selling?: bigint;
  /** By default true. */
  readonly isAuthorized?: boolean;
  readonly keepsOffers?: boolean;
  readonly isClawback?: boolean;
  readonly sponsor?: string;
}

/** An account. Amounts are stroops. */
export interface ScriptedAccount {
  /** By default 10 XLM. */
  readonly balance?: bigint;
  readonly buying?: bigint;
  readonly selling?: bigint;
  /** By default `sequence`. */
  readonly sequence?: bigint;
  /** By default as many as there are lines, data and further signers. */
  readonly subentries?: number;
  readonly sponsoring?: number;
  readonly sponsored?: number;
  /** By default 0, 0 and 0. */
  readonly thresholds?: { readonly low?: number; readonly medium?: number; readonly high?: number };
  /** Weights by key. By default the account's own key has weight 1. */
  readonly signers?: Readonly<Record<string, number>>;
  readonly flags?: {
    readonly required?: boolean;
    readonly revocable?: boolean;
    readonly immutable?: boolean;
    readonly clawback?: boolean;
  };
  readonly lines?: readonly ScriptedLine[];
  /** Ids of pools that it has shares of. */
  readonly pools?: readonly string[];
  /** Values in base64, by name. */
  readonly data?: Readonly<Record<string, string>>;
  readonly homeDomain?: string;
  /** Members that replace those of the answer. Undefined takes one away. */
  readonly changed?: Readonly<Record<string, unknown>>;
}

const signerTypes: Readonly<Record<string, string>> = { G: 'ed25519_public_key', T: 'preauth_tx', X: 'sha256_hash' };

/** An account as Horizon writes it. */
export function accountOf(address: string, account: ScriptedAccount = {}): object {
  const { lines = [], data = {}, pools = [], signers = { [address]: 1 }, thresholds = {}, flags = {} } = account;
  const own = lines.length + Object.keys(data).length + Object.keys(signers).filter((key) => key !== address).length;
  return {
    _links: { self: { href: `https://elsewhere.example/accounts/${address}` } },
    id: address,
    account_id: address,
    sequence: (account.sequence ?? sequence).toString(),
    sequence_ledger: latest - 10,
    sequence_time: String(nowSeconds - 60n),
    subentry_count: account.subentries ?? own + 2 * pools.length,
    ...(account.homeDomain === undefined ? {} : { home_domain: account.homeDomain }),
    last_modified_ledger: latest - 10,
    last_modified_time: timeOf(now - 60_000),
    thresholds: {
      low_threshold: thresholds.low ?? 0,
      med_threshold: thresholds.medium ?? 0,
      high_threshold: thresholds.high ?? 0,
    },
    flags: {
      auth_required: flags.required ?? false,
      auth_revocable: flags.revocable ?? false,
      auth_immutable: flags.immutable ?? false,
      auth_clawback_enabled: flags.clawback ?? false,
    },
    balances: [
      ...lines.map(lineOf),
      ...pools.map((id) => ({
        balance: decimal(1n),
        liquidity_pool_id: id,
        limit: decimal(2n ** 63n - 1n),
        last_modified_ledger: latest - 10,
        is_authorized: false,
        is_authorized_to_maintain_liabilities: false,
        asset_type: 'liquidity_pool_shares',
      })),
      {
        balance: decimal(account.balance ?? 100_000_000n),
        buying_liabilities: decimal(account.buying ?? 0n),
        selling_liabilities: decimal(account.selling ?? 0n),
        asset_type: 'native',
      },
    ],
    signers: Object.entries(signers).map(([key, weight]) => ({ weight, key, type: signerTypes[key[0] ?? ''] })),
    data,
    num_sponsoring: account.sponsoring ?? 0,
    num_sponsored: account.sponsored ?? 0,
    paging_token: address,
    ...account.changed,
  };
}

function lineOf(line: ScriptedLine): object {
  const [code = '', issuer = ''] = line.token.split(':');
  return {
    balance: decimal(line.balance ?? 0n),
    limit: decimal(line.limit ?? 2n ** 63n - 1n),
    buying_liabilities: decimal(line.buying ?? 0n),
    selling_liabilities: decimal(line.selling ?? 0n),
    ...(line.sponsor === undefined ? {} : { sponsor: line.sponsor }),
    last_modified_ledger: latest - 10,
    is_authorized: line.isAuthorized ?? true,
    is_authorized_to_maintain_liabilities: line.keepsOffers ?? line.isAuthorized ?? true,
    is_clawback_enabled: line.isClawback ?? false,
    asset_type: code.length > 4 ? 'credit_alphanum12' : 'credit_alphanum4',
    asset_code: code,
    asset_issuer: issuer,
  };
}

/** The latest ledger, with the terms of the network. */
interface ScriptedLedger {
  /** By default `latest`. */
  readonly sequence?: number;
  /** Milliseconds since 1970. By default `now`. */
  readonly closedAt?: number;
  /** Stroops. By default 100. */
  readonly baseFee?: number;
  /** Stroops. By default 0.5 XLM. */
  readonly baseReserve?: number;
}

/** A ledger as Horizon writes it. */
function ledgerOf(ledger: ScriptedLedger = {}): object {
  const number = ledger.sequence ?? latest;
  return {
    id: 'e1'.repeat(32),
    paging_token: (BigInt(number) << 32n).toString(),
    hash: 'e1'.repeat(32),
    prev_hash: 'e0'.repeat(32),
    sequence: number,
    successful_transaction_count: 200,
    failed_transaction_count: 50,
    operation_count: 400,
    tx_set_operation_count: 500,
    closed_at: timeOf(ledger.closedAt ?? now),
    total_coins: '50001787465.7800000',
    fee_pool: '8000000.0000000',
    base_fee_in_stroops: ledger.baseFee ?? 100,
    base_reserve_in_stroops: ledger.baseReserve ?? 5_000_000,
    max_tx_set_size: 1_000,
    protocol_version: 27,
    header_xdr: '',
  };
}

/** What `/fee_stats` tells. Stroops. */
export interface ScriptedFees {
  /** By default 100. */
  readonly p90?: number;
  /** By default 100. */
  readonly p99?: number;
  /** From 0 to 1. By default 0.2. */
  readonly usage?: number;
}

/** Statistics of fees as Horizon writes them. */
export function feeStatsOf({ p90 = 100, p99 = p90, usage = 0.2 }: ScriptedFees = {}): object {
  const spread = (high: number, top: number) => ({
    max: String(top),
    min: '100',
    mode: '100',
    ...Object.fromEntries(['p10', 'p20', 'p30', 'p40', 'p50', 'p60', 'p70', 'p80'].map((name) => [name, '100'])),
    p90: String(high),
    p95: String(high),
    p99: String(top),
  });
  return {
    last_ledger: String(latest),
    last_ledger_base_fee: '100',
    ledger_capacity_usage: String(usage),
    fee_charged: spread(p90, p99),
    max_fee: spread(p90 * 100, p99 * 100),
  };
}

/** What `/` tells. */
interface ScriptedRoot {
  readonly passphrase?: string;
  /** `28.0.0` by default. */
  readonly version?: string;
  /** By default that of the latest ledger. */
  readonly historyLatest?: number;
  /** Milliseconds since 1970. By default that of the latest ledger. */
  readonly closedAt?: number;
  readonly historyElder?: number;
  /** By default `historyLatest`. */
  readonly coreLatest?: number;
}

/** What a server says of itself, as Horizon writes it. */
function rootOf(root: ScriptedRoot = {}): object {
  const history = root.historyLatest ?? latest;
  return {
    _links: { account: { href: 'https://elsewhere.example/accounts/{account_id}', templated: true } },
    horizon_version: root.version ?? '28.0.0',
    core_version: 'stellar-core 27.1.0',
    ingest_latest_ledger: history,
    history_latest_ledger: history,
    history_latest_ledger_closed_at: timeOf(root.closedAt ?? now),
    history_elder_ledger: root.historyElder ?? 2,
    core_latest_ledger: root.coreLatest ?? history,
    network_passphrase: root.passphrase ?? Networks.PUBLIC,
    current_protocol_version: 27,
    supported_protocol_version: 27,
    core_supported_protocol_version: 27,
  };
}

/** A list as Horizon writes it. Its links lead elsewhere, as those of servers behind a proxy do. */
export function pageOf(records: readonly unknown[]): object {
  const href = 'https://elsewhere.example/?cursor=1';
  return { _links: { self: { href }, next: { href }, prev: { href } }, _embedded: { records } };
}

/** A transaction of a ledger, as Horizon writes it. `changed` replaces members. */
export function transactionOf(hash: string, changed: Readonly<Record<string, unknown>> = {}): object {
  return {
    id: hash,
    paging_token: (BigInt(latest - 1) << 32n).toString(),
    successful: true,
    hash,
    ledger: latest - 1,
    created_at: timeOf(now - 6_000),
    source_account: sender,
    source_account_sequence: (sequence + 1n).toString(),
    fee_account: sender,
    fee_charged: '100',
    max_fee: '100',
    operation_count: 1,
    memo_type: 'none',
    signatures: [],
    ...changed,
  };
}

/** The hash of an envelope, by @stellar/stellar-base. @param envelope - In base64. */
function hashOf(envelope: string, passphrase: string = Networks.PUBLIC): string {
  return TransactionBuilder.fromXDR(envelope, passphrase).hash().toString('hex');
}

/**
 * What a server says to a transaction. `takes`: it waits, or it is in a ledger (sync). `lands`: it is in a ledger, and there is no answer. A text is the hash
 * that the server claims.
 */
type Said = 'takes' | 'lands' | typeof dies | typeof hangs | Status | string;

/** A request, as a script sees it. */
export interface ScriptedRequest {
  readonly method: string;
  /** Decoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The text of a body. */
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

type OrMade<T> = T | ((request: ScriptedRequest) => T);

/** What one server knows. */
export interface HorizonScript {
  readonly root?: ScriptedRoot;
  readonly ledger?: ScriptedLedger;
  readonly fees?: ScriptedFees | Status;
  /** By address. By default `sender` and `recipient` have 10 XLM, and `issuer` has 10 XLM. Others do not exist. */
  readonly accounts?: Readonly<Record<string, ScriptedAccount>>;
  /** What it says to `POST /transactions_async`. */
  readonly says?: Said | ((hash: string, envelope: string) => Said);
  /** What it says to `POST /transactions`. By default the same. */
  readonly saysSync?: Said | ((hash: string, envelope: string) => Said);
  /** Transactions of its history, by hash. What landed is known, too. */
  readonly known?: Readonly<Record<string, object>>;
  /** Transactions of an account, newest first. */
  readonly sent?: Readonly<Record<string, readonly object[]>>;
  /** The header `Latest-Ledger` of answers about accounts. By default that of the latest ledger. */
  readonly latestLedger?: number | undefined;
  /** Answers by path (`/assets`, without the query), before anything else. Undefined leaves it to the rest of the script. */
  readonly own?: Readonly<Record<string, unknown | ((request: ScriptedRequest) => unknown)>>;
}

/** A script, or what makes it when a request arrives. */
export type Scripted = OrMade<HorizonScript> | 'dead';

/** A request that was sent. */
interface Asked extends ScriptedRequest {
  /** `horizon 0`. */
  readonly endpoint: string;
}

const usualAccounts = { [sender]: {}, [recipient]: {}, [issuer]: {} };

const passphrases: Readonly<Record<StellarChainId, string>> = {
  stellar: Networks.PUBLIC,
  'stellar-testnet': Networks.TESTNET,
};

function made<T>(value: OrMade<T>, request: ScriptedRequest): T {
  return typeof value === 'function' ? (value as (request: ScriptedRequest) => T)(request) : value;
}

/** @returns JSON, a Status, or a symbol. */
function answerOf(
  script: HorizonScript,
  passphrase: string,
  landed: Map<string, object>,
  request: ScriptedRequest,
): unknown {
  const { method, path } = request;
  if (script.own !== undefined && path in script.own) {
    const said = made(script.own[path], request);
    if (said !== undefined) return said;
  }
  if (method === 'POST') return post(script, passphrase, landed, request);
  const { sequence: historyLatest = latest, closedAt = now } = script.ledger ?? {};
  if (path === '/') return rootOf({ passphrase, historyLatest, closedAt, ...script.root });
  if (path === '/fee_stats') return script.fees instanceof Status ? script.fees : feeStatsOf(script.fees);
  if (path === '/ledgers') return pageOf([ledgerOf(script.ledger)]);
  const [, first, second = '', third] = path.split('/');
  if (first === 'transactions' && third === undefined) return script.known?.[second] ?? landed.get(second) ?? missing;
  if (first !== 'accounts') return missing;
  if (third === 'transactions') return pageOf(script.sent?.[second] ?? []);
  if (third !== undefined) return missing;
  const account = (script.accounts ?? usualAccounts)[second];
  const header = 'latestLedger' in script ? script.latestLedger : (script.root?.historyLatest ?? historyLatest);
  const headers: Record<string, string> = header === undefined ? {} : { 'latest-ledger': String(header) };
  return account === undefined
    ? new Status(404, missing.body, headers)
    : new Status(200, accountOf(second, account), headers);
}

function post(
  script: HorizonScript,
  passphrase: string,
  landed: Map<string, object>,
  { path, body, headers }: ScriptedRequest,
): unknown {
  const isAsync = path === '/transactions_async';
  if (!isAsync && path !== '/transactions') return missing;
  if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
    return problemOf(415, 'unsupported_media_type');
  const envelope = new URLSearchParams(body).get('tx') ?? '';
  const hash = hashOf(envelope, passphrase);
  const said = saidOf(isAsync ? script.says : (script.saysSync ?? script.says), hash, envelope);
  if (said === 'lands' || (said === 'takes' && !isAsync)) landed.set(hash, transactionOf(hash));
  if (said === 'lands') return dies;
  if (typeof said !== 'string') return said;
  const claimed = said === 'takes' ? hash : said;
  return isAsync ? new Status(201, { tx_status: 'PENDING', hash: claimed }) : transactionOf(claimed);
}

function saidOf(said: HorizonScript['says'], hash: string, envelope: string): Said {
  return typeof said === 'function' ? said(hash, envelope) : (said ?? 'takes');
}

interface Connected extends Partial<StellarOptions> {
  readonly chainId?: StellarChainId;
}

/**
 * The chain, connected to servers that answer by script.
 *
 * @param scripts - One for each server. `dead`: nothing answers.
 */
export function connectTo(
  scripts: Scripted | readonly Scripted[] = {},
  { chainId = 'stellar', ...options }: Connected = {},
) {
  const servers = [scripts].flat() as readonly Scripted[];
  const asked: Asked[] = [];
  const landed = servers.map(() => new Map<string, object>());
  const traces: Trace[] = [];

  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(String(input));
    const index = Number(/^horizon\.(\d+)\.example$/.exec(url.hostname)?.[1] ?? Number.NaN);
    const request: ScriptedRequest = {
      method: init?.method ?? 'GET',
      path: decodeURIComponent(url.pathname),
      query: url.searchParams,
      body: init?.body == null ? undefined : String(init.body),
      headers: Object.fromEntries(new Headers(init?.headers)),
    };
    asked.push({ ...request, endpoint: Number.isNaN(index) ? url.hostname : `horizon ${index}` });
    const script = servers[index];
    const answer =
      script === undefined || script === 'dead'
        ? dies
        : answerOf(made(script, request), passphrases[chainId], landed[index] ?? new Map(), request);
    if (answer === dies) throw new TypeError('fetch failed');
    if (answer === hangs) {
      return new Promise<Response>((_, reject) =>
        init?.signal?.addEventListener('abort', () => reject(new TypeError('fetch failed'))),
      );
    }
    const { status, body, headers } = answer instanceof Status ? answer : { status: 200, body: answer, headers: {} };
    return new Response(typeof body === 'string' ? body : stringifyJson(body), { status, headers });
  };
  const chain = stellar.connect(chainId, {
    endpoints: servers.map((_, i) => ({ url: `https://horizon.${i}.example`, name: `horizon ${i}` })),
    fetch,
    now: () => now,
    ...options,
  });
  return {
    // Tests also send requests that the types forbid.
    chain: chain as Chain,
    adapter: chain.adapter,
    /** Every request, in order. */
    asked,
    /** Requests to a path. */
    askedFor: (path: string) => asked.filter((request) => request.path === path),
    /** Transactions that were sent. */
    sends: () => asked.filter(({ method }) => method === 'POST'),
    /** Hand in as `onTrace`. */
    onTrace: (trace: Trace) => void traces.push(trace),
    roundTrips: () => traces.at(-1)?.roundTrips,
    /** Why attempts failed, of the last operation. */
    attempts: () => traces.at(-1)?.attempts.map(({ detail }) => detail),
  };
}

/** A transfer of 1 XLM by `sender`. */
export const transfer = {
  mode: 'transfer',
  senderAddress: sender,
  recipientAddress: recipient,
  amount: '10000000',
} as const;
