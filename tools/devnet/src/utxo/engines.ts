import type { EngineStarter } from '../engine.ts';
import { startLitecoin } from './litecoin.ts';
import { litecoinIsAvailable, litecoinIsMissing } from './litecoind.ts';

export const utxoEngines: readonly EngineStarter[] = [
  {
    chainId: 'bitcoin-testnet',
    name: 'litecoind',
    missing: () => (litecoinIsAvailable() ? undefined : litecoinIsMissing),
    // Fewer blocks than by default: the development profile does not use relative time locks.
    start: () => startLitecoin({ blocks: 150, blockTime: 3 }),
  },
];
