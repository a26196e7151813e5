import { describe, expect, it } from 'vitest';
import { contentProblems } from './shape.ts';

const good = [
  'package.json',
  'README.md',
  'LICENSE',
  'dist/index.js',
  'dist/index.d.ts',
  'dist/index.js.map',
  'src/index.ts',
];

describe('the content of a package', () => {
  it('is right without anything else', () => {
    expect(contentProblems(good)).toEqual([]);
  });

  it('must be there', () => {
    expect(contentProblems(good.filter((file) => file !== 'LICENSE'))).toEqual(['LICENSE would not be published']);
  });

  it.each([
    'src/a.test.ts',
    'dist/a.test.d.ts',
    'dist/lib.tsbuildinfo',
    'fixtures/a.json',
    'src/test/a.ts',
    '.env',
    'a-1.0.0.tgz',
  ])('must not have %s', (file) => {
    expect(contentProblems([...good, file])).toContain(`${file} would be published`);
  });

  it('must not have what was built from a file that is gone', () => {
    expect(contentProblems([...good, 'dist/old.js'])).toEqual([
      'dist/old.js has no source any more: remove dist and build again',
    ]);
  });
});
