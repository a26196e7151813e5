import { readFileSync } from 'node:fs';

// What nodes really answered: see fixtures/INDEX.md.

const read = (path: string) => readFileSync(new URL(`../fixtures/${path}`, import.meta.url), 'utf8');

export interface RecordedAnswer {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

interface Session {
  readonly calls: readonly {
    readonly label: string;
    readonly request?: { readonly method: string; readonly params: unknown[] };
    readonly response: RecordedAnswer;
  }[];
}

export type AnvilSession = 'default' | 'berlin' | 'optimism';

export function anvilCalls(session: AnvilSession): Session['calls'] {
  return (JSON.parse(read(`anvil-1.7.1/${session}.json`)) as Session).calls;
}

/** One answer of a recorded session with anvil. */
export function anvil(session: AnvilSession, label: string): RecordedAnswer {
  const call = anvilCalls(session).find((entry) => entry.label === label);
  if (call === undefined) throw new Error(`No call ${label} in the session ${session}`);
  return call.response;
}

/** The last answer of a file of ethereum/execution-apis. */
export function execution(name: string): RecordedAnswer {
  const answers = read(`execution-apis/${name}.io`)
    .split('\n')
    .filter((line) => line.startsWith('<< '));
  return JSON.parse((answers.at(-1) ?? '').slice(3)) as RecordedAnswer;
}

export function receipt(name: string): Record<string, unknown> {
  return (JSON.parse(read(`receipts/${name}.json`)) as { result: Record<string, unknown> }).result;
}
