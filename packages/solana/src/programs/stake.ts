import { type Address, addressBytes } from '../address.ts';
import { concat, u32, u64 } from '../bytes.ts';
import type { Instruction } from '../message.ts';
import { programs, stakeConfig, sysvars } from '../well-known.ts';

// Source: solana-program/stake, interface/src/instruction.rs (StakeInstruction, bincode: the variant's number as u32). Sysvars and the config
// account are named although the program does without them since version 5: parsers and hardware wallets look for them.

export const stakeTags = { initialize: 0, delegate: 2, split: 3, withdraw: 4, deactivate: 5 } as const;

const program = programs.stake;

/** Makes an allocated account a stake account without a lockup. */
export function initialize(stake: Address, authority: Address): Instruction {
  const noLockup = new Uint8Array(8 + 8 + 32);
  return {
    program,
    accounts: [{ address: stake, writable: true }, { address: sysvars.rent }],
    // Staker, then withdrawer.
    data: concat(u32(stakeTags.initialize), addressBytes(authority), addressBytes(authority), noLockup),
  };
}

/** Puts all lamports of the account, but its reserve, at stake. */
export function delegate(stake: Address, voteAccount: Address, staker: Address): Instruction {
  return {
    program,
    accounts: [
      { address: stake, writable: true },
      { address: voteAccount },
      { address: sysvars.clock },
      { address: sysvars.stakeHistory },
      { address: stakeConfig },
      { address: staker, signer: true },
    ],
    data: u32(stakeTags.delegate),
  };
}

/** Moves part of a stake to another, allocated account, which needs the reserve beforehand. */
export function split(stake: Address, to: Address, staker: Address, lamports: bigint): Instruction {
  return {
    program,
    accounts: [
      { address: stake, writable: true },
      { address: to, writable: true },
      { address: staker, signer: true },
    ],
    data: concat(u32(stakeTags.split), u64(lamports)),
  };
}

/** Ends a stake with the current epoch. */
export function deactivate(stake: Address, staker: Address): Instruction {
  return {
    program,
    accounts: [{ address: stake, writable: true }, { address: sysvars.clock }, { address: staker, signer: true }],
    data: u32(stakeTags.deactivate),
  };
}

/** Moves what is not at stake out of the account; all of it closes the account. */
export function withdraw(stake: Address, to: Address, withdrawer: Address, lamports: bigint): Instruction {
  return {
    program,
    accounts: [
      { address: stake, writable: true },
      { address: to, writable: true },
      { address: sysvars.clock },
      { address: sysvars.stakeHistory },
      { address: withdrawer, signer: true },
    ],
    data: concat(u32(stakeTags.withdraw), u64(lamports)),
  };
}
