#!/usr/bin/env -S node --conditions=isochain-source
import process from 'node:process';
import { run } from '../src/cli/run.ts';

process.exitCode = await run(process.argv.slice(2), {
  variables: process.env,
  print: (text) => console.log(text),
  complain: (text) => console.error(text),
  readInput: async () => {
    let text = '';
    for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk;
    return text;
  },
});
