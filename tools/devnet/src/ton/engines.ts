import type { EngineStarter } from '../engine.ts';
import { startTon } from './ton.ts';

/** Nanotons in a coin. */
const coin = 1_000_000_000n;

export const tonEngines: readonly EngineStarter[] = [
  {
    chainId: 'ton',
    name: '@ton/sandbox',
    onRequest: true,
    async start() {
      const engine = await startTon({ now: Date.now });
      await engine.deployNominatorPool({ minStake: 100n * coin });
      await engine.deployLiquidPool();
      return engine;
    },
  },
];
