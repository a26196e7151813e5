import * as z from 'zod';
import { amount, base64, coin, time, uint64 } from './fields.ts';

// `GET /cosmos/tx/v1beta1/txs/{hash}`, and a page of a search: proto/cosmos/tx/v1beta1/service.proto.

/** What a chain says that happened. */
export interface ChainEvent {
  readonly type: string;
  /** A key may stand there more than once. */
  readonly attributes: readonly { readonly key: string; readonly value: string }[];
}

const event: z.ZodType<ChainEvent> = z.object({
  type: z.string(),
  // An attribute without a value is null on some chains.
  attributes: z
    .array(z.object({ key: z.string(), value: z.string().nullish() }))
    .transform((attributes) => attributes.map(({ key, value }) => ({ key, value: value ?? '' }))),
});

const signer = z.object({
  public_key: z.looseObject({ '@type': z.string() }).nullish(),
  sequence: uint64,
});

const tx = z.object({
  body: z.object({ messages: z.array(z.looseObject({ '@type': z.string() })), memo: z.string() }),
  auth_info: z.object({
    /** None in what the EVM of a chain carries out. */
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
  height: uint64,
  txhash: z.string().regex(/^[0-9A-F]{64}$/),
  code: amount.transform(Number),
  codespace: z.string().default(''),
  raw_log: z.string().default(''),
  gas_used: uint64,
  timestamp: time,
  /** Up to cosmos-sdk 0.47, by message: only of what succeeded. */
  logs: z.array(z.object({ events: z.array(event) })).nullish(),
  /** Of later ones. Before, keys and values may be in base64. */
  events: z.array(event).nullish(),
});

type Found = { readonly tx: z.output<typeof tx>; readonly tx_response: z.output<typeof response> };

/** One transaction, as the chain carried it out. */
export const transactionAnswer = z.object({ tx, tx_response: response }).transform(toTransaction);

/** @returns With times in milliseconds since 1970. */
function toTransaction({ tx: found, tx_response: result }: Found) {
  const [first] = found.auth_info.signer_infos;
  const { amount: fees, gas_limit: gasLimit, payer, granter } = found.auth_info.fee;
  const logged = (result.logs ?? []).flatMap((log) => log.events);
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
    /** Who pays the fees where that is not the first signer. */
    payer: payer || granter || undefined,
    /** Of the first signer. */
    sequence: first?.sequence,
    keyType: first?.public_key?.['@type'],
    memo: found.body.memo,
    messages: found.body.messages,
    events: logged.length > 0 ? logged : (result.events ?? []).map(inPlain),
  };
}

/** Tendermint up to 0.37 hands out attributes in base64. */
function inPlain({ type, attributes }: ChainEvent): ChainEvent {
  const decoded = attributes.map(({ key, value }) => ({ key: plain(key), value: plain(value) }));
  const isEncoded =
    attributes.length > 0 && decoded.every(({ key }) => key !== undefined && /^[a-z][A-Za-z_]*$/.test(key));
  if (!isEncoded) return { type, attributes };
  return { type, attributes: decoded.map(({ key = '', value = '' }) => ({ key, value })) };
}

function plain(text: string): string | undefined {
  const { data } = base64.safeParse(text);
  return data && new TextDecoder().decode(data);
}

/** A page of `GET /cosmos/tx/v1beta1/txs`: both lists have the same order. */
export const transactionsAnswer = z
  .object({ txs: z.array(tx), tx_responses: z.array(response), total: amount.nullish() })
  .refine(({ txs, tx_responses }) => txs.length === tx_responses.length)
  .transform(({ txs, tx_responses, total }) => ({
    transactions: txs.map((found, i) =>
      toTransaction({ tx: found, tx_response: tx_responses[i] as Found['tx_response'] }),
    ),
    total: total ?? undefined,
  }));
