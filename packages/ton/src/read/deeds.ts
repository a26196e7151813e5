import { attempt, type ParsedTransaction } from '@isochain/core';
import { canonicalAddress, masterchain } from '../address/address.ts';
import { readComment } from '../bytes/comment.ts';
import { jettonOps, readJettonBurn, readJettonTransfer } from '../bytes/jetton-messages.ts';
import { liquidDeposit, liquidDepositFee, nominatorComments, nominatorDepositFee } from '../bytes/pool-messages.ts';
import type { Address, Cell } from '../ton-core.ts';
import { type ChainMessage, isSame, operationOf } from '../upstream/transactions/transaction.ts';
import { jettonOf, type Party, type Scene, tokenOf } from './scene.ts';

// What one message of a wallet did, from its bytes and from what it caused.

/** What one party gave or got. */
export interface Leg {
  readonly way: 'in' | 'out';
  readonly address: string;
  /** Nanotons, or the smallest unit of a token. */
  readonly amount: bigint;
  readonly ticker: string;
}

export interface Deed extends Pick<ParsedTransaction, 'mode' | 'tokenId' | 'memo' | 'validators'> {
  readonly legs: readonly Leg[];
  /** Whether it came back, or was refused. */
  readonly isRefused: boolean;
  /** Whether nothing more can come back. */
  readonly isSettled: boolean;
}

/** Operations of liquid pools: `pool::withdraw` and `pool::withdrawal` (ton-blockchain/liquid-staking-contract, contracts/op-codes.func). */
const liquidWithdraw = 0x319b_0cdc;
const liquidWithdrawal = 0x0a77_535c;

/** Messages that a wallet is to send may not exist: then they have no hash. */
export type Sent = Partial<ChainMessage> & Pick<ChainMessage, 'value'> & { readonly to: Address };

/** @param owner - The account of the wallet. */
export function deedOf(scene: Scene, owner: Address, sent: Sent): Deed {
  const operation = operationOf(sent);
  const reading =
    (operation === jettonOps.transfer ? readTokenTransfer(scene, owner, sent) : undefined) ??
    (operation === jettonOps.burn ? readLiquidUnstake(scene, owner, sent) : undefined) ??
    (operation === liquidDeposit ? readStake(scene, owner, sent) : undefined) ??
    (operation === 0 && sent.to.workChain === masterchain ? readNominatorPool(scene, owner, sent) : undefined) ??
    readTransfer(scene, owner, sent);
  const receiver = isChain(sent) ? scene.receiverOf(sent) : undefined;
  const cameBack = receiver?.outMessages.some(({ bounced, to }) => bounced && isSame(to, owner)) === true;
  return {
    ...reading,
    isRefused: cameBack || reading.isRefused === true,
    isSettled: scene.isOver === true || (receiver !== undefined && reading.isSettled !== false),
  };
}

function isChain(sent: Sent): sent is Sent & ChainMessage {
  return sent.hash !== undefined;
}

type Reading = Omit<Deed, 'isRefused' | 'isSettled'> & Partial<Deed>;

function readTransfer({ names: { ticker }, nameOf }: Scene, owner: Address, { to, value, body }: Sent): Reading {
  const legs = pair(nameOf(owner), nameOf(to), value, ticker);
  return { mode: 'transfer', legs, ...memoOf(body) };
}

/** One party gives what the other gets. */
export function pair(from: string, to: string, amount: bigint, ticker: string): Leg[] {
  return [
    { way: 'out', address: from, amount, ticker },
    { way: 'in', address: to, amount, ticker },
  ];
}

export function coming(address: string, amount: bigint, ticker: string): Leg {
  return { way: 'in', address, amount, ticker };
}

/** The text of a body or of a payload. */
export function memoOf(body: Cell | undefined): { memo?: string } {
  const memo = body && attempt(() => readComment(body));
  return memo === undefined || memo === '' ? {} : { memo };
}

function readTokenTransfer(scene: Scene, owner: Address, sent: Sent): Reading | undefined {
  const transfer = sent.body && readJettonTransfer(sent.body);
  const jetton = jettonOf(scene, sent.to);
  if (transfer === undefined) return undefined;
  const memo = memoOf(transfer.forwardPayload);
  // Without the master, nobody knows what these tokens are.
  if (jetton === undefined) return { ...readTransfer(scene, owner, sent), mode: 'transferToken', ...memo };
  const { tokenId, ticker } = jetton;
  const legs = pair(scene.nameOf(owner), scene.nameOf(transfer.to), transfer.amount, ticker);
  return { mode: 'transferToken', tokenId, legs, ...memo, ...tokenOutcome(scene, sent) };
}

/** The recipient's jetton wallet may throw too. Then the tokens come back to the sender's. */
function tokenOutcome(scene: Scene, sent: Sent): Pick<Deed, 'isRefused' | 'isSettled'> {
  const receiver = isChain(sent) ? scene.receiverOf(sent) : undefined;
  const moved = receiver?.outMessages.filter((each) => operationOf(each) === jettonOps.internalTransfer) ?? [];
  const arrived = moved.map(scene.receiverOf);
  return {
    isRefused: arrived.some((each) => each?.outMessages.some(({ bounced, to }) => bounced && isSame(to, sent.to))),
    isSettled: arrived.every((each) => each !== undefined),
  };
}

/** A burn of pool tokens ends a stake if it says how to pay. */
function readLiquidUnstake(scene: Scene, owner: Address, sent: Sent): Reading | undefined {
  const burn = sent.body && readJettonBurn(sent.body);
  const master = jettonOf(scene, sent.to)?.master ?? burnedAt(scene, sent.to);
  if (burn === undefined || master === undefined) return undefined;
  const { tokenId, ticker } = tokenOf(scene.names, master);
  const address = scene.nameOf(owner);
  const paid = scene.messages.filter((each) => operationOf(each) === liquidWithdrawal && isSame(each.to, owner));
  const [payment] = paid;
  // A pool that refuses mints the tokens again, and every contract reports success.
  const isMinted = scene.messages.some(
    (each) => operationOf(each) === jettonOps.internalTransfer && isSame(each.to, sent.to),
  );
  const received = paid.reduce((sum, { value }) => sum + value, 0n);
  const pool = payment?.from ?? poolOf(scene, master);
  return {
    mode: 'unstake',
    tokenId,
    legs: [
      { way: 'out', address, amount: burn.amount, ticker },
      ...(payment === undefined ? [] : [coming(address, received, scene.names.ticker)]),
    ],
    ...(pool === undefined ? {} : { validators: { source: party(canonicalAddress(pool), burn.amount, ticker) } }),
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

function readStake({ names: { ticker }, nameOf }: Scene, owner: Address, { to, value }: Sent): Reading {
  // Nominator pools are in the masterchain, liquid ones are not.
  const depositFee = to.workChain === masterchain ? nominatorDepositFee : liquidDepositFee;
  const target = party(canonicalAddress(to), value > depositFee ? value - depositFee : 0n, ticker);
  return { mode: 'stake', legs: pair(nameOf(owner), canonicalAddress(to), value, ticker), validators: { target } };
}

function readNominatorPool(scene: Scene, owner: Address, sent: Sent): Reading | undefined {
  const { memo } = memoOf(sent.body);
  if (memo === nominatorComments.deposit) return readStake(scene, owner, sent);
  if (memo !== nominatorComments.withdraw) return undefined;
  const { ticker } = scene.names;
  const receiver = isChain(sent) ? scene.receiverOf(sent) : undefined;
  const back = receiver?.outMessages.filter(({ to, bounced }) => isSame(to, owner) && !bounced) ?? [];
  // The pool always returns what is left of the message. If it pays, that is a message before it (func/pool.fc: withdraw_member, send_excesses).
  const paid = back.length > 1 ? (back[0]?.value ?? 0n) : 0n;
  const returned = back.reduce((sum, { value }) => sum + value, 0n);
  const pool = canonicalAddress(sent.to);
  return {
    mode: 'unstake',
    legs: [
      ...pair(scene.nameOf(owner), pool, sent.value, ticker),
      ...(returned > 0n ? [coming(scene.nameOf(owner), returned, ticker)] : []),
    ],
    validators: { source: party(pool, paid, ticker) },
  };
}

export function party(address: string, amount: bigint, ticker: string): Party {
  return { address, amount: amount.toString(), ticker };
}
