import { describe, expect, it } from 'vitest';
import { describeDifference, differencesOf } from './differences.ts';

const told = (recorded: unknown, now: unknown) => differencesOf(recorded, now).map(describeDifference);

describe('differences', () => {
  it('are told with their paths', () => {
    const recorded = { data: { fees: '1', gone: true }, encoded: [{ raw: 'aa' }, { raw: 'bb' }] };
    const now = { data: { fees: '2', fresh: [] }, encoded: [{ raw: 'aa' }, { raw: 'bc' }] };
    expect(told(recorded, now)).toEqual([
      'data.fees: was "1", is "2"',
      'data.fresh: is new: []',
      'data.gone: is missing, was true',
      'encoded[1].raw: was "bb", is "bc"',
    ]);
  });

  it('show the place in a long text', () => {
    const text = 'ab'.repeat(100);
    const [line] = told({ raw: text }, { raw: `${text.slice(0, 120)}ff${text.slice(122)}` });
    expect(line).toMatch(/^raw: differs at character 120: was …"ab.*"…, is …".*ff.*"…$/);
    expect(told({ raw: text }, { raw: `${text}ab` })[0]).toContain('(200 characters, now 202)');
  });

  it('are none between equal values, whatever the order of their members', () => {
    expect(told({ a: 1, b: [{ c: 2, d: undefined }] }, { b: [{ c: 2 }], a: 1 })).toEqual([]);
    expect(told({ list: [1, 2] }, { list: [2, 1] })).toHaveLength(2);
  });
});
