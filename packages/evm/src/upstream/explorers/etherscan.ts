import { withRaw } from '@isochain/core';
import { largeAnswer, type Operation, type RequestOptions } from '@isochain/core/upstream';
import * as z from 'zod';
import type { EvmContext } from '../../context.ts';
import { feeModels } from '../../fees/fee-models.ts';
import { cleanTicker } from '../token-facts.ts';
import { acceptAnswer, type Envelope, envelopeOf } from './etherscan-envelope.ts';
import type { Explorer } from './explorer.ts';
import type { ExplorerKind } from './explorer-kinds.ts';
import type { Cursor, InternalRow, ListPage, Lists, Row, TransactionRow, TransferRow } from './rows.ts';
import { address, hash, integer, perhaps, text } from './schemas.ts';

// Etherscan's account module (docs.etherscan.io), version 2. Others have the same, such as Routescan (routescan.io/documentation). Pages go on by
// block, not by `page`, which counts from the newest row, moves as blocks arrive, and ends at 10,000 rows.

const rowsInPage = 100;
const place = { blockNumber: integer, timeStamp: perhaps, hash, from: address };

const transaction = withRaw(
  z.object({
    ...place,
    transactionIndex: integer,
    nonce: integer,
    to: z.string(),
    contractAddress: z.string().optional(),
    value: integer,
    gasPrice: perhaps,
    gasUsed: integer,
    isError: z.enum(['0', '1']),
    txreceipt_status: z.string().optional(),
    input: z.string(),
    // Only some explorers of rollups have it.
    L1FeesPaid: integer.optional(),
  }),
);

const transfer = withRaw(
  z.object({
    ...place,
    transactionIndex: integer,
    nonce: integer,
    to: address,
    // An odd amount leaves out only this row: the token's maker chose it, or the row is not of ERC-20 (some explorers list collectibles too).
    value: perhaps,
    gasPrice: perhaps,
    gasUsed: integer,
    contractAddress: address,
    tokenSymbol: text,
    L1FeesPaid: integer.optional(),
  }),
);

const inside = z.object({
  ...place,
  to: z.string(),
  value: integer,
  isError: z.enum(['0', '1']),
  type: z.string().optional(),
  callType: z.string().optional(),
});

/** Blockscout has another word for the hash here. */
const insideOfBlockscout = inside
  .omit({ hash: true })
  .extend({ transactionHash: hash })
  .transform(({ transactionHash, ...row }) => ({ ...row, hash: transactionHash }));

const internal = withRaw(z.union([inside, insideOfBlockscout]));

/** Coins of the genesis block are listed as a transaction. Nobody sent it, and its hash cannot be looked up. */
const genesis = z
  .object({ hash: z.string().startsWith('GENESIS'), blockNumber: integer })
  .transform(({ blockNumber, hash }) => ({ block: blockNumber, raw: { hash }, rows: () => [] }));

/** An item with its rows. It has none if it moves nothing of interest. */
interface Item<R extends Row> {
  readonly block: bigint;
  readonly raw: unknown;
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
      const items = Array.isArray(value.result) ? (value.result as readonly Item<Lists[Name]>[]) : [];
      const oldest = items.at(-1)?.block;
      const next =
        items.length < rowsInPage || oldest === undefined ? undefined : nextOf(cursor, oldest, items[0]?.block);
      // The next page begins with the last block of this one, and has all of it.
      const own = next === undefined || next.page !== undefined ? items : items.filter(({ block }) => block !== oldest);
      return { rows: distinct(own).flatMap(({ rows }) => rows(context)), next, oldest };
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
      ...rowOf(found, Number(found.transactionIndex), raw),
      from: found.from,
      to: found.to === '' ? undefined : found.to,
      created: found.contractAddress,
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
  if (amount === undefined) return { block: found.blockNumber, raw, rows: () => [] };
  const rows = (context: EvmContext): TransferRow[] => [
    {
      ...rowOf(found, Number(found.transactionIndex), raw),
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

function toInternal({ value: found, raw }: z.infer<typeof internal>): Item<InternalRow> {
  const { from, to, value, isError, type, callType } = found;
  const isDelegated = type === 'delegatecall' || callType === 'delegatecall';
  const isMove = isError === '0' && value > 0n && to !== '' && !isDelegated;
  return {
    block: found.blockNumber,
    raw,
    rows: () => (isMove ? [{ ...rowOf(found, undefined, raw), from, to, value, inner: undefined }] : []),
  };
}

interface List<Name extends keyof Lists> {
  readonly action: string;
  readonly schema: Envelope<Item<Lists[Name]>>;
  readonly accept: ReturnType<typeof acceptAnswer>;
}

function listOf<R extends Row>(action: string, item: z.ZodType<Item<R>>) {
  return { action, schema: envelopeOf(z.union([item, genesis])), accept: acceptAnswer(action) };
}

const lists: { readonly [Name in keyof Lists]: List<Name> } = {
  transactions: listOf('txlist', transaction.transform(toTransaction)),
  transfers: listOf('tokentx', transfer.transform(toTransfer)),
  internals: listOf('txlistinternal', internal.transform(toInternal)),
};

function rowOf(
  found: { hash: string; blockNumber: bigint; timeStamp?: bigint | undefined },
  index: number | undefined,
  raw: unknown,
) {
  const timestamp = found.timeStamp === undefined ? undefined : Number(found.timeStamp) * 1000;
  return { hash: found.hash, block: found.blockNumber, index, timestamp, raw };
}

function costsOf(
  context: EvmContext,
  found: { nonce: bigint; gasUsed: bigint; gasPrice?: bigint | undefined; L1FeesPaid?: bigint | undefined },
): Pick<TransactionRow, 'nonce' | 'gasUsed' | 'fee'> {
  const { nonce, gasUsed, gasPrice } = found;
  // A rollup charges its L1 fee on top. Without it, a part of the fee would pass for the whole.
  const isPart = feeModels[context.chain.feeClass].oracle !== undefined && found.L1FeesPaid === undefined;
  const fee = isPart || gasPrice === undefined ? undefined : gasUsed * gasPrice + (found.L1FeesPaid ?? 0n);
  return { nonce, gasUsed, fee };
}
