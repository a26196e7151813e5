import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Account, accounts, type EngineProcess, solanaAccounts, startProcess } from '@isochain/devnet';
import { type CodeSample, codeSamples } from '@isochain/gateway/src/openapi/code-samples.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workspace } from './repository.ts';

// The programs that /docs shows beside encode and broadcast, as they stand in the served document, each run as a program of its own.

const run = promisify(execFile);
const key = 'a-key-for-programs';

/** Who signs, with the key as the program wants it, and who gets the money. */
const parties: Readonly<Record<string, { sender: Account | undefined; privateKey(account: Account): string }>> = {
  sepolia: { sender: accounts[8], privateKey: (account) => account.privateKey },
  solana: { sender: solanaAccounts[4], privateKey: (account) => account.privateKey.slice(2) },
};

describe('programs of the reference', () => {
  let gateway: EngineProcess;
  let url: string;
  let folder: string;
  let shown: CodeSample[];

  beforeAll(async () => {
    gateway = await startProcess({
      name: 'the gateway',
      command: 'env',
      args: [
        ...['ISOCHAIN_PROFILE=development', 'PORT=0', `ISOCHAIN_DEV_KEY=${key}`],
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
    folder = mkdtempSync(`${dist}programs-`);
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await gateway?.stop();
  });

  async function balanceOf(chain: string, account: string): Promise<bigint> {
    const path = `/api/chains/${chain}/account/${account}/state?include=native`;
    const response = await fetch(url + path, { headers: { authorization: key } });
    const { balances } = (await response.json()) as { balances: { native: { total: string } } };
    return BigInt(balances.native.total);
  }

  it.each(codeSamples.map(({ label }, i) => [label, i] as const))('%s moves what it says', async (label, i) => {
    const { source = '' } = shown[i] ?? {};
    const [, chain = ''] = /\/api\/(\w+)\/transaction/.exec(source) ?? [];
    const [, recipient = ''] = /recipientAddress: '(\w+)'/.exec(source) ?? [];
    const [, amount = ''] = /amount: '(\d+)'/.exec(source) ?? [];
    const { sender, privateKey } = parties[chain] ?? {};
    if (sender === undefined || privateKey === undefined) throw new Error(`nobody to run ${label}`);

    const before = await balanceOf(chain, recipient);
    const file = `${folder}/${i}.mjs`;
    writeFileSync(file, source);
    const env = {
      ISOCHAIN_URL: url,
      ISOCHAIN_KEY: key,
      PRIVATE_KEY: privateKey(sender),
      SENDER: sender.address,
    };
    const { stdout } = await run(execPath, [file], { env });
    expect(stdout).toMatch(chain === 'solana' ? /^[1-9A-HJ-NP-Za-km-z]{80,90}\n$/ : /^0x[0-9a-f]{64}\n$/);
    // The block may come a moment later.
    const received = async () => (await balanceOf(chain, recipient)) - before;
    await expect.poll(received, { timeout: 60_000 }).toBe(BigInt(amount));
  });
});
