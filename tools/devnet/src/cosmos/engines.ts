import type { EngineStarter } from '../engine.ts';
import { startCosmos } from './cosmos.ts';
import { cosmosEngineMissing } from './node-binary.ts';

export const cosmosEngines: readonly EngineStarter[] = [
  {
    chainId: 'cosmoshub-testnet',
    name: 'cosmos-devnet',
    missing: cosmosEngineMissing,
    start: () => startCosmos(),
  },
];
