import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nonceOf } from '../../test/starknet-desk.ts';
import { startStarknetDevnet } from './devnet.ts';
import { starknetDevnetMissing } from './devnet-binary.ts';
import type { StarknetDevnet } from './engine.ts';
import { padded } from './vm/felt.ts';
import { ethAddress } from './world.ts';

const missing = starknetDevnetMissing();

// What it shares with its model is in scenario.engine.test.ts.
describe.skipIf(missing !== undefined)(`starknet-devnet${missing === undefined ? '' : `: ${missing}`}`, () => {
  let engine: StarknetDevnet;
  beforeAll(async () => {
    engine = await startStarknetDevnet({ chainId: 'starknet' });
  });
  afterAll(() => engine?.stop());

  it('stands in for the chain that it is told', async () => {
    expect(await engine.rpc('starknet_chainId')).toBe('0x534e5f4d41494e');
    expect(engine.settings.endpoints).toEqual([{ url: engine.url, name: 'embedded', maxBatch: 100, kind: 'node' }]);
  });

  it('has an account of OpenZeppelin', async () => {
    expect(await engine.balance(engine.openZeppelin.address)).toBe(10_000n * 10n ** 18n);
    expect(engine.openZeppelin.kind).toBe('openzeppelin-1.0.0');
  });

  it('gives coins and tokens to any address', async () => {
    const [token] = engine.tokens;
    await engine.fund('0x1234', 12_345_678_901_234_567_891n);
    await engine.fund('0x1234', 7n, padded(ethAddress));
    await engine.fund('0x1234', 9n, token?.id);
    expect(await engine.balance('0x1234')).toBe(12_345_678_901_234_567_891n);
    expect(await engine.balance('0x1234', padded(ethAddress))).toBe(7n);
    expect(await engine.balance('0x1234', token?.id)).toBe(9n);
  });

  it('makes blocks without transactions', async () => {
    const before = await engine.rpc<number>('starknet_blockNumber');
    await engine.mine(3);
    expect(await engine.rpc('starknet_blockNumber')).toBe(before + 3);
    expect(await nonceOf(engine, engine.openZeppelin.address)).toBeGreaterThan(0n);
  });
});
