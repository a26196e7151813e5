import type { ParsedTransaction } from '@isochain/core';
import { changedControl, feesOf, partiesOf, unreadParts, warned } from '@isochain/core/movements';
import { canonicalAddress } from '../address/address.ts';
import type { Address } from '../ton-core.ts';
import { type FoundTransaction, normalizedHashOf, type Trace } from '../upstream/transactions/trace.ts';
import { type ChainTransaction, isExternal, isSame, operationOf } from '../upstream/transactions/transaction.ts';
import { newSpenders, signedInternal } from '../wallets/read-control.ts';
import { readRequest } from '../wallets/read-request.ts';
import { type CoinBook, coinBookOf, isRelayed } from './coin-book.ts';
import { type Deed, deedOf, memoOf } from './deeds.ts';
import { jettonOf, type Scene, sceneOf } from './scene.ts';
import type { Names } from './tickers.ts';
import { type TokenMove, tokenMovesOf } from './token-moves.ts';

// One trace, as each of its accounts sees it. What the order was, whether it came about, when, and what it cost, is the same for all of them. Each sees
// its own payments, and the comments of these.

/**
 * Puts a transaction into the standard shape. The transaction of a wallet is shown with all that it caused, and has the id that broadcast answers: the
 * normalized hash of the message that started it (TEP-467). Other transactions are shown alone, and have their own hash.
 */
export function parseTransaction(names: Names, { trace, transaction }: FoundTransaction): ParsedTransaction {
  const scene = sceneOf(trace, names);
  if (!isExternal(transaction.inMessage)) {
    const alone = sceneOf({ ...trace, transactions: [transaction], unread: [] }, names);
    return describeAlone({ ...alone, nameOf: scene.nameOf, isBack: scene.isBack }, [transaction], transaction.account);
  }
  const shown = new Set([...scene.users, transaction.account.toRawString()]);
  return describeOrder(scene, readOrder(scene, transaction), shown, undefined);
}

/**
 * What a trace is for one account.
 *
 * @returns Undefined if nothing in the trace concerns the account.
 */
export function parseEntry(
  names: Names,
  trace: Trace,
  account: Address,
): { readonly parsed: ParsedTransaction; readonly raw: unknown } | undefined {
  const scene = sceneOf(trace, names);
  const own = scene.transactions.filter((each) => each.account.equals(account));
  const atWallets = scene.transactions.filter((each) => isSame(jettonOf(scene, each.account)?.owner, account));
  const [first = atWallets[0]] = own;
  if (first === undefined) return undefined;
  const started = own.find(({ inMessage }) => isExternal(inMessage));
  const root = started ?? scene.transactions.find(({ inMessage }) => isExternal(inMessage));
  const raw = (started ?? first).raw;
  if (root === undefined) return { parsed: describeAlone(scene, own.length > 0 ? own : atWallets, account), raw };
  const shown = new Set([account.toRawString()]);
  return { parsed: describeOrder(scene, readOrder(scene, root), shown, account), raw };
}

/** What somebody asked for with a message from outside. */
interface Order extends Deed {
  /** The transaction of the wallet that took the message. */
  readonly root: ChainTransaction;
  /** Accounts whose orders were carried out: of the wallet, or of one that it brought an order to. */
  readonly actors: readonly Address[];
}

function readOrder(scene: Scene, root: ChainTransaction): Order {
  const acts = root.outMessages.flatMap((sent) => {
    const wallet = isRelayed(scene, sent) ? scene.receiverOf(sent) : undefined;
    const { account, outMessages } = wallet ?? { account: root.account, outMessages: [sent] };
    return outMessages.flatMap((each) =>
      each.to ? [{ actor: account, deed: deedOf(scene, account, { ...each, to: each.to }) }] : [],
    );
  });
  if (acts.length > 0) return { ...merged(acts.map(({ deed }) => deed)), root, actors: acts.map(({ actor }) => actor) };
  // Nothing was sent. Its owner asked for something, and that it failed is all that happened.
  const asked = root.inMessage?.body && readRequest(root.inMessage.body)?.messages;
  const { mode, memo } = merged((asked ?? []).map((each) => deedOf(scene, root.account, each)));
  const memos = memo === undefined ? {} : { memo };
  return { mode, ...memos, isCall: false, isRefused: !root.isDone, isSettled: true, root, actors: [root.account] };
}

/** Several deeds as one. It failed if nothing of it came about. */
function merged(deeds: readonly Deed[]): Deed {
  const same = <T>(of: (deed: Deed) => T): T | undefined => {
    const [first, ...more] = deeds.map(of);
    return more.every((each) => each === first) ? first : undefined;
  };
  const [first] = deeds;
  const mode = same((deed) => deed.mode) ?? 'unknown';
  const tokenId = mode === 'unknown' ? undefined : same((deed) => deed.tokenId);
  const validators = deeds.length === 1 ? first?.validators : undefined;
  return {
    mode,
    ...(tokenId === undefined ? {} : { tokenId }),
    ...joinedMemos(deeds.map(({ memo }) => memo)),
    ...(validators === undefined ? {} : { validators }),
    isCall: deeds.some(({ isCall }) => isCall),
    isRefused: deeds.length > 0 && deeds.every(({ isRefused }) => isRefused),
    isSettled: deeds.every(({ isSettled }) => isSettled),
  };
}

function joinedMemos(memos: readonly (string | undefined)[]): { memo?: string } {
  const different = [...new Set(memos.flatMap((memo) => memo ?? []))];
  return different.length === 0 ? {} : { memo: different.join('\n') };
}

/**
 * @param shown - Raw addresses of the accounts whose movements are told.
 * @param viewer - Whose history it is. Undefined for the transaction itself.
 */
function describeOrder(
  scene: Scene,
  order: Order,
  shown: ReadonlySet<string>,
  viewer: Address | undefined,
): ParsedTransaction {
  const { root, isRefused, isSettled } = order;
  const { inMessage, time, masterBlock, gas, finality } = root;
  const moves = tokenMovesOf(scene);
  const book = coinBookOf(scene);
  const payer = scene.nameOf(root.account);
  const seqno = inMessage?.body && readRequest(inMessage.body)?.seqno;
  const state = stateOf(finality, isRefused, isSettled);
  const isOthers = viewer !== undefined && !viewer.equals(root.account);
  const legs = [
    ...tokenLegs(scene, state === 'failed' ? remaining(moves) : moves, shown),
    ...book.legsOf(shown, root.account),
  ];
  // Who ordered it comes first.
  const inTurn = legs.toSorted((a, b) => Number(b.address === payer) - Number(a.address === payer));
  const parties = partiesOf(inTurn, isOthers ? undefined : payer, scene.assetOf);
  const fees = book.feesOf(root.account);
  const { memo, validators } = order;
  return {
    id: idOf(root),
    ...kindOf(order, moves, book),
    ...(isOthers ? memosFor(scene, moves, viewer) : memo === undefined ? {} : { memo }),
    ...(validators === undefined ? {} : { validators }),
    state,
    ...(fees === undefined ? {} : feesOf(fees, payer, parties.senders, scene.assetOf(undefined))),
    ...(masterBlock === undefined ? {} : { blockHeight: masterBlock.toString() }),
    timestamp: String(time * 1000),
    ...(gas === undefined ? {} : { gas: gas.toString() }),
    ...(seqno === undefined ? {} : { nonce: seqno.toString() }),
    ...parties,
    ...warnings(scene),
  };
}

/** What came to an account, or passed through its jetton wallet, where the message from outside that caused it is not known. */
function describeAlone(scene: Scene, parts: readonly ChainTransaction[], account: Address): ParsedTransaction {
  const [first] = parts as readonly [ChainTransaction];
  const { masterBlock, time, gas, finality } = first;
  const moves = tokenMovesOf(scene);
  const book = coinBookOf(scene);
  const shown = new Set([account.toRawString(), ...parts.flatMap((each) => ownerAt(scene, each))]);
  const parties = partiesOf(
    [...tokenLegs(scene, moves, shown), ...book.legsOf(shown, account)],
    undefined,
    scene.assetOf,
  );
  const isRefused = parts.every(({ outMessages, inMessage, isApplied }) => {
    const isToken = inMessage !== undefined && jettonOf(scene, first.account) !== undefined;
    // A contract that fails keeps the coins if they were not to come back.
    return outMessages.some(({ bounced }) => bounced) || (isToken && !isApplied);
  });
  const isMessage = parts.some(({ inMessage }) => inMessage?.from !== undefined);
  const plain = { mode: isMessage ? 'transfer' : 'unknown', isCall: true, isRefused, isSettled: true } as const;
  const memos = [...moves.map(({ payload }) => payload), ...parts.map(({ inMessage }) => commentOf(inMessage))];
  return {
    id: first.hash,
    ...kindOf({ ...plain, actors: [] }, moves, book),
    ...joinedMemos(memos.map((body) => memoOf(body).memo)),
    state: stateOf(finality, isRefused, true),
    ...feesOf(book.feesOf(account) ?? 0n, scene.nameOf(account), parties.senders, scene.assetOf(undefined)),
    ...(masterBlock === undefined ? {} : { blockHeight: masterBlock.toString() }),
    timestamp: String(time * 1000),
    ...(gas === undefined ? {} : { gas: gas.toString() }),
    ...parties,
    ...warnings(scene),
  };
}

function ownerAt(scene: Scene, { account }: ChainTransaction): string[] {
  const owner = jettonOf(scene, account)?.owner;
  return owner === undefined ? [] : [owner.toRawString()];
}

/** The normalized hash of the message that started a wallet, and of other transactions their own hash. */
function idOf({ inMessage, hash }: ChainTransaction): string {
  return isExternal(inMessage) ? (normalizedHashOf(inMessage) ?? inMessage.hash) : hash;
}

function stateOf(
  finality: ChainTransaction['finality'],
  isRefused: boolean,
  isSettled: boolean,
): ParsedTransaction['state'] {
  if (finality === 'emulated') return 'pending';
  if (isRefused) return 'failed';
  return finality === 'final' && isSettled ? 'confirmed' : 'unconfirmed';
}

/**
 * The mode of an order by what it did. A call of a contract that moves one jetton between others is a transfer of that jetton: a mint, a payout, a move by
 * the admin of a governed jetton. An exchange of one thing for another has no mode.
 */
function kindOf(
  { mode, tokenId, isCall, isRefused, actors }: Pick<Order, 'mode' | 'tokenId' | 'isCall' | 'isRefused' | 'actors'>,
  moves: readonly TokenMove[],
  book: CoinBook,
): Pick<ParsedTransaction, 'mode' | 'tokenId'> {
  const asked = { mode, ...(tokenId === undefined ? {} : { tokenId }) };
  const tokens = [...new Set(moves.map(({ token }) => token))];
  const [token] = tokens;
  if (token === undefined || isRefused || mode === 'stake' || mode === 'unstake') return asked;
  if (tokens.length > 1) return { mode: 'unknown' };
  const isActor = (account: Address | undefined) => actors.some((actor) => isSame(actor, account));
  const hasGained = moves.some(({ from, to }) => isActor(to) && !isActor(from));
  const isBurn = moves.some(({ to }) => to === undefined);
  const isTransfer =
    mode === 'transferToken'
      ? !actors.some((actor) => book.hasEarned(actor))
      : mode === 'transfer' && isCall && !hasGained;
  return { mode: isTransfer && !isBurn ? 'transferToken' : 'unknown', tokenId: token };
}

function tokenLegs(scene: Scene, moves: readonly TokenMove[], shown: ReadonlySet<string>) {
  return moves.flatMap(({ from, to, amount, token }) => {
    const isShown = [from, to].some((account) => account !== undefined && shown.has(account.toRawString()));
    if (!isShown) return [];
    return [
      ...(from === undefined ? [] : [{ way: 'out' as const, address: scene.nameOf(from), amount, token }]),
      ...(to === undefined ? [] : [{ way: 'in' as const, address: scene.nameOf(to), amount, token }]),
    ];
  });
}

/** What is left of movements in a transaction that failed: what went and came back moved nothing. */
function remaining(moves: readonly TokenMove[]): TokenMove[] {
  const sums = new Map<string, { readonly account: Address; readonly token: string; amount: bigint }>();
  const add = (account: Address | undefined, token: string, amount: bigint) => {
    if (account === undefined) return;
    const key = `${account.toRawString()} ${token}`;
    sums.set(key, { account, token, amount: (sums.get(key)?.amount ?? 0n) + amount });
  };
  for (const { from, to, token, amount } of moves) {
    add(from, token, -amount);
    add(to, token, amount);
  }
  return [...sums.values()]
    .filter(({ amount }) => amount !== 0n)
    .map(({ account, token, amount }) =>
      amount > 0n
        ? { token, amount, from: undefined, to: account }
        : { token, amount: -amount, from: account, to: undefined },
    );
}

/**
 * What the messages to an account say. An order may pay many, each with a text of its own. What is for somebody else must not be taken for what is for this
 * account: exchanges credit by it.
 */
function memosFor(scene: Scene, moves: readonly TokenMove[], account: Address): { memo?: string } {
  const own = moves.filter(({ from, to }) => isSame(from, account) || isSame(to, account));
  const received = scene.transactions.filter((each) => each.account.equals(account));
  const texts = [...own.map(({ payload }) => payload), ...received.map(({ inMessage }) => commentOf(inMessage))];
  return joinedMemos(texts.map((body) => memoOf(body).memo));
}

function commentOf(message: ChainTransaction['inMessage']) {
  return message === undefined || message.bounced || isExternal(message) ? undefined : message.body;
}

function warnings(scene: Scene): Pick<ParsedTransaction, 'warnings'> {
  const parts = scene.unread.length === 0 ? [] : ['a transaction of its trace'];
  const changes = scene.transactions.flatMap(({ account, inMessage, isApplied }) => {
    const isOrder = isExternal(inMessage) || (inMessage && operationOf(inMessage) === signedInternal);
    if (!isApplied || !isOrder || inMessage?.body === undefined) return [];
    return newSpenders(inMessage.body).map((spender) =>
      changedControl(scene.nameOf(account), typeof spender === 'string' ? spender : canonicalAddress(spender)),
    );
  });
  return warned([...unreadParts(parts), ...changes]);
}
