import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findOddity, findRepeatedName } from './json-text.ts';

it.each([
  ['{}', undefined],
  ['{"a": {"b": 1}, "b": [{"a": 1}, {"a": 2}], "c": "a"}', undefined],
  // Names and texts that look like more than they are.
  [String.raw`{"a": "\"a\":", "\\": "}{", "b": ["a", "a", ",", "[["], "\\\"": ":"}`, undefined],
  ['{"a" : 1 , "a" : 2}', { path: ['a'], reason: 'stands there twice' }],
  [String.raw`{"\"": 1, "\u0022": 2}`, { path: ['"'], reason: 'stands there twice' }],
  ['[[1, {"x": 0}], [[], {"a": 1, "b": {}, "a": 1}]]', { path: ['1', '1', 'a'], reason: 'stands there twice' }],
  ['{"a": {"__pro\\u0074o__": 1}}', { path: ['a', '__proto__'], reason: 'is not a name that can be used' }],
  ['["__proto__"]', undefined],
  // The value of these cannot be read safely, whatever else is wrong.
  ['{"a": 1, "a": 2, "b": {"__proto__": 1}}', { path: ['b', '__proto__'], reason: 'is not a name that can be used' }],
  [`{"a": 1, "a": ${'['.repeat(32)}${']'.repeat(32)}}`, { path: ['a', '0', '0', '0'], reason: 'is nested too deep' }],
  ['['.repeat(32) + ']'.repeat(32), undefined],
  ['['.repeat(33) + ']'.repeat(33), { path: ['0', '0', '0', '0'], reason: 'is nested too deep' }],
])('%s', (text, expected) => {
  JSON.parse(text);
  expect(findOddity(text)).toEqual(expected);
});

it('finds nothing in the JSON text of a value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(undefined, 1), (value, space) => {
      const text = JSON.stringify(value, null, space);
      fc.pre(!text.includes('"__proto__":'));
      expect(findOddity(text)).toBeUndefined();
    }),
  );
});

it('finds every repeated name and its place', () => {
  const name = fc.string().filter((text) => text !== '__proto__');
  fc.assert(
    fc.property(name, fc.jsonValue({ maxDepth: 3 }), fc.jsonValue({ maxDepth: 3 }), (twice, first, second) => {
      fc.pre(!JSON.stringify([first, second]).includes('"__proto__":'));
      const quoted = JSON.stringify(twice);
      const text = `[0, {${quoted}: ${JSON.stringify(first)}, ${quoted}: ${JSON.stringify(second)}}]`;
      expect(findOddity(text)).toEqual({ path: ['1', twice], reason: 'stands there twice' });
    }),
  );
});

it('finds a repeated name at any depth, in any spelling, and shows eight levels at most', () => {
  expect(findRepeatedName('{"a":{"b":1},"c":{"b":1}}')).toBeUndefined();
  expect(findRepeatedName(String.raw`{"a":[{"\u0062":1,"b":2}]}`)).toEqual(['a', '0', 'b']);
  const depth = 20_000;
  const nested = `${'{"x":'.repeat(depth)}{"y":1,"y":2}${'}'.repeat(depth)}`;
  expect(findRepeatedName(nested)).toEqual(Array(8).fill('x'));
});

it('reads each letter of a text a few times at most', () => {
  // A quote after each backslash, and runs of backslashes: a search that begins anew at each of them would take minutes.
  const hostile = JSON.stringify({ a: '\\"'.repeat(200_000), b: '\\'.repeat(400_000), '\\"': ' '.repeat(200_000) });
  expect(findRepeatedName(hostile)).toBeUndefined();
});
