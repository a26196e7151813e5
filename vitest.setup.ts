import { relative, sep } from 'node:path';
import process from 'node:process';
import { journalVariable, writeEntry } from '@isochain/checks/journal.ts';
import { seed } from '@isochain/dial';
import fc from 'fast-check';
import { expect } from 'vitest';

// Runs before each test file, also where files share a worker.

// Property tests try the same values each time, so that a change is to blame for what fails. Other values: TEST_SEED=7 npm test
fc.configureGlobal({ seed });

const { testPath } = expect.getState();
if (testPath !== undefined) {
  const file = relative(import.meta.dirname, testPath)
    .split(sep)
    .join('/');
  const journal = process.env[journalVariable];
  if (journal !== undefined) writeEntry(journal, { event: 'begun', file, pid: process.pid });
  // Programs that the file starts inherit it: what is left behind can be told by it.
  process.env.CHECKS_STARTED_BY = file;
}
