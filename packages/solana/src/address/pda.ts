import { sha256 } from '@isochain/core';
import { concat, utf8 } from '../bytes/byte-arrays.ts';
import { programs } from '../well-known.ts';
import { type Address, addressBytes, toAddress } from './address.ts';
import { isOnCurve } from './curve.ts';

// Addresses that are derived from others. WebCrypto's hash is asynchronous and `assemble` is not, so it is not used here. Source:
// anza-xyz/solana-sdk, address/src/syscalls.rs and lib.rs (find_program_address, create_with_seed).

export interface DerivedAddress {
  readonly address: Address;
  /** The first number from 255 down that gives an address off the curve. */
  readonly bump: number;
}

/** The address that a program has for some seeds. It is off the curve, so nobody has its key. */
export function programDerivedAddress(seeds: readonly Uint8Array[], program: Address): DerivedAddress {
  const tail = concat(addressBytes(program), utf8('ProgramDerivedAddress'));
  for (let bump = 255; bump >= 0; bump--) {
    const hash = sha256(concat(...seeds, Uint8Array.of(bump), tail));
    if (!isOnCurve(hash)) return { address: toAddress(hash), bump };
  }
  // The chance is one in 2^256.
  throw new RangeError('no bump leads off the curve');
}

/** The token account that wallets look for, for an owner and a mint. `program` is the token's program. */
export function associatedTokenAccount(owner: string, mint: string, program: string): DerivedAddress {
  return programDerivedAddress(
    [addressBytes(owner), addressBytes(program), addressBytes(mint)],
    programs.associatedToken,
  );
}

/** Where the Metaplex program keeps the name and symbol of a token. */
export function metaplexMetadataAddress(mint: string): Address {
  const seeds = [utf8('metadata'), addressBytes(programs.metaplexMetadata), addressBytes(mint)];
  return programDerivedAddress(seeds, programs.metaplexMetadata).address;
}

/** Bytes of a seed. */
export const maxSeedLength = 32;

/** The address that a base account has for a seed and an owning program. The base account signs. */
export function addressWithSeed(base: string, seed: string, owner: Address): Address {
  const bytes = utf8(seed);
  if (bytes.length > maxSeedLength) throw new RangeError(`a seed has at most ${maxSeedLength} bytes`);
  return toAddress(sha256(concat(addressBytes(base), bytes, addressBytes(owner))));
}
