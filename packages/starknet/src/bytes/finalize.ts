import type { SignedTransaction } from '@isochain/core';
import { mismatch } from '@isochain/core/signatures';
import type { KeyPoint } from '../address/public-key.ts';
import { toFelt } from '../felt.ts';
import { otherDigests } from './other-digests.ts';
import { rpcTransaction } from './rpc-transaction.ts';
import { readSignatures } from './signature.ts';
import { layOut, type StarkSignature } from './signature-layout.ts';
import type { StarknetPlan, Unsigned } from './transaction.ts';
import { verifies } from './verify.ts';

/**
 * Joins the transaction and its signature, in the layout of the account's class.
 *
 * @param signature - Of the hash, in a form that `readSignatures` knows.
 * @returns The transaction as JSON, as `starknet_addInvokeTransaction` and `starknet_addDeployAccountTransaction` take it, and its hash: hex with 0x,
 *   without leading zeros.
 * @throws RefusedError `signature.malformed` or `signature.mismatch`.
 */
export function finalize(plan: StarknetPlan, { hash }: Unsigned, signature: string): SignedTransaction {
  const read = readSignatures(signature, plan.owner);
  const found = read.find((each) => verifies(each, hash, plan.owner));
  if (found === undefined) throw mismatch(whatWasSigned(read, hash, plan.owner));
  const felts = layOut(plan.account, plan.owner, found).map(toFelt);
  return { raw: JSON.stringify({ ...rpcTransaction(plan), signature: felts }), hash: toFelt(hash) };
}

/** Says what a signer signed instead, if it can be found out. Not for a signature with several readings: each would take further verifications. */
function whatWasSigned(
  [read, ...others]: readonly StarkSignature[],
  hash: bigint,
  owner: KeyPoint,
): string | undefined {
  if (read === undefined || others.length > 0) return undefined;
  const found = otherDigests(hash).find(({ digest }) => verifies(read, digest, owner));
  return found && `it was made over ${found.what}: sign the number of \`hash.value\` as it is`;
}
