import { fromHex, type SignedTransaction, toHex, UpstreamError } from '@isochain/core';
import { type HttpAnswer, type Operation, RejectedAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import { readSigned } from '../bytes/raw-data.ts';
import type { RawTransaction } from '../bytes/transaction.ts';
import { walletTransaction } from '../bytes/wallet-transaction.ts';
import { describeRefusal, type Failure } from '../failures.ts';
import { nodeQuery } from './query.ts';

/** An endpoint, to be asked by its name. */
export interface Target {
  readonly endpoint: string;
  readonly maxAttempts: number | undefined;
}

/** @see tronprotocol/java-tron BroadcastHexServlet, BroadcastServlet. */
const answerSchema = z.object({
  result: z.boolean().default(false),
  code: z.string().optional(),
  message: z.string().default(''),
  txid: z.string().optional(),
});

type Said = z.output<typeof answerSchema>;

/** Statuses of a node, or of a proxy before it, that does not have the path. */
const absent = { statuses: [404, 405, 501], schema: z.unknown() };

/**
 * Sends a signed transaction to one node: as bytes, or as JSON if it does not take bytes. An endpoint is not believed if it serves another network, or
 * answers the id of something else.
 *
 * @param transaction - What is in the bytes.
 * @returns Undefined if the node took it. Otherwise what its refusal means.
 * @throws UpstreamError if the endpoint gave no usable answer.
 */
export async function broadcast(
  chainId: string,
  signed: SignedTransaction,
  transaction: RawTransaction,
  target: Target,
  operation: Operation,
): Promise<Failure | undefined> {
  const send = (path: string, body: Readonly<Record<string, unknown>>) =>
    post(path, body, signed.hash, target, operation);
  const said =
    (await send('/wallet/broadcasthex', { transaction: signed.raw })) ??
    (await send('/wallet/broadcasttransaction', signedJson(signed, transaction)));
  if (said === undefined) {
    const attempt = { endpoint: target.endpoint, outcome: 'unsupported', detail: 'it takes no transactions', ms: 0 };
    throw new UpstreamError(chainId, [{ ...attempt, outcome: 'unsupported' }]);
  }
  return said.result ? undefined : failureOf(said);
}

/** @returns Undefined if the endpoint does not have the path. */
async function post(
  path: string,
  body: Readonly<Record<string, unknown>>,
  hash: string,
  target: Target,
  operation: Operation,
): Promise<Said | undefined> {
  const query = nodeQuery({ path, body, schema: answerSchema, read: (said) => believed(said, hash) });
  const read = (answer: HttpAnswer<unknown, unknown>) => (answer.ok ? query.read(answer.value) : undefined);
  const accept = (answer: HttpAnswer<unknown, unknown>) => void read(answer);
  const request = { ...query.request, refusals: absent };
  return read(await operation.http(request, { ...target, kind: query.kind, write: 'idempotent', accept }));
}

/** @throws RejectedAnswer if the answer contradicts itself, or says nothing about this transaction. */
function believed(said: Said, hash: string): Said {
  const { result, code, txid } = said;
  // Documents show texts in place of the id.
  if (txid !== undefined && /^[0-9a-f]{64}$/i.test(txid) && txid.toLowerCase() !== hash) {
    throw new RejectedAnswer('it answered the id of another transaction');
  }
  if (result !== (code === undefined ? result : code === 'SUCCESS')) {
    throw new RejectedAnswer('it answered that it took the transaction, and that it did not');
  }
  if (!result && failureOf(said) === undefined) throw new RejectedAnswer('it has an error of its own', 'unavailable');
  return said;
}

function failureOf({ code = '', message }: Said): Failure | undefined {
  return describeRefusal({ code, message });
}

/** The transaction object of wallets with its signatures. Nodes make the bytes again from `raw_data`. */
function signedJson({ raw }: SignedTransaction, transaction: RawTransaction): Readonly<Record<string, unknown>> {
  const { signatures } = readSigned(fromHex(raw) ?? new Uint8Array());
  return { ...(exact(walletTransaction(transaction)) as object), signature: signatures.map(toHex) };
}

/** Members that are texts beyond 2^53 in the object of wallets. Nodes read numbers only. */
const integers = new Set([
  ...['amount', 'vote_count', 'frozen_balance', 'unfreeze_balance', 'balance', 'call_value', 'fee_limit'],
  'lock_period',
]);

function exact(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return integers.has(name) ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map((each) => exact(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, exact(member, key)]));
}
