import { createUpstream, stringifyJson } from '@isochain/core/upstream';
import {
  type Address,
  beginCell,
  type Cell,
  type CommonMessageInfoInternal,
  Dictionary,
  type Message,
  storeMessage,
  storeTransaction,
  type Transaction,
} from '@ton/core';
import { contextOf } from '../src/context.ts';
import type { TonKind } from '../src/options.ts';
import { normalizedHash } from '../src/wallets/signing-message.ts';

// Transactions that were never mined, in the shapes of toncenter v3 (toncenter/ton-indexer, ton-index-go/index/models) and tonapi (tonkeeper/opentonapi,
// api/openapi.yml).

/** A transaction of a script. */
export interface Scripted {
  readonly account: Address;
  readonly lt: bigint;
  readonly incoming: Message;
  readonly outgoing: readonly Message[];
  /** False: the contract threw. */
  readonly succeeds: boolean;
  readonly skippedActions: number;
  readonly totalFees: bigint;
}

export const scriptTime = 1_780_000_000;

/** A message between contracts. */
export function internalMessage(
  src: Address,
  dest: Address,
  coins: bigint,
  body: Cell,
  more: Partial<CommonMessageInfoInternal> = {},
): Message {
  const info: CommonMessageInfoInternal = {
    type: 'internal',
    ihrDisabled: true,
    bounce: false,
    bounced: false,
    src,
    dest,
    value: { coins },
    ihrFee: 0n,
    forwardFee: 44_445n,
    createdLt: 5n,
    createdAt: scriptTime,
    ...more,
  };
  return { info, init: null, body };
}

export function externalIn(dest: Address, body: Cell): Message {
  return { info: { type: 'external-in', dest, importFee: 0n }, init: null, body };
}

export function messageCell(message: Message): Cell {
  return beginCell().store(storeMessage(message)).endCell();
}

export function transactionCell(one: Scripted): Cell {
  const outMessages = Dictionary.empty<number, Message>(Dictionary.Keys.Uint(15), {
    serialize: (message, builder) => void builder.storeRef(messageCell(message)),
    parse: () => {
      throw new Error('not read here');
    },
  });
  for (const [i, message] of one.outgoing.entries()) outMessages.set(i, message);
  const zeros = Buffer.alloc(32);
  const vm = {
    gasFees: 2n,
    gasUsed: 3_308n,
    gasLimit: 0n,
    mode: 0,
    vmSteps: 1,
    vmInitStateHash: 0n,
    vmFinalStateHash: 0n,
  };
  const transaction = {
    address: BigInt(`0x${one.account.hash.toString('hex')}`),
    lt: one.lt,
    prevTransactionHash: 0n,
    prevTransactionLt: 0n,
    now: scriptTime,
    outMessagesCount: one.outgoing.length,
    oldStatus: 'active',
    endStatus: 'active',
    inMessage: one.incoming,
    outMessages,
    totalFees: { coins: one.totalFees },
    stateUpdate: { oldHash: zeros, newHash: zeros },
    description: {
      type: 'generic',
      creditFirst: true,
      storagePhase: { storageFeesCollected: 13n, storageFeesDue: null, statusChange: 'unchanged' },
      creditPhase: { dueFeesColelcted: null, credit: { coins: 1n } },
      computePhase: {
        type: 'vm',
        success: one.succeeds,
        messageStateUsed: false,
        accountActivated: false,
        exitCode: one.succeeds ? 0 : 9,
        ...vm,
      },
      actionPhase: one.succeeds
        ? {
            success: true,
            valid: true,
            noFunds: false,
            statusChange: 'unchanged',
            totalFwdFees: 1n,
            totalActionFees: 1n,
            resultCode: 0,
            totalActions: one.outgoing.length + one.skippedActions,
            specActions: 0,
            skippedActions: one.skippedActions,
            messagesCreated: one.outgoing.length,
            actionListHash: 0n,
            totalMessageSize: { cells: 1n, bits: 1n },
          }
        : null,
      bouncePhase: null,
      aborted: !one.succeeds,
      destroyed: false,
    },
  };
  return beginCell()
    .store(storeTransaction(transaction as unknown as Transaction))
    .endCell();
}

const hash64 = (cell: Cell) => cell.hash().toString('base64');
const boc64 = (cell: Cell) => cell.toBoc().toString('base64');
const raw = (address: unknown) => (address as Address | null | undefined)?.toRawString().toUpperCase() ?? null;

function v3Message(message: Message): Record<string, unknown> {
  const { info, body } = message;
  const inside = info.type === 'internal' ? info : undefined;
  const isExternal = info.type === 'external-in';
  return {
    hash: hash64(messageCell(message)),
    ...(isExternal ? { hash_norm: Buffer.from(normalizedHash(info.dest, body)).toString('base64') } : {}),
    source: raw(info.src),
    destination: raw(info.dest),
    value: inside ? String(inside.value.coins) : null,
    value_extra_currencies: inside ? {} : null,
    fwd_fee: inside ? String(inside.forwardFee) : null,
    ihr_fee: inside ? String(inside.ihrFee) : null,
    extra_flags: null,
    created_lt: inside ? String(inside.createdLt) : null,
    created_at: inside ? String(inside.createdAt) : null,
    ihr_disabled: inside?.ihrDisabled ?? null,
    bounce: inside?.bounce ?? null,
    bounced: inside?.bounced ?? null,
    import_fee: isExternal ? '0' : null,
    message_content: { hash: hash64(body), body: boc64(body), decoded: null },
    init_state: null,
  };
}

// biome-ignore lint/suspicious/noExplicitAny: tests change any part of an answer.
export type Json = any;

export function v3Transaction(one: Scripted): Json {
  return {
    account: raw(one.account),
    hash: hash64(transactionCell(one)),
    lt: String(one.lt),
    now: scriptTime,
    mc_block_seqno: 50_000_000,
    orig_status: 'active',
    end_status: 'active',
    total_fees: String(one.totalFees),
    description: {
      type: 'ord',
      aborted: !one.succeeds,
      compute_ph: { skipped: false, success: one.succeeds, gas_used: '3308', exit_code: one.succeeds ? 0 : 9 },
      ...(one.succeeds ? { action: { success: true, skipped_actions: one.skippedActions, result_code: 0 } } : {}),
    },
    in_msg: v3Message(one.incoming),
    out_msgs: one.outgoing.map(v3Message),
    emulated: false,
    finality: 'finalized',
  };
}

/** @param jettonWallets - Owner and master by wallet. */
export function v3Traces(
  list: readonly Scripted[],
  jettonWallets: readonly (readonly [wallet: Address, owner: Address, master: Address])[] = [],
): Json {
  const rows = list.map(v3Transaction);
  const metadata = jettonWallets.map(([wallet, owner, master]) => {
    const extra = { balance: '1', owner: raw(owner), jetton: raw(master) };
    return [raw(wallet), { is_indexed: true, token_info: [{ valid: true, type: 'jetton_wallets', extra }] }];
  });
  return {
    traces: [
      {
        trace_id: rows[0].hash,
        trace_info: { trace_state: 'complete' },
        is_incomplete: false,
        transactions: Object.fromEntries(rows.map((row) => [row.hash, row])),
      },
    ],
    address_book: {},
    metadata: Object.fromEntries(metadata),
  };
}

export function tonapiTransaction(one: Scripted): Json {
  const cell = transactionCell(one);
  return {
    hash: cell.hash().toString('hex'),
    lt: Number(one.lt),
    account: { address: one.account.toRawString(), is_scam: false, is_wallet: true },
    success: one.succeeds,
    utime: scriptTime,
    raw: cell.toBoc().toString('hex'),
  };
}

export function tonapiTrace([root, ...children]: readonly Scripted[]): Json {
  if (root === undefined) throw new Error('a trace has a transaction');
  return {
    transaction: tonapiTransaction(root),
    interfaces: [],
    children: children.map((child) => ({ transaction: tonapiTransaction(child), interfaces: [], children: [] })),
  };
}

/** What an endpoint answers by path. A number is a status: the endpoint knows nothing. */
export type Routes = Readonly<Record<string, (query: URLSearchParams) => Json | number | Response>>;

/** Opens endpoints that answer by script. */
export function scriptedIndexes(routes: { readonly [K in TonKind]?: Routes }) {
  const requests: string[] = [];
  const kinds = Object.keys(routes) as TonKind[];
  const endpoints = kinds.map((kind) => ({ kind, name: kind, url: `https://${kind}.example` }));
  const upstream = createUpstream({
    chainId: 'ton',
    endpoints,
    kinds: { 'toncenter-v3': {}, 'toncenter-v2': {}, tonapi: {} },
    async fetch(input) {
      const url = new URL(String(input));
      const kind = kinds.find((each) => url.hostname.startsWith(each)) as TonKind;
      requests.push(`${kind} ${url.pathname}`);
      const answer = routes[kind]?.[url.pathname]?.(url.searchParams) ?? 404;
      if (answer instanceof Response) return answer;
      return typeof answer === 'number'
        ? Response.json({ error: 'entity not found' }, { status: answer })
        : new Response(stringifyJson(answer));
    },
  });
  return { requests, context: contextOf('ton', { endpoints }), operation: () => upstream.operation() };
}
