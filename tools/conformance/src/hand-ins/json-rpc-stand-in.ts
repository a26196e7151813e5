import type { StandIn } from './stand-in.ts';

/** Results by method. */
export type Methods = Readonly<Record<string, (params: readonly unknown[]) => unknown>>;

interface Call {
  readonly id: unknown;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Answers single calls and batches of JSON-RPC 2.0. A method that is not in the table is an error, which the caller will tell of. */
export function jsonRpc(methods: Methods): StandIn {
  const answer = ({ id, method, params }: Call) => {
    const result = methods[method];
    return result === undefined
      ? { jsonrpc: '2.0', id, error: { code: -32601, message: `The stand-in has no ${method}` } }
      : { jsonrpc: '2.0', id, result: result(params) };
  };
  return ({ body }) => {
    const calls: Call | readonly Call[] = JSON.parse(body);
    return { body: JSON.stringify(Array.isArray(calls) ? calls.map(answer) : answer(calls as Call)) };
  };
}
