import type { Problem } from '@isochain/core';
import { type Leg, pair } from '@isochain/core/movements';
import { Asset, type OperationRecord } from '@stellar/stellar-sdk/base';
import type { OperationResultTr } from '@stellar/stellar-sdk/xdr';
import { checkTokenId, type TokenId } from '../address/token-id.ts';
import { fromDecimal } from '../bytes/stroops.ts';
import { balanceHash, type Effect } from '../upstream/queries/effects.ts';
import { changedBalances } from './balance-changes.ts';
import { controlsOf } from './controls.ts';
import type { Performed } from './envelope.ts';
import { mergedAmount, pathAmounts, payoutsOf, type Trade, tradesOf } from './results.ts';

/** What one operation is for. `aside`: it only says who carries the reserve of what others make. */
export type Kind =
  | { readonly is: 'transfer'; readonly token: TokenId | undefined }
  | { readonly is: 'enableToken'; readonly token: TokenId }
  | { readonly is: 'aside' }
  | { readonly is: 'other' };

/** What one operation did. */
export interface Step {
  readonly kind: Kind;
  readonly legs: readonly Leg<TokenId>[];
  /** What nobody tells, or not in a form that can be read: a noun for each. */
  readonly unread: readonly string[];
  /** Changes of who may spend. */
  readonly controls: readonly Problem[];
  /** What a contract says to the recipient, as `data.memo` writes it. */
  readonly memo?: string | undefined;
}

/** What is known of an operation beside the envelope. */
export interface Traces {
  readonly result: OperationResultTr | undefined;
  readonly effects: readonly Effect[];
  /** Undefined if they are not known. */
  readonly balanceChanges: readonly unknown[] | undefined;
}

const other: Kind = { is: 'other' };

/** An operation of which nothing can be read. */
export const unreadStep: Step = { kind: other, legs: [], unread: ['an operation'], controls: [] };

/** What an operation did: kinds, parties and amounts by the envelope, and amounts that only the ledger knew by what came of it. */
export function stepOf({ source, record }: Performed, { result, effects, balanceChanges }: Traces): Step {
  if (record === undefined) return unreadStep;
  const from = source.text;
  switch (record.type) {
    case 'createAccount':
      return moved(from, record.destination, amountOf(record.startingBalance), undefined);
    case 'payment':
      return moved(from, record.destination, amountOf(record.amount), tokenOf(record.asset));
    case 'pathPaymentStrictReceive':
    case 'pathPaymentStrictSend':
      return pathStep(from, record, result);
    case 'accountMerge':
      return moved(from, record.destination, mergedAmount(result), undefined);
    case 'changeTrust': {
      const token = record.line instanceof Asset ? tokenOf(record.line) : undefined;
      return step(token === undefined ? other : { is: 'enableToken', token }, []);
    }
    case 'createClaimableBalance': {
      // Nobody has received it until it is claimed.
      const token = tokenOf(record.asset);
      return step({ is: 'transfer', token }, [{ way: 'out', address: from, amount: amountOf(record.amount), token }]);
    }
    case 'claimClaimableBalance': {
      const piece = effects[0]?.pieces[0];
      if (piece === undefined) return untold(other);
      return step({ is: 'transfer', token: piece.token }, [{ way: 'in', address: from, ...piece }]);
    }
    case 'clawback':
      return step(other, [
        { way: 'out', address: record.from, amount: amountOf(record.amount), token: tokenOf(record.asset) },
      ]);
    case 'manageSellOffer':
    case 'manageBuyOffer':
    case 'createPassiveSellOffer': {
      const trades = tradesOf(result);
      if (trades === undefined) return untold(other);
      const own = trades.flatMap(({ paid, got }): Leg<TokenId>[] => [
        { way: 'out', address: from, ...paid },
        { way: 'in', address: from, ...got },
      ]);
      return step(other, [...own, ...trades.flatMap(makersLegs)]);
    }
    case 'liquidityPoolDeposit':
    case 'liquidityPoolWithdraw': {
      if (effects.length === 0) return untold(other);
      return step(
        other,
        effects.flatMap(({ way, pieces }) => pieces.map((piece): Leg<TokenId> => ({ way, address: from, ...piece }))),
      );
    }
    case 'inflation': {
      const payouts = payoutsOf(result);
      if (payouts === undefined) return untold(other);
      return step(
        other,
        payouts.map(({ to, amount }) => ({ way: 'in', address: to, amount })),
      );
    }
    case 'invokeHostFunction': {
      if (balanceChanges === undefined) return untold(other);
      const { legs, memo, isWhole } = changedBalances(balanceChanges);
      return { ...step(other, legs), memo, unread: isWhole ? [] : ['what a contract moved'] };
    }
    case 'setOptions':
      return { ...step(other, []), controls: controlsOf(source.account, record) };
    case 'beginSponsoringFutureReserves':
    case 'endSponsoringFutureReserves':
      return step({ is: 'aside' }, []);
    default:
      return step(other, []);
  }
}

function step(kind: Kind, legs: readonly Leg<TokenId>[]): Step {
  return { kind, legs, unread: [], controls: [] };
}

/** It moved something, and nothing tells how much. */
function untold(kind: Kind): Step {
  return { ...step(kind, []), unread: ['an amount'] };
}

/** Who made the offer that was taken gets what was paid, and gives the rest. Pools are no accounts. */
function makersLegs({ maker, paid, got }: Trade): Leg<TokenId>[] {
  if (maker === undefined) return [];
  return [
    { way: 'out', address: maker, ...got },
    { way: 'in', address: maker, ...paid },
  ];
}

/** Whether only effects tell what an operation moved. */
export function needsEffects({ record }: Performed): boolean {
  return effectTypes.has(record?.type ?? '');
}

/** Whether the server must tell what an operation moved beside its result. A contract is called by an operation that is alone in its transaction (CAP-46-7). */
export function movesByContract({ record }: Performed): boolean {
  return record?.type === 'invokeHostFunction';
}

const effectTypes: ReadonlySet<string> = new Set([
  'claimClaimableBalance',
  'liquidityPoolDeposit',
  'liquidityPoolWithdraw',
]);

/**
 * The effects that tell what an operation moved: one for a claim, or for shares of a pool.
 *
 * @param index - Which operation it is.
 */
export function effectsIn({ source, record }: Performed, index: number, effects: readonly Effect[]): readonly Effect[] {
  const expected = record?.type === 'claimClaimableBalance' ? balanceHash(record.balanceId) : undefined;
  const found = effects.find(
    (effect) => effect.index === index && effect.account === source.account && effect.balanceId === expected,
  );
  return found === undefined || !effectTypes.has(record?.type ?? '') ? [] : [found];
}

function moved(from: string, to: string, amount: bigint | undefined, token: TokenId | undefined): Step {
  const kind: Kind = { is: 'transfer', token };
  return amount === undefined ? untold(kind) : step(kind, pair(from, to, amount, token));
}

type PathPayment = Extract<OperationRecord, { type: 'pathPaymentStrictReceive' | 'pathPaymentStrictSend' }>;

/** A payment in which other accounts trade one asset for another. */
function pathStep(from: string, record: PathPayment, result: OperationResultTr | undefined): Step {
  const [sent, received] = [tokenOf(record.sendAsset), tokenOf(record.destAsset)];
  const kind: Kind = { is: 'transfer', token: received ?? sent };
  const amounts = pathAmounts(result);
  if (amounts === undefined) return untold(kind);
  const isExactSend = record.type === 'pathPaymentStrictSend';
  const paid = isExactSend ? amountOf(record.sendAmount) : amounts.paid;
  const got = isExactSend ? amounts.got : amountOf(record.destAmount);
  return step(kind, [
    { way: 'out', address: from, amount: paid, token: sent },
    { way: 'in', address: record.destination, amount: got, token: received },
    ...amounts.trades.flatMap(makersLegs),
  ]);
}

/** Undefined for XLM. */
function tokenOf(asset: Asset): TokenId | undefined {
  if (asset.isNative()) return undefined;
  const read = checkTokenId(asset.toString());
  if (!read.ok) throw new Error(`The library wrote an asset that cannot be read: ${read.reason}.`);
  return read.value;
}

/** An amount that the library wrote. */
function amountOf(text: string): bigint {
  const read = fromDecimal(text);
  if (read === undefined) throw new Error('The library wrote an amount that cannot be read.');
  return read;
}
