import { fromBase64, type SignedTransaction, toHex } from '@isochain/core';
import { type HttpAnswer, type HttpRequest, type Operation, RejectedAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import { describeRefusal } from '../failures.ts';
import type { TonKind } from '../options.ts';
import { readBoc } from '../ton-core.ts';
import type { Target } from './ask.ts';
import { hash } from './fields.ts';
import { headRequests, latestTimeIn } from './guard.ts';
import { v2Answer } from './refusals.ts';

/** What an endpoint says of a message: its hash if it took it (tonapi tells none), words if it refused it. */
type Said = { readonly hash: string | undefined } | { readonly refusal: string };

/**
 * An error about the message itself. Everything else is a failure of the endpoint. Services answer both with many statuses, so that the words decide.
 * The wallet's version does not matter here.
 */
const refusalInWords: z.ZodType<Said> = z
  .object({ error: z.string() })
  .refine(({ error }) => describeRefusal(error, 'v4r2') !== undefined, 'not about the message')
  .transform(({ error }) => ({ refusal: error }));

const refusals = { statuses: [400, 401, 406, 409, 413, 416, 422, 500, 502, 503, 504, 542], schema: refusalInWords };

// Older services do not tell the normalized hash.

const v3Taken = z
  .object({ message_hash: hash, message_hash_norm: hash.nullish() })
  .transform((said): Said => ({ hash: said.message_hash_norm ?? said.message_hash }));

const v2Taken = v2Answer(z.object({ hash, hash_norm: hash.nullish() })).transform(
  (said): Said => ({ hash: said.hash_norm ?? said.hash }),
);

/** tonapi answers nothing. A proxy that answers everything with a page of its own is not believed. */
const tonapiTaken = z
  .string()
  .regex(/^\s*(?:\{\s*\})?\s*$/)
  .transform((): Said => ({ hash: undefined }));

type Sending = Omit<HttpRequest<Said, Said>, 'body' | 'refusals'>;

const requests: Readonly<Record<TonKind, Sending>> = {
  // Some services answer refusals with status 200.
  'toncenter-v3': { path: '/message', schema: z.union([refusalInWords, v3Taken]), readsErrors: true },
  'toncenter-v2': { path: '/sendBocReturnHash', schema: z.union([refusalInWords, v2Taken]), readsErrors: true },
  tonapi: { path: '/blockchain/message', as: 'text', schema: tonapiTaken },
};

/**
 * Sends a signed message to one endpoint. An endpoint is not believed if it serves another network, or says that it took something else.
 *
 * @returns Undefined if the endpoint took it. Otherwise the words with which it refused it.
 * @throws UpstreamError if the endpoint gave no usable answer.
 */
export async function broadcast(
  signed: Pick<SignedTransaction, 'raw' | 'hash'>,
  { kind, ...asked }: Target,
  operation: Operation,
): Promise<string | undefined> {
  const request = { ...requests[kind], body: { json: { boc: signed.raw } }, refusals };
  const own = hashesOf(signed);
  const accept = (found: HttpAnswer<Said, Said>) => {
    const said = found.ok ? found.value : found.error;
    if ('hash' in said && said.hash !== undefined && !own.includes(said.hash)) {
      throw new RejectedAnswer('it answered the hash of another message');
    }
  };
  const answer = await operation.http(request, { ...asked, kind, write: 'idempotent', accept });
  const said = answer.ok ? answer.value : answer.error;
  return 'refusal' in said ? said.refusal : undefined;
}

/** The Unix time of an endpoint's latest block, in seconds. Undefined if it tells none. */
export async function latestTime({ kind, ...asked }: Target, operation: Operation): Promise<number | undefined> {
  return latestTimeIn(await operation.http(headRequests[kind], { ...asked, kind }));
}

/** Both hashes of a message: the normalized one (TEP-467), and that of the message as it was sent. */
export function hashesOf({ raw, hash }: Pick<SignedTransaction, 'raw' | 'hash'>): readonly string[] {
  const message = readBoc(fromBase64(raw) ?? new Uint8Array());
  return message === undefined ? [hash] : [hash, toHex(message.hash())];
}
