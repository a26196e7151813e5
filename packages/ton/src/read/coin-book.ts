import { type Leg, pair } from '@isochain/core/movements';
import { jettonOps } from '../bytes/jetton-messages.ts';
import { liquidWithdraw, liquidWithdrawal } from '../bytes/pool-messages.ts';
import type { Address } from '../ton-core.ts';
import { type ChainMessage, type ChainTransaction, isSame, operationOf } from '../upstream/transactions/transaction.ts';
import { signedInternal } from '../wallets/read-control.ts';
import { jettonOf, type Scene } from './scene.ts';

// What a trace did to the coins of accounts. The transactions of an account are the chain's own record of them:
//
//     change of the balance = values that came - values that went - total_fees - fees to forward what went
//
// Each message between two accounts is shown as a payment, except those that are part of a cost: coins that travel with orders of jettons, what of them
// comes back, and coins that bounced. So what is shown adds up to the change, whatever the messages mean.

/** A message between two accounts. */
type Between = ChainMessage & { readonly from: Address; readonly to: Address };

/** A message, or a part of one. */
type Booked = Between & { readonly isRest?: true };

export interface CoinBook {
  /**
   * What moved.
   *
   * @param shown - Raw addresses. Payments that none of them gave or got are left out. Their other costs are shown as coins that went to nobody.
   * @param payer - Its costs are the fees.
   */
  legsOf(shown: ReadonlySet<string>, payer: Address | undefined): Leg[];
  /** What an account paid. Undefined as long as something of it may come back. */
  feesOf(payer: Address): bigint | undefined;
  /** Whether more coins were paid to an account than it put into its orders of jettons: it got something for them. */
  hasEarned(account: Address): boolean;
}

export function coinBookOf(scene: Scene): CoinBook {
  const messages = messagesOf(scene).flatMap((each) => withoutRest(scene, each));
  const spent = new Set(messages.filter((each) => isCost(scene, each)));
  const spenders = new Set([...spent].flatMap(({ from, bounced }) => (bounced ? [] : [from.toRawString()])));
  const isPutOrBack = (each: Booked) =>
    spent.has(each) || (isReturn(scene, each) && spenders.has(each.to.toRawString()));
  const payments = messages.filter((each) => !isPutOrBack(each));
  /** What accounts put into their orders, less what came back. */
  const put = new Map<string, bigint>();
  for (const each of messages.filter(isPutOrBack)) {
    add(put, each.from, each.value);
    add(put, each.to, -each.value);
  }
  const charged = new Map<string, bigint>();
  for (const each of scene.transactions) add(charged, each.account, chargedFor(each));
  const isRunning = scene.messages.some((each) => each.to !== undefined && scene.receiverOf(each) === undefined);
  const putBy = (account: Address) => put.get(account.toRawString()) ?? 0n;
  const chargedTo = (account: Address) => charged.get(account.toRawString()) ?? 0n;

  return {
    legsOf(shown, payer) {
      const paid = payments.flatMap((each): Leg[] => {
        if (!shown.has(each.from.toRawString()) && !shown.has(each.to.toRawString())) return [];
        const [from, to] = [scene.nameOf(each.from), scene.nameOf(each.to)];
        // Whoever ordered the transfer of jettons has paid for the notice of it, and has it among its costs.
        if (isNotice(scene, each)) return [{ way: 'in', address: to, amount: each.value }];
        return scene.isBack(each) ? [{ way: 'out', address: from, amount: each.value }] : pair(from, to, each.value);
      });
      const others = accountsOf(scene).flatMap((account): Leg[] => {
        if (!shown.has(account.toRawString())) return [];
        const isPayer = isSame(account, payer);
        const left = isPayer ? -putBy(account) : -putBy(account) - chargedTo(account);
        if (left > 0n) return [{ way: 'in', address: scene.nameOf(account), amount: left }];
        return isPayer || left === 0n ? [] : [{ way: 'out', address: scene.nameOf(account), amount: -left }];
      });
      return [...paid, ...others];
    },
    feesOf(payer) {
      if (isRunning && spenders.has(payer.toRawString())) return undefined;
      return chargedTo(payer) + (putBy(payer) > 0n ? putBy(payer) : 0n);
    },
    hasEarned(account) {
      const paid = payments.reduce((sum, { to, value }) => (to.equals(account) ? sum + value : sum), 0n);
      const given = [...spent].reduce((sum, { from, value }) => (from.equals(account) ? sum + value : sum), 0n);
      return paid > given;
    },
  };
}

function add(sums: Map<string, bigint>, account: Address, amount: bigint): void {
  const raw = account.toRawString();
  sums.set(raw, (sums.get(raw) ?? 0n) + amount);
}

/** What the account paid for a transaction: the chain keeps `total_fees`, and the fees of its messages go with them. */
function chargedFor({ totalFees, outMessages }: ChainTransaction): bigint {
  return outMessages.reduce((sum, { forwardFees }) => sum + forwardFees, totalFees);
}

/**
 * A liquid pool pays with the message that also brings what is left of the coins of the order (ton-blockchain/liquid-staking-contract, contracts/pool.func:
 * CARRY_ALL_BALANCE). It pays what its own balance fell by. Here these are two messages, where the pool sends nothing else.
 */
function withoutRest({ transactions }: Scene, message: Between): readonly Booked[] {
  if (operationOf(message) !== liquidWithdrawal) return [message];
  const paying = transactions.find(({ outMessages }) => outMessages.some(({ hash }) => hash === message.hash));
  if (paying?.inMessage === undefined || operationOf(paying.inMessage) !== liquidWithdraw) return [message];
  const between = paying.outMessages.filter(({ to }) => to !== undefined);
  const left = paying.inMessage.value - chargedFor(paying);
  if (between.length > 1 || left <= 0n || left >= message.value) return [message];
  return [
    { ...message, value: message.value - left },
    { ...message, value: left, isRest: true },
  ];
}

/** Each account that did something, once. */
function accountsOf({ transactions }: Scene): Address[] {
  return [...new Map(transactions.map(({ account }) => [account.toRawString(), account])).values()];
}

/** Each message between two accounts, once. */
function messagesOf({ messages, transactions }: Scene): Between[] {
  const all = [...messages, ...transactions.flatMap(({ inMessage }) => inMessage ?? [])];
  return [...new Map(all.map((each) => [each.hash, each])).values()].filter(
    (each): each is Between => each.from !== undefined && each.to !== undefined,
  );
}

function isCost(scene: Scene, message: Between): boolean {
  return message.bounced || hasBounced(scene, message) || isOrder(scene, message) || isRelayed(scene, message);
}

function hasBounced(scene: Scene, message: Between): boolean {
  return scene.receiverOf(message)?.outMessages.some(({ bounced, to }) => bounced && isSame(to, message.from)) === true;
}

/** An order of an owner to its jetton wallet. The coins in it pay for the work. */
function isOrder(scene: Scene, message: Between): boolean {
  const operation = operationOf(message);
  if (operation !== jettonOps.transfer && operation !== jettonOps.burn) return false;
  const jetton = jettonOf(scene, message.to);
  if (jetton !== undefined) return jetton.owner === undefined || jetton.owner.equals(message.from);
  const sent = scene.receiverOf(message)?.outMessages ?? [];
  return operation === jettonOps.burn && sent.some((each) => operationOf(each) === jettonOps.burnNotification);
}

/** An order that somebody else brings to a wallet of version 5, with the coins to carry it out. A wallet that does not carry it out keeps them as a gift. */
export function isRelayed(scene: Pick<Scene, 'receiverOf'>, message: ChainMessage): boolean {
  const wallet = operationOf(message) === signedInternal && !message.bounced ? scene.receiverOf(message) : undefined;
  return wallet?.isApplied === true && wallet.outMessages.some(({ to }) => to !== undefined);
}

/** `ownership_assigned` of TEP-62: a pool that pays later gives a bill, and with it what is left of the coins. */
const ownershipAssigned = 0x0513_8d91;

/** Messages that bring what is left of attached coins. */
function isReturn(scene: Scene, message: Booked): boolean {
  const operation = operationOf(message);
  return (
    message.isRest === true ||
    operation === jettonOps.excesses ||
    operation === ownershipAssigned ||
    isNotice(scene, message)
  );
}

function isNotice(scene: Scene, message: Between): boolean {
  const jetton = operationOf(message) === jettonOps.notification ? jettonOf(scene, message.from) : undefined;
  return jetton !== undefined && (jetton.owner === undefined || jetton.owner.equals(message.to));
}
