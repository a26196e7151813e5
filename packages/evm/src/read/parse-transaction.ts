import type { ParsedTransaction } from '@isochain/core';
import { toChecksum } from '../address.ts';
import type { EvmContext } from '../context.ts';
import { feeModels } from '../fees/fee-models.ts';
import type { NodeTransaction, Receipt } from '../upstream/rpc.ts';
import type { TokenFacts } from '../upstream/token-facts.ts';
import { movedTokens, type TokenTransfer } from './transfers.ts';

/** A transaction with its outcome, as far as it is known. */
export interface Found {
  readonly transaction: NodeTransaction;
  /** Null while it waits. */
  readonly receipt: Receipt | null;
  /** Seconds since 1970. Undefined while it waits. */
  readonly timestamp: bigint | undefined;
  /** Height of the chain. */
  readonly head: bigint;
  /** Facts of the tokens that it moves, by checksummed address. */
  readonly tokens: ReadonlyMap<string, TokenFacts>;
}

/** Puts a transaction into the standard shape. Amounts in wei and in the tokens' smallest units. */
export function parseTransaction(context: EvmContext, found: Found): ParsedTransaction {
  const { transaction, receipt, timestamp, head, tokens } = found;
  const transfers = movedTokens(transaction, receipt);
  const fees = receipt === null ? undefined : feesOf(context, transaction, receipt);
  return {
    id: transaction.hash,
    ...kindOf(transaction, transfers),
    state: stateOf(receipt),
    ...(fees === undefined ? {} : { fees: { amount: fees.toString(), ticker: context.identity.ticker } }),
    ...(receipt === null ? {} : { blockHeight: receipt.blockNumber.toString(), gas: receipt.gasUsed.toString() }),
    ...(timestamp === undefined ? {} : { timestamp: (timestamp * 1000n).toString() }),
    nonce: transaction.nonce.toString(),
    ...parties(context, transaction, transfers, tokens),
    ...(receipt === null || head < receipt.blockNumber
      ? {}
      : { confirmations: (head - receipt.blockNumber + 1n).toString() }),
  };
}

function stateOf(receipt: Receipt | null): ParsedTransaction['state'] {
  if (receipt === null) return 'pending';
  // Before Byzantium receipts had no status, and did not show whether a mined transaction had failed.
  return receipt.status === 0n ? 'failed' : 'confirmed';
}

/** Exactly one token and no native coins: a token transfer. More than one token is a swap or the like, which has no mode. */
function kindOf(
  transaction: NodeTransaction,
  transfers: readonly TokenTransfer[],
): Pick<ParsedTransaction, 'mode' | 'tokenId'> {
  const moved = [...new Set(transfers.map(({ token }) => token))];
  const [tokenId] = moved;
  if (moved.length === 1 && tokenId !== undefined && transaction.value === 0n)
    return { mode: 'transferToken', tokenId };
  if (moved.length === 0 && transaction.to != null && (transaction.input === '0x' || transaction.value > 0n))
    return { mode: 'transfer' };
  return { mode: 'unknown' };
}

function parties(
  context: EvmContext,
  transaction: NodeTransaction,
  transfers: readonly TokenTransfer[],
  tokens: ReadonlyMap<string, TokenFacts>,
): Required<Pick<ParsedTransaction, 'senders' | 'recipients'>> {
  const { from, to, value } = transaction;
  const legs = transfers.map((transfer) => ({ ...transfer, ticker: tokens.get(transfer.token)?.ticker ?? '' }));
  const isNative = value > 0n || legs.length === 0;
  const native = { amount: value.toString(), ticker: context.identity.ticker };
  return {
    senders: [
      ...(isNative ? [{ address: toChecksum(from), ...native }] : []),
      ...legs.map(({ from: address, amount, ticker }) => ({ address, amount: amount.toString(), ticker })),
    ],
    recipients: [
      ...(isNative && to != null ? [{ address: toChecksum(to), ...native }] : []),
      ...legs.map(({ to: address, amount, ticker }) => ({ address, amount: amount.toString(), ticker })),
    ],
  };
}

/**
 * The fees that were really paid, in wei: gas, and on the OP stack the L1 data fee and the operator fee from the receipt.
 *
 * @returns Undefined if a receipt does not tell all fees: a part would pass for the whole.
 */
function feesOf(context: EvmContext, transaction: NodeTransaction, receipt: Receipt): bigint | undefined {
  const price = receipt.effectiveGasPrice ?? transaction.gasPrice;
  if (price === undefined || price === null) return undefined;
  const gas = receipt.gasUsed * price;
  const { oracle } = feeModels[context.chain.feeClass];
  if (oracle === undefined) return gas;
  if (receipt.l1Fee === undefined || receipt.l1Fee === null) return undefined;
  return gas + receipt.l1Fee + operatorFeeOf(oracle, receipt);
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
