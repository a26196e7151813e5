import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startStarknetDevnet } from './devnet.ts';
import { starknetDevnetMissing } from './devnet-binary.ts';
import type { StarknetDevnet } from './engine.ts';

describe.skipIf(starknetDevnetMissing() !== undefined)('starknet-devnet', () => {
  let engine: StarknetDevnet;
  beforeAll(async () => {
    engine = await startStarknetDevnet();
  });
  afterAll(() => engine.stop());

  it('has funded accounts', async () => {
    for (const { address } of engine.accounts) {
      expect(await engine.balance(address)).toBe(10_000n * 10n ** 18n);
      expect(await engine.balance(address, engine.tokens[0]?.id)).toBe(10n ** 12n);
    }
  });
});
