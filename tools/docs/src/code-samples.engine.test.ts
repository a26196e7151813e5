import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findHandIns } from '@isochain/conformance/hand-ins/find.ts';
import { developmentEngines } from '@isochain/devnet';
import { type EngineProcess, startProcess } from '@isochain/devnet/process';
import { type TemporaryFolder, temporaryFolder } from '@isochain/leash';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workspace } from './repository.ts';

// /docs shows programs beside encode and broadcast. Each is taken from the served document and run in its own process.

const run = promisify(execFile);
const key = 'a-key-for-programs';

const programs = (await findHandIns()).flatMap(({ programs }) =>
  programs === undefined ? [] : programs.signing.map(({ label }) => ({ label, ...programs })),
);

/** Whether the development profile serves a chain on this machine. It never serves a stand-in. */
function isServed(id: string): boolean {
  const engine = developmentEngines.find(({ chainId }) => chainId === id);
  return engine !== undefined && engine.missing?.() === undefined;
}

/** Main networks that the development profile runs only if it is asked to. */
const onRequest = developmentEngines.flatMap((engine) => (engine.onRequest ? [engine.chainId] : [])).join();

describe('programs of the reference', () => {
  let gateway: EngineProcess;
  let url: string;
  let folder: TemporaryFolder;
  let shown: { label: string; source: string }[];

  beforeAll(async () => {
    gateway = await startProcess({
      name: 'the gateway',
      command: 'env',
      args: [
        ...['ISOCHAIN_PROFILE=development', 'PORT=0', `ISOCHAIN_DEV_KEY=${key}`, `ISOCHAIN_DEV_CHAINS=${onRequest}`],
        ...[execPath, '--conditions=isochain-source', fileURLToPath(new URL('apps/gateway/src/node.ts', workspace))],
      ],
      ready: /Listening\s+(http:\S+)/,
    });
    url = gateway.announced[1] ?? '';
    const { paths } = await (await fetch(`${url}/openapi.json`)).json();
    shown = paths['/api/{chainId}/transaction/broadcast'].post['x-codeSamples'];
    // Not in git, and within the workspace, so that they find the libraries.
    const dist = fileURLToPath(new URL('../dist/', import.meta.url));
    mkdirSync(dist, { recursive: true });
    folder = temporaryFolder('programs', dist);
  });
  afterAll(async () => {
    folder?.remove();
    await gateway?.stop();
  });

  async function balanceOf(chain: string, account: string): Promise<bigint> {
    const path = `/api/chains/${chain}/account/${account}/state?include=native`;
    const response = await fetch(url + path, { headers: { authorization: key } });
    const { balances } = (await response.json()) as { balances: { native: { total: string } } };
    return BigInt(balances.native.total);
  }

  it.each(programs.filter(({ chainId }) => isServed(chainId)))(
    '$label moves the amount that it names',
    async ({ label, chainId, recipient, amount, sender }) => {
      const source = shown.find((one) => one.label === label)?.source ?? '';
      const { address, privateKey, publicKey } = await sender();

      const before = await balanceOf(chainId, recipient);
      const file = `${folder.path}/${label.replaceAll(/\W+/g, '-')}.mjs`;
      writeFileSync(file, source);
      const env = {
        ISOCHAIN_URL: url,
        ISOCHAIN_KEY: key,
        PRIVATE_KEY: privateKey,
        SENDER: address,
        ...(publicKey === undefined ? {} : { PUBLIC_KEY: publicKey }),
      };
      const { stdout } = await run(execPath, [file], { env });
      expect(stdout).toMatch(/^\w{60,90}\n$/);
      // The block may come a moment later.
      const received = async () => (await balanceOf(chainId, recipient)) - before;
      await expect.poll(received, { timeout: 60_000 }).toBe(BigInt(amount));
    },
  );
});
