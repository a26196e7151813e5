#!/usr/bin/env node
// The last step of .ci/run: names the processes that it or its children started and that still live, ends them, and fails. Runs on Node 20 or later,
// without any dependency.

import process from 'node:process';
import { endProcesses, markVariable, processesOf, tellProcesses } from './processes.mjs';

/** What ends by itself has this long to do so. A guardian of tools/leash takes up to five seconds. */
const graceMs = 10_000;

const mark = process.env[markVariable];
if (mark === undefined) {
  console.error(`${markVariable} is not set. Expected the mark of the run.`);
  process.exit(2);
}
let left = processesOf(mark);
if (left === undefined) {
  console.log('This system does not tell which processes belong to the run: nothing was looked for.');
  process.exit(0);
}
for (const end = Date.now() + graceMs; left.length > 0 && Date.now() < end; left = processesOf(mark) ?? [])
  await new Promise((resolve) => setTimeout(resolve, 100));
if (left.length === 0) process.exit(0);
console.error(
  `LEFT BEHIND: ${left.length === 1 ? 'a process' : `${left.length} processes`}, ended now:\n${tellProcesses(left)}`,
);
endProcesses(left);
process.exit(1);
