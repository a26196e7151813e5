import type * as z from 'zod';
import { type Problem, problem } from './problem.ts';

/** Nobody reads more. Without a limit, a megabyte of wrong values gets a hundred megabytes of problems. */
const mostProblems = 20;

/**
 * Turns what zod found into problems, each with the path of its field. The first twenty only.
 *
 * @param prefix - Where the parsed value stands in the request, such as `['transaction', 'data']`.
 */
export function schemaProblems(
  issues: readonly z.core.$ZodIssue[],
  prefix: readonly string[] = [],
): [Problem, ...Problem[]] {
  const problems = issues.slice(0, mostProblems).map((issue) => {
    const field = [...prefix, ...issue.path.map(String)].join('.') || 'request';
    return problem('request.invalid', { field, expected: explain(issue) }, field);
  });
  const [first, ...rest] = problems;
  return [first ?? problem('request.invalid', { field: 'request', expected: 'invalid' }), ...rest];
}

function explain(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.endsWith('received undefined') ? 'is required' : `must be ${article(issue.expected)}`;
    case 'invalid_value':
      return `must be one of ${issue.values.slice(0, 12).map(String).join(', ')}${issue.values.length > 12 ? ', ...' : ''}`;
    default:
      return issue.message.charAt(0).toLowerCase() + issue.message.slice(1);
  }
}

function article(noun: string): string {
  return /^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`;
}
