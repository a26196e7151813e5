import { startInjective } from '@isochain/devnet/cosmos';
import { it } from 'vitest';
import { describeWithInjective } from '../test/real-node.ts';
import { Walk } from '../test/walk.ts';

// Injective's own node: its keys, its fees, and refusals in its own words.

describeWithInjective('Injective on its own node', () => {
  it('carries out every mode, and every read shows it', async () => {
    const engine = await startInjective();
    try {
      await new Walk('injective', 18, engine).all();
    } finally {
      await engine.stop();
    }
  });
});
