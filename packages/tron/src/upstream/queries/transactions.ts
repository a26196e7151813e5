import { withRaw } from '@isochain/core';
import { largeAnswer, RejectedAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import type { Content } from '../../bytes/content.ts';
import { address, amount, hash, hex, list, milliseconds, mixed, movedAsset } from '../fields.ts';
import { type Internal, isMoving, isSuccess, type Outcome, results, transfersIn } from '../outcome.ts';
import { mapped, nodeQuery, type Query } from '../query.ts';
import { signedContent } from '../signed-bytes.ts';

/** A transaction as a node has it: what was signed. */
export interface NodeTransaction {
  readonly content: Content;
  /** True if the block says that it failed. A transaction in the pool has no result. */
  readonly isFailed: boolean;
  readonly raw: unknown;
}

/** What a transaction did, with the answer of the node. */
export interface NodeOutcome extends Outcome {
  readonly block: bigint;
  readonly time: number;
  readonly raw: unknown;
}

const transaction = withRaw(
  z.object({ txID: hash.optional(), raw_data: z.unknown().optional(), raw_data_hex: hex.optional(), ret: results }),
);

/** A transaction in a block. Undefined if the node knows none. */
export function minedTransaction(id: string): Query<NodeTransaction | undefined> {
  return nodeQuery({
    path: '/wallet/gettransactionbyid',
    body: { value: id, visible: false },
    schema: transaction,
    maxBytes: largeAnswer,
    read: (answer) => readTransaction(id, answer),
  });
}

/** A transaction that waits in the node's pool. Undefined if there is none, or the node does not tell. */
export function pendingTransaction(id: string): Query<NodeTransaction | undefined> {
  return nodeQuery({
    path: '/wallet/gettransactionfrompending',
    body: { value: id, visible: false },
    schema: transaction,
    maxBytes: largeAnswer,
    read: (answer) => readTransaction(id, answer),
    refused: { value: undefined },
  });
}

/** Whether a block of the node has a transaction, whether it succeeded there or failed. */
export function isMined(id: string): Query<boolean> {
  return mapped(minedTransaction(id), (known) => known !== undefined);
}

/** Whether a transaction waits in the node's pool. Undefined if the node does not tell. */
export function isPending(id: string): Query<boolean | undefined> {
  return nodeQuery<z.output<typeof transaction>, boolean | undefined>({
    path: '/wallet/gettransactionfrompending',
    body: { value: id, visible: false },
    schema: transaction,
    maxBytes: largeAnswer,
    read: (answer) => readTransaction(id, answer) !== undefined,
    refused: { value: undefined },
  });
}

function readTransaction(id: string, { raw, value }: z.output<typeof transaction>): NodeTransaction | undefined {
  // Nodes answer {} where there is nothing.
  if (value.txID === undefined) return undefined;
  if (value.txID !== id || value.raw_data_hex === undefined)
    throw new RejectedAnswer('it answers with another transaction');
  const content = signedContent(id, value.raw_data_hex, value.raw_data);
  return { content, isFailed: value.ret.some((each) => !isSuccess(each.contractRet) || !isSuccess(each.ret)), raw };
}

const log = z.object({ address: hex, topics: list(hex), data: hex.default('') });

const internal = z.object({
  caller_address: address.optional(),
  transferTo_address: address.optional(),
  callValueInfo: list(
    z.object({ callValue: amount, tokenId: z.union([z.literal('').transform(() => '_'), movedAsset]).optional() }),
  ),
  note: z.string().default(''),
  rejected: z.boolean().default(false),
});

const info = withRaw(
  z.object({
    id: hash.optional(),
    fee: amount,
    blockNumber: z.int().min(0).default(0),
    blockTimeStamp: milliseconds,
    receipt: z.object({ energy_usage_total: amount, result: z.string().optional() }).optional(),
    result: z.string().optional(),
    log: mixed(log),
    contract_address: address.optional().catch(undefined),
    withdraw_amount: amount,
    withdraw_expire_amount: amount,
    unfreeze_amount: amount,
    internal_transactions: mixed(internal),
  }),
);

/** What a transaction in a block did. Undefined if the node knows none. */
export function transactionOutcome(id: string): Query<NodeOutcome | undefined> {
  return nodeQuery({
    path: '/wallet/gettransactioninfobyid',
    body: { value: id, visible: false },
    schema: info,
    maxBytes: largeAnswer,
    read: ({ raw, value }) => {
      if (value.id === undefined) return undefined;
      if (value.id !== id) throw new RejectedAnswer('it answers with another transaction');
      return outcomeOf(value, raw);
    },
  });
}

function outcomeOf(value: z.output<typeof info>['value'], raw: unknown): NodeOutcome {
  const { log: logs, internal_transactions: internals } = value;
  // Contracts of the system have no `receipt.result`.
  const isFailed = !isSuccess(value.result) || !isSuccess(value.receipt?.result);
  return {
    isFailed,
    fee: value.fee,
    energy: value.receipt?.energy_usage_total ?? 0n,
    block: BigInt(value.blockNumber),
    time: value.blockTimeStamp,
    claimed: value.withdraw_amount,
    withdrawn: value.withdraw_expire_amount,
    unfrozen: value.unfreeze_amount,
    created: value.contract_address,
    unread: [...logs.odd.map(() => 'an event'), ...internals.odd.map(() => 'a movement by a contract')],
    transfers: transfersIn(logs.fit),
    internals: internals.fit.flatMap(movementsOf),
    raw,
  };
}

function movementsOf(row: z.output<typeof internal>): Internal[] {
  const { caller_address: from, transferTo_address: to, note, rejected } = row;
  if (rejected || from === undefined || to === undefined || from === to || !isMoving(note)) return [];
  return row.callValueInfo.flatMap(({ callValue, tokenId }) =>
    callValue === 0n ? [] : [{ from, to, amount: callValue, asset: tokenId === '_' ? undefined : tokenId }],
  );
}
