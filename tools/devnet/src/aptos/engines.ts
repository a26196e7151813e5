import type { EngineStarter } from '../engine.ts';
import { startAptos } from './aptos.ts';

export const aptosStandIns: readonly EngineStarter[] = [
  {
    chainId: 'aptos',
    name: 'stand-in of an Aptos node',
    start: () => startAptos({ now: Date.now }),
  },
];
