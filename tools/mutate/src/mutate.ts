import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import process, { argv, exit, stderr, stdout } from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { settings } from '@isochain/dial';
import { judgeAll } from './judge.ts';
import { moneyPaths } from './money-paths.ts';
import { mutantKinds, mutantsOf } from './mutants.ts';
import { candidateOf, openResults } from './results.ts';
import { sampleOf } from './sample.ts';
import { summarize } from './summary.ts';
import { copyTree, type Tree } from './tree.ts';
import { endAll, runTests, type Scope } from './verdict.ts';

const help = `Makes small wrong changes to the code that money depends on, one at a time in a copy of the working tree, and tells which of them no
test notices. A run that is stopped goes on where it was.

  node --conditions=isochain-source tools/mutate/src/mutate.ts [options] [glob...]

  glob                 files, from the root; the money paths of all packages by default
  --package=NAME       money paths of one package: ${Object.keys(moneyPaths).join(', ')}; can be repeated
  --sample=N           tries N mutants of all that there are
  --seed=N             which ones; 1 by default
  --kind=NAME          only changes of this kind; can be repeated
  --own                runs only the tests that stand beside a file, not all that reach it: quick, with more survivors
  --engines            runs tests with real chain engines too; slow
  --jobs=N             how many at a time, each in a copy of its own; 1 by default
  --results=FILE       where results are kept; dist/results.jsonl of this tool by default
  --list               lists the mutants, and tries none
  --help               this text

Kinds of changes:
${Object.entries(mutantKinds)
  .map(([kind, what]) => `  ${kind.padEnd(12)} ${what}`)
  .join('\n')}

With ISOCHAIN_EXHAUSTIVE=1 loops of tests make all their turns. What survived an ordinary run is then tried again, and nothing else.

Exits with 0 if none survived, 1 if any did, 2 if something else is wrong.
`;

const root = fileURLToPath(new URL('../../../', import.meta.url)).replace(/\/$/, '');

/** @returns the exit code. */
async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      package: { type: 'string', multiple: true },
      sample: { type: 'string' },
      seed: { type: 'string', default: '1' },
      kind: { type: 'string', multiple: true },
      own: { type: 'boolean', default: false },
      engines: { type: 'boolean', default: false },
      jobs: { type: 'string', default: '1' },
      results: { type: 'string', default: join(dirname(fileURLToPath(import.meta.url)), '../dist/results.jsonl') },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    stdout.write(help);
    return 0;
  }
  const size = values.sample === undefined ? undefined : readCount('sample', values.sample);
  const seed = readCount('seed', values.seed);
  const jobs = readCount('jobs', values.jobs);
  const unknown = values.kind?.find((kind) => !Object.hasOwn(mutantKinds, kind));
  if (unknown !== undefined) throw new Error(`--kind: there is no kind "${unknown}"`);

  const files = filesOf(positionals.length > 0 ? positionals : globsOf(values.package));
  const all = files.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    const wanted = mutantsOf(source).filter(({ kind }) => values.kind?.includes(kind) ?? true);
    return wanted.map((mutant) => candidateOf(file, source, mutant));
  });
  const candidates = sampleOf(all, size, seed);
  stdout.write(`${candidates.length} of ${all.length} mutants in ${files.length} files.\n`);
  if (values.list) {
    for (const { file, mutant } of candidates) stdout.write(`${file}:${mutant.line} ${mutant.kind} ${mutant.text}\n`);
    return 0;
  }

  const scopes: readonly Scope[] = values.own ? ['own'] : ['own', 'related'];
  const projects = values.engines ? ['unit', 'alone', 'engines'] : ['unit', 'alone'];
  const turns = settings.exhaustive ? ['all turns'] : [];
  const trees: Tree[] = [];
  const clean = () => {
    endAll();
    for (const tree of trees.splice(0)) tree.remove();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      clean();
      exit(130);
    });
  }
  try {
    for (let i = 0; i < jobs; i += 1) trees.push(copyTree(root));
    const judged = await judgeAll({
      candidates,
      results: openResults(resolve(values.results), [...scopes, ...projects, ...turns].join()),
      roots: trees.map(({ path }) => path),
      scopes,
      projects,
      run: runTests,
      tell: (line) => stdout.write(`${line}\n`),
    });
    stdout.write(`\n${summarize(judged)}`);
    return judged.some(({ verdict }) => verdict === 'survived') ? 1 : 0;
  } finally {
    clean();
  }
}

function readCount(option: string, text: string): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1) throw new Error(`--${option} must be a whole number from 1`);
  return count;
}

function globsOf(packages: readonly string[] | undefined): readonly string[] {
  const unknown = packages?.find((name) => moneyPaths[name] === undefined);
  if (unknown !== undefined) throw new Error(`--package: there is no package "${unknown}"`);
  return Object.entries(moneyPaths).flatMap(([name, globs]) => (packages?.includes(name) === false ? [] : globs));
}

/** Sources that globs name, without tests and generated tables. */
function filesOf(globs: readonly string[]): string[] {
  const found = globs.flatMap((glob) => globSync(glob, { cwd: root }));
  const sources = found.filter((file) => file.endsWith('.ts') && !/\.(?:test|data|d)\.ts$/.test(file));
  return [...new Set(sources.map((file) => file.replaceAll('\\', '/')))].toSorted();
}

try {
  exit(await main(argv.slice(2)));
} catch (error) {
  stderr.write(`${error instanceof Error ? error.message : error}\n`);
  exit(2);
}
