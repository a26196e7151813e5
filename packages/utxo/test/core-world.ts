import { readFileSync } from 'node:fs';
import { parseJson } from '@isochain/core/upstream';
import type { UtxoChainId } from '../src/chains.ts';
import { createCoreNode } from '../src/upstream/core-node.ts';
import { restWorld, Status } from './rest-upstream.ts';

/** A node's error for a call. */
export class Refusal {
  readonly code: number;
  readonly message: string;

  constructor(code: number, message: string) {
    this.code = code;
    this.message = message;
  }
}

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

export type NodeScript = (method: string, params: readonly unknown[]) => unknown;

interface Recorded {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly response: {
    readonly result: unknown;
    readonly error: { readonly code: number; readonly message: string } | null;
  };
}

const recorded: readonly Recorded[] = JSON.parse(
  readFileSync(new URL('../fixtures/litecoind-regtest-rpc.json', import.meta.url), 'utf8'),
);

/**
 * What Litecoin Core answered.
 *
 * @param occurrence - Of calls that are recorded more than once.
 */
export function recordedAnswer(method: string, params?: readonly unknown[], occurrence = 0): unknown {
  const found = recorded.filter(
    (one) => one.method === method && (params === undefined || JSON.stringify(one.params) === JSON.stringify(params)),
  )[occurrence];
  if (found === undefined) throw new Error(`no recording of ${method}`);
  const { result, error } = found.response;
  return error === null ? result : new Refusal(error.code, error.message);
}

/**
 * Nodes that answer by script, as Bitcoin Core before version 28 does, asked in this order. Calls without a script are answered as by a node with an
 * empty mempool.
 */
export function coreWorld(chainId: UtxoChainId, scripts: NodeScript | Readonly<Record<'core' | 'core2', NodeScript>>) {
  const calls: string[] = [];
  const all = typeof scripts === 'function' ? { core: scripts } : scripts;
  const world = restWorld(
    chainId,
    Object.fromEntries(
      Object.entries(all).map(([name, script]) => {
        const settle = ({ id, method, params }: Call) => {
          if (method !== 'getblockhash') calls.push(method);
          const scripted = script(method, params);
          const result = scripted === undefined ? defaults(method) : scripted;
          return result instanceof Refusal
            ? { result: null, error: { code: result.code, message: result.message }, id }
            : { result, error: null, id };
        };
        const answer = (text: string) => {
          const body = parseJson(text) as Call | readonly Call[];
          if (Array.isArray(body)) return body.map(settle);
          const single = settle(body as Call);
          return single.error === null ? single : new Status(single.error.code === -32601 ? 404 : 500, single);
        };
        return [name, { 'POST /': answer }];
      }),
    ),
  );
  const { checkpoint } = world.context;
  function defaults(method: string): unknown {
    if (method === 'getblockhash') return checkpoint?.hash;
    if (method === 'getmempoolinfo') return { size: 0, mempoolminfee: 0.00001 };
    return new Refusal(-32601, 'Method not found');
  }
  return { ...world, calls, backend: createCoreNode(world.context) };
}
