import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startDevnet } from '@isochain/devnet';
import { accounts } from '@isochain/devnet/evm';
import { type EngineProcess, startProcess } from '@isochain/devnet/process';
import { expect, it, onTestFinished } from 'vitest';
import { codeBlocks } from './markdown.ts';
import { readText, workspace } from './repository.ts';
import { extractSamples } from './samples.ts';

const run = promisify(execFile);
const readme = readText('README.md') ?? '';
const cwd = fileURLToPath(workspace);
const source = '--conditions=isochain-source';

/** The development profile, as `npm start` runs it, on a free port and with the key in the commands. */
async function startGateway(key: string): Promise<{ url: string; process: EngineProcess }> {
  const process = await startProcess({
    name: 'the gateway',
    command: 'env',
    args: [
      ...['ISOCHAIN_PROFILE=development', 'PORT=0', `ISOCHAIN_DEV_KEY=${key}`],
      ...[execPath, source, `${cwd}apps/gateway/src/node.ts`],
    ],
    ready: /Listening\s+(http:\S+)/,
  });
  return { url: process.announced[1] ?? '', process };
}

it('shows commands that work', async () => {
  const commands = codeBlocks(readme).find(({ code }) => code.startsWith('API='))?.code ?? '';
  const [, key = ''] = /^KEY=(\S+)$/m.exec(commands) ?? [];
  const { url, process } = await startGateway(key);
  onTestFinished(() => process.stop());

  const script = commands.replace('http://127.0.0.1:8080', url);
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], { cwd });
  const answers = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  const [detail, before, encoded, sent, after] = answers;
  expect(answers).toHaveLength(5);
  expect(detail.chain).toMatchObject({ id: 'sepolia', family: 'evm' });
  expect(before.balances.native.available).toBe('10000000000000000000000');
  expect(encoded.status).toEqual({ errors: [], warnings: [] });
  expect(sent).toEqual({ chainId: 'sepolia', hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) });
  // The last command runs at once, but the block may come a moment later.
  const balances = ['10000000000000000000000', '10000001000000000000000'];
  expect(balances).toContain(after.balances.native.total);

  for (const path of ['/docs', '/openapi.json']) expect((await fetch(url + path)).status).toBe(200);
});

it('shows a program that works', async () => {
  const samples = extractSamples('README.md');
  onTestFinished(() => samples.remove());
  const [sample] = samples.files.values();
  const [sender] = accounts;
  if (sample === undefined || sender === undefined) throw new Error('no sample, or nobody to run it');
  const devnet = await startDevnet();
  onTestFinished(() => devnet.stop());

  const sepolia = devnet.engines.find(({ chainId }) => chainId === 'sepolia');
  const code = readFileSync(sample, 'utf8');
  const local = code.replace(/https:\/\/[^']+/, sepolia?.url ?? '');
  expect(local).not.toBe(code);
  writeFileSync(sample, local);
  const env = { PRIVATE_KEY: sender.privateKey };
  const { stdout } = await run(execPath, [source, fileURLToPath(sample)], { env });
  expect(stdout).toMatch(/^0x[0-9a-f]{64} \{/);
  expect(stdout).toContain(sender.address);
});
