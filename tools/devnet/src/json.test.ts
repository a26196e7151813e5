import { expect, it } from 'vitest';
import { parseJson, stringifyJson } from './json.ts';

it('writes integers of any size as integers', () => {
  expect(stringifyJson({ rentEpoch: 2n ** 64n - 1n, lamports: 5n, list: [0n, 1.5, 'x', null] })).toBe(
    '{"rentEpoch":18446744073709551615,"lamports":5,"list":[0,1.5,"x",null]}',
  );
});

it('reads integers of any size without a loss', () => {
  expect(
    parseJson('[18446744073709551615,9007199254740993,-9007199254740993,12,1.5,1e300,"9007199254740993"]'),
  ).toEqual([18446744073709551615n, 9007199254740993n, -9007199254740993n, 12, 1.5, 1e300, '9007199254740993']);
});
