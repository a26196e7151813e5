import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { listProcesses, temporaryFolder } from '@isochain/leash';
import { it } from 'vitest';
import { injectiveEngineMissing } from './cosmos/injective-binary.ts';
import { cosmosEngineMissing } from './cosmos/node-binary.ts';
import { findProgram } from './find-program.ts';
import { starknetDevnetMissing } from './starknet/devnet-binary.ts';
import { litecoinIsAvailable, litecoinIsMissing } from './utxo/litecoind.ts';

interface Row {
  readonly program: string;
  /** The module that starts it, from here. */
  readonly module: string;
  /** An expression with the module as `its`. */
  readonly start: string;
  /** How many folders it has. */
  readonly folders: number;
  /** What this machine lacks. */
  readonly missing?: string | undefined;
}

const rows: readonly Row[] = [
  {
    program: 'anvil',
    module: './evm/anvil.ts',
    start: "its.startAnvil({ chainId: 'sepolia', nativeChainId: 11155111 })",
    folders: 0,
  },
  // The stand-in of Tron runs its contracts on an anvil. Other stand-ins are in the process that starts them.
  { program: 'anvil', module: './tron/tron.ts', start: 'its.startTron()', folders: 0 },
  {
    program: 'litecoind',
    module: './utxo/litecoin.ts',
    start: 'its.startLitecoin({ blocks: 120, blockTime: 1 })',
    folders: 1,
    missing: litecoinIsAvailable() ? undefined : litecoinIsMissing,
  },
  {
    program: 'cosmos-devnet',
    module: './cosmos/cosmos.ts',
    start: 'its.startCosmos()',
    folders: 1,
    missing: cosmosEngineMissing(),
  },
  {
    program: 'injectived',
    module: './cosmos/injective.ts',
    start: 'its.startInjective()',
    folders: 1,
    missing: injectiveEngineMissing(),
  },
  {
    program: 'starknet-devnet',
    module: './starknet/devnet.ts',
    start: 'its.startStarknetDevnet()',
    folders: 0,
    missing: starknetDevnetMissing(),
  },
  {
    program: 'redis-server',
    module: '../../../apps/gateway/test/redis.ts',
    start: 'its.startRedis()',
    folders: 0,
    missing: findProgram('redis-server') === undefined ? 'redis-server is not installed' : undefined,
  },
  {
    program: 'workerd',
    module: '../../conformance/src/checks/workerd.ts',
    start: `its.startWorker({
      modules: { 'main.js': "export default { fetch: () => new Response('here') }" },
      main: 'main.js',
      compatibilityDate: '2026-08-01',
    })`,
    folders: 1,
  },
  {
    program: 'gateway',
    module: '../../demo/src/gateway.ts',
    start: `its.startGateway([{ chainId: 'sepolia', settings: { endpoints: [{ url: 'http://127.0.0.1:9', name: 'nobody' }] } }])`,
    folders: 1,
  },
];

// Windows has no way to notice that the parent was killed.
const cannot = (row: Row) => row.missing !== undefined || process.platform === 'win32';
const named = rows.map((row) => ({ ...row, note: row.missing === undefined ? '' : ` (skipped: ${row.missing})` }));

// Side by side: each waits for programs most of the time.
for (const row of named) {
  const where = row.module.replace(/^.*\//, '');
  it.skipIf(cannot(row)).concurrent(
    `${row.program} of ${where} ends when its parent is killed, and its folder is gone${row.note}`,
    async ({ expect, onTestFinished }) => {
      const place = temporaryFolder('test');
      onTestFinished(place.remove);
      const script = `
      const its = await import(${JSON.stringify(new URL(row.module, import.meta.url).href)});
      await ${row.start};
      setInterval(() => {}, 1_000);
      console.log('up');`;
      const parent = spawn(process.execPath, ['--conditions=isochain-source', '--input-type=module', '-e', script], {
        env: { ...process.env, TMPDIR: place.path },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      onTestFinished(() => {
        parent.kill('SIGKILL');
      });
      const [chunk = 'nothing'] = (await Promise.race([once(parent.stdout, 'data'), once(parent, 'exit')])) as [
        unknown,
      ];
      expect(String(chunk)).toBe('up\n');
      const started = descendants(parent.pid ?? 0);
      // The engine and the guardian.
      expect(started.map(({ command }) => command)).toEqual(
        expect.arrayContaining([expect.stringContaining(row.program), expect.stringContaining('isochain-guardian')]),
      );
      expect(readdirSync(place.path)).toHaveLength(row.folders);

      parent.kill('SIGKILL');
      const patience = { timeout: 120_000, interval: 50 };
      const left = () => listProcesses().filter((one) => started.some(({ pid }) => pid === one.pid));
      await expect.poll(left, patience).toEqual([]);
      await expect.poll(() => readdirSync(place.path), patience).toEqual([]);
    },
  );
}

/** What a process started, and what that started. */
function descendants(pid: number) {
  const all = listProcesses();
  const below = (parent: number): typeof all =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)]);
  return below(pid);
}
