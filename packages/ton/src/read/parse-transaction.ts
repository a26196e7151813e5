import type { ParsedTransaction } from '@isochain/core';
import { jettonOps, readJettonReceipt, readJettonTransfer } from '../bytes/jetton-messages.ts';
import type { Address } from '../ton-core.ts';
import { type FoundTransaction, normalizedHashOf, type Trace } from '../upstream/transactions/trace.ts';
import { type ChainTransaction, isExternal, isSame, operationOf } from '../upstream/transactions/transaction.ts';
import { readRequest } from '../wallets/read-request.ts';
import { coming, type Deed, deedOf, type Leg, memoOf, pair, party } from './deeds.ts';
import { partiesOf } from './parties.ts';
import { jettonOf, type Names, type Scene, sceneOf } from './scene.ts';

/**
 * Puts a transaction into the standard shape. The transaction of a wallet has the id that broadcast answers: the normalized hash of the message that
 * started it (TEP-467). Other transactions have their own hash.
 */
export function parseTransaction(names: Names, { trace, transaction }: FoundTransaction): ParsedTransaction {
  const scene = sceneOf(trace, names);
  return describe(scene, transaction, readingOf(scene, transaction));
}

/**
 * What a trace is for one account: its wallet's transaction if it started the trace, else all that came to it, as one entry.
 *
 * @returns Undefined if nothing in the trace concerns the account.
 */
export function parseEntry(
  names: Names,
  trace: Trace,
  account: Address,
): { readonly parsed: ParsedTransaction; readonly raw: unknown } | undefined {
  const scene = sceneOf(trace, names);
  const own = inOrder(trace.transactions.filter((each) => each.account.equals(account)));
  const started = own.find(({ inMessage }) => isExternal(inMessage));
  if (started !== undefined) return { parsed: describe(scene, started, readingOf(scene, started)), raw: started.raw };
  // Tokens may come without a message to their owner.
  const tokens = trace.transactions.filter((each) => isReceiptOf(scene, each, account));
  const notified = own.filter(({ inMessage }) => inMessage && operationOf(inMessage) === jettonOps.notification);
  const rest = own.filter(({ inMessage }) => inMessage && operationOf(inMessage) !== jettonOps.excesses);
  const parts = inOrder(
    notified.length === 0 && tokens.length > 0 ? [...rest, ...tokens] : rest.length > 0 ? rest : own,
  );
  const [first] = parts;
  if (first === undefined) return undefined;
  const readings = parts.map((each) => readingOf(scene, each));
  const parsed = describe(scene, first, merged(readings));
  const fees = own.reduce((sum, each) => sum + feesOf(each), 0n);
  const paid = { fees: { amount: fees.toString(), ticker: names.ticker } };
  // Both sides have it under the id that the sender's wallet got from broadcast.
  const root = trace.transactions.find(({ inMessage }) => isExternal(inMessage));
  const id = root === undefined ? parsed.id : idOf(root);
  return { parsed: { ...parsed, id, ...paid }, raw: first.raw };
}

function inOrder(transactions: readonly ChainTransaction[]): ChainTransaction[] {
  return transactions.toSorted((a, b) => (a.lt < b.lt ? -1 : a.lt > b.lt ? 1 : 0));
}

function isReceiptOf(scene: Scene, { account, inMessage }: ChainTransaction, owner: Address): boolean {
  const isReceipt = inMessage !== undefined && operationOf(inMessage) === jettonOps.internalTransfer;
  return isReceipt && isSame(jettonOf(scene, account)?.owner, owner);
}

function describe(scene: Scene, transaction: ChainTransaction, reading: Deed): ParsedTransaction {
  const { ticker } = scene.names;
  const { inMessage, time, masterBlock, gas } = transaction;
  const { legs, isRefused, isSettled, ...rest } = reading;
  const external = isExternal(inMessage) ? inMessage : undefined;
  const seqno = external?.body && readRequest(external.body)?.seqno;
  const paid = rest.mode === 'transferToken' && external ? paidForTokens(scene, transaction) : feesOf(transaction);
  return {
    id: idOf(transaction),
    ...rest,
    state: stateOf(transaction, reading),
    ...(paid === undefined ? {} : { fees: { amount: paid.toString(), ticker } }),
    ...(masterBlock === undefined ? {} : { blockHeight: masterBlock.toString() }),
    timestamp: String(time * 1000),
    ...(gas === undefined ? {} : { gas: gas.toString() }),
    ...(seqno === undefined ? {} : { nonce: seqno.toString() }),
    ...partiesOf(legs, external && party(scene.nameOf(transaction.account), 0n, ticker)),
  };
}

/** The normalized hash of the message that started a wallet, and of other transactions their own hash. */
function idOf({ inMessage, hash }: ChainTransaction): string {
  return isExternal(inMessage) ? (normalizedHashOf(inMessage) ?? inMessage.hash) : hash;
}

/** What the account paid: the chain keeps `total_fees`, and the fees of its messages go with them. */
function feesOf({ totalFees, outMessages }: ChainTransaction): bigint {
  return outMessages.reduce((sum, { forwardFees }) => sum + forwardFees, totalFees);
}

/**
 * What a transfer of jettons cost its sender: coins travel with it, and pay for the work of jetton wallets. What is left comes back.
 *
 * @returns Undefined as long as a message has not arrived.
 */
function paidForTokens(
  { messages, receiverOf, transactions }: Scene,
  transaction: ChainTransaction,
): bigint | undefined {
  if (messages.some((each) => each.to !== undefined && receiverOf(each) === undefined)) return undefined;
  const sent = transaction.outMessages.reduce((sum, { value }) => sum + value, feesOf(transaction));
  const back = transactions.filter((each) => each !== transaction && each.account.equals(transaction.account));
  return back.reduce((sum, each) => sum + feesOf(each) - (each.inMessage?.value ?? 0n), sent);
}

function stateOf({ finality }: ChainTransaction, { isRefused, isSettled }: Deed): ParsedTransaction['state'] {
  if (finality === 'emulated') return 'pending';
  if (isRefused) return 'failed';
  return finality === 'final' && isSettled ? 'confirmed' : 'unconfirmed';
}

function readingOf(scene: Scene, transaction: ChainTransaction): Deed {
  return isExternal(transaction.inMessage) ? readWallet(scene, transaction) : readReceipt(scene, transaction);
}

function readWallet(scene: Scene, { account, inMessage, outMessages, isDone }: ChainTransaction): Deed {
  const sent = outMessages.flatMap((each) => (each.to ? [deedOf(scene, account, { ...each, to: each.to })] : []));
  if (sent.length > 0) return { ...merged(sent), isRefused: !isDone || sent.some(({ isRefused }) => isRefused) };
  // Nothing was sent. Its owner asked for something, and that it failed is all that happened.
  const asked = inMessage?.body && readRequest(inMessage.body)?.messages;
  const { mode, memo } = merged((asked ?? []).map((each) => deedOf(scene, account, each)));
  return { mode, ...(memo === undefined ? {} : { memo }), legs: [], isRefused: !isDone, isSettled: true };
}

/** Several deeds as one. */
function merged(deeds: readonly Deed[]): Deed {
  const same = <T>(of: (deed: Deed) => T): T | undefined => {
    const [first, ...more] = deeds.map(of);
    return more.every((each) => each === first) ? first : undefined;
  };
  const [first] = deeds;
  const mode = same((deed) => deed.mode) ?? 'unknown';
  const tokenId = mode === 'unknown' ? undefined : same((deed) => deed.tokenId);
  const memos = [...new Set(deeds.flatMap(({ memo }) => memo ?? []))];
  const validators = deeds.length === 1 ? first?.validators : undefined;
  return {
    mode,
    ...(tokenId === undefined ? {} : { tokenId }),
    ...(memos.length === 0 ? {} : { memo: memos.join('\n') }),
    ...(validators === undefined ? {} : { validators }),
    legs: deeds.flatMap(({ legs }) => legs),
    isRefused: deeds.some(({ isRefused }) => isRefused),
    isSettled: deeds.every(({ isSettled }) => isSettled),
  };
}

/** What came to an account, or passed through a jetton wallet. */
function readReceipt(scene: Scene, transaction: ChainTransaction): Deed {
  const { account, inMessage, outMessages, isDone } = transaction;
  // A contract that fails keeps the coins if they were not to come back.
  const outcome = { isRefused: outMessages.some(({ bounced }) => bounced), isSettled: true };
  if (inMessage?.from === undefined) return { mode: 'unknown', legs: [], ...outcome };
  const { from, value, body, bounced } = inMessage;
  const operation = bounced ? undefined : operationOf(inMessage);
  const { ticker } = scene.names;
  if (operation === jettonOps.notification) {
    const jetton = jettonOf(scene, from);
    const receipt = body && readJettonReceipt(body);
    // Anybody can send a notification. It counts if the wallet is one of this account.
    if (jetton !== undefined && receipt?.from && (jetton.owner === undefined || jetton.owner.equals(account))) {
      const legs = tokenLegs(scene, receipt.from, account, receipt.amount, jetton.ticker);
      return { mode: 'transferToken', tokenId: jetton.tokenId, legs, ...memoOf(receipt.payload), ...outcome };
    }
  }
  const own = jettonOf(scene, account);
  if (own?.owner !== undefined && (operation === jettonOps.internalTransfer || operation === jettonOps.transfer)) {
    const isReceipt = operation === jettonOps.internalTransfer;
    const receipt = isReceipt && body ? readJettonReceipt(body) : undefined;
    const transfer = isReceipt || body === undefined ? undefined : readJettonTransfer(body);
    const amount = receipt?.amount ?? transfer?.amount;
    if (amount !== undefined) {
      const legs =
        transfer === undefined
          ? tokenLegs(scene, receipt?.from, own.owner, amount, own.ticker)
          : tokenLegs(scene, own.owner, transfer.to, amount, own.ticker);
      const memo = memoOf(receipt?.payload ?? transfer?.forwardPayload);
      return { mode: 'transferToken', tokenId: own.tokenId, legs, ...memo, ...outcome, isRefused: !isDone };
    }
  }
  const legs = pair(scene.nameOf(from), scene.nameOf(account), value, ticker);
  return { mode: 'transfer', legs, ...(bounced ? {} : memoOf(body)), ...outcome };
}

/** @param from - Undefined if the tokens are new. */
function tokenLegs(scene: Scene, from: Address | undefined, to: Address, amount: bigint, ticker: string): Leg[] {
  const address = scene.nameOf(to);
  return from === undefined ? [coming(address, amount, ticker)] : pair(scene.nameOf(from), address, amount, ticker);
}
