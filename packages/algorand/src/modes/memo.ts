import { type Problem, problem } from '@isochain/core';
import { mostNoteBytes } from '../bytes/limits.ts';
import { memoOf, noteOf } from '../bytes/note.ts';

const field = 'transaction.data.memo';

/** A memo as note, with what is wrong about it. Its limit is counted in bytes. */
export function noteNews(memo: string | undefined): {
  readonly note: Uint8Array | undefined;
  readonly errors: readonly Problem[];
} {
  const note = noteOf(memo);
  if (note === undefined) return { note, errors: [] };
  if (note.length > mostNoteBytes) {
    const numbers = { bytes: note.length, limit: mostNoteBytes };
    return { note: undefined, errors: [problem('memo.tooLong', numbers, field)] };
  }
  if (memoOf(note) === memo) return { note, errors: [] };
  const reason = 'it has halves of characters, which UTF-8 cannot write';
  return { note: undefined, errors: [problem('memo.invalid', { type: 'note', reason }, field)] };
}
