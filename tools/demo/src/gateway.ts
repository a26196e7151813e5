import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Engine } from '@isochain/devnet/engine';
import { startProcess } from '@isochain/devnet/process';
import { temporaryFolder } from '@isochain/leash';
import { type Client, createClient } from './client.ts';

/** A running gateway and a client for it. */
export interface RunningGateway {
  readonly url: string;
  readonly client: Client;
  /** Ends the gateway and resolves when its process is gone. */
  stop(): Promise<void>;
}

/** Starts the gateway as an operator would: profile production, a key given by its hash, endpoints in a configuration file. */
export async function startGateway(engines: readonly Engine[]): Promise<RunningGateway> {
  const scratch = temporaryFolder('demo');
  const config = join(scratch.path, 'isochain.json');
  const key = randomBytes(24).toString('base64url');
  const settings = {
    profile: 'production',
    host: '127.0.0.1',
    port: 0,
    // No load balancer has to learn of the end first. One key walks all chains, and asks again and again while it waits for blocks.
    limits: { stopDelayMs: 0, rate: null },
    keys: { demo: createHash('sha256').update(key).digest('hex') },
    chains: Object.fromEntries(engines.map((engine) => [engine.chainId, engine.settings])),
  };
  writeFileSync(config, JSON.stringify(settings));
  const entry = fileURLToPath(import.meta.resolve('../../../apps/gateway/src/node.ts'));
  const command = [
    'env',
    '-u',
    'PORT',
    '-u',
    'HOST',
    '-u',
    'ISOCHAIN_API_KEYS',
    '-u',
    'ISOCHAIN_DEV_KEY',
    '-u',
    'ISOCHAIN_PROFILE',
  ];
  const gateway = await startProcess({
    name: 'gateway',
    command: command[0] as string,
    args: [...command.slice(1), `ISOCHAIN_CONFIG=${config}`, process.execPath, '--conditions=isochain-source', entry],
    scratch,
    ready: /(http:\/\/127\.0\.0\.1:\d+)/,
  });
  const url = gateway.announced[1] as string;
  return {
    url,
    client: createClient(url, key),
    stop: gateway.stop,
  };
}
