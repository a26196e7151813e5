import type { Chain, Problem } from '@isochain/core';
import { decode } from './judge.ts';

// What an answer of encode tells, and what its bytes hold by @msgpack/msgpack.

/** A problem, as tests compare it. */
interface News {
  readonly code: string;
  readonly message: string;
  readonly field?: string | undefined;
}

interface Answer {
  readonly data: Readonly<Record<string, unknown>> & { readonly params?: Readonly<Record<string, unknown>> };
  readonly items: readonly { readonly raw: { readonly value: string }; readonly hash: { readonly value: string } }[];
  /** `code field`. */
  readonly errors: readonly string[];
  /** Codes. */
  readonly warnings: readonly string[];
  /** Messages of everything. */
  readonly messages: readonly string[];
  /** The bytes to sign, in msgpack. Undefined if nothing may be signed. */
  readonly bytes: Uint8Array | undefined;
  /** The fields of the transaction, as they are named in it. Numbers are bigints. */
  readonly transaction: Readonly<Record<string, unknown>> | undefined;
}

/** Encodes an intent, and reads the bytes. */
export async function answerTo(chain: Chain, intent: object): Promise<Answer> {
  const { transaction, status } = await chain.encode(intent as never);
  const { errors, warnings } = status as { readonly errors: readonly Problem[]; readonly warnings: readonly Problem[] };
  const { data, encoded = [] } = transaction as unknown as {
    readonly data: Answer['data'];
    readonly encoded?: Answer['items'];
  };
  const [item] = encoded;
  const bytes = item && new Uint8Array(Buffer.from(item.raw.value, 'hex'));
  const all: readonly News[] = [...errors, ...warnings];
  return {
    data,
    items: encoded,
    errors: errors.map(({ code, field = '' }) => `${code} ${field}`),
    warnings: warnings.map(({ code }) => code),
    messages: all.map(({ message }) => message),
    bytes,
    transaction: bytes && (decode(bytes) as Answer['transaction']),
  };
}

/** What refuses a request before anything is asked, as `code field: message`. An answer is told as `answered`. */
export function refusalOf(answer: Promise<unknown>): Promise<readonly string[]> {
  return answer.then(
    () => ['answered'],
    ({ problems }: { readonly problems: readonly News[] }) =>
      problems.map(({ code, field, message }) => `${code} ${field}: ${message}`),
  );
}
