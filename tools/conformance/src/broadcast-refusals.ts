import type { Code } from '@isochain/core';
import { interceptCalls } from './json-rpc-wire.ts';
import type { BroadcastRefusal, FamilySetup } from './setup.ts';
import type { WireCall } from './wire.ts';

type Refusals = FamilySetup['refusals'];

/** A row of a family that speaks JSON-RPC: the code, the error, and what it means if all endpoints say so (the code by default). */
export type RpcRow = readonly [
  code: Code,
  error: { readonly code: number; readonly message: string; readonly data?: unknown },
  alone?: readonly Code[] | undefined,
];

/** A row of a family that speaks REST: the code, words for the name of the test, the answer, and what it means if all endpoints say so. */
export type RestRow = readonly [
  code: Code,
  words: string,
  answer: (call: WireCall) => Response | Promise<Response>,
  alone?: readonly Code[] | undefined,
];

/** Refusals by errors of JSON-RPC methods. */
export function rpcRefusals(table: URL, methods: readonly string[], rows: readonly RpcRow[]): Refusals {
  return {
    table,
    isBroadcast: ({ body }) => methods.some((method) => body?.includes(`"${method}"`) === true),
    rows: rows.map(([code, error, alone]): BroadcastRefusal => {
      const intercept = interceptCalls(({ method }) => (methods.includes(method) ? { error } : undefined));
      const words = `${error.code} ${error.message} ${JSON.stringify(error.data ?? '')}`.trim();
      return { code, words, intercept, ...(alone === undefined ? {} : { alone }) };
    }),
  };
}

/** Refusals by answers to requests. */
export function restRefusals(table: URL, isBroadcast: Refusals['isBroadcast'], rows: readonly RestRow[]): Refusals {
  return {
    table,
    isBroadcast,
    rows: rows.map(
      ([code, words, answer, alone]): BroadcastRefusal => ({
        ...{ code, words },
        intercept: async (call, forward) => (isBroadcast(call) ? answer(call) : forward()),
        ...(alone === undefined ? {} : { alone }),
      }),
    ),
  };
}
