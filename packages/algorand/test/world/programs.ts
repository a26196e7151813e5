import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesOfAddress, programAddress } from '../judge.ts';

// Addresses of programs are digests: about half of them are points of the curve, and look like keys.

const programs = Array.from({ length: 16 }, (_, i) => programAddress(Uint8Array.of(10, 129, i)));

function isPoint(address: string): boolean {
  try {
    ed25519.Point.fromBytes(bytesOfAddress(address));
    return true;
  } catch {
    return false;
  }
}

function found(address: string | undefined): string {
  if (address === undefined) throw new RangeError('No program has such an address.');
  return address;
}

/** The address of a program, which no key can have. */
export const keyless: string = found(programs.find((address) => !isPoint(address)));
/** The address of a program that looks like a key. */
export const keylike: string = found(programs.find(isPoint));
