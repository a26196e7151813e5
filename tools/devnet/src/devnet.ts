import { algorandStandIns } from './algorand/engines.ts';
import { aptosStandIns } from './aptos/engines.ts';
import { cosmosEngines } from './cosmos/engines.ts';
import { type Engine, EngineError, type EngineStarter } from './engine.ts';
import { evmEngines } from './evm/engines.ts';
import { solanaEngines } from './solana/engines.ts';
import { starknetEngines, starknetStandIns } from './starknet/engines.ts';
import { stellarStandIns } from './stellar/engines.ts';
import { tonEngines } from './ton/engines.ts';
import { tronEngines } from './tron/engines.ts';
import { utxoEngines } from './utxo/engines.ts';

/** The engines of the development profile, those on request too. A new family adds its own here. */
export const developmentEngines: readonly EngineStarter[] = [
  ...evmEngines,
  ...solanaEngines,
  ...utxoEngines,
  ...cosmosEngines,
  ...tonEngines,
  ...starknetEngines,
];

/**
 * Models of nodes, because no real one runs on a developer's machine. They follow the rules of their chain, but are no proof of them. So the development
 * profile starts them only if the operator asks, and its banner says that they are models. A new family without a real engine adds its own here.
 */
export const standInEngines: readonly EngineStarter[] = [
  ...tronEngines,
  ...starknetStandIns,
  ...aptosStandIns,
  ...stellarStandIns,
  ...algorandStandIns,
];

export interface DevnetOptions {
  /** Defaults to `developmentEngines` and `standInEngines`. */
  engines?: readonly EngineStarter[];
  /** Called with a line of text for each engine that has started, or cannot start. */
  onProgress?: (line: string) => void;
}

export interface Devnet {
  /** In the order of the option. */
  readonly engines: readonly Engine[];
  /** Those that this machine cannot start. */
  readonly missing: readonly { readonly chainId: string; readonly reason: string }[];
  /** Ends all engines and resolves when they are gone. May be called again. */
  stop(): Promise<void>;
}

/**
 * Starts engines side by side.
 *
 * @throws EngineError that names every engine that failed; the others are stopped by then.
 *
 * @example
 * const devnet = await startDevnet({ onProgress: console.log });
 * for (const { chainId, url } of devnet.engines) console.log(chainId, url);
 * await devnet.stop();
 */
export async function startDevnet(options: DevnetOptions = {}): Promise<Devnet> {
  const { engines: wanted = [...developmentEngines, ...standInEngines], onProgress = () => {} } = options;
  const starters = wanted.filter((starter) => starter.missing?.() === undefined);
  const missing = wanted.flatMap((starter) => {
    const reason = starter.missing?.();
    return reason === undefined ? [] : [{ chainId: starter.chainId, reason }];
  });
  for (const { chainId, reason } of missing) onProgress(`${chainId}: ${reason}`);
  const running: Engine[] = [];
  const outcomes = await Promise.allSettled(
    starters.map(async (starter) => {
      const since = performance.now();
      const engine = await starter.start();
      running.push(engine);
      onProgress(`${starter.chainId}: ${engine.name} at ${engine.url} (${Math.round(performance.now() - since)} ms)`);
      return engine;
    }),
  );
  const stop = async (): Promise<void> => {
    await Promise.all(running.map((engine) => engine.stop()));
  };

  const failures = outcomes.flatMap((outcome, index) => {
    const starter = starters[index];
    return outcome.status === 'rejected' && starter ? [{ starter, cause: outcome.reason as unknown }] : [];
  });
  if (failures.length > 0) {
    await stop();
    const lines = failures.map(
      ({ starter, cause }) =>
        `${starter.name} for ${starter.chainId} did not start: ${cause instanceof Error ? cause.message : cause}`,
    );
    throw new EngineError(lines.join('\n'), { cause: failures.length === 1 ? failures[0]?.cause : failures });
  }
  const engines = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  return { engines, missing, stop };
}
