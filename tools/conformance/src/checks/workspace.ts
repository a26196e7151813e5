import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { spawnTied } from '@isochain/leash';

/** The repository, with a slash at the end. */
export const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** The members of a package.json that checks look at. */
interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly license?: string;
  readonly description?: string;
  readonly keywords?: readonly string[];
  readonly homepage?: string;
  readonly bugs?: { readonly url?: string };
  readonly repository?: { readonly type?: string; readonly url?: string; readonly directory?: string };
  readonly publishConfig?: { readonly access?: string; readonly provenance?: boolean };
  readonly files?: readonly string[];
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly sideEffects?: unknown;
  readonly type?: string;
  readonly engines?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

export interface Package {
  /** Such as `@isochain/evm`. */
  readonly name: string;
  /** Path with a slash at the end. */
  readonly folder: string;
  readonly manifest: Manifest;
}

/** All packages that are published, in alphabetical order. */
export function publishablePackages(): Package[] {
  const parent = `${root}packages/`;
  return readdirSync(parent)
    .filter((name) => existsSync(`${parent}${name}/package.json`))
    .map((name) => readPackage(`${parent}${name}/`))
    .filter(({ manifest }) => manifest.private !== true);
}

function readPackage(folder: string): Package {
  const manifest: Manifest = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'));
  return { name: manifest.name, folder, manifest };
}

/** What users can import of a package: its name, and its name with a subpath for each further entry. */
export function entriesOf({ name, manifest }: Package): string[] {
  return Object.keys(manifest.exports ?? {})
    .filter((path) => path !== './package.json')
    .map((path) => name + path.slice(1));
}

export interface Ended {
  readonly code: number;
  /** Both streams, in the order in which they were written. */
  readonly output: string;
  readonly stdout: string;
}

/** Runs a program of node_modules/.bin, or of the system, and waits for its end. It ends with this process. */
export function run(command: string, args: readonly string[], folder: string = root): Promise<Ended> {
  const local = `${root}node_modules/.bin/${command}`;
  const env = {
    ...process.env,
    PATH: `${root}node_modules/.bin:${process.env.PATH ?? ''}`,
    FORCE_COLOR: '0',
    NO_COLOR: '1',
    WRANGLER_SEND_METRICS: 'false',
  };
  const child = spawnTied(existsSync(local) ? local : command, args, {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [output, stdout] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, output, stdout }));
  });
}

/**
 * Builds packages to what is published.
 *
 * @throws Error with what the compiler said.
 */
export async function build(packages: readonly Package[]): Promise<void> {
  // The compiler remembers what it has built outside of `dist`, and does not notice that `dist` is gone.
  const isGone = packages.some(({ folder }) => !existsSync(`${folder}dist/index.js`));
  const projects = packages.map(({ folder }) => `${folder}tsconfig.lib.json`);
  const { code, output } = await run('tsc', ['-b', ...(isGone ? ['--force'] : []), ...projects]);
  if (code !== 0) throw new Error(`The packages do not build:\n${output}`);
}
