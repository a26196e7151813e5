import { toHex } from '@isochain/core';
import { type Devnet, developmentEngines, startDevnet } from '@isochain/devnet';
import type { Settings } from '../config/settings.ts';

/** The running parts of profile development, and the settings that point the gateway at them. */
export interface Development {
  readonly settings: Settings;
  readonly devnet: Devnet;
  /** The API key, in the clear. */
  readonly key: string;
}

/**
 * Starts the embedded engines and points their chains at them. A chain with endpoints in the settings keeps those.
 *
 * @throws EngineError when an engine does not start; the others are stopped by then.
 */
export async function startDevelopment(given: Settings): Promise<Development> {
  const configured = new Set<string>(Object.keys(given.chains));
  const devnet = await startDevnet({ engines: developmentEngines.filter(({ chainId }) => !configured.has(chainId)) });
  const key = given.developmentKey ?? newKey();
  const settings = {
    ...given,
    keys: { ...given.keys, development: await sha256(key) },
    chains: {
      ...given.chains,
      ...Object.fromEntries(devnet.engines.map((engine) => [engine.chainId, engine.settings])),
    },
  };
  return { settings, devnet, key };
}

function newKey(): string {
  return `dev_${toHex(crypto.getRandomValues(new Uint8Array(16)))}`;
}

async function sha256(text: string): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
}
