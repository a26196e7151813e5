import { attempt, bytesOf, type SignedTransaction, toHex } from '@isochain/core';
import { type EcdsaSignature, matchParity, mismatch } from '@isochain/core/signatures';
import { secp256k1 } from '@noble/curves/secp256k1';
import type { Address } from '../address/address.ts';
import { addressOfPoint } from '../address/public-key.ts';
import { otherDigests } from './other-digests.ts';
import { signedBytes } from './raw-data.ts';
import { curve, readSignatures } from './signature.ts';
import type { TronPlan, Unsigned } from './transaction.ts';

/**
 * Joins the transaction and its signature. One signature suffices: encode chooses a permission that one key satisfies alone. Further signatures of a
 * signed transaction are left out, because the chain charges for them.
 *
 * @param signature - Of the id (which is a SHA-256 hash), in a form that `readSignatures` knows.
 * @returns The signed transaction as protobuf in hex, and its id. s stands in the lower half of the curve's order.
 * @throws RefusedError `signature.malformed`, `signature.mismatch` or `signature.otherTransaction`.
 */
export function finalize({ signers }: TronPlan, unsigned: Unsigned, signature: string): SignedTransaction {
  const read = readSignatures(signature, unsigned.raw);
  for (const each of read) {
    const isSigner = (candidate: EcdsaSignature, parity: 0 | 1) => signed(candidate, parity, unsigned.id, signers);
    const found = matchParity(each, curve, isSigner, [0n, 27n]);
    if (found === undefined) continue;
    const bytes = bytesOf(`${word(found.r)}${word(found.s)}0${found.parity}`);
    return { raw: toHex(signedBytes(unsigned.raw, [bytes])), hash: toHex(unsigned.id) };
  }
  throw mismatch(whatWasSigned(read, unsigned, signers));
}

/** Says what a signer signed instead, if it can be found out. */
function whatWasSigned(
  [read, ...others]: readonly EcdsaSignature[],
  unsigned: Unsigned,
  signers: readonly Address[],
): string | undefined {
  // A transaction with several signatures comes from a wallet that knows the chain.
  if (read === undefined || others.length > 0) return undefined;
  const found = otherDigests(unsigned).find(({ digest }) =>
    ([0, 1] as const).some((parity) => signed(read, parity, digest, signers)),
  );
  return found && `it was made over ${found.what}: sign the 32 bytes of \`hash.value\` as they are`;
}

/** Whether one of the signers made a signature. */
function signed({ r, s }: EcdsaSignature, parity: 0 | 1, digest: Uint8Array, signers: readonly Address[]): boolean {
  const point = attempt(() => new secp256k1.Signature(r, s).addRecoveryBit(parity).recoverPublicKey(digest));
  return point !== undefined && signers.includes(addressOfPoint(point.toRawBytes(false)));
}

function word(value: bigint): string {
  return value.toString(16).padStart(64, '0');
}
