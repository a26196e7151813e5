import type { ParsedTransaction } from '@isochain/core';
import { shortAddress } from '@isochain/core/upstream';
import { canonicalAddress, walletAddress } from '../address/address.ts';
import type { Address } from '../ton-core.ts';
import type { Trace } from '../upstream/transactions/trace.ts';
import { type ChainMessage, type ChainTransaction, isExternal } from '../upstream/transactions/transaction.ts';

export type Party = NonNullable<ParsedTransaction['senders']>[number];

/** How tokens are named. */
export interface Names {
  /** Of the native coin. */
  readonly ticker: string;
  /** Of a jetton, by its master in canonical form. Undefined if it is not a known token. */
  readonly tickerOf: (master: string) => string | undefined;
}

/** A trace, with what is looked up in it. */
export interface Scene extends Trace {
  readonly names: Names;
  /** The transaction that a message started. Undefined if it has not happened yet, or is not known. */
  receiverOf(message: ChainMessage): ChainTransaction | undefined;
  /** All messages that somebody in the trace sent. */
  readonly messages: readonly ChainMessage[];
  /** An address as answers write it: contracts bounceable, wallets not. */
  nameOf(address: Address): string;
}

export function sceneOf(trace: Trace, names: Names): Scene {
  const receivers = new Map(trace.transactions.map((each) => [each.inMessage?.hash, each]));
  const messages = trace.transactions.flatMap(({ outMessages }) => outMessages);
  const users = usersOf(trace, messages);
  return {
    ...trace,
    names,
    messages,
    receiverOf: ({ hash }) => receivers.get(hash),
    nameOf: (address) => (users.has(address.toRawString()) ? walletAddress(address) : canonicalAddress(address)),
  };
}

/** Wallets, owners of jettons, and recipients that coins would not come back from and that sent nothing on. */
function usersOf({ transactions, jettonWallets }: Trace, messages: readonly ChainMessage[]): ReadonlySet<string> {
  const wallets = transactions.flatMap(({ account, inMessage }) => (isExternal(inMessage) ? [account] : []));
  const owners = [...jettonWallets.values()].flatMap(({ owner }) => owner ?? []);
  const incoming = transactions.flatMap(({ inMessage }) => inMessage ?? []);
  const unbounced = [...messages, ...incoming].flatMap(({ to, bounce, bounced }) =>
    to && !bounce && !bounced ? [to] : [],
  );
  const senders = transactions.flatMap(({ account, inMessage, outMessages }) =>
    isExternal(inMessage) || outMessages.length === 0 ? [] : [account.toRawString()],
  );
  const contracts = new Set(senders);
  const quiet = unbounced.map((address) => address.toRawString()).filter((raw) => !contracts.has(raw));
  return new Set([...quiet, ...[...wallets, ...owners].map((address) => address.toRawString())]);
}

/** A jetton by one of its wallets. Undefined if the interface does not confirm the wallet. */
export function jettonOf({ jettonWallets, names }: Scene, wallet: Address | undefined) {
  const facts = wallet && jettonWallets.get(wallet.toRawString());
  if (facts === undefined) return undefined;
  return { ...facts, ...tokenOf(names, facts.master) };
}

/** How a jetton is named. A name that its maker gives it proves nothing: jettons that are not known show a part of their address. */
export function tokenOf({ tickerOf }: Names, master: Address): { readonly tokenId: string; readonly ticker: string } {
  const tokenId = canonicalAddress(master);
  return { tokenId, ticker: tickerOf(tokenId) ?? shortAddress(tokenId) };
}
