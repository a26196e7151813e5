import type { EngineStarter } from '../engine.ts';
import { startCosmos } from './cosmos.ts';
import { cosmosEngineMissing } from './node-binary.ts';

export const cosmosEngines: readonly EngineStarter[] = [
  {
    chainId: 'cosmoshub-testnet',
    name: 'cosmos-devnet',
    missing: cosmosEngineMissing,
    // Fewer blocks than tests want: a chain that runs all day writes each of them to disk.
    start: () => startCosmos({ blockMs: 1_000 }),
  },
];
