import type { EngineStarter } from '../engine.ts';
import { startCosmos } from './cosmos.ts';
import { cosmosEngineMissing } from './node-binary.ts';

export const cosmosEngines: readonly EngineStarter[] = [
  {
    chainId: 'cosmoshub-testnet',
    name: 'cosmos-devnet',
    missing: cosmosEngineMissing,
    // Slower blocks than in tests: a chain that runs all day writes each one to disk.
    start: () => startCosmos({ blockMs: 1_000 }),
  },
];
