import type { EngineStarter } from '../engine.ts';
import { startStarknetDevnet } from './devnet.ts';
import { starknetDevnetMissing } from './devnet-binary.ts';
import { startStarknet } from './starknet.ts';

export const starknetEngines: readonly EngineStarter[] = [
  {
    chainId: 'starknet-sepolia',
    name: 'starknet-devnet',
    missing: starknetDevnetMissing,
    start: () => startStarknetDevnet(),
  },
];

export const starknetStandIns: readonly EngineStarter[] = [
  {
    chainId: 'starknet',
    name: 'stand-in of a Starknet node',
    start: () => startStarknet({ now: Date.now }),
  },
];
