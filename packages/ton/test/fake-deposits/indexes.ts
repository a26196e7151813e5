import type { FakeDeposit } from '@isochain/conformance';
import { toHex } from '@isochain/core';
import { stringifyJson } from '@isochain/core/upstream';
import { canonicalAddress, walletAddress } from '../../src/address/address.ts';
import { ton } from '../../src/index.ts';
import { Address, type Cell } from '../../src/ton-core.ts';
import { normalizedHash, type OutMessage, signedBody, signingMessage } from '../../src/wallets/signing-message.ts';
import { defaultWalletId } from '../../src/wallets/wallet.ts';
import {
  externalIn,
  type Json,
  type Scripted,
  scriptTime,
  tonapiTransaction,
  transactionCell,
  v3Traces,
} from '../scripted-traces.ts';

// One made trace, as both indexes tell it: toncenter by its transactions, tonapi by its transactions and by what it understood of them.

type Telling = Awaited<ReturnType<Exclude<FakeDeposit['told'][string], string>>>;

export const upstreams = ['toncenter-v3', 'tonapi'] as const;

const address = (digit: string) => Address.parseRaw(`0:${digit.repeat(64)}`);

/** The account that looks richer. */
export const ann: Address = address('a');
export const thief: Address = address('b');
export const other: Address = address('c');
/** A contract that the thief wrote. */
export const evil: Address = address('e');
const account: string = walletAddress(ann);

export const common = { succeeds: true, skippedActions: 0, totalFees: 1n } as const;

/** What the wallet of the thief signed. */
export function order(message: Partial<OutMessage> & Pick<OutMessage, 'to' | 'value'>): Cell {
  const wallet = { version: 'v4r2', walletId: defaultWalletId('v4r2', -239), publicKey: new Uint8Array(32) } as const;
  const whole = { bounce: false, mode: 3 as const, ...message };
  const signing = signingMessage({ wallet, seqno: 7, validUntil: 1_800_000_000, message: whole });
  return signedBody('v4r2', signing, new Uint8Array(64).fill(9));
}

/** The transaction of the wallet of the thief. */
export function started(signed: Cell, ...outgoing: Scripted['outgoing']): Scripted {
  return { ...common, account: thief, lt: 1n, incoming: externalIn(thief, signed), outgoing };
}

export interface MadeTrace {
  readonly signed: Cell;
  /** The first one is that of the wallet of the thief. Each is a child of the one before in tonapi. */
  readonly transactions: readonly Scripted[];
  readonly jettonWallets?: readonly (readonly [wallet: Address, owner: Address, master: Address])[];
  readonly jetton?: { readonly master: Address; readonly symbol: string };
  /** What tonapi understood. */
  readonly actions: readonly Json[];
  /** By how much the balance of the account changed beyond the actions. */
  readonly extra?: number;
  /** Whether it is only expected. */
  readonly isWaiting?: boolean;
}

type Told = Omit<Telling, 'chain' | 'account' | 'id'>;

export function told(made: MadeTrace, rest: Told = {}) {
  const id = toHex(normalizedHash(thief, made.signed));
  const tell = (kind: (typeof upstreams)[number]) => (): Telling => {
    const answers = kind === 'tonapi' ? tonapiAnswers(made, id) : v3Answers(made);
    const chain = ton.connect('ton', {
      endpoints: [{ kind, url: `https://${kind}.example` }],
      async fetch(input) {
        const { pathname, searchParams } = new URL(String(input));
        const answer = answers[pathname]?.(searchParams);
        return answer === undefined
          ? Response.json({ error: 'entity not found' }, { status: 404 })
          : new Response(stringifyJson(answer));
      },
    });
    return { chain, account, id, ...rest };
  };
  return { 'toncenter-v3': tell('toncenter-v3'), tonapi: tell('tonapi') };
}

const head = () => ({ global_id: -239, gen_utime: Math.floor(Date.now() / 1000) });

type Answers = Readonly<Record<string, (query: URLSearchParams) => Json>>;

function v3Answers({ transactions, jettonWallets, jetton, isWaiting = false }: MadeTrace): Answers {
  const answer = v3Traces(transactions, jettonWallets);
  if (jetton !== undefined) {
    const info = {
      valid: true,
      type: 'jetton_masters',
      name: 'A token',
      symbol: jetton.symbol,
      extra: { decimals: '9' },
    };
    answer.metadata[jetton.master.toRawString().toUpperCase()] = { is_indexed: true, token_info: [info] };
  }
  if (isWaiting) {
    for (const row of Object.values<Json>(answer.traces[0].transactions)) {
      Object.assign(row, { emulated: true, finality: 'pending', mc_block_seqno: null });
    }
  }
  const action = {
    trace_id: transactionCell(transactions[0] as Scripted)
      .hash()
      .toString('base64'),
    ...{ trace_end_lt: '9', end_utime: scriptTime, type: 'ton_transfer' },
  };
  const touches =
    transactions.some(({ account: at }) => at.equals(ann)) || jettonWallets?.some(([, at]) => at.equals(ann));
  return {
    '/masterchainInfo': () => ({ last: head() }),
    '/actions': () => ({ actions: touches && !isWaiting ? [action] : [] }),
    '/traces': () => (isWaiting ? { traces: [] } : answer),
    '/pendingTraces': () => (isWaiting ? answer : { traces: [] }),
  };
}

function tonapiAnswers({ transactions, actions, extra = 0, isWaiting = false }: MadeTrace, id: string): Answers {
  const node = ([first, ...rest]: readonly Scripted[]): Json => ({
    transaction: tonapiTransaction(first as Scripted),
    ...{ interfaces: [], emulated: isWaiting, children: rest.length === 0 ? [] : [node(rest)] },
  });
  const event = {
    event_id: transactionCell(transactions[0] as Scripted)
      .hash()
      .toString('hex'),
    account: card(ann),
    ...{ timestamp: scriptTime, actions, lt: 9, in_progress: false, ext_msg_hash: id, extra },
  };
  const isListed = !isWaiting && stringifyJson(actions).includes(ann.toRawString());
  return {
    '/blockchain/masterchain-head': head,
    [`/accounts/${canonicalAddress(ann)}/events`]: () => ({ events: isListed ? [event] : [], next_from: 0 }),
    [`/traces/${id}`]: () => node(transactions),
    [`/events/${id}`]: () => ({ actions }),
  };
}

export function card(one: Address): Json {
  return { address: one.toRawString(), is_scam: false, is_wallet: true };
}

export function action(type: string, said: Json, status = 'ok'): Json {
  return { type, status, [type]: said, base_transactions: [] };
}

export function coins(sender: Address, recipient: Address, amount: number, comment?: string, status = 'ok'): Json {
  return action('TonTransfer', { sender: card(sender), recipient: card(recipient), amount, comment }, status);
}
