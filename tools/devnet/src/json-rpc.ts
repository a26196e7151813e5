import { askOnOwnConnection } from './own-connection.ts';

/** A refusal of a JSON-RPC server, with its code and data. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  /** The server's own words. */
  readonly reason: string;
  /** For a reverted call the returned bytes, as hex. */
  readonly data: unknown;

  constructor(method: string, error: { code: number; message: string; data?: unknown }) {
    super(`${method}: ${error.message} (${error.code})`);
    this.code = error.code;
    this.reason = error.message;
    this.data = error.data;
  }
}

type Answer = { result: unknown } | { error: { code: number; message: string; data?: unknown } };

/**
 * One JSON-RPC call. The server is an engine that we started ourselves: its answers are trusted.
 *
 * @throws RpcError when the server refuses; the error of the connection when it does not answer.
 */
export async function callRpc(url: string, method: string, params: readonly unknown[] | object): Promise<unknown> {
  const { text } = await askOnOwnConnection(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const answer = JSON.parse(text) as Answer;
  if ('error' in answer) throw new RpcError(method, answer.error);
  return answer.result;
}
