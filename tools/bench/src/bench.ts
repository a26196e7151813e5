import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { formatTable } from '@isochain/conformance/checks/table.ts';
import { full, quick } from './plan.ts';
import { startUpstream } from './processes/upstream.ts';
import { missed, type Section } from './report/figure.ts';
import { describeMachine, readMachine } from './report/machine.ts';
import { replaceBetweenMarkers, toMarkdown } from './report/page.ts';
import { sections } from './sections/index.ts';

const names = Object.keys(sections);

const usage = `Measures the gateway, in a process of its own, against upstreams that answer after a set delay; prints a table beside what
must be reached. Ends with 1 when something is not.

  npm run bench                      some minutes
  npm run bench -- --quick           less than one: shows that everything runs, and little more
  npm run bench -- --only <name>     one part: ${names.join(', ')}
  npm run bench -- --write           writes docs/benchmarks.md too, unless it is only a part`;

const page = new URL('../../../docs/benchmarks.md', import.meta.url);

const options = {
  quick: { type: 'boolean', default: false },
  only: { type: 'string' },
  write: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

// Clean-up runs when the process exits. A signal would end the process without that.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const { values } = parseArgs({ options });
if (values.help) console.log(usage);
else if (values.only !== undefined && sections[values.only] === undefined) {
  console.error(`There is no part ${values.only}.\n\n${usage}`);
  process.exitCode = 2;
} else process.exitCode = await run(values.quick, values.only, values.write);

async function run(isQuick: boolean, only: string | undefined, isWritten: boolean): Promise<number> {
  const machine = describeMachine(readMachine());
  console.log(`${machine}\n`);
  const found: Section[] = [];
  const upstream = await startUpstream();
  try {
    for (const [name, measure] of Object.entries(sections)) {
      if (only !== undefined && only !== name) continue;
      const progress = (line: string) => console.log(`  ${line}`);
      console.log(`${name}...`);
      found.push(await measure({ plan: isQuick ? quick : full, upstream, progress }));
    }
  } finally {
    await upstream.stop();
  }
  for (const { title, figures } of found) console.log(`\n${title}\n\n${toTable(figures)}`);
  if (isWritten && only === undefined) write(found, machine, isQuick);
  const failed = missed(found);
  console.log(failed.length === 0 ? '\nEverything is reached.' : `\nNot reached: ${failed.length}.`);
  return failed.length === 0 ? 0 : 1;
}

function toTable(figures: Section['figures']): string {
  const rows = figures.map(({ what, measured, mustBe = '', isReached }) => [
    what,
    measured,
    mustBe,
    isReached === undefined ? '' : isReached ? 'yes' : 'NO',
  ]);
  return formatTable(['', 'measured', 'must be', 'reached'], rows);
}

function write(found: readonly Section[], machine: string, isQuick: boolean): void {
  const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date());
  const command = `npm run bench --${isQuick ? ' --quick' : ''} --write`;
  const text = toMarkdown(found, { date, machine, command });
  writeFileSync(page, replaceBetweenMarkers(readFileSync(page, 'utf8'), text));
}
