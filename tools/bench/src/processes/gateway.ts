import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchFamily } from '../families/index.ts';
import { type Child, startChild } from './child.ts';
import { makeFolder, removeFolder } from './folders.ts';
import type { EndpointSettings } from './upstream.ts';

/** The key that requests are made with. It opens nothing but a gateway that lives for a minute on this machine. */
export const key = 'a-key-for-the-bench';

/** The chains of a gateway, with the endpoints of each. */
export type Chains = readonly (readonly [BenchFamily, readonly EndpointSettings[]])[];

/** Settings as an operator's: profile production, a key known by its hash, endpoints of one's own. Only the rate limit is off. */
export function settingsFor(chains: Chains, upstreamTimeoutMs = 8_000): object {
  return {
    profile: 'production',
    host: '127.0.0.1',
    port: 0,
    keys: { bench: createHash('sha256').update(key).digest('hex') },
    // Nobody has to hear of the end before it comes.
    limits: { rate: null, upstreamTimeoutMs, stopDelayMs: 0 },
    chains: Object.fromEntries(chains.map(([{ chainId }, endpoints]) => [chainId, { endpoints }])),
  };
}

/** What settings of this machine's environment could change in a gateway. */
const foreign = /^(ISOCHAIN_|OTEL_|PORT$|HOST$)/;

/** Starts the gateway as `node.ts` runs it in production, in a process of its own. */
export async function startGateway(settings: object): Promise<Child> {
  const folder = makeFolder();
  const config = join(folder, 'isochain.json');
  writeFileSync(config, JSON.stringify(settings));
  try {
    return await startChild(new URL('../../../../apps/gateway/src/node.ts', import.meta.url), {
      environment: { ISOCHAIN_CONFIG: config },
      without: foreign,
    });
  } finally {
    // It has been read by the time that the gateway listens.
    removeFolder(folder);
  }
}
