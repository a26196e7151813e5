import { Address, type Transaction } from '@ton/core';
import type { BlockchainTransaction } from '@ton/sandbox';
import { type MessageRecord, messagesOf, recordOf } from './messages.ts';

/** A transaction that the chain has made. */
export interface Entry {
  readonly transaction: Transaction;
  readonly account: Address;
  /** Hex. */
  readonly hash: string;
  readonly lt: bigint;
  /** The balance of the account afterwards. */
  readonly balance: bigint;
  readonly inMessage: MessageRecord | undefined;
  readonly outMessages: readonly MessageRecord[];
  readonly children: readonly Entry[];
  readonly trace: Trace;
}

/** All transactions that follow from one message. */
export interface Trace {
  /** The hash of the first transaction, in hex. */
  readonly id: string;
  readonly root: Entry;
  /** In the order in which they were made. */
  readonly entries: readonly Entry[];
  /** The number of the masterchain block that has them. */
  readonly seqno: number;
  readonly utime: number;
  /** Whether the message still waits. The transactions are those that it would make now. */
  readonly pending: boolean;
}

/** Makes a trace of what the sandbox has run. */
export function traceOf(
  transactions: readonly BlockchainTransaction[],
  block: { seqno: number; utime: number; pending: boolean },
  balanceAfter: (transaction: string) => bigint,
): Trace {
  const entries: Entry[] = [];
  const byTransaction = new Map<BlockchainTransaction, Entry & { children: Entry[] }>();
  const trace: { -readonly [K in keyof Trace]?: Trace[K] } = { ...block, entries };
  for (const one of transactions) {
    const messages = messagesOf(one.raw);
    const inMessage = messages.in && recordOf(messages.in);
    const entry = {
      transaction: one,
      account: accountOf(one, inMessage),
      hash: one.hash().toString('hex'),
      lt: one.lt,
      balance: balanceAfter(one.hash().toString('hex')),
      inMessage,
      outMessages: messages.out.map(recordOf),
      children: [],
      trace: trace as Trace,
    };
    byTransaction.set(one, entry);
    entries.push(entry);
    const parent = one.parent && byTransaction.get(one.parent);
    parent?.children.push(entry);
  }
  const root = entries[0];
  if (root === undefined) throw new Error('The sandbox made no transaction of a message.');
  trace.root = root;
  trace.id = root.hash;
  return trace as Trace;
}

function accountOf(transaction: Transaction, inMessage: MessageRecord | undefined): Address {
  const destination = inMessage?.message.info.dest;
  if (destination instanceof Address) return destination;
  // Only a tick-tock transaction has no message, and only contracts of the masterchain have those.
  return new Address(-1, Buffer.from(transaction.address.toString(16).padStart(64, '0'), 'hex'));
}

/** All transactions of the chain, found by account and by hash. */
export class Ledger {
  readonly #traces: Trace[] = [];
  readonly #byAccount = new Map<string, Entry[]>();
  readonly #byHash = new Map<string, Entry>();
  /** By the hash of a message, plain or normalized. The first is the one that received it. */
  readonly #byMessage = new Map<string, Entry[]>();

  add(trace: Trace): void {
    this.#traces.push(trace);
    for (const entry of trace.entries) {
      append(this.#byAccount, entry.account.toRawString(), entry);
      this.#byHash.set(entry.hash, entry);
      for (const message of [entry.inMessage, ...entry.outMessages]) {
        if (message === undefined) continue;
        append(this.#byMessage, message.hash, entry);
        if (message.hashNorm !== undefined && message.hashNorm !== message.hash)
          append(this.#byMessage, message.hashNorm, entry);
      }
    }
  }

  /** Newest first. */
  ofAccount(account: Address): Entry[] {
    return [...(this.#byAccount.get(account.toRawString()) ?? [])].reverse();
  }

  /** Newest first. */
  all(): Entry[] {
    return this.#traces.flatMap(({ entries }) => entries).reverse();
  }

  /** All accounts that have transactions, or are named by a message. */
  accounts(): Address[] {
    const found = new Map<string, Address>();
    for (const { entries } of this.#traces) {
      for (const { account, outMessages, transaction } of entries) {
        found.set(account.toRawString(), account);
        for (const { message } of outMessages) {
          const { dest } = message.info;
          if (dest instanceof Address) found.set(dest.toRawString(), dest);
        }
        if (transaction.inMessage?.info.src instanceof Address) {
          found.set(transaction.inMessage.info.src.toRawString(), transaction.inMessage.info.src);
        }
      }
    }
    return [...found.values()];
  }

  /** Oldest first. */
  traces(): readonly Trace[] {
    return this.#traces;
  }

  byHash(hash: string): Entry | undefined {
    return this.#byHash.get(hash);
  }

  /** The transactions that sent or received a message, by its plain or normalized hash. */
  byMessage(hash: string): readonly Entry[] {
    return this.#byMessage.get(hash) ?? [];
  }

  /** The trace with this transaction, or with this message. */
  traceOf(hash: string): Trace | undefined {
    return (this.#byHash.get(hash) ?? this.#byMessage.get(hash)?.[0])?.trace;
  }
}

function append<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
