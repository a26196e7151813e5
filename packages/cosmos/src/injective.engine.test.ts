import { injectiveEngineMissing, startInjective } from '@isochain/devnet';
import { describe, it } from 'vitest';
import { Walk } from '../test/walk.ts';

// Injective's own node: its keys, its fees, and refusals in its own words.

const missing = injectiveEngineMissing();

describe.skipIf(missing !== undefined)(`Injective on its own node${missing ? ` (${missing})` : ''}`, () => {
  it('carries out every mode, and every read shows it', { timeout: 120_000 }, async () => {
    const engine = await startInjective();
    try {
      await new Walk('injective', 18, engine).all();
    } finally {
      await engine.stop();
    }
  });
});
