import { withRaw } from '@isochain/core';
import { largeAnswer, type Operation, type RequestOptions } from '@isochain/core/upstream';
import * as z from 'zod';
import type { EvmContext } from '../../context.ts';
import { feeModels } from '../../fees/fee-models.ts';
import { cleanTicker } from '../token-facts.ts';
import { eachRow } from './each-row.ts';
import { acceptAnswer, type Envelope, envelopeOf } from './etherscan-envelope.ts';
import type { Explorer } from './explorer.ts';
import type { ExplorerKind } from './explorer-kinds.ts';
import { movesValue } from './internal-kinds.ts';
import {
  type Cursor,
  type InternalRow,
  type ListPage,
  type Lists,
  type OddRow,
  parts,
  type Row,
  type TransactionRow,
  type TransferRow,
} from './rows.ts';
import { address, hash, integer, perhaps, seconds, text } from './schemas.ts';

// Etherscan's account module (docs.etherscan.io), version 2. Others have the same, such as Routescan (routescan.io/documentation). Pages go on by
// block, not by `page`, which counts from the newest row, moves as blocks arrive, and ends at 10,000 rows.

const rowsInPage = 100;
/** Where a row stands. Without it a row cannot be shown. */
const place = { blockNumber: integer, timeStamp: seconds, hash };
/** A text without letters stands for none. */
const addressOrNone = z.string().regex(/^(?:0x[0-9a-fA-F]{40})?$/);
const index = integer.optional().catch(undefined);

const transaction = withRaw(
  z.object({
    ...place,
    transactionIndex: index,
    nonce: perhaps,
    from: address,
    to: addressOrNone,
    contractAddress: addressOrNone.nullish().catch(undefined),
    value: integer,
    gasPrice: perhaps,
    gasUsed: perhaps,
    isError: z.enum(['0', '1']),
    txreceipt_status: text,
    input: text,
    // Only some explorers of rollups have it.
    L1FeesPaid: perhaps,
  }),
);

const transfer = withRaw(
  z.object({
    ...place,
    transactionIndex: index,
    nonce: perhaps,
    from: address,
    to: address,
    // None if the row is not of ERC-20: some explorers list collectibles too.
    value: integer.nullish(),
    gasPrice: perhaps,
    gasUsed: perhaps,
    contractAddress: address,
    tokenSymbol: text,
    L1FeesPaid: perhaps,
  }),
);

const placeInside = z.union([
  z.object(place),
  // Blockscout has another word for the hash here.
  z
    .object({ blockNumber: integer, timeStamp: seconds, transactionHash: hash })
    .transform(({ transactionHash, ...row }) => ({ ...row, hash: transactionHash })),
]);

const inside = z.object({
  from: address,
  to: addressOrNone.nullish(),
  contractAddress: addressOrNone.nullish().catch(undefined),
  value: integer,
  isError: z.enum(['0', '1']),
  type: z.string().nullish(),
  callType: z.string().nullish(),
});

const internal = withRaw(z.intersection(placeInside, inside));

/** Coins of the genesis block are listed as a transaction. Nobody sent it, and its hash cannot be looked up. It is counted as left out. */
const genesis = z
  .object({ hash: z.string().startsWith('GENESIS'), blockNumber: integer })
  .transform(({ blockNumber, hash }) => ({ block: blockNumber, raw: { hash }, rows: () => [], hasNoHash: true }));

/** An item with its rows. It has none if it moves nothing of interest. */
interface Item<R extends Row> {
  readonly block: bigint;
  readonly raw: unknown;
  readonly hasNoHash?: boolean;
  rows(context: EvmContext): readonly R[];
}

export const etherscan = /* @__PURE__ */ explorerOf('etherscan', (items) => items);

/** Routescan sometimes lists a row twice, with other confirmations only: its movement would be shown twice. */
export const routescan = /* @__PURE__ */ explorerOf('routescan', withoutRepeats);

function withoutRepeats<I extends { readonly raw: unknown }>(items: readonly I[]): readonly I[] {
  const seen = new Set<string>();
  return items.filter(({ raw }) => {
    const { confirmations: _, ...row } = raw as Readonly<Record<string, unknown>>;
    const text = JSON.stringify(row);
    return !seen.has(text) && seen.add(text);
  });
}

function explorerOf(
  kind: ExplorerKind,
  distinct: <I extends Item<Row>>(items: readonly I[]) => readonly I[],
): Explorer {
  return {
    kind,
    async list<Name extends keyof Lists>(
      context: EvmContext,
      name: Name,
      account: string,
      cursor: Cursor | undefined,
      operation: Operation,
      options: Pick<RequestOptions, 'endpoint' | 'maxAttempts'>,
    ): Promise<ListPage<Lists[Name]>> {
      const { action, schema, accept }: List<Name> = lists[name];
      const query = {
        ...{ chainid: context.chain.id, module: 'account', action, address: account },
        ...{ page: 1, offset: rowsInPage, sort: 'desc' },
        ...cursor,
      };
      const { value } = await operation.http(
        { path: '', route: action, query, schema, maxBytes: largeAnswer },
        { kind, accept, ...options },
      );
      const listed = Array.isArray(value.result) ? (value.result as readonly (Item<Lists[Name]> | undefined)[]) : [];
      const items = listed.filter((item) => item !== undefined);
      const oldest = items.at(-1)?.block;
      const next =
        listed.length < rowsInPage || oldest === undefined ? undefined : nextOf(cursor, oldest, items[0]?.block);
      // The next page begins with the last block of this one, and has all of it.
      const own = next === undefined || next.page !== undefined ? items : items.filter(({ block }) => block !== oldest);
      return {
        rows: distinct(own).flatMap(({ rows }) => rows(context)),
        ...{ next, oldest },
        unlisted: listed.filter((item) => item === undefined || (item.hasNoHash && name === 'transactions')).length,
      };
    },
    below: (_, height) => ({ endblock: String(height) }),
  };
}

/** The next page begins with the last block of this one. If the whole page is of one block, it goes on in that block. */
function nextOf(cursor: Cursor | undefined, oldest: bigint, newest: bigint | undefined): Cursor {
  if (newest !== oldest) return { endblock: String(oldest) };
  const isContinued = cursor?.endblock === String(oldest);
  return { endblock: String(oldest), page: (isContinued ? Number(cursor?.page ?? 1) : 1) + 1 };
}

function toTransaction({ value: found, raw }: z.infer<typeof transaction>): Item<TransactionRow> {
  const rows = (context: EvmContext): TransactionRow[] => [
    {
      ...rowOf(found, indexOf(found), raw),
      from: found.from,
      to: found.to || undefined,
      created: found.contractAddress || undefined,
      value: found.value,
      input: found.input === '' ? '0x' : found.input,
      ...costsOf(context, found),
      // Before Byzantium there was no status.
      state: found.isError === '1' || found.txreceipt_status === '0' ? 'failed' : 'confirmed',
    },
  ];
  return { block: found.blockNumber, raw, rows };
}

function toTransfer({ value: found, raw }: z.infer<typeof transfer>): Item<TransferRow> {
  const { value: amount } = found;
  if (amount === undefined || amount === null) return { block: found.blockNumber, raw, rows: () => [] };
  const rows = (context: EvmContext): TransferRow[] => [
    {
      ...rowOf(found, indexOf(found), raw),
      from: found.from,
      to: found.to,
      amount,
      token: { address: found.contractAddress, ticker: cleanTicker(found.tokenSymbol ?? '') },
      isScam: false,
      logIndex: undefined,
      transaction: costsOf(context, found),
    },
  ];
  return { block: found.blockNumber, raw, rows };
}

function toInternal({ value: found, raw }: z.infer<typeof internal>): Item<InternalRow | OddRow> {
  const { from, value, isError, type, callType } = found;
  const to = found.to || found.contractAddress;
  const moves = isError === '0' && value > 0n ? movesValue(type, callType) : false;
  const row = (): InternalRow | OddRow =>
    moves === true && to
      ? { ...rowOf(found, undefined, raw), from, to, value, inner: undefined }
      : { ...rowOf(found, undefined, raw), part: parts.internals };
  return { block: found.blockNumber, raw, rows: () => (moves === false ? [] : [row()]) };
}

/** A row of which the place is known, and nothing else. */
function toOdd(part: string) {
  return ({ value: found, raw }: { value: Place; raw: unknown }): Item<OddRow> => ({
    block: found.blockNumber,
    raw,
    rows: () => [{ ...rowOf(found, undefined, raw), part }],
  });
}

interface Place {
  readonly hash: string;
  readonly blockNumber: bigint;
  readonly timeStamp?: bigint | undefined;
}

interface List<Name extends keyof Lists> {
  readonly action: string;
  readonly schema: Envelope<Item<Lists[Name]> | undefined>;
  readonly accept: ReturnType<typeof acceptAnswer>;
}

function listOf<R extends Row>(action: string, item: z.ZodType<Item<R>>, part: string) {
  const odd = withRaw<Place>(placeInside).transform(toOdd(part));
  return { action, schema: envelopeOf(eachRow<Item<R | OddRow>>(item, genesis, odd)), accept: acceptAnswer(action) };
}

const lists: { readonly [Name in keyof Lists]: List<Name> } = {
  transactions: listOf('txlist', transaction.transform(toTransaction), parts.transactions),
  transfers: listOf('tokentx', transfer.transform(toTransfer), parts.transfers),
  internals: listOf('txlistinternal', internal.transform(toInternal), parts.internals),
};

function indexOf({ transactionIndex }: { readonly transactionIndex?: bigint | undefined }): number | undefined {
  return transactionIndex === undefined ? undefined : Number(transactionIndex);
}

function rowOf(found: Place, index: number | undefined, raw: unknown) {
  const timestamp = found.timeStamp === undefined ? undefined : Number(found.timeStamp) * 1000;
  return { hash: found.hash, block: found.blockNumber, index, timestamp, raw };
}

function costsOf(
  context: EvmContext,
  found: {
    nonce?: bigint | undefined;
    gasUsed?: bigint | undefined;
    gasPrice?: bigint | undefined;
    L1FeesPaid?: bigint | undefined;
  },
): Pick<TransactionRow, 'nonce' | 'gasUsed' | 'fee'> {
  const { nonce, gasUsed, gasPrice } = found;
  // A rollup charges its L1 fee on top. Without it, a part of the fee would pass for the whole.
  const isPart = feeModels[context.chain.feeClass].oracle !== undefined && found.L1FeesPaid === undefined;
  const isKnown = !isPart && gasPrice !== undefined && gasUsed !== undefined;
  return { nonce, gasUsed, fee: isKnown ? gasUsed * gasPrice + (found.L1FeesPaid ?? 0n) : undefined };
}
