import { type Operation, RejectedAnswer } from '@isochain/core';
import * as z from 'zod';
import type { EvmContext } from '../chains.ts';
import { feeModels } from '../fees/fee-models.ts';
import type { Explorer } from './explorer.ts';
import type { Cursor, InternalRow, ListPage, Lists, Row, TransactionRow, TransferRow } from './rows.ts';
import { address, hash, integer, withRaw } from './schemas.ts';

// Etherscan's account module (docs.etherscan.io), version 2; Routescan and others have the same. One page ends where the next one begins by block:
// `page` counts from the newest, which moves as blocks arrive, and goes no deeper than 10,000 rows.

const kind = 'etherscan';
const rowsInPage = 100;
const place = { blockNumber: integer, timeStamp: integer, hash, from: address };

const transaction = withRaw(
  z.object({
    ...place,
    transactionIndex: integer,
    nonce: integer,
    to: z.string(),
    value: integer,
    gasPrice: integer,
    gasUsed: integer,
    isError: z.enum(['0', '1']),
    txreceipt_status: z.string().optional(),
    input: z.string(),
    // Named by some explorers of rollups.
    L1FeesPaid: integer.optional(),
  }),
);

const transfer = withRaw(
  z.object({
    ...place,
    transactionIndex: integer,
    nonce: integer,
    to: address,
    value: integer,
    gasPrice: integer,
    gasUsed: integer,
    contractAddress: address,
    tokenSymbol: z.string(),
    L1FeesPaid: integer.optional(),
  }),
);

const internal = withRaw(
  z.object({ ...place, to: z.string(), value: integer, isError: z.enum(['0', '1']), type: z.string().optional() }),
);

/** An item with the rows that it makes: none, if it moves nothing of interest. */
interface Item<R extends Row> {
  readonly block: bigint;
  rows(context: EvmContext): readonly R[];
}

type Envelope<R extends Row> = z.ZodType<{
  readonly status: string;
  readonly message: string | null;
  readonly result: readonly Item<R>[] | string | null;
}>;

const envelopeOf = <R extends Row>(item: z.ZodType<Item<R>>): Envelope<R> =>
  z.object({
    status: z.string(),
    message: z.string().nullable(),
    result: z.union([z.array(item), z.string(), z.null()]),
  });

/** An empty list is told as an error; so is everything else: a rate limit, a key that is wrong, a chain that is not in the plan. */
function accept(answer: { readonly ok: boolean; readonly value?: unknown }): void {
  const { status, message, result } = answer.value as { status: string; message: string | null; result: unknown };
  if (status === '1' || (Array.isArray(result) && /^No (transactions|records|internal)/i.test(message ?? ''))) return;
  const isLimited = /rate limit|max calls/i.test(`${message} ${String(result)}`);
  throw new RejectedAnswer(
    isLimited ? 'it limits the rate' : 'it refuses the request',
    isLimited ? 'rateLimited' : undefined,
  );
}

export const etherscan: Explorer = {
  kind,
  async list<Name extends keyof Lists>(
    context: EvmContext,
    name: Name,
    account: string,
    cursor: Cursor | undefined,
    operation: Operation,
  ): Promise<ListPage<Lists[Name]>> {
    const { action, schema }: List<Name> = lists[name];
    const query = {
      ...{ chainid: context.chain.id, module: 'account', action, address: account },
      ...{ page: 1, offset: rowsInPage, sort: 'desc' },
      ...cursor,
    };
    const { value } = await operation.http({ path: '', route: action, query, schema }, { kind, accept });
    const items = Array.isArray(value.result) ? (value.result as readonly Item<Lists[Name]>[]) : [];
    const oldest = items.at(-1)?.block;
    const next =
      items.length < rowsInPage || oldest === undefined ? undefined : nextOf(cursor, oldest, items[0]?.block);
    // The next page begins with the block that this one ends in, and has all of it.
    const own = next === undefined || next.page !== undefined ? items : items.filter(({ block }) => block !== oldest);
    return { rows: own.flatMap(({ rows }) => rows(context)), next, oldest };
  },
};

/** The next page begins with the block that this one ends in; or, where the whole page is of one block, with more rows of that. */
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
      value: found.value,
      input: found.input === '' ? '0x' : found.input,
      ...costsOf(context, found),
      // Before Byzantium there was no status.
      state: found.isError === '1' || found.txreceipt_status === '0' ? 'failed' : 'confirmed',
    },
  ];
  return { block: found.blockNumber, rows };
}

function toTransfer({ value: found, raw }: z.infer<typeof transfer>): Item<TransferRow> {
  const rows = (context: EvmContext): TransferRow[] => [
    {
      ...rowOf(found, Number(found.transactionIndex), raw),
      from: found.from,
      to: found.to,
      amount: found.value,
      token: { address: found.contractAddress, ticker: found.tokenSymbol },
      isScam: false,
      logIndex: undefined,
      transaction: costsOf(context, found),
    },
  ];
  return { block: found.blockNumber, rows };
}

function toInternal({ value: found, raw }: z.infer<typeof internal>): Item<InternalRow> {
  const { from, to, value, isError, type } = found;
  const isMove = isError === '0' && value > 0n && to !== '' && type !== 'delegatecall';
  return {
    block: found.blockNumber,
    rows: () => (isMove ? [{ ...rowOf(found, undefined, raw), from, to, value }] : []),
  };
}

interface List<Name extends keyof Lists> {
  readonly action: string;
  readonly schema: Envelope<Lists[Name]>;
}

const lists: { readonly [Name in keyof Lists]: List<Name> } = {
  transactions: { action: 'txlist', schema: envelopeOf(transaction.transform(toTransaction)) },
  transfers: { action: 'tokentx', schema: envelopeOf(transfer.transform(toTransfer)) },
  internals: { action: 'txlistinternal', schema: envelopeOf(internal.transform(toInternal)) },
};

function rowOf(
  found: { hash: string; blockNumber: bigint; timeStamp: bigint },
  index: number | undefined,
  raw: unknown,
) {
  return { hash: found.hash, block: found.blockNumber, index, timestamp: Number(found.timeStamp) * 1000, raw };
}

function costsOf(
  context: EvmContext,
  found: { nonce: bigint; gasUsed: bigint; gasPrice: bigint; L1FeesPaid?: bigint | undefined },
): Pick<TransactionRow, 'nonce' | 'gasUsed' | 'fee'> {
  const gas = found.gasUsed * found.gasPrice;
  // The rollup's part is paid on top, and a part would pass for the whole.
  const isPart = feeModels[context.chain.feeClass].oracle !== undefined && found.L1FeesPaid === undefined;
  return { nonce: found.nonce, gasUsed: found.gasUsed, fee: isPart ? undefined : gas + (found.L1FeesPaid ?? 0n) };
}
