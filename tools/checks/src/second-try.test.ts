import { describe, expect, it } from 'vitest';
import type { Entry } from './journal.ts';
import { failuresOf, judge } from './second-try.ts';

const begun = (file: string): Entry => ({ event: 'begun', file, pid: 1 });
const ended = (file: string, failed = false): Entry => ({
  event: 'ended',
  file,
  project: 'unit',
  failed,
  seconds: 1,
  tests: { passed: failed ? 0 : 1, failed: failed ? 1 : 0, skipped: 0 },
});

describe('after a run that failed', () => {
  it('files that failed or never ended are run again', () => {
    const entries = [begun('a'), ended('a'), begun('b'), ended('b', true), begun('c')];
    expect(judge(failuresOf(entries), false)).toEqual({ again: ['b', 'c'] });
  });

  it('a file is judged by its last end', () => {
    expect(
      judge(failuresOf([begun('a'), ended('a', true), begun('a'), ended('a'), begun('b'), ended('b', true)]), false),
    ).toEqual({
      again: ['b'],
    });
  });

  it('an error that no test caught is tried again with its file', () => {
    const entries: Entry[] = [begun('a'), ended('a'), { event: 'error', file: 'a', message: 'lost' }];
    expect(judge(failuresOf(entries), false)).toEqual({ again: ['a'] });
  });

  it('nothing is tried again where an error belongs to no file', () => {
    const entries: Entry[] = [begun('a'), ended('a', true), { event: 'error', file: undefined, message: 'lost' }];
    expect(judge(failuresOf(entries), false)).toEqual({ why: 'An error belongs to no file: lost' });
  });

  it('nothing is tried again if the run failed without any file', () => {
    expect(judge(failuresOf([begun('a'), ended('a')]), false)).toEqual({
      why: 'No test file failed: the run itself did.',
    });
  });

  it('the exhaustive run tries nothing again, and names what failed', () => {
    expect(judge(failuresOf([ended('a', true)]), true)).toEqual({
      why: 'Failed, and the exhaustive run tries nothing twice:\n  a',
    });
  });

  it('nothing is tried again where more failed than chance makes fail', () => {
    const entries = Array.from({ length: 21 }, (_, i) => ended(`file ${i}`, true));
    expect(judge(failuresOf(entries.slice(1)), false)).toHaveProperty('again');
    expect(judge(failuresOf(entries), false)).toEqual({
      why: expect.stringMatching(
        /^21 files failed\. So many do not fail by chance: none is tried again\.\n {2}file 0\n/,
      ),
    });
  });
});
