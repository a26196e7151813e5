import { attempt } from '@isochain/core';
import { StrKey } from '@stellar/stellar-sdk/base';
import {
  type Asset,
  type ClaimAtom,
  type OperationResultTr,
  type PublicKey,
  TransactionResult,
} from '@stellar/stellar-sdk/xdr';
import type { Address } from '../address/address.ts';
import { type TokenId, tokenOf } from '../address/token-id.ts';
import { codeIn } from '../bytes/sdk-asset.ts';

// What came of a transaction (stellar/stellar-xdr, Stellar-transaction.x: TransactionResult). It tells amounts that no envelope holds. Nothing proves it.

/** What came of a transaction. */
export interface Results {
  readonly isSuccess: boolean;
  /** One for each operation. Empty if none was carried out. */
  readonly operations: readonly (OperationResultTr | undefined)[];
}

/**
 * @param text - In base64.
 * @returns Undefined for what the library cannot read.
 */
export function readResults(text: string | undefined): Results | undefined {
  if (text === undefined) return undefined;
  return attempt(() => {
    const { result: outer } = TransactionResult.fromXdr(text, 'base64');
    const result = 'innerResultPair' in outer ? outer.innerResultPair.result.result : outer;
    const list = 'results' in result ? result.results : [];
    const operations = list.map((each) => (each.type === 'opInner' ? each.tr : undefined));
    return { isSuccess: result.type === 'txSuccess', operations };
  });
}

/** What an account gave or got in one step. */
export interface Piece {
  /** Undefined for XLM. */
  readonly token: TokenId | undefined;
  /** In the smallest unit. */
  readonly amount: bigint;
}

/** What an operation gave away in a trade, and what it got. */
export interface Trade {
  /** Whose offer was taken. Undefined for a pool. */
  readonly maker: Address | undefined;
  readonly paid: Piece;
  readonly got: Piece;
}

/** Stroops that a removed account gave. Undefined if the result does not tell it. */
export function mergedAmount(result: OperationResultTr | undefined): bigint | undefined {
  if (result?.type !== 'accountMerge') return undefined;
  const { value } = result;
  return value.type === 'accountMergeSuccess' ? value.sourceAccountBalance : undefined;
}

/** What an inflation brought, in stroops. Undefined if the result does not tell it. There was none after 2019 (CAP-26). */
export function payoutsOf(
  result: OperationResultTr | undefined,
): readonly { readonly to: Address; readonly amount: bigint }[] | undefined {
  if (result?.type !== 'inflation' || !('payouts' in result.value)) return undefined;
  return result.value.payouts.map(({ destination, amount }) => ({ to: accountOf(destination), amount }));
}

/** What the sender of a path payment paid, what arrived, and the trades on the way. */
export function pathAmounts(
  result: OperationResultTr | undefined,
): { readonly paid: bigint; readonly got: bigint; readonly trades: readonly Trade[] } | undefined {
  const success = successOf(result);
  if (success === undefined) return undefined;
  const { offers, last } = success;
  const trades = offers.map(tradeOf);
  const first = trades[0]?.paid.token?.text;
  // The trades of the first step come first. A later step pays with what the step before it got.
  const end = trades.findIndex(({ paid }) => paid.token?.text !== first);
  const steps = end < 0 ? trades : trades.slice(0, end);
  const paid = steps.length === 0 ? last.amount : sum(steps.map((each) => each.paid.amount));
  return { paid, got: last.amount, trades };
}

function successOf(result: OperationResultTr | undefined) {
  if (result?.type !== 'pathPaymentStrictReceive' && result?.type !== 'pathPaymentStrictSend') return undefined;
  const { value } = result;
  return 'success' in value ? value.success : undefined;
}

/** What an offer traded at once. */
export function tradesOf(result: OperationResultTr | undefined): readonly Trade[] | undefined {
  switch (result?.type) {
    case 'manageSellOffer':
    case 'manageBuyOffer':
    case 'createPassiveSellOffer':
      return 'success' in result.value ? result.value.success.offersClaimed.map(tradeOf) : undefined;
    default:
      return undefined;
  }
}

/** The result names things from the side of the offer that was there before: what it bought is what was paid. */
function tradeOf({ value }: ClaimAtom): Trade {
  return {
    maker: makerOf(value),
    paid: { token: tokenIn(value.assetBought), amount: value.amountBought },
    got: { token: tokenIn(value.assetSold), amount: value.amountSold },
  };
}

function makerOf(value: ClaimAtom['value']): Address | undefined {
  if ('sellerId' in value) return accountOf(value.sellerId);
  return 'sellerEd25519' in value ? StrKey.encodeEd25519PublicKey(value.sellerEd25519.toBytes()) : undefined;
}

function accountOf(key: PublicKey): Address {
  return StrKey.encodeEd25519PublicKey(key.value.toBytes());
}

/** Undefined for XLM. */
function tokenIn(asset: Asset): TokenId | undefined {
  if (asset.type === 'assetTypeNative') return undefined;
  const { assetCode, issuer } = asset.value;
  return tokenOf(codeIn(assetCode), accountOf(issuer));
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}
