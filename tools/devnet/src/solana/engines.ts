import type { EngineStarter } from '../engine.ts';
import { startSolana } from './solana.ts';

export const solanaEngines: readonly EngineStarter[] = [
  { chainId: 'solana', name: 'litesvm', start: () => startSolana({ now: Date.now }) },
];
