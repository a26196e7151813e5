import type { AssetOf } from '@isochain/core/movements';
import { canonicalAddress, walletAddress } from '../address/address.ts';
import type { Address } from '../ton-core.ts';
import type { Trace } from '../upstream/transactions/trace.ts';
import {
  type ChainMessage,
  type ChainTransaction,
  isExternal,
  isSame,
  operationOf,
} from '../upstream/transactions/transaction.ts';
import { coinsForPlugin, signedInternal } from '../wallets/read-control.ts';
import type { Names } from './tickers.ts';

/** A trace, with what is looked up in it. */
export interface Scene extends Trace {
  /** In the order in which they happened. */
  readonly transactions: readonly ChainTransaction[];
  readonly assetOf: AssetOf;
  /** The transaction that a message started. Undefined if it has not happened yet, or is not known. */
  receiverOf(message: Pick<ChainMessage, 'hash'>): ChainTransaction | undefined;
  /** Whether a message came back, as another transaction tells. */
  isBack(message: Pick<ChainMessage, 'hash' | 'from'>): boolean;
  /** Raw addresses of the accounts that did something. */
  readonly accounts: ReadonlySet<string>;
  /** All messages that somebody in the trace sent. */
  readonly messages: readonly ChainMessage[];
  /** Raw addresses of people: wallets, owners of jettons, and others that took coins and did nothing more. */
  readonly users: ReadonlySet<string>;
  /** An address as answers write it: contracts bounceable, wallets not. */
  nameOf(address: Address): string;
}

export function sceneOf(trace: Trace, names: Names): Scene {
  const transactions = trace.transactions.toSorted((a, b) => (a.lt < b.lt ? -1 : a.lt > b.lt ? 1 : 0));
  const receivers = new Map(transactions.map((each) => [each.inMessage?.hash, each]));
  const messages = transactions.flatMap(({ outMessages }) => outMessages);
  const users = usersOf(trace, messages);
  return {
    ...trace,
    transactions,
    assetOf: names.assets(trace.jettons),
    accounts: new Set(transactions.map(({ account }) => account.toRawString())),
    messages,
    users,
    receiverOf: ({ hash }) => receivers.get(hash),
    isBack: ({ hash, from }) =>
      receivers.get(hash)?.outMessages.some(({ bounced, to }) => bounced && isSame(to, from)) === true,
    nameOf: (address) => (users.has(address.toRawString()) ? walletAddress(address) : canonicalAddress(address)),
  };
}

/** Wallets, owners of jettons, and recipients that coins would not come back from and that sent nothing on. */
function usersOf({ transactions, jettonWallets }: Trace, messages: readonly ChainMessage[]): ReadonlySet<string> {
  const wallets = transactions.flatMap((each) => (isWallet(each) ? [each.account] : []));
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

/** A wallet takes orders from outside, orders of its owner that others bring (version 5), and asks of its plugins for coins (version 4). */
function isWallet({ inMessage, outMessages, isApplied }: ChainTransaction): boolean {
  if (isExternal(inMessage)) return true;
  const isBrought = inMessage !== undefined && !inMessage.bounced && operationOf(inMessage) === signedInternal;
  const hasSent = outMessages.some(({ to }) => to !== undefined);
  return (isBrought && isApplied && hasSent) || outMessages.some((each) => operationOf(each) === coinsForPlugin);
}

/** A jetton by one of its wallets. Undefined if the interface does not confirm the wallet. */
export function jettonOf({ jettonWallets }: Pick<Scene, 'jettonWallets'>, wallet: Address | undefined) {
  const facts = wallet && jettonWallets.get(wallet.toRawString());
  return facts && { ...facts, tokenId: canonicalAddress(facts.master) };
}
