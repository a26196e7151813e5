import { temporaryFolder } from '@isochain/leash';
import { EngineError } from '../engine.ts';
import { findProgram } from '../find-program.ts';
import { findFreePorts } from '../free-port.ts';
import { type EngineProcess, startProcess } from '../process.ts';
import { createNodeRpc, type NodeRpc } from './node-rpc.ts';

export interface LitecoindOptions {
  /** Whose rules of relaying apply: those of Litecoin Core, or as far as they differ those of Bitcoin Core. */
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

/** Whether there is a litecoind on the PATH. Tests that need it are skipped without it. */
export function litecoinIsAvailable(): boolean {
  return findProgram('litecoind') !== undefined;
}

/** Tells developers without litecoind how to install it. */
export const litecoinIsMissing = 'litecoind is not installed (Debian has it as package litecoind)';

/** The number of attempts. A port may be free when we look for it, and taken a moment later. */
const attempts = 3;

/**
 * Starts a node of a chain of its own, which has nothing but block 0, and whose clock stands an hour ago until `setmocktime` is called.
 *
 * @throws EngineError when there is no program, or it does not come up.
 */
export async function startLitecoind(options: LitecoindOptions): Promise<Litecoind> {
  const command = findProgram('litecoind');
  if (command === undefined) throw new EngineError(`${litecoinIsMissing}.`);
  for (let attempt = 1; ; attempt += 1) {
    const [port = 0] = await findFreePorts(1);
    const password = crypto.randomUUID();
    const scratch = temporaryFolder('litecoind');
    const directory = scratch.path;
    const url = `http://isochain:${password}@127.0.0.1:${port}`;
    try {
      const child = await startProcess({
        name: 'litecoind',
        command,
        args: argumentsOf(options, { directory, port, password }),
        scratch,
        // Debian's litecoind is a script that first makes a configuration in the home directory.
        env: { HOME: directory },
        // It would wait for its HTTP clients to hang up, to save what is thrown away.
        grace: 250,
        // RPC answers from the line before on: AppInitMain in src/init.cpp.
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
    // Seconds. After half a minute it would hang up on a client that was busy with something else, and break its next request.
    '-rpcservertimeout=86400',
    '-txindex',
    // Regtest relays everything unless told otherwise; sizes and dust would not be judged.
    '-acceptnonstdtxn=0',
    '-fallbackfee=0.0001',
    // Blocks that are made all at once are dated ahead, a second for every six. So they begin in the past, and the program that made them sets the clock.
    `-mocktime=${Math.floor(Date.now() / 1000) - 3_600}`,
    // Regtest checks all that it ever knew with every block and transaction: 600 blocks take twice as long.
    ...['-checkblockindex=0', '-checkmempool=0'],
    ...(mweb ? [] : ['-vbparams=mweb:9999999999:9999999999']),
    // Bitcoin Core, src/policy/policy.h: DUST_RELAY_TX_FEE. Replacement has no switch there since version 28.
    ...(policy === 'bitcoin' ? ['-dustrelayfee=0.00003', '-mempoolreplacement=1'] : []),
  ];
}
