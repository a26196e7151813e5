import { Asset, type OperationRecord } from '@stellar/stellar-sdk/base';
import type { OperationResultTr } from '@stellar/stellar-sdk/xdr';
import { checkTokenId, type TokenId } from '../address/token-id.ts';
import { fromDecimal } from '../bytes/stroops.ts';
import { balanceHash, type Effect } from '../upstream/queries/effects.ts';
import { changedBalances } from './balance-changes.ts';
import type { Performed } from './envelope.ts';
import { type Leg, pair } from './legs.ts';
import { mergedAmount, pathAmounts, tradesOf } from './results.ts';

/** What one operation is for. `aside`: it only says who carries the reserve of what others make. */
export type Kind =
  | { readonly is: 'transfer'; readonly token: TokenId | undefined }
  | { readonly is: 'enableToken'; readonly token: TokenId }
  | { readonly is: 'aside' }
  | { readonly is: 'other' };

/** What one operation did. */
export interface Step {
  readonly kind: Kind;
  /** Undefined if it moved something that nobody tells. */
  readonly legs: readonly Leg[] | undefined;
}

/** What is known of an operation beside the envelope. */
export interface Traces {
  readonly result: OperationResultTr | undefined;
  readonly effects: readonly Effect[];
  readonly balanceChanges: readonly unknown[];
}

const other: Kind = { is: 'other' };
const nothing: Step = { kind: other, legs: [] };

/** What an operation did: kinds, parties and amounts by the envelope, and amounts that only the ledger knew by what came of it. */
export function stepOf({ source, record }: Performed, { result, effects, balanceChanges }: Traces): Step {
  if (record === undefined) return { kind: other, legs: undefined };
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
      return { kind: token === undefined ? other : { is: 'enableToken', token }, legs: [] };
    }
    case 'createClaimableBalance': {
      // Nobody has received it until it is claimed.
      const token = tokenOf(record.asset);
      const leg: Leg = { way: 'out', account: from, amount: amountOf(record.amount), token };
      return { kind: { is: 'transfer', token }, legs: [leg] };
    }
    case 'claimClaimableBalance': {
      const piece = effects[0]?.pieces[0];
      if (piece === undefined) return { kind: other, legs: undefined };
      return { kind: { is: 'transfer', token: piece.token }, legs: [{ way: 'in', account: from, ...piece }] };
    }
    case 'clawback':
      return {
        kind: other,
        legs: [{ way: 'out', account: record.from, amount: amountOf(record.amount), token: tokenOf(record.asset) }],
      };
    case 'manageSellOffer':
    case 'manageBuyOffer':
    case 'createPassiveSellOffer': {
      // Those who made the offers that were taken are left out: their offers are no part of this transaction.
      const legs = tradesOf(result)?.flatMap(({ paid, got }): Leg[] => [
        { way: 'out', account: from, ...paid },
        { way: 'in', account: from, ...got },
      ]);
      return { kind: other, legs };
    }
    case 'liquidityPoolDeposit':
    case 'liquidityPoolWithdraw': {
      if (effects.length === 0) return { kind: other, legs: undefined };
      const legs = effects.flatMap(({ way, pieces }) => pieces.map((piece): Leg => ({ way, account: from, ...piece })));
      return { kind: other, legs };
    }
    case 'invokeHostFunction':
      return { kind: other, legs: changedBalances(balanceChanges) };
    case 'beginSponsoringFutureReserves':
    case 'endSponsoringFutureReserves':
      return { kind: { is: 'aside' }, legs: [] };
    default:
      return nothing;
  }
}

/** Whether only effects tell what an operation moved. */
export function needsEffects({ record }: Performed): boolean {
  return effectTypes.has(record?.type ?? '');
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
  return { kind: { is: 'transfer', token }, legs: amount === undefined ? undefined : pair(from, to, amount, token) };
}

type PathPayment = Extract<OperationRecord, { type: 'pathPaymentStrictReceive' | 'pathPaymentStrictSend' }>;

/** A payment in which other accounts trade one asset for another. These are left out. */
function pathStep(from: string, record: PathPayment, result: OperationResultTr | undefined): Step {
  const [sent, received] = [tokenOf(record.sendAsset), tokenOf(record.destAsset)];
  const kind: Kind = { is: 'transfer', token: received ?? sent };
  const amounts = pathAmounts(result);
  if (amounts === undefined) return { kind, legs: undefined };
  const isExactSend = record.type === 'pathPaymentStrictSend';
  const paid = isExactSend ? amountOf(record.sendAmount) : amounts.paid;
  const got = isExactSend ? amounts.got : amountOf(record.destAmount);
  return {
    kind,
    legs: [
      { way: 'out', account: from, amount: paid, token: sent },
      { way: 'in', account: record.destination, amount: got, token: received },
    ],
  };
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
