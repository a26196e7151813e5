import type { Address } from '../../address/address.ts';
import { concat } from '../byte-arrays.ts';
import type { AccountMeta, Instruction } from '../message.ts';

// Parts of programs/*.ts. docs/decisions/0020-bytes-of-solana.md says why they are our own. Tests compare them with the official clients.

/** @param parts - The data, in parts. */
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
