import { attempt, type ParsedTransaction } from '@isochain/core';
import { partyOf } from '@isochain/core/movements';
import { canonicalAddress, masterchain } from '../address/address.ts';
import { readComment } from '../bytes/comment.ts';
import { jettonOps, readJettonBurn, readJettonTransfer } from '../bytes/jetton-messages.ts';
import {
  liquidDeposit,
  liquidDepositFee,
  liquidWithdraw,
  liquidWithdrawal,
  nominatorComments,
  nominatorDepositFee,
  readPayout,
} from '../bytes/pool-messages.ts';
import type { Address, Cell } from '../ton-core.ts';
import { type ChainMessage, isSame, operationOf } from '../upstream/transactions/transaction.ts';
import { jettonOf, type Scene } from './scene.ts';

// What one message of a wallet asked for, from its bytes and from what it caused. What it moved is told elsewhere: coin-book.ts and token-moves.ts.

export interface Deed extends Pick<ParsedTransaction, 'mode' | 'tokenId' | 'memo' | 'validators'> {
  /** Whether it asks a contract for something, and is no plain payment. */
  readonly isCall: boolean;
  /** Whether it came back, or was refused. */
  readonly isRefused: boolean;
  /** Whether nothing more can come back. */
  readonly isSettled: boolean;
}

/** Messages that a wallet is to send may not exist: then they have no hash. */
export type Sent = Partial<ChainMessage> & Pick<ChainMessage, 'value'> & { readonly to: Address };

/** @param owner - The account of the wallet. */
export function deedOf(scene: Scene, owner: Address, sent: Sent): Deed {
  const operation = operationOf(sent);
  const reading: Reading = (operation === jettonOps.transfer ? readTokenTransfer(scene, sent) : undefined) ??
    (operation === jettonOps.burn ? readLiquidUnstake(scene, owner, sent) : undefined) ??
    (operation === liquidDeposit ? readStake(scene, sent) : undefined) ??
    (operation === 0 && sent.to.workChain === masterchain ? readNominatorPool(scene, owner, sent) : undefined) ?? {
      mode: 'transfer',
      ...memoOf(sent.body),
    };
  const receiver = isChain(sent) ? scene.receiverOf(sent) : undefined;
  const cameBack = receiver?.outMessages.some(({ bounced, to }) => bounced && isSame(to, owner)) === true;
  return {
    ...reading,
    isCall: operation !== undefined && operation !== 0,
    isRefused: cameBack || reading.isRefused === true,
    isSettled: scene.isOver === true || (receiver !== undefined && reading.isSettled !== false),
  };
}

function isChain(sent: Sent): sent is Sent & ChainMessage {
  return sent.hash !== undefined;
}

type Reading = Pick<Deed, 'mode' | 'tokenId' | 'memo' | 'validators'> & Partial<Pick<Deed, 'isRefused' | 'isSettled'>>;

/** The text of a body or of a payload. */
export function memoOf(body: Cell | undefined): { memo?: string } {
  const memo = body && attempt(() => readComment(body));
  return memo === undefined || memo === '' ? {} : { memo };
}

function readTokenTransfer(scene: Scene, sent: Sent): Reading | undefined {
  const transfer = sent.body && readJettonTransfer(sent.body);
  const jetton = jettonOf(scene, sent.to);
  if (transfer === undefined) return undefined;
  const memo = memoOf(transfer.forwardPayload);
  // Without the master, nobody knows what these tokens are.
  if (jetton === undefined) return { mode: 'transferToken', ...memo };
  return { mode: 'transferToken', tokenId: jetton.tokenId, ...memo, ...tokenOutcome(scene, sent) };
}

/** The recipient's jetton wallet may throw too. Then the tokens come back to the sender's. */
function tokenOutcome(scene: Scene, sent: Sent): Pick<Deed, 'isRefused' | 'isSettled'> {
  const receiver = isChain(sent) ? scene.receiverOf(sent) : undefined;
  const moved = receiver?.outMessages.filter((each) => operationOf(each) === jettonOps.internalTransfer) ?? [];
  const arrived = moved.map(scene.receiverOf);
  return {
    isRefused:
      receiver?.isApplied === false ||
      arrived.some((each) => each?.outMessages.some(({ bounced, to }) => bounced && isSame(to, sent.to))),
    isSettled: arrived.every((each) => each !== undefined),
  };
}

/** A burn of pool tokens ends a stake if it says how to pay. */
function readLiquidUnstake(scene: Scene, owner: Address, sent: Sent): Reading | undefined {
  const burn = sent.body && readJettonBurn(sent.body);
  const master = jettonOf(scene, sent.to)?.master ?? burnedAt(scene, sent.to);
  if (burn === undefined || master === undefined) return undefined;
  const token = canonicalAddress(master);
  const payment = scene.messages.find((each) => operationOf(each) === liquidWithdrawal && isSame(each.to, owner));
  // A pool that refuses mints the tokens again, and every contract reports success.
  const isMinted = scene.messages.some(
    (each) => operationOf(each) === jettonOps.internalTransfer && isSame(each.to, sent.to),
  );
  const pool = payment?.from ?? poolOf(scene, master);
  // Shares of other pools, and other jettons, are burned for other reasons.
  if (pool === undefined && readPayout(burn.customPayload) === undefined) return undefined;
  const source = pool && partyOf(canonicalAddress(pool), burn.amount, scene.assetOf(token));
  return {
    mode: 'unstake',
    tokenId: token,
    ...(source === undefined ? {} : { validators: { source } }),
    isRefused: isMinted && payment === undefined,
    isSettled: scene.messages.every((each) => each.to === undefined || scene.receiverOf(each) !== undefined),
  };
}

/** The master that took a burn: it does so only from its own wallets. */
function burnedAt({ transactions }: Scene, wallet: Address): Address | undefined {
  return transactions.find(
    ({ inMessage, isDone }) =>
      isDone && inMessage && operationOf(inMessage) === jettonOps.burnNotification && isSame(inMessage.from, wallet),
  )?.account;
}

/** The minter tells its pool of the burn. */
function poolOf({ transactions }: Scene, minter: Address): Address | undefined {
  const sent = transactions.flatMap(({ account, outMessages }) => (account.equals(minter) ? outMessages : []));
  return sent.find((each) => operationOf(each) === liquidWithdraw)?.to;
}

function readStake(scene: Scene, { to, value }: Sent): Reading {
  // Nominator pools are in the masterchain, liquid ones are not.
  const depositFee = to.workChain === masterchain ? nominatorDepositFee : liquidDepositFee;
  return { mode: 'stake', validators: { target: staked(scene, to, value > depositFee ? value - depositFee : 0n) } };
}

function readNominatorPool(scene: Scene, owner: Address, sent: Sent): Reading | undefined {
  const { memo } = memoOf(sent.body);
  if (memo === nominatorComments.deposit) return readStake(scene, sent);
  if (memo !== nominatorComments.withdraw) return undefined;
  const receiver = isChain(sent) ? scene.receiverOf(sent) : undefined;
  const back = receiver?.outMessages.filter(({ to, bounced }) => isSame(to, owner) && !bounced) ?? [];
  // The pool always returns what is left of the message. If it pays, that is a message before it (func/pool.fc: withdraw_member, send_excesses).
  const paid = back.length > 1 ? (back[0]?.value ?? 0n) : 0n;
  return { mode: 'unstake', validators: { source: staked(scene, sent.to, paid) } };
}

/** Coins at a pool. */
function staked({ assetOf }: Scene, pool: Address, amount: bigint) {
  return partyOf(canonicalAddress(pool), amount, assetOf(undefined));
}
