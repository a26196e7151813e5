import { RpcError } from '../json-rpc.ts';
import { askOnOwnConnection } from '../own-connection.ts';

interface NodeCall {
  readonly method: string;
  readonly params?: readonly unknown[];
}

/** JSON-RPC 1.0 as Bitcoin Core and its descendants speak it: Basic authentication, and HTTP 500 for refusals. */
export interface NodeRpc {
  /**
   * Nothing checks the answer's type.
   *
   * @param wallet - The wallet, for calls of a wallet.
   * @throws RpcError when the node refuses, and the error of the connection when it does not answer.
   */
  call<T = unknown>(method: string, params?: readonly unknown[], wallet?: string): Promise<T>;
  /**
   * Several calls in one request.
   *
   * @returns Answers in the order of the calls.
   * @throws RpcError for the first call that the node refuses.
   */
  batch<T = unknown>(calls: readonly NodeCall[]): Promise<T[]>;
}

type NodeAnswer = {
  readonly result: unknown;
  readonly error: { readonly code: number; readonly message: string } | null;
};

/** @param url - With credentials in front of the host. */
export function createNodeRpc(url: string): NodeRpc {
  const { username, password, origin } = new URL(url);
  const authorization = `Basic ${btoa(`${username}:${password}`)}`;

  async function post(path: string, body: unknown): Promise<unknown> {
    const { status, text } = await askOnOwnConnection(`${origin}${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    // Refusals of the HTTP server itself (credentials, a full queue) are no JSON.
    if (!/^\s*[[{]/.test(text)) throw new Error(`HTTP ${status} ${text}`.trim());
    return JSON.parse(text);
  }

  return {
    async call<T>(method: string, params: readonly unknown[] = [], wallet?: string): Promise<T> {
      const path = wallet === undefined ? '/' : `/wallet/${encodeURIComponent(wallet)}`;
      return resultOf(method, (await post(path, { jsonrpc: '1.0', id: 0, method, params })) as NodeAnswer) as T;
    },
    async batch<T>(calls: readonly NodeCall[]): Promise<T[]> {
      if (calls.length === 0) return [];
      const body = calls.map(({ method, params = [] }, id) => ({ jsonrpc: '1.0', id, method, params }));
      // A node answers a batch in its order.
      const answers = (await post('/', body)) as NodeAnswer[];
      return answers.map((answer, i) => resultOf(calls[i]?.method ?? '', answer) as T);
    },
  };
}

function resultOf(method: string, { result, error }: NodeAnswer): unknown {
  if (error !== null) throw new RpcError(method, error);
  return result;
}
