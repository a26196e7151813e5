import { programs } from '../../well-known.ts';
import { utf8 } from '../byte-arrays.ts';
import type { Instruction } from '../message.ts';
import { instruction } from './instruction.ts';

/** Text in the log of a transaction. It names no signers, as the payer's signature covers it anyway. */
export function memo(text: string): Instruction {
  return instruction(programs.memo, [], utf8(text));
}
