import { existsSync, readFileSync, statSync } from 'node:fs';
import { type Package, root, run } from './workspace.ts';

/** What does not belong into a published package. */
const strangers = [
  /\.test\.(?:d\.)?[cm]?[jt]s/,
  /\.tsbuildinfo$/,
  /(^|\/)(fixtures|test|node_modules|coverage)\//,
  /\.tgz$/,
  /(^|\/)\.[^/]+$/,
];

/** What is wrong with a package's manifest and with the files that lie beside it. */
export function manifestProblems({ folder, manifest }: Package): string[] {
  const problems: string[] = [];
  const require = (isRight: boolean, problem: string) => {
    if (!isRight) problems.push(problem);
  };
  require(manifest.type === 'module', 'type is not "module"');
  require(manifest.license === 'Apache-2.0', 'license is not Apache-2.0');
  require((manifest.description ?? '').length > 20, 'the description says nothing');
  require(manifest.engines?.node !== undefined, 'engines.node is missing');
  require(manifest.sideEffects === false ||
    Array.isArray(manifest.sideEffects), 'sideEffects is neither false nor a list');
  problems.push(...pageProblems(manifest));
  for (const file of ['README.md', 'LICENSE']) require(isFilled(`${folder}${file}`), `${file} is missing or empty`);
  require(manifest.exports?.['./package.json'] === './package.json', 'exports does not have ./package.json');
  for (const [entry, targets] of Object.entries({ '.': undefined, ...manifest.exports })) {
    if (entry === './package.json') continue;
    const conditions = Object(targets) as Record<string, unknown>;
    require(Object.keys(conditions).join() ===
      'isochain-source,types,default', `exports["${entry}"] has other conditions than isochain-source, types, default, in this order`);
    for (const path of Object.values(conditions))
      require(existsSync(`${folder}${String(path)}`), `exports names ${String(path)}, which does not exist`);
  }
  for (const [name, range] of Object.entries(manifest.dependencies ?? {})) {
    require(!/^(file|link|git|https?|workspace):|^\*$/.test(
      range,
    ), `${name} is wanted as ${range}, which means nothing once published`);
    require(/^\^\d/.test(
      range,
    ), `${name} is wanted as ${range}: a range like ^1.2.3 lets an application have one copy`);
  }
  return problems;
}

/** npm compares it with the repository that a release is built in: with another one it takes no provenance. */
const { repository: ours } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as Package['manifest'];

/** What a manifest lacks of what npm shows on a package's page, and wants for provenance. */
export function pageProblems({
  name,
  keywords,
  homepage,
  bugs,
  repository,
  publishConfig,
}: Package['manifest']): string[] {
  const directory = `packages/${name.replace('@isochain/', '')}`;
  const address = ours?.url?.replace(/^git\+|\.git$/g, '');
  const expected: readonly [string, unknown, unknown][] = [
    ['homepage', homepage, `${address}/tree/main/${directory}#readme`],
    ['bugs.url', bugs?.url, `${address}/issues`],
    ['repository.type', repository?.type, 'git'],
    ['repository.url', repository?.url, ours?.url],
    ['repository.directory', repository?.directory, directory],
    ['publishConfig.access', publishConfig?.access, 'public'],
    ['publishConfig.provenance', publishConfig?.provenance, true],
  ];
  const wrong = expected.filter(([, found, wanted]) => found !== wanted);
  return [
    ...wrong.map(([member, found, wanted]) => `${member} is ${String(found)} instead of ${String(wanted)}`),
    ...((keywords ?? []).includes('isochain') ? [] : ['keywords do not have isochain']),
  ];
}

/** What is wrong with the files that `npm publish` would take. */
export async function packProblems({ name, folder }: Package): Promise<string[]> {
  const { code, stdout, output } = await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], folder);
  if (code !== 0) return [`npm pack failed: ${output.trim()}`];
  return contentProblems(packedFiles(name, JSON.parse(stdout)));
}

/** npm 11 answers a list, npm 12 an object by package name. */
function packedFiles(name: string, answer: unknown): string[] {
  const packed: unknown = Array.isArray(answer) ? answer[0] : Object(answer)[name];
  const { files = [] } = Object(packed) as { files?: readonly { path: string }[] };
  return files.map(({ path }) => path);
}

/**
 * @param files - Paths in the package.
 */
export function contentProblems(files: readonly string[]): string[] {
  const has = new Set(files);
  const missing = ['package.json', 'README.md', 'LICENSE', 'dist/index.js', 'dist/index.d.ts', 'src/index.ts'].filter(
    (file) => !has.has(file),
  );
  const odd = files.filter((file) => strangers.some((pattern) => pattern.test(file)));
  // The compiler leaves files behind whose sources are gone.
  const orphans = files.filter((file) => {
    const source = /^dist\/(.+)\.js$/.exec(file)?.[1];
    return source !== undefined && !has.has(`src/${source}.ts`);
  });
  return [
    ...missing.map((file) => `${file} would not be published`),
    ...odd.map((file) => `${file} would be published`),
    ...orphans.map((file) => `${file} has no source any more: remove dist and build again`),
  ];
}

function isFilled(path: string): boolean {
  return existsSync(path) && statSync(path).size > 0 && readFileSync(path, 'utf8').trim() !== '';
}
