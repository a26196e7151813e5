#!/usr/bin/env node
// Runs a step of .ci/run with a limit. A step that is over it is ended with all that it started, after what it did is told: which test files had begun
// and not ended, which processes run, and the last lines that it wrote. Runs on Node 20 or later, without any dependency.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { endProcesses, markVariable, processesOf, tellProcesses } from './processes.mjs';

const help = `Runs a command with a limit, and tells what hangs.

  node tools/checks/step.mjs --name NAME --limit SECONDS -- COMMAND [ARGUMENT...]

  --name NAME       of the step, for messages
  --limit SECONDS   when it is ended; earlier if less is left of the whole run (CHECKS_RUN_ENDS, seconds since 1970)
  --help            this text

The exit code is that of the command, 124 if it was over its limit, and 2 for arguments that cannot be read.
`;
const lastLines = 30;

const { name, limit, command } = readArguments(process.argv.slice(2));
const mark = process.env[markVariable] ?? `step-${process.pid}`;
const ends = Number(process.env.CHECKS_RUN_ENDS ?? Number.POSITIVE_INFINITY);
const left = Math.max(1, Math.min(limit, ends - Date.now() / 1000));
const [program = '', ...rest] = command;
const child = spawn(program, rest, {
  stdio: ['ignore', 'pipe', 'pipe'],
  env: { ...process.env, [markVariable]: mark, CHECKS_STEP: name },
});

/** @type {string[]} */
let tail = [];
for (const [from, to] of /** @type {const} */ ([
  [child.stdout, process.stdout],
  [child.stderr, process.stderr],
])) {
  from.on('data', (/** @type {Buffer} */ piece) => {
    to.write(piece);
    tail = [...tail, ...piece.toString('utf8').split('\n')].filter((line) => line.trim() !== '').slice(-lastLines);
  });
}

const begun = Date.now();
const timer = setTimeout(() => {
  const seconds = Math.round((Date.now() - begun) / 1000);
  const why = left < limit ? `the whole run is over its limit` : `the limit is ${limit} s`;
  console.error(`\nOVER ITS LIMIT: the step "${name}" took ${seconds} s, and ${why}. It is ended.`);
  const files = openFiles();
  if (files.length > 0)
    console.error(`Test files that had begun and not ended:\n${files.map((file) => `  ${file}`).join('\n')}`);
  const running = processesOf(mark);
  if (running !== undefined) console.error(`Processes that run:\n${tellProcesses(running)}`);
  console.error(`The last lines:\n${tail.map((line) => `  ${line}`).join('\n')}`);
  if (running === undefined) child.kill('SIGKILL');
  // What is started meanwhile has to go too.
  else for (let found = running; found.length > 0; found = processesOf(mark) ?? []) endProcesses(found);
  process.exitCode = 124;
  setTimeout(() => process.exit(), 500);
}, left * 1000);

child.once('error', (error) => {
  clearTimeout(timer);
  console.error(`The step "${name}" cannot be started: ${error.message}`);
  process.exitCode = 127;
});
child.once('exit', (code, signal) => {
  if (process.exitCode === 124) return;
  clearTimeout(timer);
  if (signal !== null) console.error(`The step "${name}" was ended by ${signal}.`);
  process.exitCode = code ?? 1;
  // A process that it left behind may hold its output open for ever. What was written is here by then.
  setTimeout(() => process.exit(), 1_000).unref();
  child.stdout.unref?.();
  child.stderr.unref?.();
});

/** Test files without an end in the journal of tools/checks/src/journal.ts. */
function openFiles() {
  const journal = process.env.CHECKS_JOURNAL;
  if (journal === undefined) return [];
  const open = new Set();
  try {
    for (const line of readFileSync(journal, 'utf8').split('\n').slice(0, -1)) {
      const { event, file } = JSON.parse(line);
      if (event === 'begun') open.add(file);
      if (event === 'ended') open.delete(file);
    }
  } catch {
    // No test file has begun.
  }
  return [...open];
}

/**
 * @param {readonly string[]} args
 * @returns {{ name: string, limit: number, command: string[] }}
 */
function readArguments(args) {
  if (args.includes('--help') && !args.slice(0, args.indexOf('--help')).includes('--')) {
    process.stdout.write(help);
    process.exit(0);
  }
  const [nameFlag, name, limitFlag, limit, dashes, ...command] = args;
  if (nameFlag !== '--name' || limitFlag !== '--limit' || dashes !== '--' || command.length === 0)
    fail('Expected --name NAME --limit SECONDS -- COMMAND.');
  if (!/^[1-9]\d*$/.test(limit ?? '')) fail(`--limit is "${limit}". Expected seconds, a whole number from 1.`);
  return { name: name ?? '', limit: Number(limit), command };
}

/** @param {string} message @returns {never} */
function fail(message) {
  process.stderr.write(`${message}\n\n${help}`);
  process.exit(2);
}
