import { createHash } from 'node:crypto';
import { writeMessage } from '@isochain/core/protobuf';
import { tron } from '../src/index.ts';
import type { TronKind, TronOptions } from '../src/options.ts';

// A node and TronGrid that answer by script what reads of transactions ask. Shapes of answers: tronprotocol/java-tron, and recordings of TronGrid.

/** biome-ignore lint/suspicious/noExplicitAny: JSON in tests. */
export type Json = any;

/** A request that an endpoint got. */
export interface Asked {
  readonly host: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Json;
}

/** An answer with another status than 200. */
export class Status {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown = {}) {
    this.status = status;
    this.body = body;
  }
}

/** Answers by path. Where there is none, blocks are told, and all else is answered with `{}`, as nodes do where there is nothing. */
export type Script = Readonly<Record<string, (asked: Asked) => unknown>>;

/** Id of block 0 of the main network (tronprotocol/documentation-en). */
const genesis = '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc';

interface Head {
  readonly number: number;
  readonly timestamp: number;
}

/** A block without its transactions. */
export function blockJson({ number, timestamp }: Head) {
  const header = { number, timestamp, version: 34, parentHash: 'c6'.repeat(32), txTrieRoot: '00'.repeat(32) };
  const bytes = (hex: string) => Buffer.from(hex, 'hex');
  const written = writeMessage([
    [1, BigInt(timestamp)],
    [2, bytes(header.txTrieRoot)],
    [3, bytes(header.parentHash)],
    [7, BigInt(number)],
    [10, 34n],
  ]);
  const hash = createHash('sha256').update(written).digest('hex').slice(16);
  return { blockID: `${number.toString(16).padStart(16, '0')}${hash}`, block_header: { raw_data: header } };
}

/** A page of TronGrid. */
export function gridPage(data: readonly unknown[], fingerprint?: string) {
  return { data, success: true, meta: { at: 1, page_size: data.length, ...(fingerprint ? { fingerprint } : {}) } };
}

interface Options extends Partial<TronOptions> {
  readonly head: Head;
  /** 20 blocks before the head by default. */
  readonly solid?: Head;
  readonly kinds?: readonly TronKind[];
}

/** Opens the chain over one scripted endpoint of each kind, with the names of the kinds. */
export function openScripted(script: Script, { head, solid, kinds = ['node', 'trongrid'], ...options }: Options) {
  const asked: Asked[] = [];
  const solidBlock = solid ?? { number: head.number - 20, timestamp: head.timestamp - 60_000 };
  const answerTo = (each: Asked): unknown => {
    const own = script[each.path]?.(each);
    if (own !== undefined) return own;
    if (each.path === '/wallet/getblock') return each.body.id_or_num === '0' ? { blockID: genesis } : blockJson(head);
    return each.path === '/walletsolidity/getblock' ? blockJson(solidBlock) : {};
  };
  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const url = new URL(String(input));
    const body = init?.body === undefined ? undefined : JSON.parse(String(init.body));
    const request = { host: url.hostname, path: url.pathname, query: url.searchParams, body };
    asked.push(request);
    const answer = answerTo(request);
    const [status, content] = answer instanceof Status ? [answer.status, answer.body] : [200, answer];
    return new Response(typeof content === 'string' ? content : JSON.stringify(content), { status });
  };
  const chain = tron.connect('tron', {
    endpoints: kinds.map((kind, i) => ({ url: `https://${kind}${i}.example`, kind, name: `${kind}${i}` })),
    fetch,
    now: () => head.timestamp,
    ...options,
  });
  return { chain, asked };
}
