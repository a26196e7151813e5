import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SolanaEngine } from './engine.ts';
import { startSolana } from './solana.ts';

const slotMs = 350n;
const slotsPerEpoch = 432_000n;

describe('an engine whose clock follows another one', () => {
  let engine: SolanaEngine;
  let now: number;
  // Each test has its own: a chain that is ahead stays ahead.
  beforeEach(async () => {
    now = 1_790_000_000_000;
    engine = await startSolana({ now: () => now });
  });
  afterEach(() => engine.stop());

  const slot = async () => BigInt(await engine.rpc<number>('getSlot'));
  const blockTime = async () => engine.rpc<number>('getBlockTime', [Number(await slot())]);
  const sysvarTime = async () => {
    const { value } = await engine.rpc<{ value: { data: [string] } }>('getAccountInfo', [
      'SysvarC1ock11111111111111111111111111111111',
      { encoding: 'base64' },
    ]);
    return Number(Buffer.from(value.data[0], 'base64').readBigInt64LE(32));
  };
  const recipient = '9Tj3srBSxH7RFRCm8uharreY7ZBS49XSfpwCeYa7Xaqp';

  /** Seconds by which the chain's clock is behind. A slot is not over yet, and the chain counts whole seconds. */
  async function expectToFollow(ahead = 0): Promise<void> {
    for (const shown of [await blockTime(), await sysvarTime(), Number(engine.now().unixTime)]) {
      expect(now / 1000 + ahead - shown).toBeGreaterThanOrEqual(0);
      expect(now / 1000 + ahead - shown).toBeLessThan(2);
    }
  }

  it('shows its time from the first call on', () => expectToFollow());

  it('lets slots pass without blocks while nothing is sent, so that blockhashes stay valid', async () => {
    const [before, height] = [await slot(), await engine.rpc<number>('getBlockHeight')];
    const { value } = await engine.rpc<{ value: { blockhash: string } }>('getLatestBlockhash');
    now += 3_600_000;
    expect((await slot()) - before).toBeGreaterThanOrEqual(3_600_000n / slotMs);
    expect(await engine.rpc('getBlockHeight')).toBe(height);
    expect(await engine.rpc('isBlockhashValid', [value.blockhash])).toMatchObject({ value: true });
    await expectToFollow();
  });

  it('gives transactions the present time', async () => {
    now += 60_000;
    const signature = await engine.rpc<string>('requestAirdrop', [recipient, 1_000_000_000]);
    const [entry] = await engine.rpc<{ signature: string; blockTime: number }[]>('getSignaturesForAddress', [
      recipient,
      { limit: 1, commitment: 'confirmed' },
    ]);
    expect(entry?.signature).toBe(signature);
    expect(now / 1000 - (entry?.blockTime ?? 0)).toBeLessThan(2);
  });

  it('is ahead after many blocks, and waits until the other clock catches up', async () => {
    const before = await slot();
    await engine.mine(20);
    expect(await slot()).toBe(before + 20n);
    now += 2_000;
    expect(await slot()).toBe(before + 20n);
    now += 60_000;
    await expectToFollow();
  });

  it('begins epochs', async () => {
    const { epoch } = engine.now();
    now += Number(slotsPerEpoch * slotMs);
    expect(engine.now().epoch).toBe(epoch + 1n);
    expect(await engine.rpc('getEpochInfo')).toMatchObject({ epoch: Number(epoch + 1n) });
    await expectToFollow();
  });

  it('stays ahead by the jumps of the time machine', async () => {
    const before = engine.now();
    await engine.advanceSlots(10_000);
    expect(engine.now().slot).toBe(before.slot + 10_000n);
    await expectToFollow(3_500);
    now += 3_600_000;
    await expectToFollow(3_500);
    await engine.advanceEpochs();
    const { slot: first } = engine.now();
    expect(first % slotsPerEpoch).toBe(0n);
    now += 35_000;
    expect(engine.now().slot - first).toBeGreaterThanOrEqual(99n);
    expect(engine.now().slot - first).toBeLessThanOrEqual(101n);
  });

  it('never goes back', async () => {
    const before = await slot();
    now -= 86_400_000;
    expect(await slot()).toBe(before);
    now += 86_400_000;
  });
});

it('stands still unless told otherwise', async () => {
  const engine = await startSolana({ startTime: new Date(1_600_000_000_000), bare: true });
  const before = engine.now();
  expect(Number(before.unixTime)).toBe(1_600_000_000);
  // Calls do not move it, however much time passes between them.
  expect(await engine.rpc('getSlot')).toBe(Number(before.slot));
  expect(engine.now()).toEqual(before);
  await engine.stop();
});
