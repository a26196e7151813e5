import type { EngineStarter } from '../engine.ts';
import { startStellar } from './stellar.ts';

export const stellarStandIns: readonly EngineStarter[] = [
  {
    chainId: 'stellar',
    name: 'stand-in of a Horizon server',
    start: () => startStellar({ now: Date.now }),
  },
];
