import * as z from 'zod';
import { event, eventsByMessage } from './events.ts';
import { amount, blockHeight, coin, time, uint64 } from './fields.ts';

// `GET /cosmos/tx/v1beta1/txs/{hash}`, and a page of a search: proto/cosmos/tx/v1beta1/service.proto.

const signer = z.object({
  public_key: z.looseObject({ '@type': z.string() }).nullish(),
  sequence: uint64,
});

const tx = z.object({
  body: z.object({ messages: z.array(z.looseObject({ '@type': z.string() })), memo: z.string() }),
  auth_info: z.object({
    /** Empty for transactions of a chain's EVM. */
    signer_infos: z.array(signer),
    fee: z.object({
      amount: z.array(coin),
      gas_limit: uint64,
      payer: z.string().default(''),
      granter: z.string().default(''),
    }),
  }),
});

const response = z.object({
  height: blockHeight,
  txhash: z.string().regex(/^[0-9A-F]{64}$/),
  code: amount.transform(Number),
  codespace: z.string().default(''),
  raw_log: z.string().default(''),
  gas_used: uint64,
  timestamp: time,
  /** Events by message, up to cosmos-sdk 0.47. Only of transactions that succeeded. */
  logs: z.array(z.object({ msg_index: z.int().nullish(), events: z.array(event) })).nullish(),
  /** Events, also of failed transactions. Up to Tendermint 0.37, keys and values are in base64. */
  events: z.array(event).nullish(),
});

type Found = { readonly tx: z.output<typeof tx>; readonly tx_response: z.output<typeof response> };

/** A message in JSON. Its fields depend on its type. */
export type JsonMessage = z.output<typeof tx>['body']['messages'][number];

/** A transaction, as the chain carried it out. */
export type ChainTransaction = ReturnType<typeof toTransaction>;

/** What every transaction has, even one that we cannot read. */
const outline = response.pick({ height: true, txhash: true, code: true, timestamp: true });

/** A transaction as a node gives it. */
export interface FoundTransaction {
  readonly hash: string;
  readonly height: bigint;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** 0: it succeeded. */
  readonly code: number;
  /** Undefined if it has a shape that we do not know. One such transaction must not hide the others of a page. */
  readonly content: ChainTransaction | undefined;
  /** What the node answered. */
  readonly raw: { readonly tx: unknown; readonly tx_response: unknown };
}

const whole = z.object({ tx, tx_response: response }).transform(toTransaction);

/** `GET /cosmos/tx/v1beta1/txs/{hash}` */
export const transactionAnswer: z.ZodType<FoundTransaction> = z
  .object({ tx: z.unknown(), tx_response: z.unknown() })
  .transform((answer, refinement) => {
    const found = outline.safeParse(answer.tx_response);
    if (!found.success) {
      refinement.addIssue('not a transaction');
      return z.NEVER;
    }
    const { txhash: hash, timestamp: time, ...rest } = found.data;
    const raw = { tx: answer.tx, tx_response: answer.tx_response };
    return { hash, time, ...rest, content: whole.safeParse(answer).data, raw };
  });

/** @returns With times in milliseconds since 1970. */
function toTransaction({ tx: found, tx_response: result }: Found) {
  const [first] = found.auth_info.signer_infos;
  const { amount: fees, gas_limit: gasLimit, payer, granter } = found.auth_info.fee;
  return {
    hash: result.txhash,
    height: result.height,
    time: result.timestamp,
    code: result.code,
    codespace: result.codespace,
    log: result.raw_log,
    gasUsed: result.gas_used,
    gasLimit,
    fees,
    /** Who pays the fees, if that is not the first signer. */
    payer: granter || payer || undefined,
    /** The first signer's sequence. */
    sequence: first?.sequence,
    keyType: first?.public_key?.['@type'],
    memo: found.body.memo,
    messages: found.body.messages,
    events: eventsByMessage(result.events ?? [], result.logs ?? [], found.body.messages.length),
  };
}

/** A page of a search. */
export interface SearchPage {
  readonly rows: readonly FoundTransaction[];
  /** How many transactions the search found in all. */
  readonly total: bigint | undefined;
}

/** A page of `GET /cosmos/tx/v1beta1/txs`: both lists have the same order. */
export const transactionsAnswer: z.ZodType<SearchPage> = z
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
    const rows = z
      .array(transactionAnswer)
      .safeParse((txs ?? []).map((found, i) => ({ tx: found, tx_response: responses[i] })));
    if (!rows.success || rows.data.length !== responses.length) {
      refinement.addIssue('not a page of transactions');
      return z.NEVER;
    }
    return { rows: rows.data, total: total ?? pagination?.total ?? undefined };
  });
