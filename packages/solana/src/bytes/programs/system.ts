import { type Address, addressBytes } from '../../address/address.ts';
import { programs, sysvars } from '../../well-known.ts';
import { u32, u64, utf8 } from '../byte-arrays.ts';
import type { Instruction } from '../message.ts';
import { instruction, readonly, signer, writable, writableSigner } from './instruction.ts';

// Source: anza-xyz/solana-sdk, system-interface/src/instruction.rs (SystemInstruction, bincode: the variant's number as u32).

export const systemTags = {
  createAccount: 0,
  transfer: 2,
  createAccountWithSeed: 3,
  advanceNonce: 4,
  allocateWithSeed: 9,
} as const;

const program = programs.system;

/** Moves lamports from a signing account of the system program to any account. */
export function transfer(from: Address, to: Address, lamports: bigint): Instruction {
  return instruction(program, [writableSigner(from), writable(to)], u32(systemTags.transfer), u64(lamports));
}

export interface SeededAccount {
  readonly address: Address;
  /** Signs. The address is derived from it, the seed and the owner. */
  readonly base: Address;
  readonly seed: string;
  /** Bytes of data. */
  readonly space: number;
  /** The program that will own the account. */
  readonly owner: Address;
}

/** Base and seed. bincode writes the length of a string as u64. */
function seedData({ base, seed }: SeededAccount): Uint8Array[] {
  const bytes = utf8(seed);
  return [addressBytes(base), u64(BigInt(bytes.length)), bytes];
}

function spaceData({ space, owner }: SeededAccount): Uint8Array[] {
  return [u64(BigInt(space)), addressBytes(owner)];
}

/** Fails if the address holds even one lamport: anybody who guesses the address can send one there. */
export function createAccountWithSeed(account: SeededAccount, lamports: bigint): Instruction {
  const data = [u32(systemTags.createAccountWithSeed), ...seedData(account), u64(lamports), ...spaceData(account)];
  // The payer is the base here, so it is named once (as anza-xyz/solana-sdk does).
  return instruction(program, [writableSigner(account.base), writable(account.address)], ...data);
}

/** Makes an account at an address that may hold lamports already. */
export function allocateWithSeed(account: SeededAccount): Instruction {
  const data = [u32(systemTags.allocateWithSeed), ...seedData(account), ...spaceData(account)];
  return instruction(program, [writable(account.address), signer(account.base)], ...data);
}

/** Must be the first instruction of a transaction that names a durable nonce in place of a blockhash. */
export function advanceNonce(account: Address, authority: Address): Instruction {
  const accounts = [writable(account), readonly(sysvars.recentBlockhashes), signer(authority)];
  return instruction(program, accounts, u32(systemTags.advanceNonce));
}
