import { fromHex, toBase64 } from '@isochain/core';
import { largeAnswer, mediumAnswer, RejectedAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import { Address } from '../../ton-core.ts';
import { hash, rawAddress } from '../fields.ts';
import { both, type Form, form, formOfAll, type Query } from '../query.ts';
import { notFound } from '../refusals.ts';
import { transactionFromBoc } from '../transactions/from-boc.ts';
import { v3Transaction } from '../transactions/from-v3.ts';
import { requireSigned } from '../transactions/signed.ts';
import { type FoundTransaction, findIn, type JettonWalletFacts, type Trace } from '../transactions/trace.ts';
import type { ChainTransaction } from '../transactions/transaction.ts';

/** A transaction with its trace. `tooLarge`: the interface does not give traces of this size. Undefined: it does not know the id. */
export type TraceAnswer = FoundTransaction | 'tooLarge' | undefined;

/**
 * The transaction that an id names, with its trace.
 *
 * @param id - In lower-case hex: of a transaction or a message, or the normalized hash of a message.
 */
export function traceOf(id: string): Query<TraceAnswer> {
  return { forms: { 'toncenter-v3': v3Trace(id), tonapi: tonapiTrace(id) } };
}

/** The transaction that an id names, alone. */
export function transactionOf(id: string): Query<FoundTransaction | undefined> {
  return { forms: { 'toncenter-v3': v3Alone(id), tonapi: tonapiAlone(id) } };
}

/** @throws RejectedAnswer if the endpoint answered something else. */
function found(traces: readonly Trace[], id: string): FoundTransaction {
  const answer = findIn(traces, id);
  if (answer === undefined) throw new RejectedAnswer('it answers another transaction');
  requireSigned(answer.transaction);
  return answer;
}

function alone(transaction: ChainTransaction): Trace {
  return { transactions: [transaction], isOver: true, jettonWallets: new Map() };
}

// toncenter v3

/** The interface reads 64 hexadecimal digits as base64 in some places. */
function hash64(hex: string): string {
  return toBase64(fromHex(hex) ?? new Uint8Array());
}

const jettonWalletInfo = z.object({
  type: z.literal('jetton_wallets'),
  extra: z.object({ jetton: rawAddress, owner: rawAddress.nullish() }),
});

const v3Metadata = z
  .record(z.string(), z.object({ token_info: z.array(z.unknown()).nullish() }))
  .nullish()
  .transform((rows): ReadonlyMap<string, JettonWalletFacts> => {
    const facts = Object.entries(rows ?? {}).flatMap(([text, { token_info: infos }]) => {
      const address = rawAddress.safeParse(text).data;
      const info = infos?.flatMap((each) => jettonWalletInfo.safeParse(each).data ?? [])[0];
      if (address === undefined || info === undefined) return [];
      const { jetton, owner } = info.extra;
      const master = Address.parseRaw(jetton);
      return [[address, { master, owner: owner == null ? undefined : Address.parseRaw(owner) }] as const];
    });
    return new Map(facts);
  });

/** A trace of toncenter v3. */
export interface V3Trace extends Trace {
  /** In hex. */
  readonly id: string;
  readonly isTooLarge: boolean;
}

const v3TraceFields = z.object({
  trace_id: hash.nullish(),
  transactions: z.record(z.string(), v3Transaction).nullish(),
  trace_info: z.object({ trace_state: z.string().nullish() }).nullish(),
});

const v3Traces = z
  .object({ traces: z.array(v3TraceFields), metadata: v3Metadata })
  .transform(({ traces, metadata }): V3Trace[] => traces.map((trace) => toTrace(trace, metadata)));

function toTrace(
  { trace_id: id, transactions, trace_info: info }: z.output<typeof v3TraceFields>,
  jettonWallets: Trace['jettonWallets'],
): V3Trace {
  const list = Object.values(transactions ?? {});
  const state = info?.trace_state;
  return {
    id: id ?? '',
    transactions: list,
    // `broken`: the index lost a part of it, and waits no more.
    isOver: state == null ? undefined : state !== 'pending',
    jettonWallets,
    isTooLarge: list.length === 0,
  };
}

/** An index without a view of the mempool says so. */
const noPending = { statuses: [404, 500], schema: z.object({ error: z.string().regex(/emulated/i) }) } as const;

function v3Trace(id: string): Form<TraceAnswer> {
  const common = { schema: v3Traces, maxBytes: largeAnswer, refusals: noPending };
  const requests = [
    { ...common, path: '/traces', query: { msg_hash: hash64(id), sort: 'desc' } },
    { ...common, path: '/traces', query: { tx_hash: hash64(id) } },
    { ...common, path: '/pendingTraces', query: { ext_msg_hash: hash64(id) } },
  ];
  return formOfAll(requests, (answers) => {
    const traces = answers.flatMap((answer) => (answer.ok ? answer.value : []));
    const whole = traces.filter(({ isTooLarge }) => !isTooLarge);
    if (traces.length === 0) return undefined;
    if (whole.length === 0) return 'tooLarge';
    return found(whole, id);
  });
}

const v3Transactions = z.object({ transactions: z.array(v3Transaction).nullish() });

function v3Alone(id: string): Form<FoundTransaction | undefined> {
  const common = { schema: v3Transactions, maxBytes: mediumAnswer };
  const requests = [
    { ...common, path: '/transactionsByMessage', query: { msg_hash: hash64(id), direction: 'in' } },
    { ...common, path: '/transactions', query: { hash: hash64(id) } },
  ];
  return formOfAll(requests, (answers) => {
    const list = answers.flatMap(({ value }) => value.transactions ?? []);
    return list.length === 0 ? undefined : found(list.map(alone), id);
  });
}

/**
 * Traces by their ids.
 *
 * @param ids - In hex.
 * @returns By id. Traces that are too large, or that have a shape that we do not know, are absent.
 */
export function tracesOf(ids: readonly string[]): Query<ReadonlyMap<string, V3Trace>> {
  const request = {
    path: '/traces',
    query: { trace_id: ids.map(hash64), limit: ids.length },
    maxBytes: largeAnswer,
    schema: tolerantTraces,
  };
  return {
    forms: {
      'toncenter-v3': form(request, ({ value }) => {
        if (value.some(({ id }) => !ids.includes(id))) throw new RejectedAnswer('it answers another transaction');
        for (const { transactions } of value) transactions.forEach(requireSigned);
        return new Map(value.filter(({ isTooLarge }) => !isTooLarge).map((trace) => [trace.id, trace]));
      }),
    },
  };
}

/** One trace that we cannot read must not hide the others of a page. */
const tolerantTraces = z
  .object({ traces: z.array(z.unknown()), metadata: v3Metadata })
  .transform(({ traces, metadata }) =>
    traces.flatMap((raw) => {
      const trace = v3TraceFields.safeParse(raw);
      return trace.success ? [toTrace(trace.data, metadata)] : [];
    }),
  );

// tonapi

const tonapiTransaction = z
  .looseObject({ hash, raw: z.string(), account: z.object({ address: rawAddress }) })
  .transform((said) => {
    const workchain = Address.parseRaw(said.account.address).workChain;
    return (finality: ChainTransaction['finality']): ChainTransaction | undefined => {
      const told = { raw: said, finality, masterBlock: undefined };
      const transaction = transactionFromBoc(fromHex(said.raw) ?? new Uint8Array(), workchain, told);
      if (transaction === undefined) return undefined;
      const isRight =
        (transaction.hash === said.hash || finality === 'emulated') &&
        transaction.account.toRawString() === said.account.address;
      return isRight ? transaction : undefined;
    };
  });

interface TonapiNode {
  readonly transaction: z.output<typeof tonapiTransaction>;
  readonly emulated?: boolean | null | undefined;
  readonly children?: readonly TonapiNode[] | null | undefined;
}

const tonapiNode: z.ZodType<TonapiNode> = z.object({
  transaction: tonapiTransaction,
  emulated: z.boolean().nullish(),
  get children() {
    return z.array(tonapiNode).nullish();
  },
});

const tonapiTransactions = tonapiNode.transform((root, refinement) => {
  const list: ChainTransaction[] = [];
  const add = ({ transaction, emulated, children }: TonapiNode) => {
    const one = transaction(emulated === true ? 'emulated' : 'final');
    if (one !== undefined) list.push(one);
    else if (emulated !== true) refinement.addIssue('its bytes are not the transaction');
    for (const child of children ?? []) add(child);
  };
  add(root);
  return list;
});

/** Empty if the wallet was not found. */
const walletAddress = z.union([rawAddress, z.literal('').transform(() => undefined)]).nullish();

const walletOfJetton = z.object({
  jetton: z.object({ address: rawAddress }),
  sender: z.object({ address: rawAddress }).nullish(),
  recipient: z.object({ address: rawAddress }).nullish(),
  senders_wallet: walletAddress,
  recipients_wallet: walletAddress,
});

const jettonActions = ['JettonTransfer', 'JettonBurn', 'JettonMint'] as const;

const tonapiEvent = z
  .object({ actions: z.array(z.record(z.string(), z.unknown())) })
  .transform(({ actions }): ReadonlyMap<string, JettonWalletFacts> => {
    const facts = new Map<string, JettonWalletFacts>();
    for (const action of actions) {
      for (const name of jettonActions) {
        const said = walletOfJetton.safeParse(action[name]).data;
        if (said === undefined) continue;
        const master = Address.parseRaw(said.jetton.address);
        for (const [wallet, owner] of [
          [said.senders_wallet, said.sender],
          [said.recipients_wallet, said.recipient],
        ] as const) {
          if (wallet != null) facts.set(wallet, { master, owner: owner ? Address.parseRaw(owner.address) : undefined });
        }
      }
    }
    return facts;
  });

/** tonapi answers 413 for traces that are too long. */
const noTrace = { statuses: [404, 413], schema: notFound.schema } as const;

function tonapiTrace(id: string): Form<TraceAnswer> {
  const trace = {
    path: `/traces/${id}`,
    route: '/traces/{trace}',
    schema: tonapiTransactions,
    maxBytes: largeAnswer,
    refusals: noTrace,
  };
  const event = {
    path: `/events/${id}`,
    route: '/events/{event}',
    schema: tonapiEvent,
    maxBytes: largeAnswer,
    refusals: noTrace,
  };
  return both(
    form(trace, (answer) => answer),
    form(event, (answer) => (answer.ok ? answer.value : undefined)),
    (traced, jettonWallets) => {
      if (!traced.ok) return traced.status === 413 ? 'tooLarge' : undefined;
      const { value: transactions } = traced;
      return found([{ transactions, isOver: undefined, jettonWallets: jettonWallets ?? new Map() }], id);
    },
  );
}

const tonapiOne = tonapiTransaction.transform((read, refinement) => {
  const transaction = read('final');
  if (transaction === undefined) refinement.addIssue('its bytes are not the transaction');
  return transaction;
});

function tonapiAlone(id: string): Form<FoundTransaction | undefined> {
  const common = { schema: tonapiOne, maxBytes: mediumAnswer, refusals: notFound };
  const requests = [
    { ...common, path: `/blockchain/transactions/${id}`, route: '/blockchain/transactions/{transaction}' },
    { ...common, path: `/blockchain/messages/${id}/transaction`, route: '/blockchain/messages/{message}/transaction' },
  ];
  return formOfAll(requests, (answers) => {
    const list = answers.flatMap((answer) => (answer.ok && answer.value !== undefined ? [answer.value] : []));
    return list.length === 0 ? undefined : found(list.map(alone), id);
  });
}
