import { formatAmount } from './amounts.ts';
import { type AmountOf, type Code, type ContextOf, codes, type ToldContext, type Value } from './codes/index.ts';
import type { Definition } from './codes/types.ts';
import type { Simplify } from './typed/simplify.ts';

/**
 * Bad news that a person can act on, as a value. It becomes an entry of `status.errors` or `status.warnings`. Its code tells the members of
 * `context`.
 *
 * @example
 * if (problem.code === 'balance.insufficient') console.log(problem.context.available);
 */
export type Problem = { [C in Code]: ProblemOf<C> }[Code];

/** A problem with a code that is known. */
type ProblemOf<C extends Code> = Simplify<
  Omit<News, 'code' | 'context'> & {
    /** Stable and machine-readable: see docs/errors.md. */
    readonly code: C;
  } & ([keyof ToldContext<C>] extends [never]
      ? {
          /** This code has none. */
          readonly context?: undefined;
        }
      : {
          /** The numbers of the message, and other facts for programs. Amounts in the smallest unit, as decimal strings. */
          readonly context: ToldContext<C>;
        })
>;

/** A problem or a fault. The code does not tell the members of `context`. */
export interface News {
  /** Stable and machine-readable: see docs/errors.md. */
  readonly code: Code;
  /** What happened, with the numbers, in one sentence. */
  readonly message: string;
  /** Path in the request, such as `transaction.data.amount`. */
  readonly field?: string | undefined;
  /** The numbers of the message, and other facts for programs. Amounts in the smallest unit, as decimal strings. */
  readonly context?: Readonly<Record<string, string | number | boolean>> | undefined;
}

/**
 * Makes a problem from its code's template.
 *
 * @param context - A value for each `{name}` of the template. If a name in brackets has no value, the part in brackets is left out. `(s)` after the
 *   noun that a number counts is left out if the number is 1.
 * @param field - Path in the request, if one field is to blame.
 */
export function problem<C extends Code>(code: C, context: ContextOf<C>, field?: string): Problem {
  const values = context as Readonly<Record<string, Value | undefined>>;
  const definition: Definition = codes[code];
  const message = [definition.message, definition.advice ?? []]
    .flat()
    .map((text) => render(text, values))
    .join(' ');
  const plain: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(values)) {
    if (name === 'field' || value === undefined) continue;
    plain[name] = isAmount(value) ? value.amount.toString() : typeof value === 'bigint' ? value.toString() : value;
  }
  // `context` has a value for each name of this code.
  return {
    code,
    message,
    ...(field === undefined ? {} : { field }),
    ...(Object.keys(plain).length === 0 ? {} : { context: plain }),
  } as Problem;
}

/** The same problem, without what its code advises to do. */
export function withoutAdvice(told: Problem): Problem {
  const { advice }: Definition = codes[told.code];
  if (advice === undefined) return told;
  const text = ` ${render(advice, told.context ?? {})}`;
  return told.message.endsWith(text) ? { ...told, message: told.message.slice(0, -text.length) } : told;
}

function render(template: string, values: Readonly<Record<string, Value | undefined>>): string {
  return template
    .replace(/\[(.*?)\]/g, (_, part: string) => (namesOf(part).every((name) => values[name] !== undefined) ? part : ''))
    .replace(/\{(\w+)\} (\w+)\(s\)/g, (_, name: string, noun: string) => {
      return `{${name}} ${noun}${Number(values[name]) === 1 ? '' : 's'}`;
    })
    .replace(/\{(\w+)\}/g, (_, name: string) => write(values[name]));
}

function namesOf(template: string): string[] {
  return [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

function isAmount(value: Value): value is AmountOf {
  return typeof value === 'object';
}

function write(value: Value | undefined): string {
  if (value === undefined) return '';
  return isAmount(value) ? `${formatAmount(value.amount, value.decimals)} ${value.ticker}`.trim() : String(value);
}
