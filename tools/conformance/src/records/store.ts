import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { ChainId } from '@isochain/core';
import { type Endpoint, parseJson } from '@isochain/core/upstream';
import type { RecordedAnswer, RecordedProblem, RecordedRefusal } from './answer.ts';
import type { Changes } from './changes.ts';
import type { Exchange } from './exchange.ts';
import { packRuns, unpackRuns } from './runs.ts';
import { stableJson } from './stable-json.ts';

/** One encode and what was broadcast of it: a line of a file. */
export interface StoredRecord {
  readonly name: string;
  readonly chainId: ChainId;
  readonly options?: Readonly<Record<string, unknown>>;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly endpoints: readonly Omit<Endpoint, 'url'>[];
  readonly intent: Readonly<Record<string, unknown>>;
  /** What encode asked. */
  readonly upstream: Asked;
  readonly answer: RecordedAnswer | RecordedRefusal;
  readonly broadcasts?: readonly StoredBroadcast[];
}

/** Ids of questions with their answers, by the name of the endpoint. */
export type Asked = Readonly<Record<string, readonly string[]>>;

/** Signatures with which a broadcast ended the same. */
export interface StoredBroadcast {
  /** By the name of the form. */
  readonly signatures: Readonly<Record<string, string>>;
  /** What broadcast asked. */
  readonly upstream: Asked;
  readonly outcome: BroadcastOutcome;
}

export interface BroadcastOutcome {
  /** What the upstream was handed. */
  readonly sent: readonly string[];
  readonly hash?: string;
  readonly refused?: readonly RecordedProblem[];
}

/** All records of a family. */
export interface Store {
  /** By the name of the file. */
  readonly records: Readonly<Record<string, readonly StoredRecord[]>>;
  /** By id. */
  readonly exchanges: ReadonlyMap<string, Exchange>;
  readonly changes: Changes;
}

const exchangesFile = 'upstream.jsonl';

/** The same for the same question and answer, so that records share what they have in common. */
export function idOf(exchange: Exchange): string {
  return createHash('sha256').update(stableJson(exchange)).digest('hex').slice(0, 7);
}

export function readStore(folder: URL): Store {
  if (!existsSync(folder)) return { records: {}, exchanges: new Map(), changes: {} };
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl') && name !== exchangesFile)
    .sort();
  const records = names.map((name) => [name.replace('.jsonl', ''), readLines<StoredRecord>(folder, name)] as const);
  const exchanges = existsSync(new URL(exchangesFile, folder))
    ? readLines<Exchange & { id: string }>(folder, exchangesFile)
    : [];
  const changes = new URL('changes.json', folder);
  return {
    records: Object.fromEntries(records),
    exchanges: new Map(exchanges.map(({ id, ...exchange }) => [id, exchange])),
    changes: existsSync(changes) ? JSON.parse(readFileSync(changes, 'utf8')) : {},
  };
}

/** Writes records, and of the exchanges those that a record names. */
export function writeStore(folder: URL, { records, exchanges }: Omit<Store, 'changes'>): void {
  mkdirSync(folder, { recursive: true });
  const named = new Set(
    Object.values(records)
      .flat()
      .flatMap(({ upstream, broadcasts = [] }) => [upstream, ...broadcasts.map((each) => each.upstream)])
      .flatMap((asked) => Object.values(asked).flat()),
  );
  const kept = [...exchanges].filter(([id]) => named.has(id));
  kept.sort(([a, one], [b, other]) => (one.ask === other.ask ? (a < b ? -1 : 1) : one.ask < other.ask ? -1 : 1));
  writeLines(
    folder,
    exchangesFile,
    kept.map(([id, exchange]) => ({ id, ...exchange })),
  );
  for (const [name, list] of Object.entries(records)) writeLines(folder, `${name}.jsonl`, list);
}

function readLines<T>(folder: URL, name: string): T[] {
  const text = readFileSync(new URL(name, folder), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => parseJson(unpackRuns(line)) as T);
}

/** Members stay in their order: the name of a record comes first. */
function writeLines(folder: URL, name: string, lines: readonly object[]): void {
  const texts = lines.map((line) => {
    const members = Object.entries(line).filter(([, value]) => value !== undefined);
    const text = members.map(([key, value]) => `${JSON.stringify(key)}:${stableJson(value)}`).join(',');
    return `{${name === exchangesFile ? packRuns(text) : text}}\n`;
  });
  writeFileSync(new URL(name, folder), texts.join(''));
}
