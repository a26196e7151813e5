import { chainIds, nearest, type Problem, RefusedError, toHex } from '@isochain/core';
import { type Devnet, developmentEngines, standInEngines, startDevnet } from '@isochain/devnet';
import { configProblem, join } from '../config/explain.ts';
import type { Settings } from '../config/settings.ts';

/** The running parts of profile development, and the settings that point the gateway at them. */
export interface Development {
  readonly settings: Settings;
  readonly devnet: Devnet;
  /** Main networks that could run here too, if the operator asked for it. */
  readonly offered: readonly string[];
  /** Main networks that run here, because the operator asked for it. */
  readonly requested: readonly string[];
  /** Chains, running or offered, that a model of a node plays here: no code of the chain itself runs. */
  readonly models: readonly string[];
  /** The API key, in the clear. */
  readonly key: string;
}

/**
 * Starts the embedded engines and points their chains at them. A chain with endpoints in the settings keeps those.
 *
 * @throws RefusedError `config.invalid`, with a problem for each chain that was asked for and cannot run here; nothing has been started then.
 * @throws EngineError when an engine does not start; the others are stopped by then.
 */
export async function startDevelopment(given: Settings): Promise<Development> {
  const configured = new Set<string>(Object.keys(given.chains));
  const asked = new Set<string>(given.developmentChains ?? []);
  const models = standInEngines.map(({ chainId }) => chainId);
  const starters = [...developmentEngines, ...standInEngines];
  const isOnRequest = (id: string) =>
    starters.some(({ chainId, onRequest }) => chainId === id && (onRequest === true || models.includes(id)));
  const onRequest = starters.map(({ chainId }) => chainId).filter(isOnRequest);
  const [wrong, ...moreWrong] = [...asked]
    .filter((id) => !starters.some(({ chainId }) => chainId === id))
    .map((id) => cannotRun(id, onRequest));
  if (wrong !== undefined) throw new RefusedError([wrong, ...moreWrong]);
  const engines = starters.filter(
    ({ chainId }) => !configured.has(chainId) && (!isOnRequest(chainId) || asked.has(chainId)),
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
  return { settings, devnet, offered, requested: onRequest.filter((id) => asked.has(id)), models, key };
}

function cannotRun(id: string, onRequest: readonly string[]): Problem {
  // Whatever was written there by mistake is not shown in full: it may be a key.
  const name = join([id]);
  const choices = onRequest.join(', ');
  const near = nearest(id, chainIds);
  const reason = chainIds.some((known) => known === id)
    ? `${name} cannot run on this machine; these can: ${choices}`
    : `${name} is not a chain${near === undefined ? '' : ` (${near} is)`}; these can run on this machine: ${choices}`;
  return configProblem('ISOCHAIN_DEV_CHAINS (developmentChains)', reason);
}

function newKey(): string {
  return `dev_${toHex(crypto.getRandomValues(new Uint8Array(16)))}`;
}

async function sha256(text: string): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
}
