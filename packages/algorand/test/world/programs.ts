import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesOfAddress, programAddress } from '../judge.ts';

// Addresses of programs are digests: some of them are points of the curve that keys could be.

const programs = Array.from({ length: 200 }, (_, i) => programAddress(Uint8Array.of(10, 129, i)));

/** Whether the bytes could be the key that a seed gives. */
function isKeylike(address: string): boolean {
  try {
    return ed25519.Point.fromBytes(bytesOfAddress(address)).isTorsionFree();
  } catch {
    return false;
  }
}

function found(address: string | undefined): string {
  if (address === undefined) throw new RangeError('No program has such an address.');
  return address;
}

/** The address of a program, which no key can have. */
export const keyless: string = found(programs.find((address) => !isKeylike(address)));
/** The address of a program that looks like a key. */
export const keylike: string = found(programs.find(isKeylike));
