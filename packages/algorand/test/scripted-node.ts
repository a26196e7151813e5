import { createHash } from 'node:crypto';
import type { Chain } from '@isochain/core';
import { stringifyJson, type Trace } from '@isochain/core/upstream';
import { ed25519 } from '@noble/curves/ed25519.js';
import { base32nopad, base64 } from '@scure/base';
import { type AlgorandOptions, algorand } from '../src/index.ts';

// Nodes (algod) and indexers that answer by script, over a fake fetch. They compute addresses and ids with other libraries than the package does, so that a slip
// in our own cannot hide. Shapes of answers: algorand/go-algorand, daemon/algod/api/algod.oas3.yml; algorand/indexer, api/indexer.oas3.yml; recordings of
// algorand/algorand-sdk-testing.

/** The time of all scripts, in milliseconds since 1970. */
export const now: number = Date.UTC(2026, 10, 22);

/** The latest round of all scripts. */
export const round: number = 55_000_000;

/** The name of the main network, and the hash of its genesis in base64. */
export const genesisId: string = 'mainnet-v1.0';
export const genesisHash: string = 'wGHE2Pwdvd7S12BL5FaOP20EGYesN73ktiC1qzkkit8=';

function sha512256(bytes: Uint8Array): Uint8Array {
  return createHash('sha512-256').update(bytes).digest();
}

/** The address of 32 bytes. */
export function addressOfBytes(bytes: Uint8Array): string {
  return base32nopad.encode(new Uint8Array([...bytes, ...sha512256(bytes).subarray(-4)]));
}

/** The address of a private key. @param seed - 32 bytes in hex. */
export function addressOfSeed(seed: string): string {
  return addressOfBytes(ed25519.getPublicKey(Buffer.from(seed, 'hex')));
}

/** The private key of `sender` in tests. */
export const privateKey: string = '07'.repeat(32);

/** Who sends in tests. */
export const sender: string = addressOfSeed(privateKey);

/** Somebody else. It holds ALGO. */
export const recipient: string = addressOfSeed('0a'.repeat(32));

/** An address that was never used. */
export const nobody: string = addressOfSeed('0b'.repeat(32));

/** Who created the assets. */
export const creator: string = addressOfSeed('0c'.repeat(32));

/** The private key of `otherSigner`, which accounts are rekeyed to. */
export const otherPrivateKey: string = '0d'.repeat(32);
export const otherSigner: string = addressOfSeed(otherPrivateKey);

/** An asset with 6 decimals. */
export const assetId: string = '31566704';

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

/** What a node or an indexer refuses, as it writes it: `refused(400, 'TransactionPool.Remember: …')`. */
export const refused = (status: number, message: string): Status => new Status(status, { message });

/** No answer: the connection breaks. */
export const dies = Symbol('dies');

/** No answer until the caller gives up. */
export const hangs = Symbol('hangs');

/** What an account holds of an asset. */
interface ScriptedHolding {
  /** Base units. By default 0. */
  readonly amount?: bigint;
  readonly isFrozen?: boolean;
}

/** An account. Amounts are microAlgos. */
export interface ScriptedAccount {
  /** By default 10 ALGO. */
  readonly amount?: bigint;
  /** By default 0.1 ALGO, and as much for each holding. */
  readonly minBalance?: bigint;
  readonly authAddr?: string;
  /** By default `Offline`. */
  readonly status?: 'Online' | 'Offline' | 'Not Participating';
  /** By id. */
  readonly holdings?: Readonly<Record<string, ScriptedHolding>>;
  /** The state is that after this round. By default the latest one. */
  readonly round?: number;
  /** Members that replace those of the answer. Undefined takes one away. */
  readonly changed?: Readonly<Record<string, unknown>>;
}

/** An asset. */
export interface ScriptedAsset {
  /** By default `creator`. */
  readonly creator?: string;
  /** By default 6. */
  readonly decimals?: number;
  /** Base units. By default 10^15. */
  readonly total?: bigint;
  /** Members that replace those of `params`. Undefined takes one away. */
  readonly changed?: Readonly<Record<string, unknown>>;
}

/** An account as a node writes it. @param latest - The latest round. */
export function accountOf(address: string, account: ScriptedAccount = {}, latest: number = round): object {
  const { amount = 10_000_000n, holdings = {} } = account;
  const held = Object.keys(holdings).length;
  return {
    address,
    amount,
    'amount-without-pending-rewards': amount,
    'min-balance': account.minBalance ?? 100_000n * BigInt(1 + held),
    'pending-rewards': 0,
    'reward-base': 218_288,
    rewards: 0,
    round: account.round ?? latest,
    status: account.status ?? 'Offline',
    'total-apps-opted-in': 0,
    'total-assets-opted-in': held,
    'total-created-apps': 0,
    'total-created-assets': 0,
    ...(account.authAddr === undefined ? {} : { 'auth-addr': account.authAddr }),
    ...account.changed,
  };
}

/** An asset as a node writes it. */
export function assetOf(id: string, asset: ScriptedAsset = {}): object {
  const { creator: made = creator, decimals = 6, total = 10n ** 15n, changed } = asset;
  const params = {
    clawback: made,
    creator: made,
    decimals,
    'default-frozen': false,
    freeze: made,
    manager: made,
    name: 'Demo',
    'name-b64': Buffer.from('Demo').toString('base64'),
    reserve: made,
    total,
    'unit-name': 'DEMO',
    'unit-name-b64': Buffer.from('DEMO').toString('base64'),
    url: 'https://demo.example',
  };
  return { index: BigInt(id), params: { ...params, ...changed } };
}

/** What `/v2/transactions/params` tells. MicroAlgos. */
export interface ScriptedParams {
  /** By default 1000. */
  readonly minFee?: number | bigint;
  /** For each byte. By default 0. */
  readonly fee?: number | bigint;
  /** By default that of the script. */
  readonly lastRound?: number | bigint;
  /** Members that replace those of the answer. Undefined takes one away. */
  readonly changed?: Readonly<Record<string, unknown>>;
}

/** What `/v2/status` tells. */
export interface ScriptedStatus {
  /** By default that of the script. */
  readonly lastRound?: number | bigint;
  /** Milliseconds since the latest block. By default 1000. */
  readonly ageMs?: number;
  /** Milliseconds that the node has been catching up for. By default 0. */
  readonly catchupMs?: number;
  /** Whether it stands still because it does not know the rules of later blocks. */
  readonly isStopped?: boolean;
  /** Members that replace those of the answer. Undefined takes one away. */
  readonly changed?: Readonly<Record<string, unknown>>;
}

const version = 'https://github.com/algorandfoundation/specs/tree/236dcc18c9c507d794813ab768e467ea42d1b4d9';

/** Suggested parameters as a node writes them. */
function paramsOf(params: ScriptedParams = {}, latest: number = round): object {
  return {
    'consensus-version': version,
    fee: params.fee ?? 0,
    'genesis-hash': genesisHash,
    'genesis-id': genesisId,
    'last-round': params.lastRound ?? latest,
    'min-fee': params.minFee ?? 1_000,
    ...params.changed,
  };
}

/** The status of a node as it writes it. */
export function statusOf(status: ScriptedStatus = {}, latest: number = round): object {
  const lastRound = status.lastRound ?? latest;
  return {
    catchpoint: '',
    'catchpoint-acquired-blocks': 0,
    'catchpoint-processed-accounts': 0,
    'catchpoint-total-accounts': 0,
    'catchpoint-total-blocks': 0,
    'catchpoint-verified-accounts': 0,
    'catchup-time': (status.catchupMs ?? 0) * 1_000_000,
    'last-catchpoint': '',
    'last-round': lastRound,
    'last-version': version,
    'next-version': version,
    'next-version-round': BigInt(lastRound) + 1n,
    'next-version-supported': true,
    'stopped-at-unsupported-round': status.isStopped ?? false,
    'time-since-last-round': (status.ageMs ?? 1_000) * 1_000_000,
    ...status.changed,
  };
}

/** A transaction of a block as an indexer writes it: a payment of 1 ALGO by `sender`. `changed` replaces members. */
export function transactionOf(id: string, changed: Readonly<Record<string, unknown>> = {}): object {
  return {
    'close-rewards': 0,
    'closing-amount': 0,
    'confirmed-round': round - 10,
    fee: 1_000,
    'first-valid': round - 20,
    'genesis-hash': genesisHash,
    'genesis-id': genesisId,
    id,
    'intra-round-offset': 3,
    'last-valid': round + 980,
    'payment-transaction': { amount: 1_000_000, 'close-amount': 0, receiver: recipient },
    'receiver-rewards': 0,
    'round-time': Math.floor(now / 1_000) - 28,
    sender,
    'sender-rewards': 0,
    signature: { sig: base64.encode(new Uint8Array(64).fill(1)) },
    'tx-type': 'pay',
    ...changed,
  };
}

/** A transaction as a node writes it that knows it as pending or as one of its last 1,000 rounds. `confirmedRound` 0: it waits. */
export function pendingOf(confirmedRound = 0, poolError = '', txn: object = { sig: '', txn: {} }): object {
  return {
    'pool-error': poolError,
    txn,
    ...(confirmedRound === 0
      ? {}
      : { 'confirmed-round': confirmedRound, 'close-rewards': 0, 'receiver-rewards': 0, 'sender-rewards': 0 }),
  };
}

/** The id of a signed transaction: the SHA-512/256 of its prefixed part `txn`, which comes last. Before it are `sig`, and `sgnr` where the account is rekeyed. */
function idOf(signed: Uint8Array): string {
  const start = signed[0] === 0x83 ? 114 : 75;
  return base32nopad.encode(sha512256(Buffer.concat([Buffer.from('TX'), signed.subarray(start)])));
}

/**
 * What a node says to a transaction. `takes`: it waits in its pool. `lands`: it is in a block, and there is no answer. Another text is the id that the node claims.
 */
export type Said = 'takes' | 'lands' | typeof dies | typeof hangs | Status | string;

/** A request, as a script sees it. */
export interface ScriptedRequest {
  readonly method: string;
  /** Decoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Undefined if there is none. */
  readonly body: Uint8Array | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

type OrMade<T> = T | ((request: ScriptedRequest) => T);

/** Answers by path (`/v2/status`, without the query), before anything else. Undefined leaves it to the rest of the script. */
type Own = Readonly<Record<string, unknown | ((request: ScriptedRequest) => unknown)>>;

/** What one node knows. */
export interface AlgodScript {
  /** Its latest round. By default `round`. */
  readonly round?: number;
  readonly params?: ScriptedParams | Status;
  readonly status?: ScriptedStatus | Status;
  /** By address. By default `sender` and `recipient` hold 10 ALGO. Others were never used. */
  readonly accounts?: Readonly<Record<string, ScriptedAccount>>;
  /** By id. By default there is `assetId`. */
  readonly assets?: Readonly<Record<string, ScriptedAsset>>;
  /** What it says to `POST /v2/transactions`. By default `takes`. */
  readonly says?: Said | ((id: string, signed: Uint8Array) => Said);
  /** Transactions that it knows as pending or as those of its last 1,000 rounds, by id. What it took is known, too. */
  readonly pending?: Readonly<Record<string, object>>;
  readonly own?: Own;
}

/** What one indexer knows. */
export interface IndexerScript {
  /** Its latest round. By default `round`. */
  readonly round?: number;
  /** Transactions, by id. */
  readonly known?: Readonly<Record<string, object>>;
  /** Transactions of an account, newest first. */
  readonly sent?: Readonly<Record<string, readonly object[]>>;
  readonly own?: Own;
}

/** A script, or what makes it when a request arrives. */
export type Scripted<S> = OrMade<S> | 'dead';

/** A request that was sent. */
interface Asked extends ScriptedRequest {
  /** `algod 0`, `indexer 0`. */
  readonly endpoint: string;
}

const usualAccounts = { [sender]: {}, [recipient]: {} };
const usualAssets = { [assetId]: {} };

function made<T>(value: OrMade<T>, request: ScriptedRequest): T {
  return typeof value === 'function' ? (value as (request: ScriptedRequest) => T)(request) : value;
}

const nowhere = refused(404, 'Not Found');

/** @returns JSON, a Status, or a symbol. */
function algodAnswer(script: AlgodScript, taken: Map<string, object>, request: ScriptedRequest): unknown {
  const { method, path } = request;
  const latest = script.round ?? round;
  if (method === 'POST') return post(script, taken, request);
  if (path === '/v2/transactions/params')
    return script.params instanceof Status ? script.params : paramsOf(script.params, latest);
  if (path === '/v2/status') return script.status instanceof Status ? script.status : statusOf(script.status, latest);
  const pending = /^\/v2\/transactions\/pending\/([A-Z2-7]{52})$/.exec(path)?.[1];
  if (pending !== undefined) {
    const unknown = 'could not find the transaction in the transaction pool or in the last 1000 confirmed rounds';
    return script.pending?.[pending] ?? taken.get(pending) ?? refused(404, unknown);
  }
  const asset = /^\/v2\/assets\/(\d+)$/.exec(path)?.[1];
  if (asset !== undefined) {
    const found = (script.assets ?? usualAssets)[asset];
    return found === undefined ? refused(404, 'asset does not exist') : assetOf(asset, found);
  }
  const [, address, list, id] = /^\/v2\/accounts\/([A-Z2-7]{58})(\/assets(?:\/(\d+))?)?$/.exec(path) ?? [];
  if (address === undefined) return nowhere;
  const accounts: NonNullable<AlgodScript['accounts']> = script.accounts ?? usualAccounts;
  const account = accounts[address] ?? { amount: 0n };
  if (list === '/assets') return pageOf(script, account, request.query);
  if (id === undefined) return accountOf(address, account, latest);
  const held = account.holdings?.[id];
  return held === undefined ? refused(404, 'account asset info not found') : holdingOf(id, held, latest);
}

/** A page of holdings as a node writes it, with the assets of the script. */
function pageOf(script: AlgodScript, { holdings = {} }: ScriptedAccount, query: URLSearchParams): object {
  const latest = script.round ?? round;
  const assets: NonNullable<AlgodScript['assets']> = script.assets ?? usualAssets;
  const after = BigInt(query.get('next') ?? 0);
  const rest = Object.entries(holdings).filter(([id]) => BigInt(id) > after);
  const page = rest.slice(0, Number(query.get('limit') ?? 1_000));
  return {
    'asset-holdings': page.map(([id, held]) => ({
      'asset-holding': { amount: held.amount ?? 0n, 'asset-id': BigInt(id), 'is-frozen': held.isFrozen ?? false },
      ...(assets[id] === undefined ? {} : { 'asset-params': (assetOf(id, assets[id]) as { params: object }).params }),
    })),
    ...(rest.length > page.length ? { 'next-token': page.at(-1)?.[0] } : {}),
    round: latest,
  };
}

/** A holding as a node writes it. */
function holdingOf(id: string, { amount = 0n, isFrozen = false }: ScriptedHolding, latest = round): object {
  return { 'asset-holding': { amount, 'asset-id': BigInt(id), 'is-frozen': isFrozen }, round: latest };
}

function post(script: AlgodScript, taken: Map<string, object>, { path, body, headers }: ScriptedRequest): unknown {
  if (path !== '/v2/transactions') return nowhere;
  if (headers['content-type'] !== 'application/x-binary') return refused(415, 'Unsupported Media Type');
  const signed = body ?? new Uint8Array();
  const id = idOf(signed);
  const said = typeof script.says === 'function' ? script.says(id, signed) : (script.says ?? 'takes');
  if (said === 'takes') taken.set(id, pendingOf());
  if (said === 'lands') {
    taken.set(id, pendingOf((script.round ?? round) + 1));
    return dies;
  }
  return typeof said === 'string' ? { txId: said === 'takes' ? id : said } : said;
}

/** @returns JSON or a Status. */
function indexerAnswer(script: IndexerScript, { path, query }: ScriptedRequest): unknown {
  const currentRound = { 'current-round': script.round ?? round };
  if (path === '/v2/transactions') {
    const found = script.known?.[query.get('txid') ?? ''];
    return { ...currentRound, transactions: found === undefined ? [] : [found] };
  }
  const id = /^\/v2\/transactions\/([A-Z2-7]{52})$/.exec(path)?.[1];
  if (id !== undefined) {
    const transaction = script.known?.[id];
    return transaction === undefined
      ? refused(404, `no transaction found for transaction id: ${id}`)
      : { ...currentRound, transaction };
  }
  const address = /^\/v2\/accounts\/([A-Z2-7]{58})\/transactions$/.exec(path)?.[1];
  if (address !== undefined) return { ...currentRound, transactions: script.sent?.[address] ?? [] };
  if (path === '/health')
    return {
      data: { 'migration-required': false, 'read-only-mode': true },
      'db-available': true,
      'is-migrating': false,
      message: String(script.round ?? round),
      round: script.round ?? round,
      version: '3.9.0',
    };
  return nowhere;
}

interface Connected extends Partial<AlgorandOptions> {
  /** One for each node. `dead`: nothing answers. By default there is one with the usual. */
  readonly algod?: Scripted<AlgodScript> | readonly Scripted<AlgodScript>[];
  /** One for each indexer. By default there is one with the usual. */
  readonly indexer?: Scripted<IndexerScript> | readonly Scripted<IndexerScript>[];
}

async function bytesOf(body: BodyInit | null | undefined): Promise<Uint8Array | undefined> {
  return body == null ? undefined : new Uint8Array(await new Response(body).arrayBuffer());
}

/**
 * The chain, connected to nodes and indexers that answer by script.
 *
 * @param connected - Scripts (`algod`, `indexer`) and the options of connect.
 */
export function connectTo({ algod = {}, indexer = {}, ...options }: Connected = {}) {
  const nodes = [algod].flat() as readonly Scripted<AlgodScript>[];
  const indexers = [indexer].flat() as readonly Scripted<IndexerScript>[];
  const asked: Asked[] = [];
  const taken = nodes.map(() => new Map<string, object>());
  const traces: Trace[] = [];

  const answerOf = (kind: string | undefined, index: number, request: ScriptedRequest): unknown => {
    const scripted = kind === 'algod' ? nodes[index] : indexers[index];
    if (scripted === undefined || scripted === 'dead') return dies;
    const script = made<AlgodScript | IndexerScript>(scripted, request);
    const own = script.own !== undefined && request.path in script.own ? script.own[request.path] : undefined;
    const said = made(own, request);
    if (said !== undefined) return said;
    return kind === 'algod'
      ? algodAnswer(script as AlgodScript, taken[index] ?? new Map(), request)
      : indexerAnswer(script as IndexerScript, request);
  };

  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(String(input));
    const [, kind, index] = /^(algod|indexer)\.(\d+)\.example$/.exec(url.hostname) ?? [];
    const request: ScriptedRequest = {
      method: init?.method ?? 'GET',
      path: decodeURIComponent(url.pathname),
      query: url.searchParams,
      body: await bytesOf(init?.body),
      headers: Object.fromEntries(new Headers(init?.headers)),
    };
    asked.push({ ...request, endpoint: kind === undefined ? url.hostname : `${kind} ${index}` });
    const answer = await answerOf(kind, Number(index), request);
    if (answer === dies) throw new TypeError('fetch failed');
    if (answer === hangs) {
      return new Promise<Response>((_, reject) =>
        init?.signal?.addEventListener('abort', () => reject(new TypeError('fetch failed'))),
      );
    }
    const { status, body, headers } = answer instanceof Status ? answer : { status: 200, body: answer, headers: {} };
    return new Response(typeof body === 'string' ? body : stringifyJson(body), { status, headers });
  };
  const endpoints = [
    ...nodes.map((_, i) => ({ url: `https://algod.${i}.example`, kind: 'algod', name: `algod ${i}` }) as const),
    ...indexers.map(
      (_, i) => ({ url: `https://indexer.${i}.example`, kind: 'indexer', name: `indexer ${i}` }) as const,
    ),
  ];
  const chain = algorand.connect('algorand', { endpoints, fetch, now: () => now, ...options });
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
    attempts: () => traces.at(-1)?.attempts.flatMap((attempt) => ('detail' in attempt ? [attempt.detail] : [])),
  };
}

/** A transfer of 1 ALGO by `sender`. */
export const transfer = {
  mode: 'transfer',
  senderAddress: sender,
  recipientAddress: recipient,
  amount: '1000000',
} as const;
