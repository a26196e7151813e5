import { type Address, addressBytes } from '../address.ts';
import { concat, u32, u64, utf8 } from '../bytes.ts';
import type { Instruction } from '../message.ts';
import { programs, sysvars } from '../well-known.ts';

// Source: anza-xyz/solana-sdk, system-interface/src/instruction.rs (SystemInstruction, bincode: the variant's number as u32).

export const systemTags = {
  createAccount: 0,
  transfer: 2,
  createAccountWithSeed: 3,
  advanceNonce: 4,
  allocateWithSeed: 9,
} as const;

const program = programs.system;

/** Lamports from a signing account of the system program to any account. */
export function transfer(from: Address, to: Address, lamports: bigint): Instruction {
  return {
    program,
    accounts: [
      { address: from, signer: true, writable: true },
      { address: to, writable: true },
    ],
    data: concat(u32(systemTags.transfer), u64(lamports)),
  };
}

export interface SeededAccount {
  readonly address: Address;
  /** Signs; the address follows from it, the seed and the owner. */
  readonly base: Address;
  readonly seed: string;
  /** Bytes of data. */
  readonly space: number;
  /** The program that will own the account. */
  readonly owner: Address;
}

/** A seed as bincode writes a string: its length as u64. */
function seedData(seed: string): Uint8Array {
  const bytes = utf8(seed);
  return concat(u64(BigInt(bytes.length)), bytes);
}

/** Fails if the address holds even one lamport: anybody who can guess the address can see to that. */
export function createAccountWithSeed(account: SeededAccount, lamports: bigint): Instruction {
  return {
    program,
    // The payer is the base here, so it is named once (as anza-xyz/solana-sdk does).
    accounts: [
      { address: account.base, signer: true, writable: true },
      { address: account.address, writable: true },
    ],
    data: concat(
      u32(systemTags.createAccountWithSeed),
      addressBytes(account.base),
      seedData(account.seed),
      u64(lamports),
      u64(BigInt(account.space)),
      addressBytes(account.owner),
    ),
  };
}

/** Makes an account at an address that may hold lamports already. */
export function allocateWithSeed(account: SeededAccount): Instruction {
  return {
    program,
    accounts: [
      { address: account.address, writable: true },
      { address: account.base, signer: true },
    ],
    data: concat(
      u32(systemTags.allocateWithSeed),
      addressBytes(account.base),
      seedData(account.seed),
      u64(BigInt(account.space)),
      addressBytes(account.owner),
    ),
  };
}

/** Must be the first instruction of a transaction that names a durable nonce in place of a blockhash. */
export function advanceNonce(account: Address, authority: Address): Instruction {
  return {
    program,
    accounts: [
      { address: account, writable: true },
      { address: sysvars.recentBlockhashes },
      { address: authority, signer: true },
    ],
    data: u32(systemTags.advanceNonce),
  };
}
