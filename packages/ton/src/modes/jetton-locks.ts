import { type Problem, problem } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { TonContext } from '../context.ts';
import { Address } from '../ton-core.ts';
import { askOne } from '../upstream/ask.ts';
import type { JettonHolding } from '../upstream/queries/jetton-holding.ts';
import { jettonLock } from '../upstream/queries/jetton-lock.ts';

/** Whether the issuer of a jetton stopped the parties of a transfer. */
export interface JettonLocks {
  readonly sender: boolean;
  readonly recipient: boolean;
}

interface Parties {
  /** The jetton wallet of the sender. */
  readonly wallet: Address;
  /** What the master and the index say of the recipient. */
  readonly recipient: JettonHolding;
  /** Whether both are one account. */
  readonly isSame: boolean;
}

/** Asks the jetton wallets of both parties. */
export async function askLocks(
  context: TonContext,
  { wallet, recipient, isSame }: Parties,
  operation: Operation,
): Promise<JettonLocks> {
  const ask = (each: Address) => askOne(context, jettonLock(each), operation);
  const others = isSame ? [] : walletsOf(recipient).filter((each) => !each.equals(wallet));
  const [own, ...theirs] = await Promise.all([ask(wallet), ...others.map(ask)]);
  return { sender: own.sending, recipient: (isSame ? [own] : theirs).some(({ receiving }) => receiving) };
}

/** Usually one: the index lists the wallet that the master names, once it is deployed. */
function walletsOf({ word, listed = [] }: JettonHolding): Address[] {
  const named = [...('wallet' in word ? [word.wallet] : []), ...listed.map(({ address }) => Address.parseRaw(address))];
  return named.filter((each, i) => named.findIndex((other) => other.equals(each)) === i);
}

/** A locked wallet throws: the fees are lost, and of what bounces the jettons come back only if the coins last. */
export function lockProblems({ sender, recipient }: JettonLocks): Problem[] {
  return [
    ...(sender ? [problem('sender.frozen', {}, 'transaction.data.senderAddress')] : []),
    ...(recipient ? [problem('recipient.frozen', {}, 'transaction.data.recipientAddress')] : []),
  ];
}
