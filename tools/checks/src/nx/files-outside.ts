import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { root as project } from '../root.ts';

/** A text in quotes that leads out of the folder of its file: of an import, or of a file that is read. */
const path = /['"`](?:\$\{import\.meta\.dirname\}\/)?(?<path>(?:\.\.\/)+[^'"`$]*)/g;
/** A text in quotes that names a page by its path from the root. */
const page = /['"`](?<path>(?:docs\/[\w-]+|README|CHANGELOG|CONTRIBUTING|SECURITY)\.md)['"`]/g;
const relativeImport = /\bfrom '(?<path>\.{1,2}\/[^']+)'/g;
/** An entry of a package of this project, by its name. */
const entry = /['"`]@isochain\/(?<name>[\w-]+)(?<subpath>(?:\/[\w-]+)*)['"`]/g;

/**
 * Finds what the files of a package name outside of it: pages of the documentation, files of other packages, whole folders. A file that is found is read too:
 * what it imports by a path is added. Imports by the name of a package are left out, because Nx knows them. But a package with an entry for each of its parts
 * says in its package.json what all of its users depend on (the named input `testable`). Of such a package the parts that are imported are added whole,
 * with what they import. Files beside the checkout are left out, because surroundings.mjs looks at them.
 *
 * @param folder - Of the package, from the root.
 * @param root - Of the project, with a separator at its end.
 * @returns patterns of Nx, from the root: `docs/signing.md`, `packages/**\/*`.
 */
export function filesOutside(folder: string, root: string = project): string[] {
  const isOwn = (file: string) => file.startsWith(`${folder}/`);
  const open = globSync(`${folder}/**/*.{ts,mjs}`, {
    cwd: root,
    exclude: ['**/node_modules', '**/dist', '**/assets'],
  });
  const seen = new Set<string>(open);
  const found = new Set<string>();
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    for (const target of [...namedIn(file, root), ...(isOwn(file) ? [] : restOfPart(file, root))]) {
      if (seen.has(target) || isOwn(target) || target === folder) continue;
      seen.add(target);
      const kind = statSync(root + target, { throwIfNoEntry: false });
      // A helper of another package that knows a whole folder, such as the root, is told by its user what to read there.
      if (kind === undefined || (kind.isDirectory() && !isOwn(file))) continue;
      found.add(kind.isDirectory() ? posix.join(target, '**/*') : target);
      if (/\.(ts|mjs)$/.test(target)) open.push(target);
    }
  }
  return [...found].sort();
}

interface Parted {
  /** From the root. */
  readonly folder: string;
  /** Files by entry, from the folder: `./tron`. */
  readonly entries: Readonly<Record<string, string>>;
}

/** The package of this name, if it has an entry for each of its parts. */
function partedPackage(name: string, root: string): Parted | undefined {
  // Packages are found by their folders, which have their names.
  const folder = ['packages', 'tools']
    .map((kind) => `${kind}/${name}`)
    .find((one) => existsSync(`${root}${one}/package.json`));
  if (folder === undefined) return undefined;
  const { nx, exports = {} } = JSON.parse(readFileSync(`${root}${folder}/package.json`, 'utf8')) as {
    readonly nx?: { readonly namedInputs?: { readonly testable?: unknown } };
    readonly exports?: Readonly<Record<string, string | { readonly 'isochain-source'?: string }>>;
  };
  if (nx?.namedInputs?.testable === undefined) return undefined;
  const entries = Object.entries(exports).flatMap(([subpath, target]) => {
    const source = typeof target === 'string' ? undefined : target['isochain-source'];
    return source === undefined ? [] : [[subpath, source] as const];
  });
  return { folder, entries: Object.fromEntries(entries) };
}

/** The other files of the part that a file belongs to, which it may read: the folder below `src`. No tests. */
function restOfPart(file: string, root: string): string[] {
  const [, workspace, name, part] = /^(packages|tools)\/([^/]+)\/src\/([^/]+)\//.exec(file) ?? [];
  if (workspace === undefined || name === undefined || partedPackage(name, root) === undefined) return [];
  return globSync(`${workspace}/${name}/src/${part}/**/*.*`, { cwd: root, exclude: ['**/*.test.ts'] });
}

function namedIn(file: string, root: string): string[] {
  const text = readFileSync(root + file, 'utf8');
  const here = posix.dirname(file);
  const paths = [...text.matchAll(path), ...text.matchAll(relativeImport)].map(({ groups }) =>
    posix.join(here, groups?.path ?? '').replace(/\/$/, ''),
  );
  const pages = [...text.matchAll(page)].map(({ groups }) => groups?.path ?? '');
  const parts = [...text.matchAll(entry)].flatMap(({ groups }) => {
    const parted = partedPackage(groups?.name ?? '', root);
    const source = parted?.entries[`.${groups?.subpath ?? ''}`];
    return parted === undefined || source === undefined ? [] : [posix.join(parted.folder, source)];
  });
  return [...paths, ...pages, ...parts].filter(
    (target) => !target.startsWith('..') && !target.startsWith('node_modules'),
  );
}
