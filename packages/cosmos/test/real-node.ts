import { cosmosEngineMissing, injectiveEngineMissing } from '@isochain/devnet/cosmos';
import { describe } from 'vitest';

// Both nodes are large programs that not every machine has: one is built by Go, the other runs on Linux alone. `npm test` must work without them.

/** Groups tests that need the Cosmos node. Without it they are skipped, and the title says how to get it. */
export const describeWithNode = needing(cosmosEngineMissing());

/** Groups tests that need Injective's node. Without it they are skipped, and the title says how to get it. */
export const describeWithInjective = needing(injectiveEngineMissing());

function needing(missing: string | undefined) {
  return (title: string, tests: () => void) => {
    describe.skipIf(missing !== undefined)(missing === undefined ? title : `${title} (skipped: ${missing})`, tests);
  };
}
