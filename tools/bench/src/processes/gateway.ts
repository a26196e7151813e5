import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@isochain/leash';
import type { BenchFamily } from '../families/index.ts';
import { type Child, startChild } from './child.ts';
import type { EndpointSettings } from './upstream.ts';

/** The key of the requests. It only opens a gateway that lives for a minute on this machine. */
export const key = 'a-key-for-the-bench';

/** The chains of a gateway, with the endpoints of each. */
export type Chains = readonly (readonly [BenchFamily, readonly EndpointSettings[]])[];

/** Settings like an operator's: profile production, a key given by its hash, own endpoints. Only the rate limit is off. */
export function settingsFor(chains: Chains, upstreamTimeoutMs = 8_000): object {
  return {
    profile: 'production',
    host: '127.0.0.1',
    port: 0,
    keys: { bench: createHash('sha256').update(key).digest('hex') },
    // No load balancer has to learn of the end first.
    limits: { rate: null, upstreamTimeoutMs, stopDelayMs: 0 },
    chains: Object.fromEntries(chains.map(([{ chainId }, endpoints]) => [chainId, { endpoints }])),
  };
}

/** Variables of this machine's environment that could change a gateway's settings. */
const foreign = /^(ISOCHAIN_|OTEL_|PORT$|HOST$)/;

/** Starts the gateway as `node.ts` runs it in production, in a new process. */
export async function startGateway(settings: object): Promise<Child> {
  const { path, remove } = temporaryFolder('bench');
  const config = join(path, 'isochain.json');
  writeFileSync(config, JSON.stringify(settings));
  try {
    return await startChild(new URL('../../../../apps/gateway/src/node.ts', import.meta.url), {
      environment: { ISOCHAIN_CONFIG: config },
      without: foreign,
    });
  } finally {
    // When the gateway listens, it has read the file.
    remove();
  }
}
