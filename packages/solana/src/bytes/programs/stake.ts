import { type Address, addressBytes } from '../../address/address.ts';
import { programs, stakeConfig, sysvars } from '../../well-known.ts';
import { u32, u64 } from '../byte-arrays.ts';
import type { Instruction } from '../message.ts';
import { instruction, readonly, signer, writable } from './instruction.ts';

// Source: solana-program/stake, interface/src/instruction.rs (StakeInstruction, bincode: the variant's number as u32). Since version 5 the program
// does not need sysvars and the config account. They are named all the same, as parsers and hardware wallets look for them.

export const stakeTags = { initialize: 0, delegate: 2, split: 3, withdraw: 4, deactivate: 5 } as const;

const program = programs.stake;

/** Makes an allocated account a stake account without a lockup. */
export function initialize(stake: Address, authority: Address): Instruction {
  const noLockup = new Uint8Array(8 + 8 + 32);
  const key = addressBytes(authority);
  // Staker, then withdrawer.
  const data = [u32(stakeTags.initialize), key, key, noLockup];
  return instruction(program, [writable(stake), readonly(sysvars.rent)], ...data);
}

/** Stakes all lamports of the account except its reserve. */
export function delegate(stake: Address, voteAccount: Address, staker: Address): Instruction {
  const read = [voteAccount, sysvars.clock, sysvars.stakeHistory, stakeConfig].map(readonly);
  return instruction(program, [writable(stake), ...read, signer(staker)], u32(stakeTags.delegate));
}

/** Moves part of a stake to another account, which must be allocated and hold the reserve already. */
export function split(stake: Address, to: Address, staker: Address, lamports: bigint): Instruction {
  return instruction(program, [writable(stake), writable(to), signer(staker)], u32(stakeTags.split), u64(lamports));
}

/** Ends a stake at the end of the current epoch. */
export function deactivate(stake: Address, staker: Address): Instruction {
  return instruction(program, [writable(stake), readonly(sysvars.clock), signer(staker)], u32(stakeTags.deactivate));
}

/** Moves lamports that are not at stake out of the account. Moving all of them closes it. */
export function withdraw(stake: Address, to: Address, withdrawer: Address, lamports: bigint): Instruction {
  const read = [sysvars.clock, sysvars.stakeHistory].map(readonly);
  const accounts = [writable(stake), writable(to), ...read, signer(withdrawer)];
  return instruction(program, accounts, u32(stakeTags.withdraw), u64(lamports));
}
