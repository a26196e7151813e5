import { fromHex, toBase64 } from '@isochain/core';
import { largeAnswer, mediumAnswer, once, RejectedAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import { Address } from '../../ton-core.ts';
import { amount, hash, rawAddress } from '../fields.ts';
import { both, type Form, form, formOfAll, type Query } from '../query.ts';
import { notFound } from '../refusals.ts';
import { transactionFromBoc } from '../transactions/from-boc.ts';
import { v3Transaction } from '../transactions/from-v3.ts';
import { isSigned, requireSigned } from '../transactions/signed.ts';
import { type Swap, walletsOfSwaps } from '../transactions/swap-wallets.ts';
import { type FoundTransaction, findIn, type JettonWalletFacts, type Trace } from '../transactions/trace.ts';
import type { ChainTransaction } from '../transactions/transaction.ts';
import { type JettonFacts, tonapiPreview, v3Facts, v3Metadata } from './jetton-facts.ts';

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
  if (answer === undefined) {
    const unread = traces.flatMap((trace) => trace.unread);
    throw new RejectedAnswer(unread.length === 0 ? 'it answers another transaction' : unread.join('; '));
  }
  requireSigned(answer.transaction);
  return answer;
}

const nothing: Trace = { transactions: [], isOver: true, jettonWallets: new Map(), jettons: new Map(), unread: [] };

function alone(transaction: ChainTransaction): Trace {
  return { ...nothing, transactions: [transaction] };
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

const v3Wallets = z.object({ token_info: z.array(z.unknown()).nullish() });

/** The jetton wallets in the metadata of an answer. What does not fit is left out. */
function walletsOf(metadata: unknown): ReadonlyMap<string, JettonWalletFacts> {
  const rows = z.record(z.string(), z.unknown()).safeParse(metadata).data ?? {};
  const facts = Object.entries(rows).flatMap(([text, row]) => {
    const address = rawAddress.safeParse(text).data;
    const infos = v3Wallets.safeParse(row).data?.token_info ?? [];
    const info = infos.flatMap((each) => jettonWalletInfo.safeParse(each).data ?? [])[0];
    if (address === undefined || info === undefined) return [];
    const { jetton, owner } = info.extra;
    const master = Address.parseRaw(jetton);
    return [[address, { master, owner: owner == null ? undefined : Address.parseRaw(owner) }] as const];
  });
  return new Map(facts);
}

/** The jettons in the metadata of an answer. The index adds the masters of the wallets that it names (ton-index-go/index: QueryMetadataImpl). */
function jettonsOf(metadata: z.output<typeof v3Metadata>): ReadonlyMap<string, JettonFacts> {
  return new Map(
    [...metadata].flatMap(([master, row]) => {
      const { facts } = v3Facts(undefined, row);
      return facts === undefined ? [] : [[master, facts] as const];
    }),
  );
}

/** A trace of toncenter v3. */
export interface V3Trace extends Trace {
  /** In hex. */
  readonly id: string;
  readonly isTooLarge: boolean;
}

const v3TraceFields = z.object({
  trace_id: hash.nullish(),
  transactions: z.record(z.string(), z.unknown()).nullish(),
  trace_info: z.object({ trace_state: z.string().nullish() }).nullish().catch(undefined),
});

/** Traces of a page, each read when it is its turn. One that cannot be read must not hide the others. */
const v3Traces = z
  .object({ traces: z.array(z.unknown()), metadata: z.unknown().optional() })
  .transform(({ traces, metadata }) => {
    const told = { jettonWallets: walletsOf(metadata), jettons: jettonsOf(v3Metadata.parse(metadata)) };
    return traces.map((raw) => once(() => readTrace(raw, told)));
  });

type ReadTraces = z.output<typeof v3Traces>;

const inSteps = { schema: v3Traces, steps: (traces: ReadTraces) => traces } as const;

function readTrace(raw: unknown, told: Pick<Trace, 'jettonWallets' | 'jettons'>): V3Trace {
  const trace = v3TraceFields.safeParse(raw);
  if (trace.success) return toTrace(trace.data, told);
  const id = v3TraceFields.pick({ trace_id: true }).safeParse(raw).data?.trace_id ?? '';
  return { ...nothing, id, unread: [reasonOf(trace.error)], isTooLarge: false };
}

function toTrace(
  { trace_id: id, transactions, trace_info: info }: z.output<typeof v3TraceFields>,
  told: Pick<Trace, 'jettonWallets' | 'jettons'>,
): V3Trace {
  const list = Object.values(transactions ?? {}).map((raw) => v3Transaction.safeParse(raw));
  const state = info?.trace_state;
  return {
    id: id ?? '',
    transactions: list.flatMap(({ data }) => data ?? []),
    // `broken`: the index lost a part of it, and waits no more.
    isOver: state == null ? undefined : state !== 'pending',
    ...told,
    unread: list.flatMap(({ error }) => (error === undefined ? [] : [reasonOf(error)])),
    isTooLarge: list.length === 0,
  };
}

/** Why something could not be read: where it does not fit, and how. */
function reasonOf({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join(', ');
}

/** An index without a view of the mempool says so. */
const noPending = { statuses: [404, 500], schema: z.object({ error: z.string().regex(/emulated/i) }) } as const;

function v3Trace(id: string): Form<TraceAnswer> {
  const common = { ...inSteps, maxBytes: largeAnswer, refusals: noPending };
  const requests = [
    { ...common, path: '/traces', query: { msg_hash: hash64(id), sort: 'desc' } },
    { ...common, path: '/traces', query: { tx_hash: hash64(id) } },
    { ...common, path: '/pendingTraces', query: { ext_msg_hash: hash64(id) } },
  ];
  return formOfAll(requests, (answers) => {
    const traces = answers.flatMap((answer) => (answer.ok ? answer.value.map((read) => read()) : []));
    const whole = traces.filter(({ isTooLarge }) => !isTooLarge);
    if (traces.length === 0) return undefined;
    if (whole.length === 0) return 'tooLarge';
    return found(whole, id);
  });
}

const v3Transactions = z.object({ transactions: z.array(z.unknown()).nullish() });

function v3Alone(id: string): Form<FoundTransaction | undefined> {
  const common = { schema: v3Transactions, maxBytes: mediumAnswer };
  const requests = [
    { ...common, path: '/transactionsByMessage', query: { msg_hash: hash64(id), direction: 'in' } },
    { ...common, path: '/transactions', query: { hash: hash64(id) } },
  ];
  return formOfAll(requests, (answers) => {
    const list = answers.flatMap(({ value }) => value.transactions ?? []).map((raw) => v3Transaction.safeParse(raw));
    if (list.length === 0) return undefined;
    return found(
      list.map(({ data, error }) =>
        data === undefined ? { ...nothing, unread: [reasonOf(error as z.ZodError)] } : alone(data),
      ),
      id,
    );
  });
}

/**
 * Traces by their ids.
 *
 * @param ids - In hex.
 * @param account - Whose history it is.
 * @returns By id. Traces that are too large are absent. `unread`: a trace that does not fit, or with a transaction of somebody else that sent what nobody signed.
 */
export function tracesOf(ids: readonly string[], account: Address): Query<ReadonlyMap<string, V3Trace | 'unread'>> {
  const request = {
    path: '/traces',
    query: { trace_id: ids.map(hash64), limit: ids.length },
    maxBytes: largeAnswer,
    ...inSteps,
  };
  const readable = (trace: V3Trace): V3Trace | 'unread' => {
    // A contract may take bodies that look like those of wallets, and send something else. What its maker did must not cost the page.
    const [own, others] = [true, false].map((isOwn) =>
      trace.transactions.filter((each) => each.account.equals(account) === isOwn),
    );
    own?.forEach(requireSigned);
    return others?.every(isSigned) === true && trace.transactions.length > 0 ? trace : 'unread';
  };
  return {
    forms: {
      'toncenter-v3': form(request, ({ value }) => {
        // A trace without an id may be any. It counts as missing.
        const isAnother = ({ id }: V3Trace) => id !== '' && !ids.includes(id);
        const traces = value.map((read) => read());
        if (traces.some(isAnother)) throw new RejectedAnswer('it answers another transaction');
        const whole = traces.filter(({ isTooLarge }) => !isTooLarge);
        return new Map(whole.map((trace) => [trace.id, readable(trace)]));
      }),
    },
  };
}

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

const tonapiNode = z.object({
  transaction: z.unknown().optional(),
  emulated: z.unknown().optional(),
  children: z.array(z.unknown()).nullish().catch(undefined),
});

/** The transactions of a trace. One that does not fit costs only itself. */
const tonapiTransactions = tonapiNode.transform((root): Pick<Trace, 'transactions' | 'unread'> => {
  const transactions: ChainTransaction[] = [];
  const unread: string[] = [];
  const add = (raw: unknown) => {
    const node = tonapiNode.safeParse(raw);
    if (!node.success) return void unread.push(reasonOf(node.error));
    const { transaction, emulated, children } = node.data;
    const read = tonapiTransaction.safeParse(transaction);
    const one = read.data?.(emulated === true ? 'emulated' : 'final');
    if (one !== undefined) transactions.push(one);
    else if (!read.success) unread.push(reasonOf(read.error));
    else if (emulated !== true) unread.push('its bytes are not the transaction');
    children?.forEach(add);
  };
  add(root);
  return { transactions, unread };
});

/** Empty if the wallet was not found. */
const walletAddress = z.union([rawAddress, z.literal('').transform(() => undefined)]).nullish();

const walletOfJetton = z.object({
  jetton: tonapiPreview,
  sender: z.object({ address: rawAddress }).nullish(),
  recipient: z.object({ address: rawAddress }).nullish(),
  senders_wallet: walletAddress,
  recipients_wallet: walletAddress,
});

const swap = z.object({
  user_wallet: z.object({ address: rawAddress }),
  amount_in: amount.nullish().catch(undefined),
  amount_out: amount.nullish().catch(undefined),
  jetton_master_in: tonapiPreview.nullish().catch(undefined),
  jetton_master_out: tonapiPreview.nullish().catch(undefined),
});

const jettonActions = ['JettonTransfer', 'JettonBurn', 'JettonMint'] as const;

interface ToldJettons extends Pick<Trace, 'jettonWallets' | 'jettons'> {
  readonly swaps: readonly Swap[];
}

/** What an event tells of jettons. Actions that do not fit tell nothing. */
const tonapiEvent = z.object({ actions: z.array(z.unknown()) }).transform(({ actions }): ToldJettons => {
  const swaps: Swap[] = [];
  const jettonWallets = new Map<string, JettonWalletFacts>();
  const jettons = new Map<string, JettonFacts>();
  for (const raw of actions) {
    const action = z.record(z.string(), z.unknown()).safeParse(raw).data;
    const { JettonSwap: trade } = action ?? {};
    const traded = swap.safeParse(trade).data;
    if (traded !== undefined) {
      const { amount_in: given, amount_out: got, jetton_master_in: from, jetton_master_out: to } = traded;
      const side = (jetton: typeof from, value: bigint | null | undefined) =>
        jetton == null || value == null ? undefined : { master: jetton.address, amount: value };
      swaps.push({ trader: traded.user_wallet.address, given: side(from, given), got: side(to, got) });
      for (const jetton of [from, to]) if (jetton?.facts) jettons.set(jetton.address, jetton.facts);
    }
    for (const name of jettonActions) {
      const said = walletOfJetton.safeParse(action?.[name]).data;
      if (said === undefined) continue;
      const { address, facts } = said.jetton;
      const master = Address.parseRaw(address);
      if (facts !== undefined) jettons.set(address, facts);
      for (const [wallet, owner] of [
        [said.senders_wallet, said.sender],
        [said.recipients_wallet, said.recipient],
      ] as const) {
        if (wallet != null)
          jettonWallets.set(wallet, { master, owner: owner ? Address.parseRaw(owner.address) : undefined });
      }
    }
  }
  return { jettonWallets, jettons, swaps };
});

/** tonapi answers 413 for traces that are too long (tonkeeper/opentonapi, pkg/core/trace.go: ErrTraceIsTooLong). */
const tooLong = z.object({ error: z.string().regex(/trace is too long/i) });
const noTrace = { statuses: [404, 413], schema: z.union([notFound.schema, tooLong]) } as const;

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
    (traced, told) => {
      if (!traced.ok) return traced.status === 413 ? 'tooLarge' : undefined;
      const bought = walletsOfSwaps(traced.value.transactions, told?.swaps ?? []);
      const jettonWallets = new Map([...bought, ...(told?.jettonWallets ?? [])]);
      return found([{ ...traced.value, isOver: undefined, jettonWallets, jettons: told?.jettons ?? new Map() }], id);
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
