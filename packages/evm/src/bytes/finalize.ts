import type { SignedTransaction } from '@isochain/core';
import { keccak256, serializeTransaction } from 'viem/utils';
import type { Plan, Unsigned } from '../types.ts';
import { matchSignature, readSignature } from './signature.ts';

/**
 * Joins what was assembled with its signature.
 *
 * @param signature - In any form that `readSignature` knows.
 * @returns The signed transaction as RLP with 0x, and its keccak256.
 * @throws RefusedError `signature.malformed`, `signature.mismatch` or `signature.otherTransaction`.
 */
export function finalize({ from }: Plan, unsigned: Unsigned, signature: string): SignedTransaction {
  const { transaction } = unsigned;
  const { r, s, yParity } = matchSignature(readSignature(signature, unsigned.raw), unsigned, from);
  const raw =
    transaction.type === 'legacy'
      ? // EIP-155
        serializeTransaction(transaction, { r, s, v: 35n + 2n * BigInt(transaction.chainId) + BigInt(yParity) })
      : serializeTransaction(transaction, { r, s, yParity });
  return { raw, hash: keccak256(raw) };
}
