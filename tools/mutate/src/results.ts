import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Mutant } from './mutants.ts';
import type { Verdict } from './verdict.ts';

/** A mutant of a file, and its id. The id stays the same until the file changes. */
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

/** Known results in a file, one line for each mutant. With it a stopped run can continue. */
export interface Results {
  of(candidate: Candidate): Verdict | undefined;
  add(candidate: Candidate, verdict: Verdict): void;
}

/**
 * @param path - The file. The first result creates it. Lines that a stop cut off are ignored.
 * @param asked - Which tests run. A mutant that survived fewer or other tests is tried again. A mutant that any test noticed is not.
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
