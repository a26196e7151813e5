import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { moneyPaths } from './money-paths.ts';
import { sampleOf } from './sample.ts';

const items = Array.from({ length: 1000 }, (_, i) => i);

describe('a sample', () => {
  it('is the same for the same seed, differs for another seed, and keeps the order', () => {
    const sample = sampleOf(items, 50, 7);
    expect(sample).toHaveLength(50);
    expect(sampleOf(items, 50, 7)).toEqual(sample);
    expect(sampleOf(items, 50, 8)).not.toEqual(sample);
    expect(sample).toEqual(sample.toSorted((a, b) => a - b));
  });

  it('is part of a larger sample', () => {
    expect(sampleOf(items, 300, 7)).toEqual(expect.arrayContaining(sampleOf(items, 100, 7)));
  });

  it('comes from all parts of the list', () => {
    const sample = sampleOf(items, 200, 1);
    for (let from = 0; from < 1000; from += 250) {
      expect(sample.filter((item) => item >= from && item < from + 250).length).toBeGreaterThan(25);
    }
  });

  it('is the whole list if that is not longer', () => {
    expect(sampleOf(items, undefined, 1)).toEqual(items);
    expect(sampleOf(items, 1000, 1)).toEqual(items);
  });
});

describe('money paths', () => {
  it.each(Object.entries(moneyPaths))('of %s are files that exist', (_, globs) => {
    const root = fileURLToPath(new URL('../../../', import.meta.url));
    expect(globs.flatMap((glob) => globSync(glob, { cwd: root })).length).toBeGreaterThan(4);
  });

  it('hold the files that every family has under the same name', () => {
    for (const [name, globs] of Object.entries(moneyPaths).filter(([one]) => one !== 'core' && one !== 'babylon')) {
      expect(globs).toEqual(expect.arrayContaining([`packages/${name}/src/bytes/assemble.ts`]));
    }
  });
});
