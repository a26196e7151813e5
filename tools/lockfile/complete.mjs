#!/usr/bin/env node
// Completes package-lock.json with the optional platform packages that `npm install` left out, and with hashes. Runs on Node 20 or later, without any
// dependency.
//
// Packages with native binaries depend on one package per platform: `"optionalDependencies": {"@biomejs/cli-darwin-arm64": "2.6.8", ...}`. When the
// registry that npm was run against does not have one of them, npm skips it silently, as it is optional, and writes a lockfile without it. `npm ci`
// then finds the lockfile incomplete and refuses it, everywhere: "Missing: @biomejs/cli-darwin-arm64@2.6.8 from lock file".
//
// An entry that holds no more than version, os and cpu is enough for that: npm skips it on every other platform, and looks it up on its own. So for
// every optional dependency that leads nowhere this adds one beside the package that wants it. Platforms are taken from the name; a package that would
// be tried on every platform is worse than a missing one, so a name that tells no platform is an error.
//
// But npm checks nothing of an entry without a hash: it installs what the registry sends at that moment. So every entry without one gets the hash that
// npm knows (`npm view <name>@<version> dist.integrity`), and an entry that still has none is an error. The exceptions are listed in without-hash.json:
// packages that no registry in reach had when their version was chosen. They must be for platforms other than Linux on x64 with glibc, so nothing that
// CI tests or an image holds can be among them, and an exception that is needed no longer is an error too.
//
// Run it after every change of dependencies; CI runs it with --check, which asks nobody.

import { spawnSync } from 'node:child_process';
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { argv, exit, stderr, stdout } from 'node:process';
import { fileURLToPath } from 'node:url';

const help = `Completes package-lock.json with optional platform packages that npm left out, and with the hashes of all packages.

  node tools/lockfile/complete.mjs [--check] [--without-hash=FILE] [file]

  --check               writes nothing and asks nobody; lists what is missing, and exits with 1 if anything is
  --without-hash=FILE   JSON: a list of name@version that may lack a hash; without-hash.json beside this script by default
  --help                this text
  file                  the lockfile; package-lock.json of this repository by default
`;

/**
 * @typedef {{ name?: string, version?: string, dev?: true, peer?: true, optional?: true, link?: true, inBundle?: true,
 *   integrity?: string, os?: string[], cpu?: string[], libc?: string[], optionalDependencies?: Record<string, string> }} Entry an entry of the lockfile, as far as it is used here
 * @typedef {{ packages: Record<string, Entry> }} Lockfile
 * @typedef {{ path: string, wantedBy: string, entry: Entry }} Addition
 */

/** Parts of package names, and the `process.platform` they stand for. */
const systems = {
  aix: 'aix',
  android: 'android',
  darwin: 'darwin',
  freebsd: 'freebsd',
  linux: 'linux',
  linuxmusl: 'linux',
  macos: 'darwin',
  netbsd: 'netbsd',
  openbsd: 'openbsd',
  openharmony: 'openharmony',
  osx: 'darwin',
  sunos: 'sunos',
  win: 'win32',
  win32: 'win32',
  windows: 'win32',
};

/** Parts of package names, and the `process.arch` they stand for. */
const processors = {
  32: 'ia32',
  64: 'x64',
  aarch64: 'arm64',
  amd64: 'x64',
  arm: 'arm',
  arm64: 'arm64',
  armv6: 'arm',
  armv7: 'arm',
  i686: 'ia32',
  ia32: 'ia32',
  loong64: 'loong64',
  mips64el: 'mips64el',
  ppc64: 'ppc64',
  ppc64le: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  wasm32: 'wasm32',
  x64: 'x64',
  x86: 'ia32',
};

/** Parts of package names, and the C library they stand for. */
const libraries = {
  glibc: 'glibc',
  gnu: 'glibc',
  gnueabi: 'glibc',
  gnueabihf: 'glibc',
  linuxmusl: 'musl',
  musl: 'musl',
  musleabi: 'musl',
  musleabihf: 'musl',
};

/**
 * The platform that a package is for, by its name: `@nx/nx-linux-x64-musl` is for Linux on x64 with musl.
 *
 * @param {string} name
 * @returns {Pick<Entry, 'os' | 'cpu' | 'libc'> | undefined} undefined if the name does not say
 */
export function platformOf(name) {
  // `x86_64` is one word; everything else is joined by hyphens and the like.
  const words = name
    .toLowerCase()
    .replace(/x86[_-]64/g, 'x64')
    .split(/[^a-z0-9]+/)
    .reverse();
  const os = find(systems, words);
  const cpu = find(processors, words);
  const libc = find(libraries, words);
  if (os === undefined && cpu !== 'wasm32') return undefined;
  return { ...(os && { os: [os] }), ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }) };
}

/**
 * @param {Record<string, string>} table
 * @param {string[]} words
 */
function find(table, words) {
  const word = words.find((candidate) => Object.hasOwn(table, candidate));
  return word === undefined ? undefined : table[word];
}

/**
 * Reads the version that an optional dependency asks for. Of a range it is the lowest: the others are not known here.
 *
 * @param {string} name
 * @param {string} wanted such as `1.2.3`, `^1.2.3` or `npm:other@1.2.3`
 */
function readWanted(name, wanted) {
  const [, alias, range = wanted] = /^npm:(.+)@([^@]+)$/.exec(wanted) ?? [];
  const version = /^(?:[~^]|>?=)?\s*(\d+\.\d+\.\d+(?:-[\w.-]+)?(?:\+[\w.-]+)?)$/.exec(range)?.[1];
  if (version === undefined) throw new Error(`${name}: no version can be read from "${wanted}"`);
  return { version, ...(alias === undefined || alias === name ? {} : { name: alias }) };
}

/**
 * Where Node would look for a package, nearest first.
 *
 * @param {string} from path of the package that wants it, such as `node_modules/a/node_modules/b`
 * @param {string} name
 */
function* places(from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    if (!folder.endsWith('node_modules'))
      yield folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (folder === '') return;
  }
}

/**
 * What is missing in a lockfile.
 *
 * @param {Lockfile} lockfile
 * @returns {Addition[]}
 */
export function missingEntries({ packages }) {
  const known = { ...packages };
  /** @type {Addition[]} */
  const additions = [];
  // The outermost first: they have the first choice of a place, as in an installation.
  const dependents = Object.entries(packages).sort(([a], [b]) => depth(a) - depth(b));
  for (const [dependent, { optionalDependencies = {}, dev, peer, link }] of dependents) {
    if (link) continue;
    for (const [name, wanted] of Object.entries(optionalDependencies)) {
      const { version, ...alias } = readWanted(name, wanted);
      const candidates = [...places(dependent, name)];
      const found = candidates.find((path) => known[path] !== undefined);
      // A range may be met by a version that we do not know: what is there is believed, unless exactly one version will do.
      const isExact = wanted === version || wanted.endsWith(`@${version}`);
      if (found !== undefined && (!isExact || known[found].version === version)) continue;
      const platform = platformOf(alias.name ?? name);
      if (platform === undefined) throw new Error(`${name}, wanted by ${dependent}: its name tells no platform`);
      const path = placeFor(dependent, name, known);
      const entry = {
        ...alias,
        version,
        ...(platform.cpu && { cpu: platform.cpu }),
        ...(dev && { dev }),
        ...(platform.libc && { libc: platform.libc }),
        optional: /** @type {const} */ (true),
        ...(platform.os && { os: platform.os }),
        ...(peer && { peer }),
      };
      known[path] = entry;
      additions.push({ path, wantedBy: dependent, entry });
    }
  }
  return additions;
}

/** @param {string} path */
function depth(path) {
  return path.split('node_modules/').length;
}

/**
 * Beside the package that wants it, or below it if another version is there already.
 *
 * @param {string} dependent
 * @param {string} name
 * @param {Record<string, Entry>} known
 */
function placeFor(dependent, name, known) {
  const folder = dependent.slice(0, dependent.lastIndexOf('node_modules/') + 'node_modules/'.length);
  // A workspace (or the root) is in no such folder: what it wants is in the root's.
  const beside = dependent.includes('node_modules/') ? `${folder}${name}` : `node_modules/${name}`;
  if (known[beside] === undefined) return beside;
  return dependent === '' ? beside : `${dependent}/node_modules/${name}`;
}

/**
 * Entries that npm would install without comparing them with a hash. Folders of this repository have none, and what comes inside of another package is
 * covered by that one's.
 *
 * @param {Lockfile} lockfile
 * @returns {{ id: string, entry: Entry }[]} `id` is `name@version`; one for each entry
 */
export function entriesWithoutHash({ packages }) {
  return Object.entries(packages).flatMap(([path, entry]) => {
    const [, name] = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
    if (name === undefined || entry.link || entry.inBundle || entry.integrity !== undefined) return [];
    return [{ id: `${entry.name ?? name}@${entry.version}`, entry }];
  });
}

/** Whether an entry is left out on the platform that CI and the container images run on. @param {Entry} entry */
function isForOtherPlatforms({ optional, os, cpu, libc }) {
  const leavesOut = (/** @type {string[] | undefined} */ list, /** @type {string} */ ours) =>
    list !== undefined && !list.includes(ours);
  return optional === true && (leavesOut(os, 'linux') || leavesOut(cpu, 'x64') || leavesOut(libc, 'glibc'));
}

/**
 * Asks npm for the hash of a package, from the registry that npm is set up with.
 *
 * @param {string} id `name@version`
 * @param {string} folder where npm runs, as its settings depend on that
 * @returns {string | undefined} undefined if the registry does not have it
 */
function askForHash(id, folder) {
  const { status, stdout, stderr, error } = spawnSync('npm', ['view', id, 'dist.integrity'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (error !== undefined) throw error;
  const text = stdout.trim();
  if (status === 0 && text === '') return undefined;
  if (status !== 0 && stderr.includes('E404')) return undefined;
  // 64 bytes in base64 (https://www.w3.org/TR/sri/). npm gives older packages a SHA-1, which protects nobody.
  if (status === 0 && /^sha512-[A-Za-z0-9+/]{86}==$/.test(text)) return text;
  throw new Error(`npm told no hash of ${id}: ${(text || stderr).slice(0, 300)}`);
}

/**
 * What of the entries without a hash is wrong.
 *
 * @param {Lockfile} lockfile
 * @param {readonly string[]} exceptions ids that may lack one
 * @returns {string[]} sentences; none if all is well
 */
export function hashFaults(lockfile, exceptions) {
  const lacking = entriesWithoutHash(lockfile);
  const ids = new Set(lacking.map(({ id }) => id));
  return [
    ...lacking.filter(({ id }) => !exceptions.includes(id)).map(({ id }) => `without a hash: ${id}`),
    ...lacking
      .filter(({ id, entry }) => exceptions.includes(id) && !isForOtherPlatforms(entry))
      .map(({ id }) => `without a hash, and installed on Linux (x64, glibc): ${id}`),
    ...exceptions.filter((id) => !ids.has(id)).map((id) => `no exception any more, so take it off the list: ${id}`),
  ];
}

/**
 * @param {string} text of a package-lock.json
 * @returns {Lockfile}
 */
function parse(text) {
  const lockfile = JSON.parse(text);
  if (typeof lockfile.packages !== 'object') throw new Error('not a package-lock.json of version 2 or 3');
  return lockfile;
}

/**
 * @param {string} text of a package-lock.json
 * @param {(id: string) => string | undefined} hashOf
 * @returns {{ text: string, additions: Addition[], hashed: string[] }} the completed text, which is the same if nothing was missing
 */
export function complete(text, hashOf) {
  const lockfile = parse(text);
  const additions = missingEntries(lockfile);
  if (additions.length > 0) {
    const all = [
      ...Object.entries(lockfile.packages),
      ...additions.map(({ path, entry }) => /** @type {const} */ ([path, entry])),
    ];
    // The order in which npm writes them.
    lockfile.packages = Object.fromEntries(all.sort(([a], [b]) => a.localeCompare(b, 'en')));
  }
  const lacking = entriesWithoutHash(lockfile);
  const hashes = new Map([...new Set(lacking.map(({ id }) => id))].map((id) => [id, hashOf(id)]));
  for (const [path, entry] of Object.entries(lockfile.packages)) {
    const { id } = lacking.find((one) => one.entry === entry) ?? {};
    const integrity = id === undefined ? undefined : hashes.get(id);
    // Where npm writes it: behind the version.
    const { name, version, ...rest } = entry;
    if (integrity !== undefined) lockfile.packages[path] = { ...(name && { name }), version, integrity, ...rest };
  }
  const hashed = [...hashes].flatMap(([id, hash]) => (hash === undefined ? [] : [id]));
  const isChanged = additions.length > 0 || hashed.length > 0;
  return { text: isChanged ? `${JSON.stringify(lockfile, null, 2)}\n` : text, additions, hashed };
}

/** @param {string} file */
function readExceptions(file) {
  /** @type {unknown} */
  const list = JSON.parse(readFileSync(file, 'utf8'));
  if (!Array.isArray(list) || !list.every((id) => typeof id === 'string'))
    throw new Error(`${file}: not a list of texts`);
  return /** @type {string[]} */ (list);
}

/** @param {string[]} args */
function main(args) {
  if (args.includes('--help')) {
    stdout.write(help);
    return 0;
  }
  const listed = args.find((arg) => arg.startsWith('--without-hash='))?.slice('--without-hash='.length);
  const files = args.filter((arg) => !arg.startsWith('--'));
  const isKnown = (/** @type {string} */ arg) => arg === '--check' || arg.startsWith('--without-hash=');
  if (files.length > 1 || args.some((arg) => arg.startsWith('--') && !isKnown(arg))) {
    stderr.write(help);
    return 2;
  }
  const file = files[0] ?? fileURLToPath(new URL('../../package-lock.json', import.meta.url));
  const isCheck = args.includes('--check');
  const exceptions = readExceptions(listed ?? fileURLToPath(new URL('without-hash.json', import.meta.url)));
  return isCheck ? check(file, exceptions) : completeFile(file, exceptions);
}

/**
 * @param {string} file
 * @param {readonly string[]} exceptions
 */
function check(file, exceptions) {
  const lockfile = parse(readFileSync(file, 'utf8'));
  const missing = missingEntries(lockfile);
  const faults = hashFaults(lockfile, exceptions);
  for (const addition of missing) stdout.write(`missing: ${describe(addition)}\n`);
  for (const fault of faults) stdout.write(`${fault}\n`);
  if (missing.length > 0)
    stderr.write('The lockfile is incomplete, and npm ci would refuse it. Run: node tools/lockfile/complete.mjs\n');
  if (faults.length > 0)
    stderr.write('npm checks nothing of a package without a hash. Run: node tools/lockfile/complete.mjs\n');
  if (missing.length + faults.length > 0) return 1;
  stdout.write('The lockfile is complete.\n');
  return 0;
}

/**
 * @param {string} file
 * @param {readonly string[]} exceptions
 */
function completeFile(file, exceptions) {
  const before = readFileSync(file, 'utf8');
  const { text, additions, hashed } = complete(before, (id) => askForHash(id, dirname(resolve(file))));
  if (text !== before) writeFileSync(file, text);
  for (const addition of additions) stdout.write(`added: ${describe(addition)}\n`);
  for (const id of hashed) stdout.write(`hashed: ${id}\n`);
  const faults = hashFaults(parse(text), exceptions);
  for (const fault of faults) stdout.write(`${fault}\n`);
  if (faults.length > 0) {
    stderr.write(
      'What the registry has no hash of: choose a version that it has, or list it in tools/lockfile/without-hash.json.\n',
    );
    return 1;
  }
  if (text === before) stdout.write('The lockfile is complete.\n');
  return 0;
}

/** @param {Addition} addition */
function describe({ path, wantedBy, entry }) {
  return `${path} ${entry.version}, wanted by ${wantedBy || 'the root'}`;
}

if (argv[1] !== undefined && realpathSync(argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    exit(main(argv.slice(2)));
  } catch (error) {
    stderr.write(`${error instanceof Error ? error.message : error}\n`);
    exit(2);
  }
}
