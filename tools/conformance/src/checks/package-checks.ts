import { builtInsIn, bundle, ownNodeGlobals } from './bundle.ts';
import { workerOf } from './known-transactions.ts';
import { manifestProblems, packProblems } from './shape.ts';
import { startWorker } from './workerd.ts';
import { entriesOf, type Package, root, run } from './workspace.ts';

/** One thing that must hold for every published package. */
export interface PackageCheck {
  /** Column of the table. */
  readonly name: string;
  /** @returns What is wrong, in sentences; nothing if all is well. */
  check(target: Package): Promise<string[]>;
}

const importAll = (target: Package) =>
  entriesOf(target)
    .map((entry) => `export * from '${entry}';`)
    .join('\n');

/** The packages that a package depends on: everything that is not its own code. */
const others = ({ manifest }: Package) => Object.keys(manifest.dependencies ?? {});

export const packageChecks: readonly PackageCheck[] = [
  { name: 'manifest', check: async (target) => manifestProblems(target) },
  { name: 'content', check: packProblems },
  {
    name: 'publint',
    async check({ folder }) {
      const { code, output } = await run('publint', ['--strict'], folder);
      return code === 0 ? [] : [output.trim()];
    },
  },
  {
    name: 'attw',
    async check({ folder }) {
      const { code, output } = await run('attw', [
        '--pack',
        folder,
        '--profile',
        'esm-only',
        '--no-color',
        '--format',
        'ascii',
      ]);
      return code === 0 ? [] : [output.trim()];
    },
  },
  {
    // As users import it: what is built, under Node's usual conditions.
    name: 'node',
    async check(target) {
      const script = entriesOf(target)
        .map(
          (entry) =>
            `if (Object.keys(await import('${entry}')).length === 0) throw new Error('${entry} exports nothing.');`,
        )
        .join('\n');
      const { code, output } = await run('node', ['--input-type=module', '--eval', script], `${root}tools/conformance`);
      return code === 0 ? [] : [output.trim()];
    },
  },
  {
    name: 'browser',
    async check(target) {
      try {
        await bundle({ entry: importAll(target) });
        return [];
      } catch (error) {
        const builtIns = builtInsIn(error);
        return builtIns.length > 0
          ? builtIns.map((text) => `imports what browsers do not have: ${text}`)
          : [String(error)];
      }
    },
  },
  {
    name: 'globals',
    async check(target) {
      const found = await ownNodeGlobals(importAll(target), others(target));
      return found.map((name) => `uses ${name}, which only Node has`);
    },
  },
  { name: 'workerd', check: runsOnWorkerd },
];

/** Before compatibility date 2026-08-04 workerd has nothing of Node unless a flag asks for it. */
const plainDate = '2026-08-01';

async function runsOnWorkerd({ name }: Package): Promise<string[]> {
  const sample = await workerOf(name);
  if (sample === undefined) return ['has no test/hand-in.ts with a known transaction (docs/add-a-family.md)'];
  try {
    const { text } = await bundle({ entry: sample.source, conditions: ['workerd', 'worker'] });
    const worker = await startWorker({
      modules: { 'worker.js': text },
      main: 'worker.js',
      compatibilityDate: plainDate,
    });
    try {
      const { status, text: answer } = await worker.fetch('/');
      if (status !== 200) return [`answers ${status}: ${answer.slice(0, 500)}`];
      if (!isSame(JSON.parse(answer), sample.answer)) return [`assembles ${answer} instead of what is known`];
      return [];
    } finally {
      await worker.stop();
    }
  } catch (error) {
    return [`does not load: ${error instanceof Error ? error.message : String(error)}`];
  }
}

/** Whether two JSON values are equal, whatever the order of members. */
function isSame(one: unknown, other: unknown): boolean {
  const sorted = (_: string, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  return JSON.stringify(one, sorted) === JSON.stringify(other, sorted);
}
