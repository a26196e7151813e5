import { type EvmChainId, evm } from '../src/index.ts';
import type { ExplorerKind } from '../src/upstream/explorers/explorer-kinds.ts';
import { type Explorer, type Ledger, time } from './scripted-explorer.ts';
import { justNow } from './scripted-node.ts';

// A chain with explorers, as the tests of histories have it: accounts, tokens, and a node that knows its height and when its blocks were.

// Vitalik's well-known address, and addresses of the ERC-55 text.
export const me = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
export const bob = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
export const eve = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
export const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
export const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F';
export const hash = (n: number) => `0x${n.toString(16).padStart(64, '0')}`;

export const empty: Ledger = { transactions: [], transfers: [], internals: [] };
export const down: Explorer = { asked: [], fetch: async () => new Response('down', { status: 503 }) };

const chainIds = { ethereum: 1, zksync: 324, polygon: 137 } satisfies Partial<Record<EvmChainId, number>>;

export interface Node {
  /** 120 by default. */
  readonly height?: number;
  /** Time of a block, in seconds since 1970. Undefined if the node has no such block. */
  readonly time?: (block: number) => number | undefined;
  /** What it does instead of answering. */
  readonly instead?: () => Response | Promise<Response>;
  /** Answers by method, before anything else. */
  readonly answers?: Readonly<Record<string, (params: readonly unknown[]) => unknown>>;
  /** Told of every method that it is asked. */
  readonly onCall?: (method: string) => void;
}

/**
 * @param explorers - By kind. With a dash and a name behind the kind, several of one kind.
 */
export function connect(
  explorers: Readonly<Record<string, Explorer>>,
  node: Node = {},
  chainId: keyof typeof chainIds = 'ethereum',
) {
  const endpoints = Object.keys(explorers).map((name) => ({
    url: name.startsWith('etherscan')
      ? `https://${name}.test/v2/api?apikey=secret`
      : `https://${name}.test/?apikey=secret`,
    name,
    kind: name.split('-')[0] as ExplorerKind,
  }));
  const { height = 120, time: timeOf = time } = node;
  const answer = (method: string, params: readonly unknown[]) => {
    // Asked beside everything else.
    if (params[0] === 'latest') return { number: `0x${height.toString(16)}`, timestamp: justNow() };
    node.onCall?.(method);
    const scripted = node.answers?.[method];
    if (scripted !== undefined) return scripted(params);
    if (method === 'eth_chainId') return `0x${chainIds[chainId].toString(16)}`;
    if (method === 'eth_blockNumber') return `0x${height.toString(16)}`;
    const seconds = Number(params[0]) > height ? undefined : timeOf(Number(params[0]));
    return seconds === undefined ? null : { number: params[0], timestamp: `0x${seconds.toString(16)}` };
  };
  return evm.connect(chainId, {
    endpoints: [{ url: 'https://node.test', name: 'node', maxBatch: 50 }, ...endpoints],
    async fetch(url, init) {
      const explorer = explorers[new URL(url).hostname.replace('.test', '')];
      if (explorer !== undefined) return explorer.fetch(url, init);
      if (node.instead !== undefined) return node.instead();
      const calls = [JSON.parse(String(init.body))].flat() as { id: number; method: string; params: unknown[] }[];
      const answers = calls.map(({ id, method, params }) => ({ jsonrpc: '2.0', id, result: answer(method, params) }));
      return Response.json(String(init.body).startsWith('[') ? answers : answers[0]);
    },
  });
}

/** Reads a history to its end. `between` is called between pages, with what was shown so far. */
export async function readAll(
  chain: ReturnType<typeof connect>,
  limit: number,
  between: (soFar: readonly Parsed[]) => void = () => {},
): Promise<Parsed[]> {
  const found: Parsed[] = [];
  let nextPage: string | undefined;
  for (let pages = 0; pages < 1_000; pages++) {
    const page = await chain.history(me, { limit, nextPage });
    if (page.transactions.length > limit) throw new Error('It has more than was asked for.');
    found.push(...page.transactions.flatMap(({ parsed }) => parsed ?? []));
    if (page.pagination.nextPage === null) return found;
    nextPage = page.pagination.nextPage;
    if (nextPage.length > 1_024) throw new Error('Its tokens are long.');
    between(found);
  }
  throw new Error('It has no end.');
}

type Parsed = NonNullable<Awaited<ReturnType<ReturnType<typeof connect>['history']>>['transactions'][number]['parsed']>;
