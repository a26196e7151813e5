import { jettonOps, readJettonAmount } from '../../bytes/jetton-messages.ts';
import { Address } from '../../ton-core.ts';
import type { JettonWalletFacts } from './trace.ts';
import { type ChainTransaction, isSame, operationOf } from './transaction.ts';

// tonapi tells a swap as a whole, and does not name the jetton wallets of the trader.

/** What tonapi tells of a swap. */
export interface Swap {
  /** In raw form. */
  readonly trader: string;
  readonly given: SwappedJettons | undefined;
  readonly got: SwappedJettons | undefined;
}

interface SwappedJettons {
  /** The master in raw form. */
  readonly master: string;
  /** In the smallest unit. */
  readonly amount: bigint;
}

/** The jetton wallets of traders: those that did what a swap tells, with its amount. Where several did, none is taken. */
export function walletsOfSwaps(
  transactions: readonly ChainTransaction[],
  swaps: readonly Swap[],
): ReadonlyMap<string, JettonWalletFacts> {
  const found = swaps.flatMap(({ trader, given, got }) => {
    const owner = Address.parseRaw(trader);
    const sent = transactions.filter(
      (each) => isOf(each, jettonOps.transfer, given) && isSame(each.inMessage?.from, owner),
    );
    const received = transactions.filter(
      (each) => isOf(each, jettonOps.internalTransfer, got) && each.outMessages.some(({ to }) => isSame(to, owner)),
    );
    return [...walletOf(sent, given, owner), ...walletOf(received, got, owner)];
  });
  return new Map(found);
}

function isOf({ inMessage, isApplied }: ChainTransaction, operation: number, jettons: SwappedJettons | undefined) {
  if (jettons === undefined || inMessage?.body === undefined || inMessage.bounced || !isApplied) return false;
  return operationOf(inMessage) === operation && readJettonAmount(inMessage.body) === jettons.amount;
}

function walletOf(
  [one, ...more]: readonly ChainTransaction[],
  jettons: SwappedJettons | undefined,
  owner: Address,
): [string, JettonWalletFacts][] {
  if (one === undefined || more.length > 0 || jettons === undefined) return [];
  return [[one.account.toRawString(), { master: Address.parseRaw(jettons.master), owner }]];
}
