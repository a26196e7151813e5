import { describe, expect, it } from 'vitest';
import { apply, mutantsOf } from './mutants.ts';

/** All mutants of a piece of code. */
const changed = (code: string) => mutantsOf(code).map((mutant) => apply(code, mutant));

describe('mutants', () => {
  it.each([
    ['a < b', ['a <= b', 'a >= b']],
    ['a <= b', ['a < b', 'a > b']],
    ['a > b', ['a >= b', 'a <= b']],
    ['a >= b', ['a > b', 'a < b']],
    ['a === b', ['a !== b']],
    ['a !== b', ['a === b']],
    ['a + b', ['a - b']],
    ['a - b', ['a + b']],
    ['a * b', ['a / b']],
    ['a / b', ['a * b']],
    ['a % b', ['a * b']],
    ['a << b', ['a >> b']],
    ['(a /* - */ ) - b', ['(a /* - */ ) + b']],
    ['a && b', ['a || b']],
    ['a || b', ['a && b']],
    ['a ?? b', ['(a)', '(b)']],
    ['a ? b : c', ['true ? b : c', 'false ? b : c']],
    ['!a', ['(a)']],
    ['-a', ['(a)']],
    ['10n', ['11n', '9n']],
    ['0n', ['(-1n)', '1n']],
    ['7', ['6', '8']],
    ['1_000', ['1001', '999']],
    ['true', ['false']],
  ])('of %s', (code, expected) => {
    expect(
      changed(`f(${code})`)
        .filter((text) => text !== ';')
        .toSorted(),
    ).toEqual(expected.map((text) => `f(${text})`).toSorted());
  });

  it.each([
    ['if (a) b = c;', ['if (true) b = c;', 'if (false) b = c;', 'if (a) ;']],
    ['while (a) f();', ['while (false) f();', 'while (a) ;']],
    ['a += b;', ['a -= b;', ';']],
    ['i++;', ['i--;', ';']],
    ['--i;', ['++i;', ';']],
    ['throw a;', [';']],
    ['f();', [';']],
  ])('of the statement %s', (code, expected) => {
    expect(changed(code).toSorted()).toEqual(expected.toSorted());
  });

  it('drop an empty return, a break and a continue, but never a returned value', () => {
    expect(changed('function f() { return; }')).toEqual(['function f() { ; }']);
    expect(changed('function f() { return a; }')).toEqual([]);
    expect(changed('for (;;) { break; }')).toEqual(['for (;;) { ; }']);
    expect(changed('for (;;) { continue; }')).toEqual(['for (;;) { ; }']);
  });

  it.each([
    "import { a } from 'b';",
    'type A = { b: 1 } | -2n;',
    'interface A<T extends true> { readonly b: 1; c: T }',
    'const a: 1 = b;',
    'function f(a: true): 2 { return a; }',
    'const { 1: a } = b;',
    "const a = 'b' + c;",
    'const a = `b` + c;',
    "'use strict';",
    'const a = 1.5;',
  ])('leave alone what changes nothing, or nothing that counts: %s', (code) => {
    expect(changed(code)).toEqual([]);
  });

  it('change the expressions inside casts', () => {
    expect(changed('f(1n as unknown as 2n)')).toEqual(
      ['f(2n as unknown as 2n)', 'f(0n as unknown as 2n)', ';'].toSorted(),
    );
    expect(changed('f(a! < b)')).toEqual(expect.arrayContaining(['f(a! <= b)']));
  });

  it('have the right line, even after characters of several bytes', () => {
    const code = "const a = '🦊é';\n\nconst b = 2n;\nconst c =\n  d < e;\n";
    expect(mutantsOf(code).map(({ line, kind }) => [line, kind])).toEqual([
      [3, 'constant'],
      [3, 'constant'],
      [5, 'boundary'],
      [5, 'comparison'],
    ]);
    expect(changed(code)[0]).toBe("const a = '🦊é';\n\nconst b = 1n;\nconst c =\n  d < e;\n");
  });

  it('are all different, and differ from the source', () => {
    const code = 'export const f = (a: bigint, b = 3n) => (a > b && b !== 0n ? (a * b + 1n) / 2n : -a);';
    const all = changed(code);
    expect(new Set(all).size).toBe(all.length);
    expect(all).not.toContain(code);
  });

  it('need TypeScript', () => {
    expect(() => mutantsOf('const = ;')).toThrow();
  });
});
