import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { families } from './families/index.ts';
import { begin, end, replaceBetweenMarkers } from './report/page.ts';
import { sections } from './sections/index.ts';

const page = readFileSync(new URL('../../../docs/benchmarks.md', import.meta.url), 'utf8');
const written = page.slice(page.indexOf(begin) + begin.length, page.indexOf(end)).trim();

describe('docs/benchmarks.md', () => {
  it('has a place for the results of the bench', () => {
    expect(replaceBetweenMarkers(page, written)).toBe(page);
  });

  it('says when, where and with which command it was measured', () => {
    const [first] = written.split('\n');
    expect(first).toMatch(
      /^Written by `npm run bench -- --write` on \d{1,2} [A-Z][a-z]+ \d{4}: .+, \d+ cores, \d+ GiB of memory, Node \d+\.\d+\.\d+/,
    );
  });

  it('has a table with figures for each part', () => {
    const parts = written.split(/^### /m).slice(1);
    expect(parts).toHaveLength(Object.keys(sections).length);
    for (const part of parts) expect(part).toMatch(/^\| .+ \| .*\d.* \| .+ \| (yes|\*\*no\*\*) \|$/m);
  });

  it.each(families)('has all rows of $name', ({ name }) => {
    for (const what of ['encode of a transfer', 'p50', 'first and second', 'slow: failed']) {
      expect(written).toMatch(new RegExp(`^\\| ${name}, ${what} \\| .*\\d`, 'm'));
    }
  });
});
