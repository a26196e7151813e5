import { ec } from 'starknet';
import { toFelt } from '../felt.ts';

/** A number that a signer may have signed instead of the hash. */
interface OtherDigest {
  readonly digest: bigint;
  /** In words. */
  readonly what: string;
}

/**
 * What signers make of a hash that they take for something else. Signers of raw data hash it once more. Libraries for other curves keep the highest 252 of
 * the 256 bits (RFC 6979, 2.3.2), and so does a program that loses the last digit.
 */
export function otherDigests(hash: bigint): readonly OtherDigest[] {
  return [
    { what: 'the Pedersen hash of `hash.value` and 0', digest: BigInt(ec.starkCurve.pedersen(toFelt(hash), '0x0')) },
    { what: '`hash.value` without its last digit', digest: hash >> 4n },
  ];
}
