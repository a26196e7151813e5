import { utf8 } from '../bytes.ts';
import type { Instruction } from '../message.ts';
import { programs } from '../well-known.ts';

/** Text in the log of a transaction. Without signers: what the payer signed covers it anyway. */
export function memo(text: string): Instruction {
  return { program: programs.memo, accounts: [], data: utf8(text) };
}
