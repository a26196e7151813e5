import type { EngineStarter } from '../engine.ts';
import { startTron } from './tron.ts';

export const tronEngines: readonly EngineStarter[] = [
  {
    chainId: 'tron',
    name: 'stand-in of a Tron node',
    // The demo need not wait for 19 blocks until a transaction is final.
    start: () => startTron({ now: Date.now, solidLag: 0 }),
  },
];
