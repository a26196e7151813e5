import { type Price, tenfold } from '@isochain/conformance';
import { baseFee, reward } from './prices.ts';

/** The history has three blocks, and the base fee of the next one. */
const ofNextBlock = (honest: string, [i]: readonly number[]) => (i === 3 ? tenfold(honest) : honest);

/** What fees follow from: ten times as much is refused, or warned of. */
export const prices: readonly Price[] = [
  { field: 'eth_estimateGas', scenes: ['transfer', 'maximum', 'legacy', 'optimism', 'avalanche', 'cronos'] },
  // Ten times what usual tokens need.
  { field: 'eth_estimateGas', scenes: ['tokens', 'optimism tokens'], tell: () => '0x77a10' },
  { field: 'eth_gasPrice', scenes: ['zksync'] },
  // The cap has room for twice the base fee, so that ten times the price is only three times the usual cap.
  { field: 'eth_gasPrice', scenes: ['cronos'], tell: (honest: string) => tenfold(tenfold(honest)) },
  { field: baseFee, scenes: ['transfer', 'maximum', 'avalanche'], tell: ofNextBlock },
  { field: reward, scenes: ['transfer'] },
  { field: 'linea_estimateGas.priorityFeePerGas', scenes: ['linea'] },
];
