import type { Address } from '../../address/address.ts';
import { u8, u64 } from '../byte-arrays.ts';
import type { Instruction } from '../message.ts';
import { instruction, readonly, signer, writable } from './instruction.ts';

// Source: solana-program/token, interface/src/instruction.rs (TokenInstruction). Token-2022 has the same.

export const tokenTags = { transfer: 3, transferChecked: 12 } as const;

export interface TokenTransfer {
  /** The Token or the Token-2022 program. */
  readonly program: Address;
  readonly source: Address;
  readonly destination: Address;
  /** Owner of the source. Signs. */
  readonly owner: Address;
  /** In the token's smallest unit. */
  readonly amount: bigint;
}

/** The old form: mint and decimals are not in the bytes. */
export function transfer({ program, source, destination, owner, amount }: TokenTransfer): Instruction {
  const accounts = [writable(source), writable(destination), signer(owner)];
  return instruction(program, accounts, u8(tokenTags.transfer), u64(amount));
}

/** Fails if mint or decimals are not those that the signer saw. */
export function transferChecked(
  { program, source, destination, owner, amount }: TokenTransfer,
  mint: Address,
  decimals: number,
): Instruction {
  const accounts = [writable(source), readonly(mint), writable(destination), signer(owner)];
  return instruction(program, accounts, u8(tokenTags.transferChecked), u64(amount), u8(decimals));
}
