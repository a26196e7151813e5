import { attempt, fromBase64 } from '@isochain/core';
import { TransactionResult } from '@stellar/stellar-sdk/xdr';
import * as z from 'zod';

/** What became of a transaction, by the names that Horizon has for it: `tx_failed`, `op_underfunded`. */
export interface ResultCodes {
  readonly transaction: string;
  /** One for each operation. Empty if the transaction failed as a whole. */
  readonly operations: readonly string[];
}

/** Where Horizon's names differ from those of the XDR (stellar/stellar-horizon, internal/codes/main.go). */
const horizonNames: Readonly<Record<string, string>> = {
  tx_no_account: 'tx_no_source_account',
  tx_bad_min_seq_age_or_gap: 'tx_bad_minseq_age_or_gap',
  op_no_account: 'op_no_source_account',
  'create_account already_exist': 'op_already_exists',
  'account_merge seqnum_too_far': 'op_seq_num_too_far',
  'change_trust not_auth_maintain_liabilities': 'op_not_aut_maintain_liabilities',
};

/** A result as SEP-51 writes it in JSON: a name, or a name with what it holds. */
const named = z.union([z.string(), z.record(z.string(), z.unknown())]);
const operationResult = z.union([z.string(), z.object({ op_inner: z.record(z.string(), named) })]);
const failedResult = z.object({ tx_failed: z.array(operationResult) });

/** Where the code of a TransactionResult stands: after the fee (stellar/stellar-xdr, Stellar-transaction.x). */
const codeOffset = 8;

/**
 * Reads a TransactionResult.
 *
 * @param text - XDR in base64.
 * @returns Undefined if it is none. A code that a later protocol added is named by its number.
 */
export function readResultCodes(text: string): ResultCodes | undefined {
  const json = attempt((): unknown => JSON.parse(JSON.stringify(TransactionResult.fromXdr(text, 'base64').result)));
  const failed = failedResult.safeParse(json);
  if (failed.success) return { transaction: 'tx_failed', operations: failed.data.tx_failed.map(operationName) };
  const whole = named.safeParse(json);
  if (whole.success) return { transaction: horizonName(nameOf(whole.data)), operations: [] };
  const bytes = fromBase64(text);
  if (bytes === undefined || bytes.length < codeOffset + 4) return undefined;
  const code = new DataView(bytes.buffer, bytes.byteOffset).getInt32(codeOffset);
  return { transaction: `tx_code_${code}`, operations: [] };
}

function operationName(result: z.output<typeof operationResult>): string {
  if (typeof result === 'string') return horizonName(result);
  const [type = '', inner = ''] = Object.entries(result.op_inner)[0] ?? [];
  const name = nameOf(inner);
  return horizonNames[`${type} ${name}`] ?? `op_${name}`;
}

function nameOf(value: z.output<typeof named>): string {
  return typeof value === 'string' ? value : (Object.keys(value)[0] ?? '');
}

function horizonName(name: string): string {
  return horizonNames[name] ?? name;
}
