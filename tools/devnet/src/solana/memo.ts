import { programs } from './programs.ts';
import type { WireTransaction } from './wire.ts';

/** Memos as nodes list them in a history: '[5] hello; [2] hi'. Undefined without memos. */
export function memoOf({ instructions, staticKeys }: WireTransaction): string | undefined {
  const memos = instructions
    .filter(({ programIndex }) => {
      const program = staticKeys[programIndex];
      return program === programs.memo || program === programs.memoV1;
    })
    .map(({ data }) => `[${data.length}] ${new TextDecoder().decode(data)}`);
  return memos.length === 0 ? undefined : memos.join('; ');
}
