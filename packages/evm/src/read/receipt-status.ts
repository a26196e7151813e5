import type { ParsedTransaction } from '@isochain/core';
import type { Hex } from '../address.ts';
import type { EvmChainId } from '../chains.ts';
import type { EvmContext } from '../context.ts';
import { transactionGas } from '../fees/transaction-gas.ts';
import type { NodeTransaction, Receipt } from '../upstream/rpc.ts';

/** The first block whose receipts have a status (Byzantium, EIP-609). Chains that are not listed began later. */
const firstWithStatus: Readonly<Partial<Record<EvmChainId, bigint>>> = { ethereum: 4_370_000n };

/** What else tells whether a transaction succeeded. */
export interface Evidence {
  /** The present code of what it called. Undefined if it was not asked for. */
  readonly code?: Hex | undefined;
  /** The state that an explorer tells. */
  readonly state?: ParsedTransaction['state'] | undefined;
}

/**
 * Adds the status to a receipt that has none (EIP-658: those from before Byzantium), where anything tells it:
 *
 * - A failed transaction has no logs.
 * - Before Byzantium it used all of its gas, because a contract could not revert (EIP-140).
 * - Where there is no code, nothing can fail.
 * - Explorers have run the transaction themselves.
 *
 * @returns The receipt without a status if nothing tells it. Then nobody knows whether anything moved.
 */
export function withStatus(
  { chainId }: Pick<EvmContext, 'chainId'>,
  transaction: NodeTransaction,
  receipt: Receipt,
  evidence: Evidence = {},
): Receipt {
  if (receipt.status != null) return receipt;
  const status = statusOf(firstWithStatus[chainId] ?? 0n, transaction, receipt, evidence);
  return status === undefined ? receipt : { ...receipt, status };
}

function statusOf(
  byzantium: bigint,
  { gas, input }: NodeTransaction,
  { logs, gasUsed, blockNumber }: Receipt,
  { code, state }: Evidence,
): bigint | undefined {
  if (logs.length > 0) return 1n;
  if (blockNumber < byzantium && gas != null && gasUsed < gas) return 1n;
  if (input === '0x' && gasUsed === transactionGas && code === '0x') return 1n;
  return state === 'confirmed' ? 1n : state === 'failed' ? 0n : undefined;
}

/** Whether only the code of what was called can tell the status. */
export function needsCode({ to }: NodeTransaction, receipt: Receipt | null): boolean {
  return receipt !== null && receipt.status == null && to != null;
}
