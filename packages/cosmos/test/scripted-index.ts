import { createUpstream, type Operation, stringifyJson } from '@isochain/core/upstream';
import type { CosmosChainId } from '../src/chains.ts';
import { type CosmosContext, contextOf } from '../src/context.ts';
import { chainTransaction, feesTaken, type MadeTransaction, moved } from './chain-transaction.ts';
import { notImplemented, refusal } from './scripted-rest.ts';

// Nodes that answer by script, with an index of transactions as nodes have it.

type Answer = ReturnType<typeof chainTransaction>;

/** A node. Its transactions may change between requests. The newest is last. */
export interface ScriptedNode {
  transactions: MadeTransaction[];
  /** The version of cosmos-sdk that it behaves like: 0.50 and later take `query`, older ones `events`. 0.50 by default. */
  readonly generation?: '0.45' | '0.46' | '0.50';
  /** The longest page that it gives. 100 by default. */
  readonly cap?: number;
  /** Changes a page before it is sent. */
  readonly lie?: (page: Page, url: URL) => unknown;
  /** Answers requests, if given. Those that it leaves out are answered by script. */
  readonly instead?: (url: URL) => Response | undefined;
}

interface Page {
  txs: unknown[];
  tx_responses: Answer['tx_response'][];
  total?: string;
  pagination: null | { next_key: null; total: string };
}

export interface ScriptedNodes {
  readonly context: CosmosContext;
  operation(): Operation;
  /** Requests, as `a message.sender 1..31`: endpoint, search, and page with length. */
  readonly requests: string[];
}

/** @param nodes - By name, in the order to ask them. */
export function scriptedNodes(
  nodes: Readonly<Record<string, ScriptedNode>>,
  chainId: CosmosChainId = 'cosmoshub',
): ScriptedNodes {
  const requests: string[] = [];
  const endpoints = Object.keys(nodes).map((name) => ({ url: `https://${name}.example`, name, kind: 'rest' as const }));
  const context = contextOf(chainId, { endpoints });
  const upstream = createUpstream({
    chainId,
    kinds: { rest: {}, rpc: {} },
    endpoints,
    // No waiting between attempts.
    random: () => 0,
    async fetch(address) {
      const url = new URL(String(address));
      const name = url.hostname.replace('.example', '');
      const node = nodes[name];
      const search = url.searchParams.get('query') ?? url.searchParams.get('events') ?? url.pathname.split('/').at(-1);
      const page = url.searchParams.has('page')
        ? ` ${url.searchParams.get('page')}x${url.searchParams.get('limit')}`
        : '';
      requests.push(`${name} ${search}${page}`);
      if (node === undefined) throw new TypeError('no such node');
      return node.instead?.(url) ?? answerOf(node, url);
    },
  });
  return { context, operation: () => upstream.operation(), requests };
}

/** Answers are kept, as some tests ask hundreds of times. */
const made = new WeakMap<MadeTransaction, Answer>();

function answerTo(transaction: MadeTransaction): Answer {
  const known = made.get(transaction) ?? chainTransaction(transaction);
  made.set(transaction, known);
  return known;
}

/** What a node answers. */
export function answerOf(node: ScriptedNode, url: URL): Response {
  const answers = node.transactions.map(answerTo);
  const head = Math.max(0, ...node.transactions.map(({ height = 0 }) => height)) + 5;
  const headers = { 'grpc-metadata-x-cosmos-block-height': String(head) };
  const json = (body: unknown) => new Response(stringifyJson(body), { headers });
  const [, hash] = /^\/cosmos\/tx\/v1beta1\/txs\/(\w+)$/.exec(url.pathname) ?? [];
  if (hash !== undefined) {
    const found = answers.find(({ tx_response }) => tx_response.txhash === hash);
    return found === undefined ? refusal(404, 5, `tx not found: ${hash}`)() : json(found);
  }
  if (url.pathname !== '/cosmos/tx/v1beta1/txs') return notImplemented();
  const { generation = '0.50', cap = 100 } = node;
  const parameters = url.searchParams;
  const conditions = readConditions(generation, parameters);
  if (conditions instanceof Response) return conditions;
  const perPage = Math.min(cap, Number(parameters.get(generation === '0.45' ? 'pagination.limit' : 'limit')));
  const page =
    generation === '0.45' ? Number(parameters.get('pagination.offset')) / perPage + 1 : Number(parameters.get('page'));
  const isNewestFirst = parameters.get('order_by') === 'ORDER_BY_DESC';
  const found = answers.filter((answer) => conditions.every((condition) => holds(condition, answer)));
  const sorted = isNewestFirst ? found.toReversed() : found;
  sorted.sort((a, b) => (Number(b.tx_response.height) - Number(a.tx_response.height)) * (isNewestFirst ? 1 : -1));
  const pages = Math.max(1, Math.ceil(found.length / perPage));
  if (page < 1 || page > pages || !Number.isInteger(page)) {
    return refusal(500, 13, `failed to search for txs: page should be within [1, ${pages}] range, given ${page}`)();
  }
  const shown = sorted.slice((page - 1) * perPage, page * perPage);
  const total = String(found.length);
  const answer: Page = {
    txs: shown.map(({ tx }) => tx),
    tx_responses: shown.map(({ tx_response }) => tx_response),
    ...(generation === '0.45' ? { pagination: { next_key: null, total } } : { total, pagination: null }),
  };
  return json(node.lie?.(answer, url) ?? answer);
}

/** The error texts are from cosmos-sdk x/auth/tx/service.go of each version. */
function readConditions(generation: string, parameters: URLSearchParams): string[] | Response {
  if (generation === '0.50') {
    const query = parameters.get('query');
    return query === null ? refusal(500, 13, 'query cannot be empty')() : query.split(' AND ');
  }
  const events = parameters.getAll('events');
  if (events.length === 0) return refusal(400, 3, 'must declare at least one event to search')();
  const odd = events.find((event) => !/^[a-zA-Z_]+\.[a-zA-Z_]+=\S+$/.test(event));
  return odd === undefined
    ? events
    : refusal(400, 3, `invalid event; event ${odd} should be of the format: {eventType}.{eventAttribute}={value}`)();
}

function holds(condition: string, { tx_response: { events, height } }: Answer): boolean {
  const [, limit] = /^tx\.height<=(\d+)$/.exec(condition) ?? [];
  if (limit !== undefined) return Number(height) <= Number(limit);
  const [, type, key, value] = /^(\w+)\.(\w+)='(\w+)'$/.exec(condition) ?? [];
  if (value === undefined) throw new Error(`a condition that no node reads: ${condition}`);
  return events.some(
    (event) => event.type === type && event.attributes.some((each) => each.key === key && each.value === value),
  );
}

/** A transfer of `height` uatom, as it is on the chain. */
export function transfer(
  from: string,
  to: string,
  height: number,
  more: Partial<MadeTransaction> = {},
): MadeTransaction {
  const message = {
    '@type': '/cosmos.bank.v1beta1.MsgSend',
    from_address: from,
    to_address: to,
    amount: [{ denom: 'uatom', amount: String(height) }],
  };
  const isDone = (more.code ?? 0) === 0;
  return {
    height,
    messages: [message],
    events: [...feesTaken(from), ...(isDone ? moved(from, to, `${height}uatom`, 0) : [])],
    ...more,
  };
}
