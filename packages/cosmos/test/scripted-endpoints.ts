import { fromBase64, fromHex, toBase64, toHex } from '@isochain/core';
import { sha256 } from '@noble/hashes/sha2.js';
import { PubKey } from 'cosmjs-types/cosmos/crypto/secp256k1/keys';
import { AuthInfo, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { type CosmosChainId, namedChain } from '../src/chains.ts';
import { cosmos } from '../src/index.ts';
import type { CosmosKind, CosmosOptions } from '../src/options.ts';
import { answerCalls, type Call, type CometNode } from './comet.ts';
import type { CheckResult } from './stand-in/ledger.ts';
import { MessageError } from './stand-in/types.ts';

// Nodes that answer by script, over both interfaces. cosmjs-types writes their protobuf answers.

/** An answer over REST: a body with status 200, or this. */
export class Refused {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    this.status = status;
    this.body = body;
  }
}

/** What a node says to a transaction, or `dead` if it does not answer. */
export type Said = { readonly code: number; readonly codespace?: string; readonly log?: string } | Refused | 'dead';

interface Account {
  readonly number: bigint;
  readonly sequence: bigint;
  /** 33 bytes in hex. */
  readonly key?: string;
}

/** What one node knows. */
export interface NodeFacts {
  /** The native id that it says it serves. By default the chain's own. */
  readonly network?: string;
  /** When its latest block was made, in milliseconds since 1970. Now by default. */
  readonly latestAt?: number;
  readonly accounts?: Readonly<Record<string, Account>>;
  /** Spendable coins by denomination, the same for all accounts. */
  readonly spendable?: Readonly<Record<string, bigint>>;
  /** Gas that a simulation uses, or the words with which it fails, or `dead`. */
  readonly simulation?: bigint | string;
  /** Answers of the fee modules over REST, by path. */
  readonly rest?: Readonly<Record<string, unknown>>;
  /** The same in protobuf, by gRPC path. */
  readonly abci?: Readonly<Record<string, Uint8Array>>;
  /** Its answers to the transactions that are sent to it, in order. The last answer is repeated. */
  readonly says?: Said | readonly Said[];
  /** The hash that it answers to a transaction, if that is not the true one. */
  readonly answersHash?: string;
  /** Transactions that it has in blocks, newest first: by hash, with the sequence that they used. */
  readonly mined?: readonly { readonly hash: string; readonly sequence: bigint; readonly key?: string }[];
  /** How it finds transactions by sender: with the parameter of newer nodes or of older ones, or never. */
  readonly searches?: 'query' | 'events' | 'never';
}

/** A request that a node got. */
interface SentRequest {
  readonly host: string;
  /** The path without its query, or the method of JSON-RPC with the gRPC path. */
  readonly what: string;
  readonly body: unknown;
}

/** The time of all scripts, in milliseconds since 1970. */
export const now: number = Date.UTC(2026, 10, 22);

/** Opens a chain over scripted nodes: `rest` or `rpc`, each with its facts. */
export function openScripted(
  chainId: CosmosChainId,
  nodes: readonly (readonly [kind: CosmosKind, facts: NodeFacts | 'dead'])[],
  options: Partial<CosmosOptions> = {},
) {
  const sent: SentRequest[] = [];
  const said = nodes.map(() => 0);
  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const url = new URL(String(input));
    const index = Number(url.hostname.replace(/\D/g, ''));
    const [kind, facts] = nodes[index] ?? [];
    const body = init?.body == null ? undefined : JSON.parse(String(init.body));
    const host = url.hostname;
    if (kind === 'rest') sent.push({ host, what: url.pathname, body });
    if (facts === undefined || facts === 'dead') throw new TypeError('fetch failed');
    const node = nodeOf(chainId, facts, () => nextSaid(index));
    if (kind === 'rpc') {
      for (const { method, params } of [body].flat() as Call[])
        sent.push({ host, what: params.path === undefined ? method : `${method} ${params.path}`, body: params });
      return answerCalls(cometNode(node), body);
    }
    const answer = answerRest(node, url, body);
    return answer instanceof Refused ? Response.json(answer.body, { status: answer.status }) : Response.json(answer);
  };
  function nextSaid(index: number): Said {
    const facts = nodes[index]?.[1];
    const says = (facts === 'dead' ? undefined : facts?.says) ?? { code: 0 };
    const all = Array.isArray(says) ? says : [says];
    const at = Math.min(said[index] ?? 0, all.length - 1);
    said[index] = at + 1;
    return all[at] as Said;
  }
  const chain = cosmos.connect(chainId, {
    endpoints: nodes.map(([kind], i) => ({ url: `https://${kind}${i}.example`, kind, name: `${kind}${i}` })),
    fetch,
    now: () => now,
    ...options,
  });
  return { chain, sent, asked: (what: RegExp) => sent.filter((request) => what.test(request.what)) };
}

/** The block of all transactions. */
const minedHeight = 7;

interface Node {
  readonly facts: NodeFacts;
  readonly network: string;
  readonly latestAt: number;
  /** Takes a transaction or refuses it. Throws if the node does not answer. */
  readonly send: (transaction: Uint8Array) => (CheckResult & { readonly hash: string }) | Refused;
}

function nodeOf(chainId: CosmosChainId, facts: NodeFacts, nextSaid: () => Said): Node {
  return {
    facts,
    network: facts.network ?? namedChain(chainId).identity.nativeId,
    latestAt: facts.latestAt ?? now,
    send(transaction) {
      const said = nextSaid();
      if (said === 'dead') throw new TypeError('fetch failed');
      if (said instanceof Refused) return said;
      const { code, codespace = code === 0 ? '' : 'sdk', log = '' } = said;
      return { code, codespace, log, hash: facts.answersHash ?? toHex(sha256(transaction)).toUpperCase() };
    },
  };
}

const notFound = (message: string) => new Refused(404, { code: 5, message, details: [] });
const unknownRoute = new Refused(501, { code: 12, message: 'Not Implemented', details: [] });

function answerRest(
  { facts, network, latestAt, send }: Node,
  url: URL,
  body: Record<string, string> | undefined,
): unknown {
  const path = decodeURIComponent(url.pathname);
  const own = facts.rest?.[path];
  if (own !== undefined) return own;
  if (path === '/cosmos/base/tendermint/v1beta1/node_info') return { default_node_info: { network } };
  if (path === '/cosmos/base/node/v1beta1/status') return { timestamp: new Date(latestAt).toISOString() };
  if (path === '/cosmos/auth/v1beta1/params') return { params: { max_memo_characters: '256' } };
  const [, address] = /^\/cosmos\/auth\/v1beta1\/accounts\/(\w+)$/.exec(path) ?? [];
  if (address !== undefined) {
    const account = facts.accounts?.[address];
    if (account === undefined) return notFound(`account ${address} not found`);
    const key = fromHex(account.key ?? '');
    return {
      account: {
        '@type': '/cosmos.auth.v1beta1.BaseAccount',
        address,
        pub_key: account.key && key ? { '@type': '/cosmos.crypto.secp256k1.PubKey', key: toBase64(key) } : null,
        account_number: account.number.toString(),
        sequence: account.sequence.toString(),
      },
    };
  }
  if (/^\/cosmos\/bank\/v1beta1\/spendable_balances\/\w+\/by_denom$/.test(path)) {
    const denom = url.searchParams.get('denom') ?? '';
    return { balance: { denom, amount: String(facts.spendable?.[denom] ?? 0n) } };
  }
  if (path === '/cosmos/tx/v1beta1/simulate') {
    const { simulation } = facts;
    if (simulation === undefined) return unknownRoute;
    if (typeof simulation === 'string') return new Refused(400, { code: 2, message: simulation, details: [] });
    return { gas_info: { gas_wanted: '0', gas_used: simulation.toString() } };
  }
  if (path === '/cosmos/tx/v1beta1/txs' && body !== undefined) {
    const answer = send(fromBase64(body.tx_bytes ?? '') ?? new Uint8Array());
    if (answer instanceof Refused) return answer;
    const { code, codespace, log, hash } = answer;
    return { tx_response: { txhash: hash, code, codespace, raw_log: log } };
  }
  if (path === '/cosmos/tx/v1beta1/txs') return searchRest(facts, url.searchParams);
  const [, hash] = /^\/cosmos\/tx\/v1beta1\/txs\/(\w+)$/.exec(path) ?? [];
  if (hash !== undefined) {
    const mined = facts.mined?.find((each) => each.hash === hash);
    return mined === undefined ? notFound(`tx not found: ${hash}`) : minedRest(mined);
  }
  return unknownRoute;
}

type Mined = NonNullable<NodeFacts['mined']>[number];

function minedRest({ hash, sequence, key }: Mined) {
  const bytes = fromHex(key ?? '');
  const publicKey = key && bytes ? { '@type': '/cosmos.crypto.secp256k1.PubKey', key: toBase64(bytes) } : null;
  return {
    tx: {
      body: { messages: [], memo: '' },
      auth_info: {
        signer_infos: [{ public_key: publicKey, sequence: sequence.toString() }],
        fee: { amount: [], gas_limit: '100000', payer: '', granter: '' },
      },
    },
    tx_response: {
      ...{ height: String(minedHeight), txhash: hash, code: 0, codespace: '', raw_log: '', gas_used: '1' },
      ...{ timestamp: new Date(now).toISOString(), logs: [], events: [] },
    },
  };
}

/** Searches as cosmos-sdk 0.50 and 0.45 do (x/auth/tx/service.go). */
function searchRest({ searches = 'query', mined = [] }: NodeFacts, parameters: URLSearchParams): unknown {
  if (searches === 'never') return new Refused(500, { code: 13, message: 'transaction indexing is disabled' });
  if (!parameters.has(searches)) {
    const message = searches === 'query' ? 'query cannot be empty' : 'must declare at least one event to search';
    return new Refused(searches === 'query' ? 500 : 400, { code: searches === 'query' ? 13 : 3, message });
  }
  const found = pageOf(mined, parameters.get('page'), parameters.get('limit')).map(minedRest);
  return {
    txs: found.map(({ tx }) => tx),
    tx_responses: found.map(({ tx_response }) => tx_response),
    total: String(mined.length),
  };
}

function pageOf(mined: readonly Mined[], page: string | null | undefined, limit: string | null | undefined) {
  const size = Number(limit);
  return mined.slice((Number(page) - 1) * size, Number(page) * size);
}

/** `ResultTxSearch` of CometBFT, with `TxRaw`. */
function searchRpc({ mined = [] }: NodeFacts, { page, per_page: limit }: Call['params']) {
  const txs = pageOf(mined, page, limit).map(({ hash, sequence, key }) => {
    const value = key && PubKey.encode({ key: fromHex(key) ?? new Uint8Array() }).finish();
    const publicKey = value ? { publicKey: { typeUrl: '/cosmos.crypto.secp256k1.PubKey', value } } : {};
    const authInfo = AuthInfo.fromPartial({ signerInfos: [{ sequence, ...publicKey }] });
    const raw = TxRaw.fromPartial({
      authInfoBytes: AuthInfo.encode(authInfo).finish(),
      signatures: [new Uint8Array(64)],
    });
    return { hash, height: String(minedHeight), tx: toBase64(TxRaw.encode(raw).finish()) };
  });
  return { txs, total_count: String(mined.length) };
}

function cometNode({ facts, network, latestAt, send }: Node): CometNode {
  const { simulation } = facts;
  return {
    network,
    latestAt,
    account(address) {
      const account = facts.accounts?.[address];
      return account && { ...account, publicKey: account.key === undefined ? undefined : fromHex(account.key) };
    },
    balance: (query, _, denom) => (query === 'Balance' ? undefined : (facts.spendable?.[denom] ?? 0n)),
    simulate(transaction) {
      if (transaction.length === 0) throw new MessageError('empty txBytes is not allowed', 18);
      if (typeof simulation === 'string') throw new MessageError(simulation, 18);
      return simulation;
    },
    further: (path) => facts.abci?.[path],
    send(transaction) {
      const answer = send(transaction);
      return answer instanceof Refused ? { error: answer.body } : answer;
    },
    heightOf: (hash) => (facts.mined?.some((each) => each.hash === hash) ? minedHeight : undefined),
    search: (params) => (facts.searches === 'never' ? undefined : searchRpc(facts, params)),
  };
}
