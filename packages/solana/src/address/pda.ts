import { sha256 } from '@isochain/core';
import { concat, utf8 } from '../bytes/byte-arrays.ts';
import { programs } from '../well-known.ts';
import { type Address, addressBytes, toAddress } from './address.ts';
import { isOnCurve } from './curve.ts';

// Addresses that follow from others. Not with WebCrypto's hash, which is asynchronous: assemble is not.
// Source: anza-xyz/solana-sdk, address/src/syscalls.rs and lib.rs (find_program_address, create_with_seed).

export interface DerivedAddress {
  readonly address: Address;
  /** From 255 down: the first that leads to an address off the curve. */
  readonly bump: number;
}

/** The address of a program for some seeds: off the curve, so that nobody has its key. */
export function programDerivedAddress(seeds: readonly Uint8Array[], program: Address): DerivedAddress {
  const tail = concat(addressBytes(program), utf8('ProgramDerivedAddress'));
  for (let bump = 255; bump >= 0; bump--) {
    const hash = sha256(concat(...seeds, Uint8Array.of(bump), tail));
    if (!isOnCurve(hash)) return { address: toAddress(hash), bump };
  }
  // One in 2^256.
  throw new RangeError('no bump leads off the curve');
}

/** The one token account of an owner and mint that wallets look for. `program`: that of the token. */
export function associatedTokenAccount(owner: string, mint: string, program: string): DerivedAddress {
  return programDerivedAddress(
    [addressBytes(owner), addressBytes(program), addressBytes(mint)],
    programs.associatedToken,
  );
}

/** Where the Metaplex program keeps name and symbol of a token. */
export function metaplexMetadataAddress(mint: string): Address {
  const seeds = [utf8('metadata'), addressBytes(programs.metaplexMetadata), addressBytes(mint)];
  return programDerivedAddress(seeds, programs.metaplexMetadata).address;
}

/** Bytes of a seed. */
export const maxSeedLength = 32;

/** The address that a base account (which signs) has for a seed and the program that will own it. */
export function addressWithSeed(base: string, seed: string, owner: Address): Address {
  const bytes = utf8(seed);
  if (bytes.length > maxSeedLength) throw new RangeError(`a seed has at most ${maxSeedLength} bytes`);
  return toAddress(sha256(concat(addressBytes(base), bytes, addressBytes(owner))));
}
