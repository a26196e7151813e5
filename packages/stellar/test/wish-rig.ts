import type { Chain, Problem } from '@isochain/core';
import { Networks, type Transaction, TransactionBuilder } from '@stellar/stellar-base';

// What an answer of encode tells, and what its bytes do by @stellar/stellar-base.

/** A memo as @stellar/stellar-base reads it: bytes as hex. */
interface ReadMemo {
  readonly type: string;
  readonly value: string | undefined;
}

interface Answer {
  readonly data: Readonly<Record<string, unknown>> & { readonly params?: Readonly<Record<string, unknown>> };
  /** `code field`. */
  readonly errors: readonly string[];
  /** Codes. */
  readonly warnings: readonly string[];
  /** Messages of everything. */
  readonly messages: readonly string[];
  /** Undefined if nothing may be signed. */
  readonly transaction: Transaction | undefined;
  readonly memo: ReadMemo | undefined;
}

/** Encodes an intent, and reads the bytes. */
export async function answerTo(chain: Chain, intent: object): Promise<Answer> {
  const { transaction, status } = await chain.encode(intent as never);
  const { errors, warnings } = status as {
    readonly errors: readonly Problem[];
    readonly warnings: readonly Problem[];
  };
  const { data, encoded } = transaction as unknown as {
    readonly data: Answer['data'];
    readonly encoded?: readonly { readonly raw: { readonly value: string } }[];
  };
  const envelope = encoded?.[0]?.raw.value;
  const read =
    envelope === undefined ? undefined : (TransactionBuilder.fromXDR(envelope, Networks.PUBLIC) as Transaction);
  return {
    data,
    errors: errors.map(({ code, field = '' }) => `${code} ${field}`),
    warnings: warnings.map(({ code }) => code),
    messages: [...errors, ...warnings].map(({ message }) => message),
    transaction: read,
    memo: read && memoOf(read),
  };
}

function memoOf({ memo: { type, value } }: Transaction): ReadMemo {
  if (value === null || value === undefined) return { type, value: undefined };
  if (typeof value === 'string') return { type, value };
  return { type, value: value.toString(type === 'text' ? 'utf8' : 'hex') };
}
