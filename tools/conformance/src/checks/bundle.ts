import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { oneCopy } from './one-copy.ts';
import { root } from './workspace.ts';

export interface BundleRequest {
  /** Source text of the entry; it may import every package of the workspace by name. */
  readonly entry: string;
  /** Packages that stay outside, with all of their subpaths. */
  readonly external?: readonly string[];
  /** Export conditions beyond esbuild's own. The one that leads to sources is for tests alone, as they build nothing. */
  readonly conditions?: readonly string[];
  readonly minify?: boolean;
  readonly define?: Readonly<Record<string, string>>;
}

export interface Bundle {
  readonly text: string;
  readonly metafile: Metafile;
}

const common = {
  bundle: true,
  write: false,
  platform: 'browser',
  format: 'esm',
  target: 'es2023',
  logLevel: 'silent',
} as const satisfies BuildOptions;

/**
 * Bundles for browsers and everything like them: no built-in module of Node can be resolved.
 *
 * @throws Error with what esbuild found wrong.
 */
export async function bundle({
  entry,
  external = [],
  conditions = [],
  minify = false,
  define = {},
}: BundleRequest): Promise<Bundle> {
  const options = {
    ...common,
    stdin: { contents: entry, resolveDir: `${root}tools/conformance`, sourcefile: 'entry.js', loader: 'js' },
    metafile: true,
    conditions: [...conditions],
    external: external.flatMap((name) => [name, `${name}/*`]),
    minify,
    define: { ...define },
    outfile: 'bundle.js',
    plugins: [oneCopy()],
  } as const satisfies BuildOptions;
  const { outputFiles, metafile } = await build(options);
  return { text: outputFiles.map(({ text }) => text).join('\n'), metafile };
}

/**
 * One bundle of each entry, from the sources of the workspace. All are made in one build: each file is read and parsed once.
 *
 * @param entries - Names of packages, with a subpath or without.
 * @returns Texts that are not minified, by entry.
 * @throws Error with what esbuild found wrong.
 */
export async function bundleEach(entries: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { outputFiles } = await build({
    ...common,
    entryPoints: entries.map((entry, i) => ({ in: entry, out: `${i}` })),
    absWorkingDir: `${root}tools/conformance`,
    conditions: ['isochain-source'],
    outdir: 'bundles',
    plugins: [oneCopy()],
  });
  const texts = new Map(outputFiles.map(({ path, text }) => [basename(path, '.js'), text]));
  return new Map(entries.map((entry, i) => [entry, texts.get(`${i}`) ?? '']));
}

export interface Size {
  readonly bytes: number;
  readonly gzipped: number;
}

/** As a CDN would send it, at the strongest compression. */
export function sizeOf(text: string): Size {
  return { bytes: Buffer.byteLength(text), gzipped: gzipSync(text, { level: 9 }).length };
}

/** Globals that exist in Node only. */
const nodeGlobals = ['Buffer', 'process', 'global', '__dirname', '__filename', 'require', 'setImmediate'] as const;
const mark = '__only_in_node__';

/**
 * Finds uses of Node's globals in a package's own code; `globalThis.Buffer` and local variables of the same name are none.
 *
 * @param entry - Imports the package.
 * @param own - Tells the package's own files from those of its dependencies, by the name that is imported.
 * @returns Names of the globals.
 */
export async function ownNodeGlobals(entry: string, external: readonly string[]): Promise<string[]> {
  // esbuild replaces a global by another name only where it really is the global.
  const define = Object.fromEntries(nodeGlobals.map((name) => [name, `${mark}${name}`]));
  const { text } = await bundle({ entry, external, define });
  return nodeGlobals.filter((name) => new RegExp(`\\b${mark}${name}\\b`).test(text));
}

/** Built-in modules of Node that are imported with the prefix `node:` or without, as esbuild tells them. */
export function builtInsIn(error: unknown): string[] {
  const { errors = [] } = Object(error) as {
    errors?: readonly { text: string; location?: { file?: string } | null }[];
  };
  return errors.map(
    ({ text, location }) => `${text.replace(/^Could not resolve /, '')} in ${location?.file ?? 'the entry'}`,
  );
}
