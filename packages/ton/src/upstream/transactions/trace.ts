import { toHex } from '@isochain/core';
import type { Address } from '../../ton-core.ts';
import { normalizedHash } from '../../wallets/signing-message.ts';
import type { JettonFacts } from '../queries/jetton-facts.ts';
import { type ChainMessage, type ChainTransaction, isExternal } from './transaction.ts';

/** What the interface knows of a jetton wallet. It has checked that the master names this wallet. */
export interface JettonWalletFacts {
  readonly master: Address;
  readonly owner: Address | undefined;
}

/** All transactions that one message caused. */
export interface Trace {
  readonly transactions: readonly ChainTransaction[];
  /** True if nothing more will happen. Undefined if the interface does not tell. */
  readonly isOver: boolean | undefined;
  /** The jetton wallets that took part, by raw address. */
  readonly jettonWallets: ReadonlyMap<string, JettonWalletFacts>;
  /** What the interface tells of jettons in the same answer, by the raw address of the master. */
  readonly jettons: ReadonlyMap<string, JettonFacts>;
  /** Why transactions of the trace could not be read, a sentence for each. They are left out. */
  readonly unread: readonly string[];
}

/** A transaction with its trace. */
export interface FoundTransaction {
  readonly trace: Trace;
  readonly transaction: ChainTransaction;
}

/** The normalized hash (TEP-467) of the message that started a wallet, in hex. Undefined for other messages. */
export function normalizedHashOf(message: ChainMessage | undefined): string | undefined {
  if (!isExternal(message) || message.body === undefined) return undefined;
  return toHex(normalizedHash(message.to, message.body));
}

/**
 * Finds the transaction that an id names: by its own hash, by the hash of its message or by the normalized hash. What a message says must have its
 * hash. Without the bytes of a transaction, its own hash proves nothing.
 *
 * @param id - In lower-case hex.
 */
export function findIn(traces: readonly Trace[], id: string): FoundTransaction | undefined {
  for (const trace of traces) {
    const transaction =
      trace.transactions.find(({ hash, inMessage }) => hash === id || normalizedHashOf(inMessage) === id) ??
      trace.transactions.find(({ inMessage }) => inMessage?.hash === id && inMessage.isProven()) ??
      trace.transactions.find(({ outMessages }) => outMessages.some(({ hash, isProven }) => hash === id && isProven()));
    if (transaction !== undefined) return { trace, transaction };
  }
  return undefined;
}
