import { withRaw } from '@isochain/core';
import { largeAnswer, type Operation, type RequestOptions } from '@isochain/core/upstream';
import * as z from 'zod';
import type { EvmContext } from '../../context.ts';
import { cleanTicker } from '../token-facts.ts';
import { eachRow } from './each-row.ts';
import type { Explorer } from './explorer.ts';
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
import { address, hash, integer, perhaps, text } from './schemas.ts';

// Blockscout, REST API v2 (blockscout/swaggers, 11.2.7). Pages have 50 items. The next page is asked for with only those values of `next_page_params`
// that say where it begins: 9.x and later refuse unknown query parameters, and older versions repeat the request's parameters there.

const kind = 'blockscout';
const party = z.object({ hash: address });
const time = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
const token = z.object({
  // Older instances answer `address`.
  address_hash: address.optional(),
  address: address.optional(),
  symbol: text,
  reputation: z.string().nullish(),
});

/** Texts and numbers that are worth nothing if they do not fit, and cost nothing else then. */
const maybe = {
  index: z.number().int().nullish().catch(undefined),
  text: z.string().nullish().catch(undefined),
  input: z
    .string()
    .nullish()
    .transform((data) => data ?? '0x')
    .catch(undefined as never),
  time: time.nullish().catch(undefined),
  amount: integer.nullish().catch(undefined),
};

const transaction = withRaw(
  z.object({
    hash,
    block_number: integer.nullable(),
    position: maybe.index,
    timestamp: maybe.time,
    from: party,
    to: party.nullable(),
    created_contract: party.nullish().catch(undefined),
    value: integer,
    raw_input: maybe.input,
    nonce: perhaps,
    gas_used: maybe.amount,
    fee: z.object({ type: z.string(), value: integer.nullable() }).nullish().catch(undefined),
    status: z.enum(['ok', 'error']).nullish().catch(undefined),
    result: maybe.text,
  }),
);

const transfer = withRaw(
  z.object({
    transaction_hash: hash,
    block_number: integer,
    log_index: maybe.index,
    timestamp: maybe.time,
    from: party,
    to: party,
    token,
    // None, or a list, if the row is not of ERC-20.
    total: z.union([z.object({ value: integer.nullish() }), z.array(z.unknown())]).nullish(),
  }),
);

const internal = withRaw(
  z.object({
    transaction_hash: hash,
    block_number: integer,
    transaction_index: maybe.index,
    index: maybe.index,
    timestamp: maybe.time,
    from: party,
    to: party.nullish(),
    created_contract: party.nullish().catch(undefined),
    value: integer,
    success: z.boolean(),
    type: z.string().nullish(),
    call_type: z.string().nullish(),
  }),
);

/** What is left of a row that does not fit. */
const odd = {
  transactions: withRaw(z.object({ hash, block_number: integer, timestamp: maybe.time })),
  inside: withRaw(z.object({ transaction_hash: hash, block_number: integer, timestamp: maybe.time })),
};

/** Query parameters that say where a page of the three lists begins. */
const placeNames = [
  ...['block_number', 'index', 'transaction_index', 'items_count', 'inserted_at', 'hash', 'value', 'fee'],
  ...['batch_log_index', 'batch_block_hash', 'batch_transaction_hash', 'index_in_batch'],
];
const placeValue = z.union([z.string().max(200), z.number(), z.boolean()]).nullish();
const nextPage = z
  .object(Object.fromEntries(placeNames.map((name) => [name, placeValue])))
  .refine((values) => Object.keys(withoutNulls(values)).length > 0)
  .nullable();

/** An item with its rows. It has none if it moves nothing of interest. */
interface Item<R extends Row> {
  readonly block: bigint | null;
  readonly rows: readonly R[];
}

const pageOf = <R extends Row>(item: z.ZodType<Item<R>>, other: z.ZodType<Item<R>>): PageSchema<R> =>
  z.object({ items: eachRow(item, other), next_page_params: nextPage });

type PageSchema<R extends Row> = z.ZodType<{
  readonly items: readonly (Item<R> | undefined)[];
  readonly next_page_params: z.infer<typeof nextPage>;
}>;

// An account that the explorer never saw.
const refusals = { statuses: [404], schema: z.object({ message: z.string() }) };

export const blockscout: Explorer = {
  kind,
  async list<Name extends keyof Lists>(
    _: EvmContext,
    name: Name,
    account: string,
    cursor: Cursor | undefined,
    operation: Operation,
    options: Pick<RequestOptions, 'endpoint' | 'maxAttempts'>,
  ): Promise<ListPage<Lists[Name]>> {
    const { path, query, schema }: List<Name> = lists[name];
    const route = `/api/v2/addresses/{address}/${path}`;
    const request = {
      path: route.replace('{address}', account),
      route,
      query: { ...query, ...cursor },
      schema,
      refusals,
      maxBytes: largeAnswer,
    };
    const answer = await operation.http(request, { kind, ...options });
    if (!answer.ok) return { rows: [], next: undefined, oldest: undefined, unlisted: 0 };
    const { items: listed, next_page_params: next } = answer.value;
    const items = listed.filter((item) => item !== undefined);
    const blocks = items.flatMap(({ block }) => (block === null ? [] : [block]));
    return {
      rows: items.flatMap(({ rows }) => rows),
      next: next === null || listed.length === 0 ? undefined : withoutNulls(next),
      oldest: blocks.length === 0 ? undefined : blocks.reduce((low, block) => (block < low ? block : low)),
      unlisted: listed.length - items.length,
    };
  },
  // The same as after the first row of the block above (explorer/chain/transaction.ex, token_transfer.ex and internal_transaction.ex of blockscout).
  below: (name, height) => ({
    ...{ block_number: String(height + 1n), index: 0 },
    ...(name === 'internals' ? { transaction_index: 0 } : {}),
  }),
};

function toTransaction({ value: found, raw }: z.infer<typeof transaction>): Item<TransactionRow> {
  const row = {
    ...rowOf(found.hash, found.block_number, found.position, found.timestamp, raw),
    from: found.from.hash,
    to: found.to?.hash,
    created: found.created_contract?.hash,
    value: found.value,
    input: found.raw_input as string | undefined,
    nonce: found.nonce,
    gasUsed: found.gas_used ?? undefined,
    fee: found.fee?.type === 'actual' ? (found.fee.value ?? undefined) : undefined,
    state: stateOf(found),
  };
  return { block: found.block_number, rows: [row] };
}

function toTransfer({ value: found, raw }: z.infer<typeof transfer>): Item<TransferRow | OddRow> {
  const { block_number: block, token: moved } = found;
  const contract = moved.address_hash ?? moved.address;
  const amount = Array.isArray(found.total) ? undefined : found.total?.value;
  const place = rowOf(found.transaction_hash, block, undefined, found.timestamp, raw);
  if (contract === undefined) return { block, rows: [{ ...place, part: parts.transfers }] };
  if (amount === undefined || amount === null) return { block, rows: [] };
  const row = {
    ...place,
    from: found.from.hash,
    to: found.to.hash,
    amount,
    token: { address: contract, ticker: cleanTicker(moved.symbol ?? '') },
    isScam: moved.reputation === 'scam',
    logIndex: found.log_index ?? undefined,
  };
  return { block, rows: [row] };
}

function toInternal({ value: found, raw }: z.infer<typeof internal>): Item<InternalRow | OddRow> {
  const { block_number: block, value, type, call_type: callType } = found;
  const to = found.to?.hash ?? found.created_contract?.hash;
  const moves = found.success && value > 0n ? movesValue(type, callType) : false;
  if (moves === false) return { block, rows: [] };
  const place = rowOf(found.transaction_hash, block, found.transaction_index, found.timestamp, raw);
  if (moves === undefined || to === undefined) return { block, rows: [{ ...place, part: parts.internals }] };
  return { block, rows: [{ ...place, from: found.from.hash, to, value, inner: found.index ?? undefined }] };
}

/** A row of which the place is known, and nothing else. */
function oddAt(
  part: string,
  block: bigint,
  id: string,
  timestamp: number | null | undefined,
  raw: unknown,
): Item<OddRow> {
  return { block, rows: [{ ...rowOf(id, block, undefined, timestamp, raw), part }] };
}

const oddTransaction = odd.transactions.transform(({ value, raw }) =>
  oddAt(parts.transactions, value.block_number, value.hash, value.timestamp, raw),
);
const oddInside = (part: string) =>
  odd.inside.transform(({ value, raw }) =>
    oddAt(part, value.block_number, value.transaction_hash, value.timestamp, raw),
  );

interface List<Name extends keyof Lists> {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly schema: PageSchema<Lists[Name]>;
}

const lists: { readonly [Name in keyof Lists]: List<Name> } = {
  transactions: {
    path: 'transactions',
    query: {},
    schema: pageOf<Lists['transactions']>(transaction.transform(toTransaction), oddTransaction),
  },
  transfers: {
    path: 'token-transfers',
    query: { type: 'ERC-20' },
    schema: pageOf<Lists['transfers']>(transfer.transform(toTransfer), oddInside(parts.transfers)),
  },
  internals: {
    path: 'internal-transactions',
    query: {},
    schema: pageOf<Lists['internals']>(internal.transform(toInternal), oddInside(parts.internals)),
  },
};

function rowOf(
  id: string,
  block: bigint | null,
  index: number | null | undefined,
  timestamp: number | null | undefined,
  raw: unknown,
): Row {
  return { hash: id, block: block ?? undefined, index: index ?? undefined, timestamp: timestamp ?? undefined, raw };
}

function stateOf({
  status,
  result,
  block_number: block,
}: {
  status?: 'ok' | 'error' | null | undefined;
  result?: string | null | undefined;
  block_number: bigint | null;
}) {
  if (block === null) return result === 'dropped/replaced' ? ('failed' as const) : ('pending' as const);
  return status === 'ok' ? ('confirmed' as const) : status === 'error' ? ('failed' as const) : ('unknown' as const);
}

function withoutNulls(values: Readonly<Record<string, string | number | boolean | null | undefined>>): Cursor {
  return Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value == null ? [] : [[name, value]])));
}
