import { bitcoin } from './bitcoin.ts';
import { evm } from './evm.ts';
import type { BenchFamily } from './family.ts';
import { solana } from './solana.ts';

export type { BenchFamily };

/** The families that are measured: a file and a line each. */
export const families: readonly BenchFamily[] = [evm, solana, bitcoin];
