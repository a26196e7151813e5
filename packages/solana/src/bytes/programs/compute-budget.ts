import { programs } from '../../well-known.ts';
import { u8, u32, u64 } from '../byte-arrays.ts';
import type { Instruction } from '../message.ts';
import { instruction } from './instruction.ts';

// Source: anza-xyz/solana-sdk, compute-budget-interface/src/lib.rs (ComputeBudgetInstruction, borsh: the variant's number as u8).

export const computeBudgetTags = { setComputeUnitLimit: 2, setComputeUnitPrice: 3 } as const;

/** Sets the compute unit limit: the most that the transaction may use. The price is paid for all of it. */
export function setComputeUnitLimit(units: number): Instruction {
  return instruction(programs.computeBudget, [], u8(computeBudgetTags.setComputeUnitLimit), u32(units));
}

/** @param microLamports - The price of one compute unit. */
export function setComputeUnitPrice(microLamports: bigint): Instruction {
  return instruction(programs.computeBudget, [], u8(computeBudgetTags.setComputeUnitPrice), u64(microLamports));
}
