import { once, RejectedAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import { type ChainEvent, event, eventsByMessage } from './events.ts';
import { amount, blockHeight, coin, eachOf, time, uint64 } from './fields.ts';

// `GET /cosmos/tx/v1beta1/txs/{hash}`, and a page of a search: proto/cosmos/tx/v1beta1/service.proto. Others have a part in most of it, so a part that
// does not fit costs only itself.

/** A message in JSON. Its fields depend on its type. */
const message = z.looseObject({ '@type': z.string() });

export type JsonMessage = z.output<typeof message>;

const fee = z.object({
  amount: eachOf(coin).catch({ items: [], odd: ['the list'] }),
  payer: z.string().catch(''),
  granter: z.string().catch(''),
});

const tx = z.object({
  body: z
    .object({ messages: z.array(z.unknown()).optional().catch(undefined), memo: z.string().catch('') })
    .catch({ messages: undefined, memo: '' }),
  auth_info: z
    .object({
      /** Empty for transactions of a chain's EVM. */
      signer_infos: z.array(z.unknown()).catch([]),
      fee: fee.optional().catch(undefined),
    })
    .catch({ signer_infos: [], fee: undefined }),
});

const unreadable: JsonMessage = { '@type': '' };

const sequenceOf = z.object({ sequence: uint64 });

const eventList = eachOf(event).nullish();

const response = z.object({
  gas_used: uint64.optional().catch(undefined),
  /** Events by message, up to cosmos-sdk 0.47. Only of transactions that succeeded. */
  logs: eachOf(z.object({ msg_index: z.int().nullish(), events: eventList }))
    .nullish()
    .catch(undefined),
  /** Events, also of failed transactions. Up to Tendermint 0.37, keys and values are in base64. */
  events: eventList.catch({ items: [], odd: ['the list'] }),
});

/** A transaction, as the chain carried it out. */
export interface ChainTransaction {
  /** 0: it succeeded. -1: the node does not tell. */
  readonly code: number;
  readonly gasUsed: bigint | undefined;
  /** What it offers to pay. */
  readonly fees: z.output<typeof coin>[];
  /** Who pays the fees, if that is not the first signer. */
  readonly payer: string | undefined;
  /** The first signer's sequence. */
  readonly sequence: bigint | undefined;
  readonly memo: string;
  readonly messages: readonly JsonMessage[];
  readonly events: readonly ChainEvent[];
}

/** A transaction as a node gives it. */
export interface FoundTransaction {
  readonly hash: string;
  /** The place in a list. Of a row without a height, that of the row before. */
  readonly height: bigint;
  /** Undefined if the node does not tell. */
  readonly blockHeight: bigint | undefined;
  /** Milliseconds since 1970. Undefined if the node does not tell. */
  readonly time: number | undefined;
  /** 0: it succeeded. Undefined if the node does not tell. */
  readonly code: number | undefined;
  /** Undefined if it has a shape that we do not know. One such transaction must not hide the others of a page. */
  readonly content: ChainTransaction | undefined;
  /** What could not be read, in words. */
  readonly gaps: readonly string[];
  /** What the node answered. */
  readonly raw: { readonly tx: unknown; readonly tx_response: unknown };
}

/** What every transaction has, even one that we cannot read. */
const outline = z.object({
  height: blockHeight.optional().catch(undefined),
  txhash: z.string().regex(/^[0-9A-F]{64}$/),
  code: amount.transform(Number).optional().catch(undefined),
  timestamp: time.optional().catch(undefined),
});

type Row = Omit<FoundTransaction, 'height'>;

/** A transaction that tells at least its hash. */
const row: z.ZodType<Row> = z
  .object({ tx: z.unknown(), tx_response: z.unknown() })
  .transform((raw, refinement): Row => {
    const found = outline.safeParse(raw.tx_response);
    if (!found.success) {
      refinement.addIssue('not a transaction');
      return z.NEVER;
    }
    const { txhash: hash, height, code, timestamp } = found.data;
    const read = contentOf(raw, code);
    return {
      ...{ hash, blockHeight: height, time: timestamp, code, raw },
      content: read?.content,
      gaps: [
        ...(height === undefined ? ['the block'] : []),
        ...(timestamp === undefined ? ['the time'] : []),
        ...(code === undefined ? ['the result'] : []),
        ...(read === undefined ? ['the content'] : read.gaps),
      ],
    };
  });

/** `GET /cosmos/tx/v1beta1/txs/{hash}`. Another endpoint may tell the block and the result, so an answer without them is refused. */
export const transactionAnswer: z.ZodType<FoundTransaction> = row.transform((found, refinement) => {
  if (found.blockHeight === undefined || found.code === undefined) {
    refinement.addIssue('not a transaction in a block');
    return z.NEVER;
  }
  return { ...found, height: found.blockHeight };
});

function contentOf(
  raw: { readonly tx: unknown; readonly tx_response: unknown },
  code = -1,
): { content: ChainTransaction; gaps: string[] } | undefined {
  const { data: found } = tx.safeParse(raw.tx);
  const { data: result } = response.safeParse(raw.tx_response);
  if (found === undefined || result === undefined) return undefined;
  const { messages: asked, memo } = found.body;
  const messages = (asked ?? []).map((each): JsonMessage => message.safeParse(each).data ?? unreadable);
  const { signer_infos: signers, fee: offer } = found.auth_info;
  const logs = result.logs?.items ?? [];
  const events = result.events?.items ?? [];
  const lists = [result.events, ...logs.map((log) => log.events)];
  const isOdd =
    (result.logs?.odd ?? []).length > 0 ||
    lists.some((list) => (list?.odd ?? []).length > 0 || list?.items.some((each) => each.isOdd) === true);
  const told = eventsByMessage(
    events,
    logs.map((log) => ({ msg_index: log.msg_index, events: log.events?.items ?? [] })),
    messages.length,
  );
  // The events say what a message moved even if it cannot be read.
  const count = Math.max(0, ...told.map((each) => (each.message ?? -1) + 1));
  while (messages.length < count) messages.push(unreadable);
  return {
    content: {
      ...{ code, gasUsed: result.gas_used, memo, messages, events: told },
      fees: [...(offer?.amount.items ?? [])],
      payer: offer?.granter || offer?.payer || undefined,
      sequence: sequenceOf.safeParse(signers[0]).data?.sequence,
    },
    gaps: [
      ...(asked === undefined || messages.includes(unreadable) ? ['a message'] : []),
      ...(isOdd ? ['an event'] : []),
      ...(offer === undefined || offer.amount.odd.length > 0 ? ['the fees that were offered'] : []),
    ],
  };
}

/** A page of a search. */
export interface SearchPage {
  readonly rows: readonly FoundTransaction[];
  /** How many transactions the search found in all. */
  readonly total: bigint | undefined;
  /** How many rows are left out because they tell no hash. */
  readonly unlisted: number;
}

/** A page whose transactions are not read yet: a hundred take long. */
export interface UnreadPage {
  /** Reads one transaction, once. Undefined if it has no hash. */
  readonly reads: readonly (() => Row | undefined)[];
  readonly total: bigint | undefined;
}

/** A page of `GET /cosmos/tx/v1beta1/txs`: both lists have the same order. */
export const transactionsAnswer: z.ZodType<UnreadPage> = z
  .object({
    // Null on some nodes if there are none.
    txs: z.array(z.unknown()).nullish(),
    tx_responses: z.array(z.unknown()).nullish(),
    total: amount.nullish(),
    /** Up to cosmos-sdk 0.45, it has the number of all that were found. */
    pagination: z.object({ total: amount.nullish() }).nullish(),
  })
  .transform(({ txs, tx_responses, total, pagination }, refinement) => {
    const responses = tx_responses ?? [];
    if ((txs ?? []).length !== responses.length) {
      refinement.addIssue('not a page of transactions');
      return z.NEVER;
    }
    return {
      reads: (txs ?? []).map((each, i) => once(() => row.safeParse({ tx: each, tx_response: responses[i] }).data)),
      total: total ?? pagination?.total ?? undefined,
    };
  });

/**
 * The transactions of a page. A row without a hash is left out: nothing can be said of it.
 *
 * @throws RejectedAnswer if there are rows, and none has a hash.
 */
export function pageOf({ reads, total }: UnreadPage): SearchPage {
  const found = reads.flatMap((read) => read() ?? []);
  if (found.length === 0 && reads.length > 0) throw new RejectedAnswer('it answers no transactions');
  return { rows: inPlace(found), total, unlisted: reads.length - found.length };
}

/** Rows are newest first, so a row without a height is near the one before it, or else the one behind. */
function inPlace(rows: readonly Row[]): FoundTransaction[] {
  let height = rows.find(({ blockHeight: own }) => own !== undefined)?.blockHeight ?? 0n;
  return rows.map((each) => {
    height = each.blockHeight ?? height;
    return { ...each, height };
  });
}
