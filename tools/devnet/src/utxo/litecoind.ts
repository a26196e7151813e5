import { accessSync, constants } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { EngineError } from '../engine.ts';
import { type EngineProcess, startProcess } from '../process.ts';
import { createNodeRpc, type NodeRpc } from './node-rpc.ts';

export interface LitecoindOptions {
  /** The rules of relaying: Litecoin Core's, or Bitcoin Core's where they differ. */
  readonly policy: 'bitcoin' | 'litecoin';
  /** Whether MWEB becomes active, at block 432. */
  readonly mweb: boolean;
}

export interface Litecoind {
  readonly process: EngineProcess;
  /** With credentials in front of the host. */
  readonly url: string;
  readonly rpc: NodeRpc;
}

const program = process.platform === 'win32' ? 'litecoind.exe' : 'litecoind';

/** Path of the installed program. */
function findLitecoind(): string | undefined {
  const directories = (process.env.PATH ?? '').split(delimiter).filter((directory) => directory !== '');
  return directories.map((directory) => join(directory, program)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether there is a litecoind on the PATH. Tests that need it are skipped without it. */
export function litecoinIsAvailable(): boolean {
  return findLitecoind() !== undefined;
}

/** Tells developers without litecoind how to install it. */
export const litecoinIsMissing = 'litecoind is not installed (Debian has it as package litecoind)';

/** The number of attempts. A port may be free when we look for it, and taken a moment later. */
const attempts = 3;

/**
 * Starts a node of a new chain with only block 0. Its clock stands at an hour ago until `setmocktime` is called.
 *
 * @throws EngineError when litecoind is not installed or does not come up.
 */
export async function startLitecoind(options: LitecoindOptions): Promise<Litecoind> {
  const command = findLitecoind();
  if (command === undefined) throw new EngineError(`${litecoinIsMissing}.`);
  for (let attempt = 1; ; attempt += 1) {
    const port = await findFreePort();
    const password = crypto.randomUUID();
    const directory = await mkdtemp(join(tmpdir(), 'isochain-litecoind-'));
    const url = `http://isochain:${password}@127.0.0.1:${port}`;
    try {
      const child = await startProcess({
        name: 'litecoind',
        command,
        args: argumentsOf(options, { directory, port, password }),
        scratch: directory,
        // Debian's litecoind is a script that first makes a configuration in the home directory.
        env: { HOME: directory },
        // A longer end is useless: it would wait for its HTTP clients, and save data that is thrown away.
        grace: 250,
        // RPC answers since the line before this one: AppInitMain in src/init.cpp.
        ready: /init message: Done loading/,
      });
      return { process: child, url, rpc: createNodeRpc(url) };
    } catch (cause) {
      const isTaken = cause instanceof EngineError && cause.message.includes('Unable to start HTTP server');
      if (!isTaken || attempt === attempts) throw cause;
    }
  }
}

function argumentsOf(
  { policy, mweb }: LitecoindOptions,
  { directory, port, password }: { directory: string; port: number; password: string },
): string[] {
  return [
    ...['-regtest', `-datadir=${directory}`, '-printtoconsole=1', '-nodebuglogfile'],
    ...['-listen=0', '-connect=0', '-dnsseed=0', '-par=1', '-persistmempool=0', '-keypool=2'],
    ...['-server', `-rpcport=${port}`, '-rpcuser=isochain', `-rpcpassword=${password}`, '-rpcworkqueue=512'],
    // Seconds. The default is half a minute. The node would then hang up on a client that was busy, and break its next request.
    '-rpcservertimeout=86400',
    '-txindex',
    // By default regtest relays everything, and would not judge sizes and dust.
    '-acceptnonstdtxn=0',
    '-fallbackfee=0.0001',
    // Many blocks made at once get times ahead of the clock, a second for every six blocks. So the clock begins in the past, and the program that
    // makes the blocks sets it afterwards.
    `-mocktime=${Math.floor(Date.now() / 1000) - 3_600}`,
    // By default regtest checks its whole state with every block and transaction. 600 blocks would take twice as long.
    ...['-checkblockindex=0', '-checkmempool=0'],
    ...(mweb ? [] : ['-vbparams=mweb:9999999999:9999999999']),
    // Bitcoin Core, src/policy/policy.h: DUST_RELAY_TX_FEE. Replacement has no switch there since version 28.
    ...(policy === 'bitcoin' ? ['-dustrelayfee=0.00003', '-mempoolreplacement=1'] : []),
  ];
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  // The address of a server on a TCP port is always of this type.
  return typeof address === 'object' && address !== null ? address.port : 0;
}
