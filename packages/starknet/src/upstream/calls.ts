import { type FallibleCall, mediumAnswer, type RpcCall } from '@isochain/core/upstream';
import type * as z from 'zod';

// How questions are asked. Codes of errors are those of starknet-specs, api/starknet_api_openrpc.json.

/** What errors of nodes say. */
export const errorCode = {
  contractNotFound: 20,
  entrypointNotFound: 21,
  blockNotFound: 24,
  classHashNotFound: 28,
  transactionNotFound: 29,
  contractError: 40,
  transactionExecutionError: 41,
} as const;

type Params = Readonly<Record<string, unknown>>;

/** A question that every node must answer. An error is the endpoint's failure, and the next one is asked. */
export function question<T>(method: string, params: Params, schema: z.ZodType<T>, maxBytes?: number): RpcCall<T> {
  return { method, params, schema, ...(maxBytes === undefined ? {} : { maxBytes }) };
}

/** A question with errors that are answers. Every other error is the endpoint's failure. */
export function askable<T>(
  method: string,
  params: Params,
  schema: z.ZodType<T>,
  { codes, maxBytes = mediumAnswer }: { readonly codes: readonly number[]; readonly maxBytes?: number },
): FallibleCall<T> {
  return { method, params, schema, maxBytes, isAnswer: oneOf(codes), fallible: true };
}

/** Reads with different functions are never coalesced, so each list of codes has one function. */
const functions = new Map<string, (error: { readonly code: number }) => boolean>();

function oneOf(codes: readonly number[]): (error: { readonly code: number }) => boolean {
  const key = codes.join();
  const known = functions.get(key);
  if (known !== undefined) return known;
  const isAnswer = ({ code }: { readonly code: number }) => codes.includes(code);
  functions.set(key, isAnswer);
  return isAnswer;
}
