import { bundle, sizeOf } from './bundle.ts';
import { root } from './workspace.ts';

/** What some code may weigh at most, minified and gzipped. */
export interface SizeBudget {
  readonly name: string;
  /** Source text that imports what is weighed. */
  readonly entry: string;
  /** Packages that are not weighed. */
  readonly external?: readonly string[];
  /** 1 KB is 1000 bytes. */
  readonly maxKilobytes: number;
}

/** What every family has anyway. */
const core = ['@isochain/core', 'zod'];

/** Only what turns completed data and a signature into a transaction: what a client without network needs. */
const pure = (family: string) => `
  export { assemble } from '${root}packages/${family}/dist/assemble.js';
  export { finalize } from '${root}packages/${family}/dist/finalize.js';`;

/** All budgets. A new family adds two lines. */
export const sizeBudgets: readonly SizeBudget[] = [
  { name: '@isochain/core with zod', entry: "export * from '@isochain/core';", maxKilobytes: 110 },
  { name: '@isochain/evm without core', entry: "export * from '@isochain/evm';", external: core, maxKilobytes: 75 },
  { name: '@isochain/evm, assemble and finalize', entry: pure('evm'), external: core, maxKilobytes: 45 },
  {
    name: '@isochain/solana without core',
    entry: "export * from '@isochain/solana';",
    external: core,
    maxKilobytes: 40,
  },
  { name: '@isochain/solana, assemble and finalize', entry: pure('solana'), external: core, maxKilobytes: 30 },
  { name: '@isochain/utxo without core', entry: "export * from '@isochain/utxo';", external: core, maxKilobytes: 80 },
  { name: '@isochain/utxo, assemble and finalize', entry: pure('utxo'), external: core, maxKilobytes: 40 },
];

export interface Weighed {
  readonly budget: SizeBudget;
  readonly minified: number;
  readonly gzipped: number;
  readonly fits: boolean;
}

/** Weighs the built packages. What is loaded later, by `import()`, counts too. */
export async function weigh(budget: SizeBudget): Promise<Weighed> {
  const { text } = await bundle({ entry: budget.entry, external: budget.external ?? [], minify: true });
  const { bytes, gzipped } = sizeOf(text);
  return { budget, minified: bytes, gzipped, fits: gzipped < budget.maxKilobytes * 1000 };
}
