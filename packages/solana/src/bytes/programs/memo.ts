import { programs } from '../../well-known.ts';
import { utf8 } from '../byte-arrays.ts';
import type { Instruction } from '../message.ts';
import { instruction } from './instruction.ts';

/** Text in the log of a transaction. Without signers: what the payer signed covers it anyway. */
export function memo(text: string): Instruction {
  return instruction(programs.memo, [], utf8(text));
}
