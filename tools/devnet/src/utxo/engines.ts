import type { EngineStarter } from '../engine.ts';
import { startLitecoin } from './litecoin.ts';
import { litecoinIsAvailable, litecoinIsMissing } from './litecoind.ts';

export const utxoEngines: readonly EngineStarter[] = [
  {
    chainId: 'bitcoin-testnet',
    name: 'litecoind',
    missing: () => (litecoinIsAvailable() ? undefined : litecoinIsMissing),
    // Fewer blocks than the starter's own: nothing of the development profile has to do with relative time locks.
    start: () => startLitecoin({ blocks: 150, blockTime: 3 }),
  },
];
