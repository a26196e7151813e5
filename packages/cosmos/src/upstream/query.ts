import type { HttpRequest, RpcCall } from '@isochain/core/upstream';
import * as z from 'zod';
import { amount, base64 } from './lcd/fields.ts';
import { grpcCodes, lcdError } from './lcd/transactions.ts';

// A question to a node can be asked in two ways: over REST (LCD), and as `abci_query` over CometBFT's JSON-RPC. A query knows both, so the rest
// of the code need not know which interface answered.

/** One question to a node. */
export interface Query<T = unknown> {
  readonly rest: Pick<HttpRequest<T>, 'path' | 'route' | 'query' | 'body' | 'schema' | 'maxBytes'>;
  /** The same over CometBFT. Without it, only REST is asked. */
  readonly abci?: AbciQuery<T> | undefined;
  /** The value that a refusal stands for, such as 0 for a delegation that does not exist. Undefined if the refusal is a failure of the endpoint. */
  readonly refused?: ((refusal: Refusal) => Known<T> | undefined) | undefined;
  /**
   * Checks a value against the question.
   *
   * @throws RejectedAnswer if the node does not answer what was asked.
   */
  check?(value: T): void;
}

interface AbciQuery<T> {
  /** The gRPC method: `/cosmos.bank.v1beta1.Query/Balance`. */
  readonly path: string;
  /** The protobuf request. */
  readonly data: Uint8Array;
  /** Reads the protobuf answer. If it throws, the endpoint failed. */
  readonly read: (answer: Uint8Array) => T;
}

interface Known<T> {
  readonly value: T;
}

/** Why a node does not answer a question. */
export interface Refusal {
  /** What was asked for does not exist. */
  readonly isNotFound: boolean;
  /** The node has no such question. */
  readonly isUnknownRoute: boolean;
  /** In the node's words. */
  readonly message: string;
}

/** HTTP statuses of refusals. Their body tells an error of the node from one of a proxy. */
export const refusalStatuses: readonly number[] = [400, 404, 500, 501];

/** The body of a refusal over REST. */
export const restRefusal: z.ZodType<Refusal> = lcdError.transform(({ code, message }) => ({
  isNotFound: code === grpcCodes.notFound,
  isUnknownRoute: code === grpcCodes.unimplemented,
  message,
}));

/** Answers of `abci_query`: refusals too have status 200. */
const abciResponse = z
  .object({
    response: z.object({
      code: amount.nullish(),
      codespace: z.string().nullish(),
      log: z.string().nullish(),
      value: base64.nullish(),
    }),
  })
  .transform(({ response }) => response);

export type AbciAnswer = z.output<typeof abciResponse>;

export function abciCall(query: AbciQuery<unknown>, maxBytes: number | undefined): RpcCall<AbciAnswer> {
  const data = [...query.data].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return { method: 'abci_query', params: { path: query.path, data, prove: false }, schema: abciResponse, maxBytes };
}

/** ABCI codes of the codespace `sdk` (cosmos-sdk types/errors/errors.go). */
const sdkCodes = { unknownRequest: 6n, keyNotFound: 22n } as const;

/** @returns Undefined if it is not a refusal. */
export function abciRefusal({ code, codespace, log }: AbciAnswer): Refusal | undefined {
  if (code === undefined || code === null || code === 0n) return undefined;
  const message = log ?? '';
  return {
    isNotFound: codespace === 'sdk' && code === sdkCodes.keyNotFound,
    isUnknownRoute: codespace === 'sdk' && code === sdkCodes.unknownRequest && /unknown query path/.test(message),
    message,
  };
}
