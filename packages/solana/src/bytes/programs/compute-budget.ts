import { programs } from '../../well-known.ts';
import { u8, u32, u64 } from '../byte-arrays.ts';
import type { Instruction } from '../message.ts';
import { instruction } from './instruction.ts';

// Source: anza-xyz/solana-sdk, compute-budget-interface/src/lib.rs (ComputeBudgetInstruction, borsh: the variant's number as u8).

export const computeBudgetTags = { setComputeUnitLimit: 2, setComputeUnitPrice: 3 } as const;

/** The most compute units that the transaction may use, and the ones that a price is paid for. */
export function setComputeUnitLimit(units: number): Instruction {
  return instruction(programs.computeBudget, [], u8(computeBudgetTags.setComputeUnitLimit), u32(units));
}

/** @param microLamports - For one compute unit. */
export function setComputeUnitPrice(microLamports: bigint): Instruction {
  return instruction(programs.computeBudget, [], u8(computeBudgetTags.setComputeUnitPrice), u64(microLamports));
}
