import type { RecordedAnswer, RecordedRefusal } from './answer.ts';

// What answers may say otherwise than the records, on purpose: `changes.json` beside them.

/** Paths are as in differences, with `[]` for every item of a list: `data.params.inputs[].value`. */
export interface Changes {
  /** From the recorded path to the one where the same value stands now. */
  readonly renamed?: Readonly<Record<string, string>>;
  /** Paths of members that are new. Their values are not compared. */
  readonly added?: readonly string[];
  /** Paths of members that are gone. */
  readonly removed?: readonly string[];
  /** From the recorded code of an error or warning to that of now. */
  readonly codes?: Readonly<Record<string, string>>;
  /** By the recorded code: names in its context that are new, or gone. */
  readonly contexts?: Readonly<Record<string, Pick<Changes, 'added' | 'removed'>>>;
}

type Answer = RecordedAnswer | RecordedRefusal;

/** What of the changes an answer needed: `renamed data.params.x`, and so on. */
export type Used = Set<string>;

/**
 * Makes what was recorded and what is answered now comparable.
 *
 * `params.checksum` is over all of `data`: where `data` changed on purpose its value says nothing, and only its form is compared.
 */
export function applyChanges(
  changes: Changes,
  recorded: Answer,
  now: Answer,
  used: Used = new Set(),
): { recorded: Answer; now: Answer } {
  const [before, after] = [structuredClone(recorded), structuredClone(now)];
  let isDataChanged = false;
  const note = (kind: string, path: string) => {
    used.add(`${kind} ${path}`);
    if (path.startsWith('data.')) isDataChanged = true;
  };
  for (const [from, to] of Object.entries(changes.renamed ?? {})) {
    for (const { value, indices } of takeAway(before, from)) {
      note('renamed', from);
      put(before, to, value, indices);
    }
  }
  for (const path of changes.removed ?? []) if (takeAway(before, path).length > 0) note('removed', path);
  for (const path of changes.added ?? []) if (takeAway(after, path).length > 0) note('added', path);
  for (const list of ['errors', 'warnings', 'refused'] as const) {
    const problems = problemsOf(after, list);
    for (const [i, problem] of problemsOf(before, list).entries()) {
      const { added = [], removed = [] } = changes.contexts?.[problem.code] ?? {};
      const isChanged = [...takeNames(problem, removed), ...takeNames(problems[i], added)].length > 0;
      if (isChanged) note('contexts', problem.code);
      const code = changes.codes?.[problem.code];
      if (code === undefined) continue;
      note('codes', problem.code);
      problem.code = code;
    }
  }
  if (isDataChanged) for (const answer of [before, after]) hideChecksum(answer);
  return { recorded: before, now: after };
}

/** The changes that no record needed: they are in the way when something of the same name appears. */
export function unusedChanges(changes: Changes, used: Used): string[] {
  const named = [
    ...Object.keys(changes.renamed ?? {}).map((path) => `renamed ${path}`),
    ...(changes.removed ?? []).map((path) => `removed ${path}`),
    ...(changes.added ?? []).map((path) => `added ${path}`),
    ...Object.keys(changes.codes ?? {}).map((code) => `codes ${code}`),
    ...Object.keys(changes.contexts ?? {}).map((code) => `contexts ${code}`),
  ];
  return named.filter((change) => !used.has(change));
}

interface OpenProblem {
  code: string;
  context?: Record<string, unknown>;
}

function problemsOf(answer: Answer, list: string): OpenProblem[] {
  return (answer as unknown as Record<string, OpenProblem[]>)[list] ?? [];
}

/** Takes names out of the context of a problem. A context without names is none. */
function takeNames(problem: OpenProblem | undefined, names: readonly string[]): string[] {
  const taken = names.filter((name) => problem?.context !== undefined && name in problem.context);
  for (const name of taken) delete problem?.context?.[name];
  if (problem?.context !== undefined && Object.keys(problem.context).length === 0) delete problem.context;
  return taken;
}

function hideChecksum(answer: Answer): void {
  const params = 'data' in answer ? (answer.data.params as Record<string, unknown> | undefined) : undefined;
  if (typeof params?.checksum === 'string' && /^[0-9a-f]{32}$/.test(params.checksum))
    params.checksum = '(of other data)';
}

interface Taken {
  readonly value: unknown;
  /** Of the lists on the way. */
  readonly indices: readonly number[];
}

interface Place {
  readonly at: unknown;
  readonly indices: readonly number[];
}

/** Takes away every member at a path. */
function takeAway(root: unknown, path: string): Taken[] {
  const steps = stepsOf(path);
  const last = steps.pop() as string;
  let places: readonly Place[] = [{ at: root, indices: [] }];
  for (const step of steps) {
    places = places.flatMap(({ at, indices }): Place[] => {
      if (step === '[]') return Array.isArray(at) ? at.map((item, i) => ({ at: item, indices: [...indices, i] })) : [];
      const inner = isRecord(at) ? at[step] : undefined;
      return inner === undefined ? [] : [{ at: inner, indices }];
    });
  }
  return places.flatMap(({ at, indices }) => {
    if (!isRecord(at) || !(last in at)) return [];
    const value = at[last];
    delete at[last];
    return [{ value, indices }];
  });
}

function put(root: unknown, path: string, value: unknown, indices: readonly number[]): void {
  const steps = stepsOf(path);
  const last = steps.pop() as string;
  const rest = [...indices];
  let at = root;
  for (const step of steps) {
    if (step === '[]') at = (at as unknown[])[rest.shift() ?? -1];
    else {
      const record = at as Record<string, unknown>;
      record[step] ??= {};
      at = record[step];
    }
  }
  if (!isRecord(at)) throw new TypeError(`Nothing can be put at ${path}: a renamed member stays in the same list.`);
  at[last] = value;
}

function stepsOf(path: string): string[] {
  return path.replaceAll('[]', '.[]').split('.');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
