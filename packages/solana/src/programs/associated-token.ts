import type { Address } from '../address.ts';
import { u8 } from '../bytes.ts';
import type { Instruction } from '../message.ts';
import { programs } from '../well-known.ts';

// Source: solana-program/associated-token-account, interface/src/instruction.rs.

export const associatedTokenTags = { create: 0, createIdempotent: 1 } as const;

export interface AssociatedAccount {
  /** Pays the deposit. Signs. */
  readonly payer: Address;
  /** The token account to be made: it follows from the next three. */
  readonly account: Address;
  readonly owner: Address;
  readonly mint: Address;
  /** The Token or the Token-2022 program. */
  readonly tokenProgram: Address;
}

/** Makes a token account, or does nothing where it exists: somebody else may make it between encode and broadcast. */
export function createIdempotent(of: AssociatedAccount): Instruction {
  return {
    program: programs.associatedToken,
    accounts: [
      { address: of.payer, signer: true, writable: true },
      { address: of.account, writable: true },
      { address: of.owner },
      { address: of.mint },
      { address: programs.system },
      { address: of.tokenProgram },
    ],
    data: u8(associatedTokenTags.createIdempotent),
  };
}
