import { type Engine, EngineError } from './engine.ts';
import { type AnvilOptions, startAnvil } from './evm/anvil.ts';
import { installOpStack } from './evm/op-stack.ts';
import { prepareEvm } from './evm/prepare.ts';
import { startSolana } from './solana/solana.ts';
import { startLitecoin } from './utxo/litecoin.ts';
import { litecoinIsAvailable, litecoinIsMissing } from './utxo/litecoind.ts';

/** How one engine of a devnet comes to life: started, and prepared so that it is worth talking to. */
export interface EngineStarter {
  /** The isochain chain id that the engine stands in for. */
  readonly chainId: string;
  /** What runs, for people. */
  readonly name: string;
  /** What this machine lacks for it, in a few words for people; undefined if it can start. A devnet goes without it then. */
  missing?(): string | undefined;
  /** Leaves nothing behind when it fails. */
  start(): Promise<Engine>;
}

/** The engines of the development profile. A new family adds its own here. */
export const developmentEngines: readonly EngineStarter[] = [
  evm({ chainId: 'sepolia', nativeChainId: 11155111 }),
  evm({ chainId: 'base-sepolia', nativeChainId: 84532, network: 'optimism' }),
  { chainId: 'solana', name: 'litesvm', start: () => startSolana({ now: Date.now }) },
  {
    chainId: 'bitcoin-testnet',
    name: 'litecoind',
    missing: () => (litecoinIsAvailable() ? undefined : litecoinIsMissing),
    // Fewer blocks than the starter's own: nothing of the development profile has to do with relative time locks.
    start: () => startLitecoin({ blocks: 150, blockTime: 3 }),
  },
];

function evm(options: AnvilOptions): EngineStarter {
  return {
    chainId: options.chainId,
    name: options.network === 'optimism' ? 'anvil --network optimism' : 'anvil',
    async start() {
      const engine = await startAnvil(options);
      try {
        await prepareEvm(engine);
        if (options.network === 'optimism') await installOpStack(engine);
        return engine;
      } catch (cause) {
        await engine.stop();
        throw cause;
      }
    },
  };
}

export interface DevnetOptions {
  /** Defaults to `developmentEngines`. */
  engines?: readonly EngineStarter[];
  /** Told in one line of text what has just come up, or cannot. */
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
  const { engines: wanted = developmentEngines, onProgress = () => {} } = options;
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
