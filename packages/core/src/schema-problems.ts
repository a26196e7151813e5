import type * as z from 'zod';
import { type Problem, problem } from './problem.ts';

/** Nobody reads more. Without a limit, a megabyte of wrong values gets a hundred megabytes of problems. */
const mostProblems = 20;

/**
 * Turns what zod found into problems, each with the path of its field. The first twenty only.
 *
 * @param prefix - Where the parsed value stands in the request, such as `['transaction', 'data']`.
 * @param input - What was parsed. With it a problem can show how a value should be written.
 */
export function schemaProblems(
  issues: readonly z.core.$ZodIssue[],
  prefix: readonly string[] = [],
  input?: unknown,
): [Problem, ...Problem[]] {
  const problems = issues.slice(0, mostProblems).map((issue) => {
    const field = [...prefix, ...issue.path.map(String)].join('.') || 'request';
    return problem('request.invalid', { field, expected: explain(issue, valueAt(input, issue.path)) }, field);
  });
  const [first, ...rest] = problems;
  return [first ?? problem('request.invalid', { field: 'request', expected: 'invalid' }), ...rest];
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, name) => (Object.hasOwn(Object(value), name) ? Object(value)[name] : undefined),
    input,
  );
}

/** The value as it should be written, if its type alone is wrong. */
function rewritten(expected: string, value: unknown): string {
  if (expected === 'string' && typeof value === 'boolean') return `: write "${value}"`;
  if (expected === 'string' && typeof value === 'number') {
    // JSON has kept only the first 15 to 17 digits.
    if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return ', in quotes: a number of this size has lost digits';
    return `: write "${value}"`;
  }
  const isTextOf =
    typeof value === 'string' && (expected === 'boolean' ? /^(?:true|false)$/ : /^-?\d{1,15}(?:\.\d{1,15})?$/);
  const isOther = expected === 'boolean' || expected === 'number';
  return isOther && isTextOf !== false && isTextOf.test(String(value)) ? `: write ${value} without quotes` : '';
}

function explain(issue: z.core.$ZodIssue, value: unknown): string {
  switch (issue.code) {
    case 'invalid_type': {
      if (issue.message.endsWith('received undefined')) return 'is required';
      return `must be ${article(issue.expected)}${rewritten(issue.expected, value)}`;
    }
    case 'invalid_value':
      return `must be one of ${issue.values.slice(0, 12).map(String).join(', ')}${issue.values.length > 12 ? ', ...' : ''}`;
    default:
      return issue.message.charAt(0).toLowerCase() + issue.message.slice(1);
  }
}

function article(noun: string): string {
  return /^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`;
}
