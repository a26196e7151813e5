import { parseAst } from 'vite';

/** One small wrong change: `text` replaces the source from `start` to `end`. */
export interface Mutant {
  /** Offsets in the source, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** From 1. */
  readonly line: number;
  readonly kind: MutantKind;
}

/** Kinds of changes, and the meaning of each. */
export const mutantKinds = {
  arithmetic: 'another operator: + and -, * and /, % and *, << and >>, & and |',
  boundary: 'a comparison that takes its boundary in, or leaves it out',
  comparison: 'a comparison the other way round, == and !=',
  constant: 'a number or bigint one larger, and one smaller',
  boolean: 'true and false exchanged, or a negation left out',
  condition: 'a condition that is always met, and one that never is',
  logic: '&& and || exchanged',
  fallback: 'only one side of ??',
  statement: 'a statement left out',
} as const;

type MutantKind = keyof typeof mutantKinds;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

const boundaries: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
const opposites: Readonly<Record<string, string>> = {
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
};
const arithmetic: Readonly<Record<string, string>> = {
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '**': '*',
  '<<': '>>',
  '>>': '<<',
  '&': '|',
  '|': '&',
  '^': '&',
};

/**
 * All mutants of a TypeScript source, in the order of their places. Types, imports, texts and names stay as they are.
 *
 * @throws SyntaxError if it is not TypeScript.
 */
export function mutantsOf(source: string): Mutant[] {
  const found: Mutant[] = [];
  const lines = lineStarts(source);
  const add = (kind: MutantKind, { start, end }: { start: number; end: number }, text: string) => {
    if (source.slice(start, end) !== text) found.push({ kind, start, end, text, line: lineOf(lines, start) });
  };
  const textOf = ({ start, end }: Node) => source.slice(start, end);

  /** The place of the operator between two operands. Brackets and comments may be around it. */
  const operatorOf = (left: Node, right: Node, operator: string) => {
    const start = source.indexOf(operator, skipComments(source, left.end));
    return start === -1 || start + operator.length > right.start ? undefined : { start, end: start + operator.length };
  };

  const mutate: Readonly<Record<string, (node: Node) => void>> = {
    BinaryExpression(node) {
      const { left, right, operator } = node as unknown as { left: Node; right: Node; operator: string };
      const at = operatorOf(left, right, operator);
      if (at === undefined) return;
      if (isText(left) || isText(right)) return;
      const boundary = boundaries[operator];
      if (boundary !== undefined) add('boundary', at, boundary);
      const opposite = opposites[operator];
      if (opposite !== undefined) add('comparison', at, opposite);
      const other = arithmetic[operator];
      if (other !== undefined) add('arithmetic', at, other);
    },
    AssignmentExpression(node) {
      const { left, right, operator } = node as unknown as { left: Node; right: Node; operator: string };
      const other = arithmetic[operator.slice(0, -1)];
      const at = operatorOf(left, right, operator);
      if (other !== undefined && at !== undefined && !isText(right)) add('arithmetic', at, `${other}=`);
    },
    LogicalExpression(node) {
      const { left, right, operator } = node as unknown as { left: Node; right: Node; operator: string };
      const at = operatorOf(left, right, operator);
      if (operator === '??') {
        add('fallback', node, `(${textOf(left)})`);
        add('fallback', node, `(${textOf(right)})`);
      } else if (at !== undefined) add('logic', at, operator === '&&' ? '||' : '&&');
    },
    ConditionalExpression(node) {
      const { test } = node as unknown as { test: Node };
      add('condition', test, 'true');
      add('condition', test, 'false');
    },
    IfStatement(node) {
      const { test } = node as unknown as { test: Node };
      add('condition', test, 'true');
      add('condition', test, 'false');
    },
    WhileStatement(node) {
      // A loop whose condition always holds would only hang.
      add('condition', (node as unknown as { test: Node }).test, 'false');
    },
    UnaryExpression(node) {
      const { operator, argument } = node as unknown as { operator: string; argument: Node };
      if (operator === '!') add('boolean', node, `(${textOf(argument)})`);
      if (operator === '-') add('arithmetic', node, `(${textOf(argument)})`);
    },
    UpdateExpression(node) {
      const { operator, argument, prefix } = node as unknown as { operator: string; argument: Node; prefix: boolean };
      const other = operator === '++' ? '--' : '++';
      add('arithmetic', node, prefix ? `${other}${textOf(argument)}` : `${textOf(argument)}${other}`);
    },
    Literal(node) {
      const { value } = node;
      if (typeof value === 'boolean') add('boolean', node, String(!value));
      if (typeof value === 'bigint') {
        add('constant', node, `${value + 1n}n`);
        add('constant', node, value === 0n ? '(-1n)' : `${value - 1n}n`);
      }
      if (typeof value === 'number' && Number.isSafeInteger(value)) {
        add('constant', node, String(value + 1));
        add('constant', node, value === 0 ? '(-1)' : String(value - 1));
      }
    },
    ExpressionStatement(node) {
      if ((node.expression as Node | undefined)?.type !== 'Literal') add('statement', node, ';');
    },
    ThrowStatement: (node) => add('statement', node, ';'),
    ContinueStatement: (node) => add('statement', node, ';'),
    BreakStatement: (node) => add('statement', node, ';'),
    ReturnStatement(node) {
      // Other mutants change the parts of a returned value. Without the value, most functions would break their types.
      if (node.argument === null) add('statement', node, ';');
    },
  };

  visit(parseAst(source, { lang: 'ts' }) as unknown as Node, (node) => mutate[node.type]?.(node));
  return found.toSorted((a, b) => a.start - b.start || a.end - b.end || a.text.localeCompare(b.text, 'en'));
}

/** The source with the change in it. */
export function apply(source: string, { start, end, text }: Mutant): string {
  return source.slice(0, start) + text + source.slice(end);
}

/** Texts are joined, not added. */
function isText({ type, value }: Node): boolean {
  return type === 'TemplateLiteral' || (type === 'Literal' && typeof value === 'string');
}

/** Visits everything except types (they do nothing), imports, and names of properties and enums. */
function visit(value: unknown, each: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const one of value) visit(one, each);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const node = value as Node;
  if (typeof node.type === 'string') {
    if (isSkipped(node)) {
      // `x as T`, `x satisfies T` and `x!` hold an expression.
      if ('expression' in node) visit(node.expression, each);
      return;
    }
    each(node);
  }
  for (const [member, inner] of Object.entries(node)) {
    if (member === 'key' && node.computed !== true) continue;
    if (member !== 'parent') visit(inner, each);
  }
}

function isSkipped({ type }: Node): boolean {
  return type.startsWith('TS') || type === 'ImportDeclaration' || type === 'ExportAllDeclaration';
}

/** The place after an operand and after the comments behind it: a comment may hold something like an operator. */
function skipComments(source: string, from: number): number {
  const skipped = /^(?:\s|\)|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/.exec(source.slice(from));
  return from + (skipped?.[0].length ?? 0);
}

function lineStarts(source: string): number[] {
  const starts = [0];
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function lineOf(starts: readonly number[], offset: number): number {
  const next = starts.findIndex((start) => start > offset);
  return next === -1 ? starts.length : next;
}
