import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { schemaProblems } from './schema-problems.ts';

const problemsOf = (schema: z.ZodType, value: unknown, prefix?: string[]) => {
  const { error } = schema.safeParse(value);
  return schemaProblems(error?.issues ?? [], prefix).map(({ field, message }) => [field, message]);
};

describe('schemaProblems', () => {
  it('names the path in the request and what was expected there', () => {
    const schema = z.object({
      amount: z.string(),
      to: z.object({ address: z.string() }),
      flag: z.boolean(),
      items: z.array(z.object({ n: z.number() })),
    });
    const value = { amount: 5, to: {}, flag: 'yes', items: [{ n: 1 }, { n: 'x' }] };
    expect(problemsOf(schema, value, ['transaction', 'data'])).toEqual([
      ['transaction.data.amount', 'transaction.data.amount: must be a string'],
      ['transaction.data.to.address', 'transaction.data.to.address: is required'],
      ['transaction.data.flag', 'transaction.data.flag: must be a boolean'],
      ['transaction.data.items.1.n', 'transaction.data.items.1.n: must be a number'],
    ]);
  });

  it('shows the value as it should be written, if it knows what was parsed', () => {
    const schema = z.object({ text: z.string(), flag: z.boolean(), number: z.number(), list: z.array(z.string()) });
    const shownIn = (input: object) =>
      schemaProblems(schema.safeParse(input).error?.issues ?? [], [], input).map(({ message }) => message);
    const good = { text: '', flag: true, number: 1, list: [] };
    expect(shownIn({ ...good, text: 1000, list: [1.5, false] })).toEqual([
      'text: must be a string: write "1000"',
      'list.0: must be a string: write "1.5"',
      'list.1: must be a string: write "false"',
    ]);
    expect(shownIn({ ...good, text: 1e18 })).toEqual([
      'text: must be a string, in quotes: a number of this size has lost digits',
    ]);
    expect(shownIn({ ...good, flag: 'true', number: '0.01' })).toEqual([
      'flag: must be a boolean: write true without quotes',
      'number: must be a number: write 0.01 without quotes',
    ]);
    expect(shownIn({ ...good, text: {}, flag: 'yes', number: 'secret' })).toEqual([
      'text: must be a string',
      'flag: must be a boolean',
      'number: must be a number',
    ]);
    expect(shownIn({ ...good, text: null, list: null })).toEqual(['text: must be a string', 'list: must be an array']);
  });

  it('lists the allowed values, unless there are too many', () => {
    const letters = [...'abcdefghijklmnop'] as [string, ...string[]];
    expect(problemsOf(z.object({ x: z.enum(['a', 'b']) }), { x: 'c' })).toEqual([['x', 'x: must be one of a, b']]);
    expect(problemsOf(z.object({ x: z.enum(letters) }), { x: 'z' })).toEqual([
      ['x', 'x: must be one of a, b, c, d, e, f, g, h, i, j, k, l, ...'],
    ]);
  });

  it('names the request if there is no path', () => {
    expect(problemsOf(z.object({}), 'text')).toEqual([['request', 'request: must be an object']]);
  });

  it("uses the schema's own words for other problems", () => {
    expect(problemsOf(z.object({ n: z.number().max(1) }), { n: 2 })).toEqual([
      ['n', 'n: too big: expected number to be <=1'],
    ]);
  });

  it('stops after twenty problems', () => {
    const many = Array.from({ length: 10_000 }, () => 0);
    const problems = problemsOf(z.array(z.string()), many);
    expect(problems).toHaveLength(20);
    expect(problems[19]).toEqual(['19', '19: must be a string']);
  });

  it('has something to say of nothing', () => {
    expect(schemaProblems([])[0].code).toBe('request.invalid');
  });
});
