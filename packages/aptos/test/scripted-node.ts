import { createHash } from 'node:crypto';
import type { Chain } from '@isochain/core';
import { stringifyJson, type Trace } from '@isochain/core/upstream';
import { type AptosChainId, type AptosOptions, aptos } from '../src/index.ts';
import { addressOf } from './keys.ts';

// Nodes and indexers that answer by script, over a fake fetch. They hash transactions by themselves, so that a slip in our own hashes cannot hide.
// Shapes of answers: aptos-labs/aptos-docs, the REST interface of nodes 1.2.0; aptos-labs/aptos-indexer-processors-v2, schema of the processors.

/** The time of all scripts, in milliseconds since 1970. */
export const now: number = Date.UTC(2026, 10, 22);

/** The time of all scripts, in seconds. */
export const nowSeconds: bigint = BigInt(now / 1_000);

/** Who sends in tests: the account of `privateKey`, with the legacy scheme of ed25519. */
export const sender: string = addressOf();

/** Somebody else. */
export const recipient: string = `0x${'ab'.repeat(32)}`;

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

/** What a node refuses, as it writes it. */
export function refusal(status: number, error_code: string, message: string, vm_error_code?: number): Status {
  return new Status(status, { message, error_code, vm_error_code: vm_error_code ?? null });
}

/** What the check before the run refuses: `TRANSACTION_EXPIRED`, 6. */
export function invalid(name: string, code: number): Status {
  return refusal(400, 'vm_error', `Invalid transaction: Type: Validation Code: ${name}`, code);
}

export const notFound: Status = refusal(404, 'resource_not_found', 'Resource not found');

/** No answer: the connection breaks. */
export const dies = Symbol('dies');

/** No answer until the caller gives up. */
export const hangs = Symbol('hangs');

/** What a node says to a transaction. `lands`: it takes it and gives no answer. A text is the hash that it claims. */
type Said = 'takes' | 'lands' | typeof dies | typeof hangs | Status | string;

/** A request, as a script sees it. */
export interface ScriptedRequest {
  readonly method: string;
  /** Below `/v1`, decoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** JSON, or bytes. */
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

interface ScriptedAccount {
  readonly sequenceNumber?: bigint;
  /** By default the address. */
  readonly authenticationKey?: string;
}

/** The result of a simulation. */
interface ScriptedRun {
  /** By default 60 units. */
  readonly gasUsed?: bigint | string | number;
  readonly events?: readonly { readonly type: string; readonly data: object }[];
  /** Why it fails. */
  readonly status?: string;
}

type OrMade<T> = T | ((request: ScriptedRequest) => T);

/** What one node knows. */
export interface NodeScript {
  /** By default that of the chain: 1 or 2. */
  readonly chainId?: number;
  /** When its latest block was made, in milliseconds since 1970. */
  readonly latestAt?: number;
  /** Changed headers. Undefined takes one away. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** By address. By default `sender` with sequence number 5. Others answer as new accounts. */
  readonly accounts?: Readonly<Record<string, ScriptedAccount>>;
  /** True: 404 for accounts that are not in `accounts`. */
  readonly forgetsAccounts?: boolean;
  /** By address: octas, or the smallest unit by coin type or metadata. By default `sender` has 10 APT. */
  readonly balances?: Readonly<Record<string, bigint | Readonly<Record<string, bigint>>>>;
  /** Octas for a gas unit. By default 100. */
  readonly prices?: { readonly usual?: bigint; readonly lowest?: bigint };
  /** By default it succeeds with 60 units. */
  readonly simulate?: OrMade<ScriptedRun | Status | readonly unknown[]>;
  /** Lists of values, by function: `0x1::coin::decimals`. Others do not exist. */
  readonly views?: Readonly<Record<string, OrMade<readonly unknown[] | Status>>>;
  /** Data of resources, by `address/type`. */
  readonly resources?: Readonly<Record<string, object>>;
  /** Transactions that an account sent, newest last. */
  readonly sent?: Readonly<Record<string, readonly object[]>>;
  /** What it says to transactions. */
  readonly says?: Said | ((hash: string, bytes: Uint8Array) => Said);
  /** Transactions that it knows, by hash. What it took is known too. */
  readonly known?: Readonly<Record<string, object>>;
  /** Answers by path (below `/v1`, without the query), before anything else. Undefined leaves it to the rest of the script. */
  readonly own?: Readonly<Record<string, unknown | ((request: ScriptedRequest) => unknown)>>;
}

type Variables = Readonly<Record<string, unknown>>;

/** What an indexer knows. */
export interface IndexerScript {
  readonly chainId?: number | string;
  /** Rows by table. A function gets the variables of the query. */
  readonly tables?: Readonly<Record<string, readonly unknown[] | ((variables: Variables, query: string) => unknown)>>;
  /** Answers in place of everything but the question for the chain. Undefined leaves it to the tables. */
  readonly answer?: (query: string, variables: Variables) => unknown;
}

/** A request that was sent. */
interface Asked extends ScriptedRequest {
  /** `node 0`, `indexer 1`. */
  readonly endpoint: string;
}

const ids: Readonly<Record<AptosChainId, number>> = { aptos: 1, 'aptos-testnet': 2 };

const longForm = (text: string) => `0x${text.replace(/^0x/, '').toLowerCase().padStart(64, '0')}`;

/** Looks an address up in any spelling. */
function at<T>(table: Readonly<Record<string, T>> | undefined, address: string): T | undefined {
  return Object.entries(table ?? {}).find(([name]) => longForm(name) === longForm(address))?.[1];
}

const sha3 = (...parts: readonly (string | Uint8Array)[]) => {
  const hash = createHash('sha3-256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** The id of a signed transaction: SHA3-256 of the hash of a name, the variant of user transactions, and its BCS. */
export function hashOf(signed: Uint8Array): string {
  return `0x${sha3(sha3('APTOS::Transaction'), Uint8Array.of(0), signed).toString('hex')}`;
}

/** A transaction that waits, as a node writes it: the members that tests read. */
export function pendingOf(hash: string, signed: Uint8Array): object {
  const view = new DataView(signed.buffer, signed.byteOffset);
  return {
    type: 'pending_transaction',
    hash,
    sender: `0x${Buffer.from(signed.subarray(0, 32)).toString('hex')}`,
    sequence_number: view.getBigUint64(32, true).toString(),
  };
}

/** APT under each of its names. */
const isApt = (asset: string) =>
  asset === '0x1::aptos_coin::AptosCoin' || (!asset.includes('::') && longForm(asset) === longForm('0xa'));

function balanceAt(script: NodeScript, owner: string, asset: string): bigint {
  const held = at<bigint | Readonly<Record<string, bigint>>>(script.balances ?? { [sender]: 1_000_000_000n }, owner);
  if (typeof held === 'bigint' || held === undefined) return isApt(asset) ? (held ?? 0n) : 0n;
  const same = (name: string) =>
    name === asset ||
    (isApt(name) && isApt(asset)) ||
    (!name.includes('::') && !asset.includes('::') && longForm(name) === longForm(asset));
  return Object.entries(held).find(([name]) => same(name))?.[1] ?? 0n;
}

/** @returns The answer of a node: JSON, a Status, or a symbol. */
function answerOf(script: NodeScript, id: number, taken: Map<string, object>, request: ScriptedRequest): unknown {
  const { method, path, query } = request;
  if (script.own !== undefined && path in script.own) {
    const own = script.own[path];
    const said = typeof own === 'function' ? own(request) : own;
    if (said !== undefined) return said;
  }
  const parts = path.split('/').slice(1);
  const [first, second, third, ...rest] = parts;
  if (method === 'POST') return post(script, taken, request);
  if (path === '/') {
    const time = (script.latestAt ?? now) * 1_000;
    return {
      chain_id: script.chainId ?? id,
      epoch: '14000',
      ledger_version: '5000000000',
      oldest_ledger_version: '0',
      ledger_timestamp: String(time),
      node_role: 'full_node',
      oldest_block_height: '0',
      block_height: '600000000',
      git_hash: '0'.repeat(40),
    };
  }
  if (first === 'estimate_gas_price') {
    const { usual = 100n, lowest = usual } = script.prices ?? {};
    return { deprioritized_gas_estimate: lowest, gas_estimate: usual, prioritized_gas_estimate: usual * 2n };
  }
  if (first === 'transactions' && second === 'by_hash') {
    const found = at(script.known, third ?? '') ?? taken.get(third ?? '');
    return found ?? refusal(404, 'transaction_not_found', `Transaction not found by Transaction hash(${third})`);
  }
  if (first !== 'accounts' || second === undefined) return new Status(404, 'Not Found');
  if (third === 'balance') return balanceAt(script, second, rest.join('/'));
  if (third === 'transactions') return (at(script.sent, second) ?? []).slice(0, Number(query.get('limit') ?? 25));
  if (third === 'resource') {
    const type = rest.join('/');
    const found = Object.entries(script.resources ?? {}).find(([name]) => {
      const [owner, ...named] = name.split('/');
      return longForm(owner ?? '') === longForm(second) && named.join('/') === type;
    });
    return found === undefined ? notFound : { type, data: found[1] };
  }
  if (third !== undefined) return new Status(404, 'Not Found');
  const account = at<ScriptedAccount>(script.accounts ?? { [sender]: { sequenceNumber: 5n } }, second);
  if (account === undefined && script.forgetsAccounts === true)
    return refusal(404, 'account_not_found', `Account not found by Address(${second}) and Ledger version(5000000000)`);
  const { sequenceNumber = 0n, authenticationKey = second } = account ?? {};
  return { sequence_number: sequenceNumber.toString(), authentication_key: authenticationKey };
}

function post(script: NodeScript, taken: Map<string, object>, request: ScriptedRequest): unknown {
  const { path, body } = request;
  if (path === '/view') {
    const { function: name } = body as { readonly function: string };
    const made = script.views?.[name];
    const found = typeof made === 'function' ? made(request) : made;
    return found ?? refusal(400, 'invalid_input', `Failed to execute function: could not find ${name}`);
  }
  if (!(body instanceof Uint8Array)) return refusal(415, 'web_framework_error', 'it takes BCS alone');
  if (path === '/transactions/simulate') {
    const made = typeof script.simulate === 'function' ? script.simulate(request) : (script.simulate ?? {});
    if (made instanceof Status || Array.isArray(made)) return made;
    const { gasUsed = 60n, events = [], status } = made as ScriptedRun;
    return [
      {
        success: status === undefined,
        vm_status: status ?? 'Executed successfully',
        gas_used: String(gasUsed),
        events: events.map((event) => ({ ...event, guid: {}, sequence_number: '0' })),
        changes: [],
        type: 'user_transaction',
      },
    ];
  }
  if (path !== '/transactions') return new Status(404, 'Not Found');
  const hash = hashOf(body);
  const said = typeof script.says === 'function' ? script.says(hash, body) : (script.says ?? 'takes');
  if (said === 'takes' || said === 'lands') taken.set(hash, pendingOf(hash, body));
  if (said === 'lands') return dies;
  if (typeof said !== 'string') return said;
  return new Status(202, { ...pendingOf(hash, body), ...(said === 'takes' ? {} : { hash: said }) });
}

/** Names of the tables that a GraphQL query asks for. */
function rootsOf(query: string): string[] {
  const names: string[] = [];
  let depth = 0;
  // What stands between parentheses names no table.
  for (const [token] of query.replaceAll(/\([^()]*(?:\([^()]*\)[^()]*)*\)/g, ' ').matchAll(/[{}]|[A-Za-z_]\w*/g)) {
    if (token === '{') depth += 1;
    else if (token === '}') depth -= 1;
    else if (depth === 1) names.push(token);
  }
  return names;
}

function indexed(script: IndexerScript, id: number, body: unknown): unknown {
  const { query, variables = {} } = body as { readonly query: string; readonly variables?: Variables };
  const roots = rootsOf(query);
  const answer = roots.includes('ledger_infos') ? undefined : script.answer?.(query, variables);
  if (answer !== undefined) return answer;
  const rows = (name: string): unknown => {
    const table = script.tables?.[name];
    if (typeof table === 'function') return table(variables, query);
    return table ?? (name === 'ledger_infos' ? [{ chain_id: script.chainId ?? id }] : []);
  };
  return { data: Object.fromEntries(roots.map((name) => [name, rows(name)])) };
}

/** The headers of a node's answer (aptos-labs/aptos-core, api/types/src/headers.rs). */
function headersOf(script: NodeScript, id: number): Record<string, string> {
  const all: Record<string, string | undefined> = {
    'x-aptos-chain-id': String(script.chainId ?? id),
    'x-aptos-ledger-version': '5000000000',
    'x-aptos-ledger-timestampusec': String((script.latestAt ?? now) * 1_000),
    ...script.headers,
  };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

interface Connected extends Partial<AptosOptions> {
  /** By default none. */
  readonly indexers?: readonly (IndexerScript | 'dead')[];
  readonly chainId?: AptosChainId;
}

/**
 * The chain, connected to nodes and indexers that answer by script.
 *
 * @param scripts - One for each node. `dead`: nothing answers.
 */
export function connectTo(
  scripts: NodeScript | readonly (NodeScript | 'dead')[] = {},
  { indexers = [], chainId = 'aptos', ...options }: Connected = {},
) {
  const nodes = [scripts].flat();
  const asked: Asked[] = [];
  const taken = nodes.map(() => new Map<string, object>());
  const traces: Trace[] = [];
  const id = ids[chainId];

  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(String(input));
    const [kind = '', number = ''] = url.hostname.split('.');
    const headers = Object.fromEntries(new Headers(init?.headers));
    const request: ScriptedRequest = {
      method: init?.method ?? 'GET',
      path: decodeURIComponent(url.pathname.replace(/^\/v1(?=\/|$)/, '')) || '/',
      query: url.searchParams,
      body: bodyOf(init?.body, headers['content-type']),
      headers,
    };
    asked.push({ ...request, endpoint: `${kind} ${number}` });
    const index = Number(number);
    const script = kind === 'node' ? nodes[index] : undefined;
    const indexer = kind === 'indexer' ? indexers[index] : undefined;
    let answer: unknown = dies;
    if (script !== undefined && script !== 'dead') answer = answerOf(script, id, taken[index] ?? new Map(), request);
    if (indexer !== undefined && indexer !== 'dead') answer = indexed(indexer, id, request.body);
    if (answer === dies) throw new TypeError('fetch failed');
    if (answer === hangs) {
      return new Promise<Response>((_, reject) =>
        init?.signal?.addEventListener('abort', () => reject(new TypeError('fetch failed'))),
      );
    }
    const {
      status,
      body,
      headers: own,
    } = answer instanceof Status ? answer : { status: 200, body: answer, headers: {} };
    const usual = script === undefined || script === 'dead' ? {} : headersOf(script, id);
    return new Response(typeof body === 'string' ? body : stringifyJson(body), {
      status,
      headers: { ...usual, ...own },
    });
  };
  const chain = aptos.connect(chainId, {
    endpoints: [
      ...nodes.map((_, i) => ({ url: `https://node.${i}.example/v1`, kind: 'node' as const, name: `node ${i}` })),
      ...indexers.map((_, i) => ({
        url: `https://indexer.${i}.example/v1/graphql`,
        kind: 'indexer' as const,
        name: `indexer ${i}`,
      })),
    ],
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
    /** Requests to a path below `/v1`. */
    askedFor: (path: string) => asked.filter((request) => request.path === path),
    /** Transactions that were sent. */
    sends: () => asked.filter(({ method, path }) => method === 'POST' && path === '/transactions'),
    /** Hand in as `onTrace`. */
    onTrace: (trace: Trace) => void traces.push(trace),
    roundTrips: () => traces.at(-1)?.roundTrips,
    /** Why attempts failed, of the last operation. */
    attempts: () => traces.at(-1)?.attempts.map(({ detail }) => detail),
  };
}

function bodyOf(body: BodyInit | null | undefined, type: string | undefined): unknown {
  if (body == null) return undefined;
  if (type?.startsWith('application/json')) return JSON.parse(String(body));
  return body instanceof Uint8Array ? body : String(body);
}

/** A transfer of 1 APT by `sender`. */
export const transfer = {
  mode: 'transfer',
  senderAddress: sender,
  recipientAddress: recipient,
  amount: '100000000',
} as const;
