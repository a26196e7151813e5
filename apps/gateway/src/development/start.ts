import { toHex } from '@isochain/core';
import { type Devnet, developmentEngines, standInEngines, startDevnet } from '@isochain/devnet';
import type { Settings } from '../config/settings.ts';

/** The running parts of profile development, and the settings that point the gateway at them. */
export interface Development {
  readonly settings: Settings;
  readonly devnet: Devnet;
  /** Main networks that could run here too, if the operator asked for it. */
  readonly offered: readonly string[];
  /** Main networks that run here, because the operator asked for it. */
  readonly requested: readonly string[];
  /** The API key, in the clear. */
  readonly key: string;
}

/**
 * Starts the embedded engines and points their chains at them. A chain with endpoints in the settings keeps those.
 *
 * @throws TypeError when the settings ask for a chain that cannot run here; nothing has been started then.
 * @throws EngineError when an engine does not start; the others are stopped by then.
 */
export async function startDevelopment(given: Settings): Promise<Development> {
  const configured = new Set<string>(Object.keys(given.chains));
  const asked = new Set<string>(given.developmentChains ?? []);
  const onRequest = developmentEngines.flatMap(({ chainId, onRequest }) => (onRequest === true ? [chainId] : []));
  for (const id of asked) {
    if (onRequest.includes(id)) continue;
    if (standInEngines.some(({ chainId }) => chainId === id)) {
      throw new TypeError(
        `developmentChains: only a stand-in of ${id} runs here, for tests, and this profile serves real engines alone`,
      );
    }
    throw new TypeError(`developmentChains: ${id} is no main network that can run here (${onRequest.join(', ')} can)`);
  }
  const engines = developmentEngines.filter(
    ({ chainId, onRequest }) => !configured.has(chainId) && (onRequest !== true || asked.has(chainId)),
  );
  const devnet = await startDevnet({ engines });
  const key = given.developmentKey ?? newKey();
  const settings = {
    ...given,
    keys: { ...given.keys, development: await sha256(key) },
    chains: {
      ...given.chains,
      ...Object.fromEntries(devnet.engines.map((engine) => [engine.chainId, engine.settings])),
    },
  };
  const offered = onRequest.filter((id) => !configured.has(id) && !asked.has(id));
  return { settings, devnet, offered, requested: [...asked], key };
}

function newKey(): string {
  return `dev_${toHex(crypto.getRandomValues(new Uint8Array(16)))}`;
}

async function sha256(text: string): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
}
