import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { env, execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { accounts } from '@isochain/devnet/evm';
import { type EngineProcess, startProcess } from '@isochain/devnet/process';
import { type TemporaryFolder, temporaryFolder } from '@isochain/leash';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findPythonTools, type PythonTools, pythonIsMissing } from './python.ts';

// Public generators make clients from the served document, and nothing is mended afterwards. Each client is compiled with a program that encodes,
// signs and broadcasts. The program runs against profile development.

const run = promisify(execFile);
const key = 'a-key-for-clients';
const root = fileURLToPath(new URL('../../../', import.meta.url));
const here = fileURLToPath(new URL('../', import.meta.url));
const python = findPythonTools();
if (python === undefined) console.warn(pythonIsMissing);

/** No other test sends from this one. */
const [, , , , , sender] = accounts;
const recipient = '0x00000000000000000000000000000000000C1137';
const amount = 1_000_000_000_000_000n;

// Generators and type checkers take long on a busy machine. Only a program that hangs shall fail.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

let gateway: EngineProcess;
let url: string;
/** A folder of this run. It is not in git, and within the workspace, so that programs find their libraries. */
let folder: string;
let temporary: TemporaryFolder | undefined;
let document: string;

beforeAll(async () => {
  gateway = await startProcess({
    name: 'the gateway',
    command: 'env',
    args: [
      ...['ISOCHAIN_PROFILE=development', 'PORT=0', `ISOCHAIN_DEV_KEY=${key}`],
      ...[execPath, '--conditions=isochain-source', `${root}apps/gateway/src/node.ts`],
    ],
    ready: /Listening\s+(http:\S+)/,
  });
  url = gateway.announced[1] ?? '';
  mkdirSync(`${here}dist`, { recursive: true });
  temporary = temporaryFolder('clients', `${here}dist`);
  folder = temporary.path;
  document = `${folder}/openapi.json`;
  writeFileSync(document, await (await fetch(`${url}/openapi.json`)).text());
});
afterAll(async () => {
  temporary?.remove();
  await gateway?.stop();
});

/** Runs a program to its end. If it fails, the error holds its output. */
async function call(command: string, args: readonly string[], cwd: string, more: NodeJS.ProcessEnv = {}) {
  try {
    return await run(command, args, { cwd, env: { ...env, ...more } });
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args.join(' ')}\n${stdout}\n${stderr}`, { cause: error });
  }
}

/** A program of an npm package in this workspace's node_modules or the root's. @param path - Within the package. */
function binOf(name: string, path: string): string {
  const places = [here, root].map((place) => `${place}node_modules/${name}/${path}`);
  const found = places.find((place) => existsSync(place));
  if (found === undefined) throw new Error(`${name} is not installed`);
  return found;
}

async function balanceOf(account: string): Promise<bigint> {
  const response = await fetch(`${url}/api/sepolia/account/${account}/state?include=native`, {
    headers: { authorization: key },
  });
  const { balances } = (await response.json()) as { balances: { native: { total: string } } };
  return BigInt(balances.native.total);
}

/** Runs a program that pays, and checks that it paid. */
async function expectToPay(command: string, args: readonly string[], cwd: string): Promise<void> {
  if (sender === undefined) throw new Error('there is no account to send from');
  const before = await balanceOf(recipient);
  const { stdout } = await call(command, args, cwd, {
    ISOCHAIN_URL: url,
    ISOCHAIN_KEY: key,
    PRIVATE_KEY: sender.privateKey,
    SENDER: sender.address,
    RECIPIENT: recipient,
    AMOUNT: String(amount),
  });
  expect(stdout).toMatch(/^0x[0-9a-f]{64}\n$/);
  // The block may come a moment later.
  await expect.poll(async () => (await balanceOf(recipient)) - before, { timeout: 120_000 }).toBe(amount);
}

const typescript = [
  {
    name: 'openapi-typescript',
    bin: 'bin/cli.js',
    args: (target: string) => [document, '--output', `${target}/schema.ts`],
  },
  {
    name: '@hey-api/openapi-ts',
    bin: 'bin/run.js',
    args: (target: string) => ['--input', document, '--output', target, '--silent'],
  },
] as const;

describe('TypeScript clients', () => {
  it.each(typescript)('of $name encode, sign and broadcast', async ({ name, bin, args }) => {
    const program = name.replace('@', '').replace('/openapi-ts', '');
    const place = `${folder}/${program}`;
    mkdirSync(`${place}/generated`, { recursive: true });
    await call(execPath, [binOf(name, bin), ...args(`${place}/generated`)], here);
    cpSync(`${here}programs/${program}.ts`, `${place}/program.ts`);
    // The settings of a project as the generators' own pages describe it.
    const compilerOptions = {
      ...{ strict: true, target: 'es2023', module: 'nodenext', types: ['node'], skipLibCheck: true },
      ...{ rewriteRelativeImportExtensions: true, rootDir: '.', outDir: 'out' },
    };
    writeFileSync(`${place}/tsconfig.json`, JSON.stringify({ compilerOptions, include: ['**/*.ts'] }));
    await call(`${root}node_modules/.bin/tsc`, ['-p', place], place);
    await expectToPay(execPath, [`${place}/out/program.js`], place);
  });
});

describe.skipIf(python === undefined)('the Python client (needs requirements.txt)', () => {
  const tools = python as PythonTools;

  it('of openapi-python-client encodes, signs and broadcasts', async () => {
    const place = `${folder}/python`;
    mkdirSync(place);
    // Nothing is formatted: that would need one more program.
    writeFileSync(`${place}/config.json`, JSON.stringify({ post_hooks: [] }));
    const options = ['--path', document, '--meta', 'none', '--output-path', `${place}/generated`];
    const strict = ['--config', `${place}/config.json`, '--fail-on-warning'];
    await call(tools['openapi-python-client'], ['generate', ...options, ...strict], place);
    cpSync(`${here}programs/openapi_python_client.py`, `${place}/program.py`);
    await call(tools.mypy, ['--strict', '--follow-imports=silent', '--cache-dir=/dev/null', 'program.py'], place);
    await expectToPay(tools.python3, ['program.py'], place);
  });

  it('comes from a document that openapi-spec-validator finds valid', async () => {
    const { stdout } = await call(tools['openapi-spec-validator'], ['--schema', '3.1', document], folder);
    expect(stdout).toContain('OK');
  });
});

describe('Redocly', () => {
  it('finds no fault in the document', async () => {
    const { stdout, stderr } = await call(
      execPath,
      [binOf('@redocly/cli', 'bin/cli.js'), 'lint', document, '--config', `${here}redocly.yaml`],
      dirname(document),
      { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    );
    expect(`${stdout}${stderr}`).toContain('Your API description is valid');
    expect(`${stdout}${stderr}`).not.toMatch(/\b(?:error|warning)s?\b/);
  });
});
