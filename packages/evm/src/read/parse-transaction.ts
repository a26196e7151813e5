import type { ParsedTransaction, Problem } from '@isochain/core';
import { feesOf, incomplete, partiesOf, unreadParts, untoldParts, warned } from '@isochain/core/movements';
import { toChecksum } from '../address.ts';
import type { EvmContext } from '../context.ts';
import { feeModels } from '../fees/fee-models.ts';
import type { NodeTransaction, OddTransaction, Receipt } from '../upstream/rpc.ts';
import { delegationsIn } from './delegations.ts';
import { type Assets, legsOf, type Movement, tokensIn } from './movements.ts';
import { meantMovements, type Told, toldMovements } from './transfers.ts';
import { mayMoveCoins, untoldCoins } from './untold.ts';

/** A transaction with its outcome, as far as it is known. */
export interface Found {
  readonly transaction: NodeTransaction;
  /** Null while it waits. */
  readonly receipt: Receipt | null;
  /** Seconds since 1970. Undefined while it waits. */
  readonly timestamp: bigint | undefined;
  /** Height of the chain. */
  readonly head: bigint;
  readonly assets: Assets;
}

/** Puts a transaction into the standard shape. Amounts in wei and in the tokens' smallest units. */
export function parseTransaction(context: EvmContext, found: Found): ParsedTransaction {
  const { transaction, receipt, timestamp, head, assets } = found;
  const told = receipt === null ? undefined : toldMovements(transaction, receipt, assets);
  const movements = told === undefined ? meantMovements(transaction) : allOf(told);
  const parties = partiesIn(assets, transaction, movements);
  const fees = receipt === null ? undefined : feesIn(context, transaction, receipt, parties.senders);
  return {
    id: transaction.hash,
    ...kindIn(transaction, receipt, movements),
    state: stateOf(receipt),
    ...(fees === undefined ? {} : { fees }),
    ...placeOf(receipt, timestamp, head),
    ...(transaction.nonce == null ? {} : { nonce: transaction.nonce.toString() }),
    ...parties,
    ...warned([
      ...unreadParts([...unreadIn(receipt), ...(receipt !== null && fees === undefined ? ['the fee'] : [])]),
      ...(receipt === null || told?.isWhole === true ? [] : untoldIn(transaction, receipt, assets)),
      ...delegationsIn(context, transaction),
    ]),
  };
}

/** What a node does not tell of a transaction, where it does not tell all coins. */
function untoldIn(transaction: NodeTransaction, receipt: Receipt, assets: Assets): Problem[] {
  return mayMoveCoins(transaction, receipt, assets) ? untoldParts([untoldCoins]) : [];
}

/** Where a transaction stands in the chain, and the gas that it used there. */
function placeOf(
  receipt: Receipt | null,
  timestamp: bigint | undefined,
  head: bigint,
): Pick<ParsedTransaction, 'blockHeight' | 'gas' | 'timestamp' | 'confirmations'> {
  return {
    ...(receipt === null ? {} : { blockHeight: receipt.blockNumber.toString(), gas: receipt.gasUsed.toString() }),
    ...(timestamp === undefined ? {} : { timestamp: (timestamp * 1000n).toString() }),
    ...(receipt === null || head < receipt.blockNumber
      ? {}
      : { confirmations: (head - receipt.blockNumber + 1n).toString() }),
  };
}

/** A transaction of a block that does not fit: what it moved is not known, and its receipt tells the rest. */
export function oddTransaction(
  { hash }: OddTransaction,
  { receipt, timestamp, head }: Omit<Found, 'transaction' | 'assets'>,
): ParsedTransaction {
  return {
    id: hash,
    mode: 'unknown',
    state: receipt === null ? 'unknown' : stateOf(receipt),
    ...placeOf(receipt, timestamp, head),
    ...incomplete(['the transaction']),
  };
}

/** All that a transaction moved, as far as a node tells. While it waits: what it is meant to move. */
export function movementsOf(transaction: NodeTransaction, receipt: Receipt | null, assets: Assets): Movement[] {
  return receipt === null ? meantMovements(transaction) : allOf(toldMovements(transaction, receipt, assets));
}

/** All that a node tells of what moved, each once. */
export function allOf({ coins, isWhole, wrapping, tokens }: Told): Movement[] {
  return [...coins, ...(isWhole ? [] : wrapping), ...tokens];
}

/** What of a receipt could not be read. */
export function unreadIn(receipt: Receipt | null): string[] {
  return receipt?.logs.some((log) => log === undefined) === true ? ['a token transfer'] : [];
}

/** Senders and recipients. If nothing moved, the sender and what it called, with 0. */
export function partiesIn(
  assets: Assets,
  { from, to }: { readonly from: string; readonly to?: string | null | undefined },
  movements: readonly Movement[],
): Pick<ParsedTransaction, 'senders' | 'recipients'> {
  const sender = toChecksum(from);
  const nothing: Movement = { from: sender, to: to == null ? undefined : toChecksum(to), amount: 0n, token: undefined };
  return partiesOf(legsOf(movements.length > 0 ? movements : [nothing]), sender, assets.assetOf);
}

export function stateOf(receipt: Receipt | null): ParsedTransaction['state'] {
  if (receipt === null) return 'pending';
  if (receipt.status == null) return 'unknown';
  return receipt.status === 0n ? 'failed' : 'confirmed';
}

/** The mode of a transaction that a node knows. That of one that moved nothing, or may have, is what it was meant to be. */
export function kindIn(
  transaction: NodeTransaction,
  receipt: Receipt | null,
  movements: readonly Movement[],
): Pick<ParsedTransaction, 'mode' | 'tokenId'> {
  const type = transaction.type ?? receipt?.type;
  return kindOf(
    { ...transaction, type },
    receipt !== null && receipt.status !== 1n ? meantMovements(transaction) : movements,
  );
}

/** What decides about the mode of a transaction. */
interface Nature {
  readonly to?: string | null | undefined;
  readonly value: bigint;
  /** Undefined if it is not known. */
  readonly input: string | undefined;
  readonly type?: bigint | null | undefined;
}

/** Exactly one token and no native coins: a token transfer. More than one token is a swap or the like, which has no mode. */
export function kindOf(
  { to, value, input, type }: Nature,
  movements: readonly Movement[],
): Pick<ParsedTransaction, 'mode' | 'tokenId'> {
  const moved = tokensIn(movements);
  const [tokenId] = moved;
  const hasCoins = movements.some(({ token, amount }) => token === undefined && amount > 0n);
  // It delegates accounts to a contract, whatever else it does (EIP-7702).
  if (type === 4n) return { mode: 'unknown' };
  if (moved.length === 1 && tokenId !== undefined && !hasCoins) return { mode: 'transferToken', tokenId };
  if (moved.length === 0 && to != null && (input === '0x' || value > 0n)) return { mode: 'transfer' };
  return { mode: 'unknown' };
}

/** @param senders - Those of the entry. */
export function feesIn(
  context: EvmContext,
  transaction: NodeTransaction,
  receipt: Receipt,
  senders: ParsedTransaction['senders'],
): ParsedTransaction['fees'] {
  const fees = paidFees(context, transaction, receipt);
  // Nobody paid nothing.
  const payer = fees === 0n ? undefined : toChecksum(transaction.from);
  return fees === undefined ? undefined : feesOf(fees, payer, senders, { ticker: context.identity.ticker }).fees;
}

/**
 * The fees that were really paid, in wei: gas, that of blobs, and on the OP stack the L1 data fee and the operator fee from the receipt.
 *
 * @returns Undefined if a receipt does not tell all fees: a part would pass for the whole.
 */
function paidFees(context: EvmContext, transaction: NodeTransaction, receipt: Receipt): bigint | undefined {
  const type = transaction.type ?? receipt.type;
  // Deposits from L1 paid there (specs.optimism.io, "Deposits"; OffchainLabs/nitro, ArbitrumDepositTx).
  if (type === 0x7en || type === 0x64n) return 0n;
  const price = receipt.effectiveGasPrice ?? transaction.gasPrice;
  if (price === undefined || price === null) return undefined;
  const blobs = blobFeeOf(type, receipt);
  if (blobs === undefined) return undefined;
  const gas = receipt.gasUsed * price + blobs;
  const { oracle } = feeModels[context.chain.feeClass];
  if (oracle === undefined) return gas;
  if (receipt.l1Fee === undefined || receipt.l1Fee === null) return undefined;
  return gas + receipt.l1Fee + operatorFeeOf(oracle, receipt);
}

/**
 * What blobs cost (EIP-4844), in wei.
 *
 * @returns 0 without blobs. Undefined if the receipt does not tell.
 */
function blobFeeOf(type: bigint | null | undefined, { blobGasUsed, blobGasPrice }: Receipt): bigint | undefined {
  if (blobGasUsed != null && blobGasPrice != null) return blobGasUsed * blobGasPrice;
  return type === 3n ? undefined : 0n;
}

/**
 * Isthmus divides the scalar by a million, Jovian multiplies it by 100 (specs.optimism.io); only Jovian's receipts have a DA footprint. Mantle has
 * always computed its operator fees as Jovian does (since Arsia; MetaMask/core#9630).
 */
function operatorFeeOf(oracle: 'op' | 'mantle', receipt: Receipt): bigint {
  const scalar = receipt.operatorFeeScalar ?? 0n;
  const constant = receipt.operatorFeeConstant ?? 0n;
  const hasFootprint = receipt.daFootprintGasScalar !== undefined && receipt.daFootprintGasScalar !== null;
  const variable =
    hasFootprint || oracle === 'mantle' ? receipt.gasUsed * scalar * 100n : (receipt.gasUsed * scalar) / 1_000_000n;
  return variable + constant;
}
