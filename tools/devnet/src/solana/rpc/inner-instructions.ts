import { getBase58Decoder } from '@solana/kit';
import type { Execution } from '../executor.ts';
import type { CompiledInstruction } from '../wire.ts';

/** Calls between programs, as nodes list them. Instructions without such calls are left out. */
export function innerInstructionList({ innerInstructions }: Execution): unknown[] {
  return innerInstructions.flatMap((list, index) =>
    list.length === 0 ? [] : [{ index, instructions: list.map((inner) => instructionJson(inner, inner.stackHeight)) }],
  );
}

/** One instruction in the `json` encoding. */
export function instructionJson(instruction: CompiledInstruction, stackHeight: number): unknown {
  return {
    accounts: instruction.accountIndexes,
    data: getBase58Decoder().decode(instruction.data),
    programIdIndex: instruction.programIndex,
    stackHeight,
  };
}
