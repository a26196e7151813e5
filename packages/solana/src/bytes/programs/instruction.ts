import type { Address } from '../../address/address.ts';
import { concat } from '../byte-arrays.ts';
import type { AccountMeta, Instruction } from '../message.ts';

// What programs/*.ts are made of. Why they are our own: docs/decisions/0020-bytes-of-solana.md. The official clients judge them in tests.

/** @param parts - Of the data, one after the other. */
export function instruction(
  program: Address,
  accounts: readonly AccountMeta[],
  ...parts: readonly Uint8Array[]
): Instruction {
  return { program, accounts, data: concat(...parts) };
}

export function readonly(address: Address): AccountMeta {
  return { address };
}

export function writable(address: Address): AccountMeta {
  return { address, writable: true };
}

export function signer(address: Address): AccountMeta {
  return { address, signer: true };
}

export function writableSigner(address: Address): AccountMeta {
  return { address, signer: true, writable: true };
}
