import type { Address } from '../../address/address.ts';
import { programs } from '../../well-known.ts';
import { u8 } from '../byte-arrays.ts';
import type { Instruction } from '../message.ts';
import { instruction, readonly, writable, writableSigner } from './instruction.ts';

// Source: solana-program/associated-token-account, interface/src/instruction.rs.

export const associatedTokenTags = { create: 0, createIdempotent: 1 } as const;

export interface AssociatedAccount {
  /** Pays the deposit. Signs. */
  readonly payer: Address;
  /** The token account to make. Its address is derived from the next three. */
  readonly account: Address;
  readonly owner: Address;
  readonly mint: Address;
  /** The Token or the Token-2022 program. */
  readonly tokenProgram: Address;
}

/** Makes a token account, or does nothing if it exists: somebody else may make it between encode and broadcast. */
export function createIdempotent({ payer, account, owner, mint, tokenProgram }: AssociatedAccount): Instruction {
  const others = [owner, mint, programs.system, tokenProgram].map(readonly);
  const accounts = [writableSigner(payer), writable(account), ...others];
  return instruction(programs.associatedToken, accounts, u8(associatedTokenTags.createIdempotent));
}
