import type { EngineStarter } from '../engine.ts';
import { startAlgorand } from './algorand.ts';

export const algorandStandIns: readonly EngineStarter[] = [
  {
    chainId: 'algorand',
    name: 'stand-in of an Algorand node and indexer',
    start: () => startAlgorand({ now: Date.now }),
  },
];
