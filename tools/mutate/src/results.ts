import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Mutant } from './mutants.ts';
import type { Verdict } from './verdict.ts';

/** A mutant of a file, and its name: the same as long as the file is. */
export interface Candidate {
  readonly file: string;
  readonly source: string;
  readonly mutant: Mutant;
  readonly id: string;
}

export function candidateOf(file: string, source: string, mutant: Mutant): Candidate {
  const { start, end, text } = mutant;
  const id = createHash('sha256')
    .update(JSON.stringify([file, source, start, end, text]))
    .digest('hex')
    .slice(0, 16);
  return { file, source, mutant, id };
}

/** What is known of mutants, in a file with a line for each: a run that was stopped goes on where it was. */
export interface Results {
  of(candidate: Candidate): Verdict | undefined;
  add(candidate: Candidate, verdict: Verdict): void;
}

/**
 * @param path - Made when the first result comes. Lines that were cut off by a stop are not counted.
 * @param asked - Which tests are asked. What survived fewer or other tests is open again; what any test noticed is not.
 */
export function openResults(path: string, asked: string): Results {
  const known = new Map<string, Verdict>();
  for (const line of linesOf(path)) {
    const { id, verdict, asked: before } = parse(line);
    if (id === undefined || verdict === undefined) continue;
    if (verdict !== 'survived' || before === asked) known.set(id, verdict);
  }
  return {
    of: ({ id }) => known.get(id),
    add({ id, file, mutant }, verdict) {
      known.set(id, verdict);
      mkdirSync(dirname(path), { recursive: true });
      const { line, kind, text } = mutant;
      appendFileSync(path, `${JSON.stringify({ id, verdict, asked, file, line, kind, text })}\n`);
    },
  };
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return [];
  }
}

function parse(line: string): { id?: string; verdict?: Verdict; asked?: string } {
  try {
    return JSON.parse(line);
  } catch {
    return {};
  }
}
