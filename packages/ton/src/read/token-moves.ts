import { canonicalAddress } from '../address/address.ts';
import { jettonOps, readJettonAmount, readJettonReceipt, readJettonTransfer } from '../bytes/jetton-messages.ts';
import type { Address, Cell } from '../ton-core.ts';
import { type ChainMessage, type ChainTransaction, isSame, operationOf } from '../upstream/transactions/transaction.ts';
import { jettonOf, type Scene } from './scene.ts';

// Jettons move where jetton wallets do what TEP-74 says, and succeed. The index confirms the wallets. Everything else moves nothing.

/** Jettons that changed their owner. */
export interface TokenMove {
  /** Canonical address of the master. */
  readonly token: string;
  /** In the smallest unit. */
  readonly amount: bigint;
  /** Undefined if the jettons are new. */
  readonly from: Address | undefined;
  /** Undefined if they were burned. */
  readonly to: Address | undefined;
  /** What the recipient is told, such as a comment. */
  readonly payload?: Cell | undefined;
}

/** All jettons that moved in a trace, whoever ordered it, and those of orders that have not arrived yet. */
export function tokenMovesOf(scene: Scene): TokenMove[] {
  // A transfer is two transactions. The one that sends tells both.
  const told = new Set<ChainTransaction>();
  // The first turn finds what is told, in whatever order the transactions come.
  for (const each of scene.transactions) movesAt(scene, each, told);
  const moved = scene.transactions.flatMap((each) => movesAt(scene, each, told));
  if (scene.unread.length > 0) return moved;
  const passed = missingSenders(scene);
  const awaited = scene.messages.filter(({ to }) => to === undefined || !passed.has(to.toRawString()));
  return [...moved, ...awaited.flatMap((each) => movesAwaited(scene, each))];
}

/** Raw addresses of accounts that sent a message, while the trace lacks the transaction that did. An index may have a part of a trace. */
function missingSenders({ transactions, messages }: Scene): ReadonlySet<string> {
  const sent = new Set(messages.map(({ hash }) => hash));
  const orphans = transactions.flatMap(({ inMessage }) =>
    inMessage?.from !== undefined && !sent.has(inMessage.hash) ? [inMessage.from.toRawString()] : [],
  );
  return new Set(orphans);
}

function movesAt(scene: Scene, transaction: ChainTransaction, told: Set<ChainTransaction>): TokenMove[] {
  const { inMessage, isApplied } = transaction;
  if (inMessage === undefined || inMessage.bounced || !isApplied) return [];
  switch (operationOf(inMessage)) {
    case jettonOps.transfer:
      return movesOut(scene, transaction, inMessage, told);
    case jettonOps.burn:
      return movesBurned(scene, transaction, inMessage);
    case jettonOps.internalTransfer:
      return told.has(transaction) ? [] : movesIn(scene, transaction, inMessage);
    case jettonOps.notification:
      return movesNotified(scene, transaction, inMessage);
    default:
      return [];
  }
}

/** The owner orders it, or the admin of a governed jetton in its place (ton-blockchain/stablecoin-contract, contracts/jetton-wallet.fc). */
function movesOut(
  scene: Scene,
  { account, outMessages }: ChainTransaction,
  order: ChainMessage,
  told: Set<ChainTransaction>,
): TokenMove[] {
  const jetton = jettonOf(scene, account);
  if (jetton === undefined) return [];
  return outMessages.flatMap((sent) => {
    const receipt = operationOf(sent) === jettonOps.internalTransfer && sent.body && readJettonReceipt(sent.body);
    if (!receipt) return [];
    const receiver = scene.receiverOf(sent);
    if (receiver !== undefined) told.add(receiver);
    // The jettons are back: a wallet takes again what it gave if the other one throws.
    if (receiver?.isApplied === false) return [];
    const transfer = order.body && readJettonTransfer(order.body);
    return {
      token: jetton.tokenId,
      amount: receipt.amount,
      from: jetton.owner ?? receipt.from,
      to: transfer?.to ?? jettonOf(scene, receiver?.account)?.owner,
      payload: receipt.payload,
    };
  });
}

/** A master takes a burn only from its own wallets, so it names them where the index does not. */
function movesBurned(scene: Scene, { account, outMessages }: ChainTransaction, order: ChainMessage): TokenMove[] {
  const jetton = jettonOf(scene, account);
  const amount = order.body && readJettonAmount(order.body);
  const notice = outMessages.find((each) => operationOf(each) === jettonOps.burnNotification);
  const master = notice && scene.receiverOf(notice);
  if (amount === undefined || notice === undefined || master?.isApplied === false) return [];
  const token = jetton?.tokenId ?? (master && canonicalAddress(master.account));
  return token === undefined ? [] : [{ token, amount, from: jetton?.owner ?? order.from, to: undefined }];
}

/** Jettons from the master are new. A wallet takes others only from a wallet of the owner that the message names. */
function movesIn(scene: Scene, { account }: ChainTransaction, { from, body }: ChainMessage): TokenMove[] {
  const jetton = jettonOf(scene, account);
  const receipt = body && readJettonReceipt(body);
  if (jetton?.owner === undefined || receipt === undefined) return [];
  const sender = isSame(from, jetton.master) ? undefined : receipt.from;
  return [{ token: jetton.tokenId, amount: receipt.amount, from: sender, to: jetton.owner, payload: receipt.payload }];
}

/** Anybody can send a notification. It counts if it comes from a wallet of this account, and only where the wallet's own transaction is not known. */
function movesNotified(scene: Scene, { account }: ChainTransaction, { from, body }: ChainMessage): TokenMove[] {
  const jetton = jettonOf(scene, from);
  const receipt = body && readJettonReceipt(body);
  if (jetton === undefined || receipt === undefined) return [];
  const isOwn = jetton.owner === undefined || jetton.owner.equals(account);
  if (!isOwn || (from !== undefined && scene.accounts.has(from.toRawString()))) return [];
  return [{ token: jetton.tokenId, amount: receipt.amount, from: receipt.from, to: account, payload: receipt.payload }];
}

function movesAwaited(scene: Scene, order: ChainMessage): TokenMove[] {
  const jetton = jettonOf(scene, order.to);
  if (jetton === undefined || order.body === undefined || scene.receiverOf(order) !== undefined) return [];
  if (jetton.owner !== undefined && !isSame(jetton.owner, order.from)) return [];
  const transfer = readJettonTransfer(order.body);
  if (transfer === undefined) return [];
  const { amount, to, forwardPayload: payload } = transfer;
  return [{ token: jetton.tokenId, amount, from: order.from, to, payload }];
}
