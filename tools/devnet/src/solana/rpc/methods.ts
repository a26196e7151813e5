import type { Node } from '../node.ts';

/** One RPC method: the answer, or a thrown `RpcFault`. */
export type Method = (node: Node, params: readonly unknown[]) => unknown;
export type Methods = Readonly<Record<string, Method>>;
