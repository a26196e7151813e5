import type * as z from 'zod';
import { AttemptFailure } from './attempt-failure.ts';
import { parseJson } from './json.ts';

/** @throws AttemptFailure `malformed` if it is not JSON. */
export function readJson(text: string, what: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw new AttemptFailure('malformed', `${what}: not JSON`);
  }
}

/**
 * Reads an answer by a schema, or says in a few words what is wrong, and at which place: `eth_getBlockByNumber: baseFeePerGas expected string`.
 */
export function checkAnswer<T>(
  schema: z.ZodType<T>,
  answer: unknown,
  what: string,
): { ok: true; value: T } | { ok: false; detail: string } {
  try {
    const { success, data, error } = schema.safeParse(answer);
    return success ? { ok: true, value: data } : { ok: false, detail: `${what}: ${describe(error.issues[0])}` };
  } catch {
    // A transform threw at a value that its schema let through.
    return { ok: false, detail: `${what}: could not be read` };
  }
}

function describe(issue: z.core.$ZodIssue | undefined): string {
  if (!issue) return 'unexpected';
  const place = issue.path.map(String).join('.');
  return `${place} ${expectation(issue)}`.trim().slice(0, 200);
}

/** Says what the schema expects. Does not repeat what the upstream sent. */
function expectation(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${issue.expected}`;
    case 'unrecognized_keys':
      return 'expected no more keys';
    case 'invalid_union':
      return `expected ${alternatives(issue.errors) || 'another shape'}`;
    default:
      return issue.message.replace(/^Invalid (input|string): /, '');
  }
}

function alternatives(options: readonly (readonly z.core.$ZodIssue[])[]): string {
  const types = options.map(([first]) =>
    first?.code === 'invalid_type' && first.path.length === 0 ? first.expected : undefined,
  );
  return types.includes(undefined) ? '' : [...new Set(types)].join(' or ');
}
