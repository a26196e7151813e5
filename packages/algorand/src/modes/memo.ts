import { type Problem, problem } from '@isochain/core';
import { mostNoteBytes } from '../bytes/limits.ts';
import { memoOf, noteOf } from '../bytes/note.ts';

const field = 'transaction.data.memo';

/** A memo as note, with what is wrong about it. */
interface NoteNews {
  /** Undefined if there is none, or if it cannot be sent. */
  readonly note: Uint8Array | undefined;
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
}

/** A memo as note: its UTF-8, as it is. Its limit is counted in bytes. Texts of conventions (ARC-2: `dapp:j{...}`) are not looked into. */
export function noteNews(memo: string | undefined): NoteNews {
  const note = noteOf(memo);
  if (memo === undefined || note === undefined) return { note: undefined, errors: [], warnings: [] };
  const refused = (error: Problem) => ({ note: undefined, errors: [error], warnings: [] });
  if (note.length > mostNoteBytes)
    return refused(problem('memo.tooLong', { bytes: note.length, limit: mostNoteBytes }, field));
  if (memoOf(note) !== memo) {
    const reason = 'it has halves of characters, which UTF-8 cannot write';
    return refused(problem('memo.invalid', { type: 'note', reason }, field));
  }
  return { note, errors: [], warnings: doubts(memo).map((reason) => problem('memo.ambiguous', { reason }, field)) };
}

/** Why the recipient may read a memo as another one. Clauses for `memo.ambiguous`. */
function doubts(memo: string): string[] {
  return [
    ...(memo === memo.trim() ? [] : ['it begins or ends with a space or a line break, which is sent too']),
    ...(unseen.test(memo.trim()) ? ['it has characters that nobody sees, which are sent too'] : []),
  ];
}

/** Control characters except tabs and line breaks, and what pages add for line breaks and directions of writing. They come along when a memo is copied. */
const unseen = /[^\P{Cc}\t\n\r]|[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/u;
