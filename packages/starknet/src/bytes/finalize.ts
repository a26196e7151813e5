import type { SignedTransaction } from '@isochain/core';
import { mismatch } from '@isochain/core/signatures';
import { toFelt } from '../felt.ts';
import { rpcTransaction } from './rpc-transaction.ts';
import { readSignatures, verifies } from './signature.ts';
import { layOut } from './signature-layout.ts';
import type { StarknetPlan, Unsigned } from './transaction.ts';

/**
 * Joins the transaction and its signature, in the layout of the account's class.
 *
 * @param signature - Of the hash, in a form that `readSignatures` knows.
 * @returns The transaction as JSON, as `starknet_addInvokeTransaction` and `starknet_addDeployAccountTransaction` take it, and its hash: hex with 0x,
 *   without leading zeros.
 * @throws RefusedError `signature.malformed` or `signature.mismatch`.
 */
export function finalize(plan: StarknetPlan, { hash }: Unsigned, signature: string): SignedTransaction {
  const found = readSignatures(signature, plan.owner).find((each) => verifies(each, hash, plan.owner));
  if (found === undefined) throw mismatch();
  const felts = layOut(plan.account, plan.owner, found).map(toFelt);
  return { raw: JSON.stringify({ ...rpcTransaction(plan), signature: felts }), hash: toFelt(hash) };
}
