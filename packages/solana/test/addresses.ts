import { createHash } from 'node:crypto';
import { type Address, getAddressDecoder, getBase58Decoder } from '@solana/kit';

/** Some address, another one for each number and kind. */
export function someAddress(number: number, kind = 1): Address {
  return getAddressDecoder().decode(createHash('sha256').update(`address ${kind} ${number}`).digest());
}

/** Some signature, another one for each number. */
export function someSignature(number: number): string {
  return getBase58Decoder().decode(createHash('sha512').update(`signature ${number}`).digest());
}
