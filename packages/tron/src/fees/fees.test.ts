import { describe, expect, it } from 'vitest';
import { mined } from '../../test/fixtures.ts';
import { contracts, rawOf } from '../../test/made.ts';
import { bandwidthSize, longestActivation, rawDataBytes, readRawData } from '../bytes/raw-data.ts';
import { bandwidthAfter, bandwidthFee, baseFee, energyFee, feeLimitOf, highestEnergyFee, stakeFor } from './fees.ts';
import { type Parameters, readParameters } from './parameters.ts';

const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

/** The main network in 2026 (tronprotocol/documentation-en, mechanism-algorithm/resource). */
const rows = {
  getTransactionFee: 1_000n,
  getCreateNewAccountFeeInSystemContract: 1_000_000n,
  getCreateAccountFee: 100_000n,
  getCreateNewAccountBandwidthRate: 1n,
  getEnergyFee: 100n,
  getMaxFeeLimit: 15_000_000_000n,
  getMemoFee: 1_000_000n,
  getUnfreezeDelayDays: 14n,
};
const parametersWith = (change: object = {}) => readParameters(new Map(Object.entries({ ...rows, ...change })));
const parameters: Parameters = parametersWith();

const nothing = { stakedBandwidth: 0n, freeBandwidth: 0n, energy: 0n };
const free = { ...nothing, freeBandwidth: 600n };

const transactionOf = (start: string) => {
  const found = mined.find(({ id }) => id.startsWith(start));
  if (found === undefined) throw new Error(start);
  return found;
};
const sizeOf = ({ raw = '' }: { readonly raw?: string }) => bandwidthSize(bytesOf(raw));

describe('the size for bandwidth', () => {
  const whole = mined.filter(({ raw }) => raw !== undefined);

  it.each(whole.filter(({ netUsage }) => netUsage > 0))('is what $id used: $netUsage bytes', (each) => {
    expect(sizeOf(each)).toBe(each.netUsage);
  });

  it('is what a transaction without bandwidth paid for', () => {
    const paid = whole.filter(({ id, netFee }) => netFee > 0 && !['b0b68ea4', '3f8b651b'].includes(id.slice(0, 8)));
    expect(paid.map((each) => [each.id.slice(0, 8), BigInt(sizeOf(each)) * 1_000n])).toEqual([['fb1ba8f0', 897_000n]]);
    expect(paid.map(({ netFee }) => netFee)).toEqual([897_000]);
  });

  it('tells the sizes that other transactions of these kinds paid for', () => {
    // Mined: 269 bytes for TRX, 345 for USDT, 246 for a claim. Times and amounts of that length.
    const size = (...of: Parameters2) => bandwidthSize(rawDataBytes(rawOf(...of)));
    expect(size({ ...contracts.transfer, amount: 2n ** 28n })).toBe(269);
    expect(size(contracts.token, { feeLimit: 15_000_000n })).toBe(345);
    expect(size(contracts.claim)).toBe(transactionOf('5364d831').netUsage);
    expect(transactionOf('1da9bcf8').netFee).toBe(269_000);
    expect(transactionOf('46710419').netFee).toBe(345_000);
  });

  it('has 67 bytes more for a further signature', () => {
    const raw = rawDataBytes(rawOf(contracts.transfer));
    expect(bandwidthSize(raw, 2) - bandwidthSize(raw)).toBe(67);
  });

  // Forgotten elsewhere (vultisig-ios#5344): the memo is part of the bytes, and paid for twice.
  it('counts the memo, in bytes of UTF-8', () => {
    const size = (memo?: string) => bandwidthSize(rawDataBytes(rawOf(contracts.transfer, { memo })));
    expect(size('a') - size()).toBe(3);
    expect(size('é世🚀') - size()).toBe(2 + 9);
    expect(size('x'.repeat(200)) - size()).toBe(1 + 2 + 200);
    const needed = { size: size('x'.repeat(400)), hasMemo: true };
    expect(baseFee(needed, free, parameters)).toBe(BigInt(needed.size) * 1_000n + 1_000_000n);
    expect(baseFee({ ...needed, size: size('x'.repeat(300)) }, free, parameters)).toBe(1_000_000n);
  });

  it('of a transaction that creates an account has a limit without the signature', () => {
    // Of TRX with 860 bytes of memo or so: 1000 bytes without 65 of the signature, and without 64 for a result.
    const size = (memo: number) => bandwidthSize(rawDataBytes(rawOf(contracts.transfer, { memo: 'x'.repeat(memo) })));
    const longest = longestActivation(parameters.maxActivationSize);
    expect(longest).toBe(1_129);
    // What the chain counts: the transaction with its signature, minus 65 for it.
    const counted = (memo: number) => size(memo) - 64 - 65;
    const memo = Array.from({ length: 1_000 }, (_, i) => i).findLast((length) => size(length) <= longest) ?? 0;
    expect([counted(memo), counted(memo + 1)]).toEqual([1_000, 1_001]);
  });
});

type Parameters2 = globalThis.Parameters<typeof rawOf>;

describe('the fee for bandwidth', () => {
  const size = 267;
  const feeWith = (stakedBandwidth: bigint, freeBandwidth: bigint) =>
    bandwidthFee({ size }, { ...nothing, stakedBandwidth, freeBandwidth }, parameters);

  // Pools were added up elsewhere, and only what lacks was charged (vultisig-ios#5401).
  it.each([
    [0n, 0n, 267_000n],
    [267n, 0n, 0n],
    [0n, 267n, 0n],
    [266n, 0n, 267_000n],
    [0n, 266n, 267_000n],
    [266n, 266n, 267_000n],
    [266n, 267n, 0n],
    [267n, 266n, 0n],
  ])('is all or nothing: %i staked and %i free bytes cost %i sun', (staked, rest, fee) => {
    expect(feeWith(staked, rest)).toBe(fee);
  });

  // Missed elsewhere (vultisig-sdk#2271, trezor-suite#29597).
  it('of an activation is what mined ones paid, without free bandwidth', () => {
    for (const each of [transactionOf('b0b68ea4'), transactionOf('3f8b651b')]) {
      const needed = { size: sizeOf(each), activates: true };
      for (const resources of [nothing, free, { ...nothing, stakedBandwidth: BigInt(needed.size) - 1n }]) {
        expect(bandwidthFee(needed, resources, parameters)).toBe(BigInt(each.netFee));
        expect(baseFee(needed, resources, parameters)).toBe(BigInt(each.fee));
      }
      const staked = { ...nothing, stakedBandwidth: BigInt(needed.size) };
      expect(bandwidthFee(needed, staked, parameters)).toBe(0n);
      expect(baseFee(needed, staked, parameters)).toBe(1_000_000n);
    }
  });

  it('counts the rate of activations in staked bandwidth', () => {
    const rated = parametersWith({ getCreateNewAccountBandwidthRate: 3n });
    const fee = (stakedBandwidth: bigint) =>
      bandwidthFee({ size, activates: true }, { ...nothing, stakedBandwidth }, rated);
    expect([fee(800n), fee(801n)]).toEqual([100_000n, 0n]);
  });

  it('follows the prices of the chain', () => {
    expect(bandwidthFee({ size }, nothing, parametersWith({ getTransactionFee: 140n }))).toBe(37_380n);
    const dear = parametersWith({ getCreateAccountFee: 200_000n, getCreateNewAccountFeeInSystemContract: 2_000_000n });
    expect(baseFee({ size, activates: true }, nothing, dear)).toBe(2_200_000n);
    expect(baseFee({ size, hasMemo: true }, free, parametersWith({ getMemoFee: 0n }))).toBe(0n);
  });
});

describe('what is left of bandwidth', () => {
  const size = 267;
  it.each([
    [600n, 600n, 333n, 600n],
    [266n, 600n, 266n, 333n],
    [266n, 266n, 266n, 266n],
    [267n, 0n, 0n, 0n],
  ])('takes all of it from one pool: %i staked and %i free', (stakedBandwidth, freeBandwidth, staked, rest) => {
    const resources = { ...nothing, stakedBandwidth, freeBandwidth };
    expect(bandwidthAfter({ size }, resources)).toEqual({ ...nothing, stakedBandwidth: staked, freeBandwidth: rest });
  });
});

describe('the fee for energy', () => {
  // Prices in sun: 420 until 2025, 210 until August 2025, then 100.
  it.each([
    ['46710419', 420n],
    ['0130dfde', 210n],
    ['fb1ba8f0', 100n],
    ['3892c806', 100n],
  ])('is what %s paid at %i sun', (start, price) => {
    const { energy, energyUsage, energyFee: fee, netFee, fee: all } = transactionOf(start);
    const prices = parametersWith({ getEnergyFee: price });
    expect(energyFee(BigInt(energy), { ...nothing, energy: BigInt(energyUsage) }, prices)).toBe(BigInt(fee));
    expect(fee + netFee).toBe(all);
  });

  it('is nothing if enough is staked', () => {
    expect(energyFee(65_000n, { ...nothing, energy: 65_000n }, parameters)).toBe(0n);
    expect(energyFee(65_000n, { ...nothing, energy: 10n ** 12n }, parameters)).toBe(0n);
    expect(energyFee(65_001n, { ...nothing, energy: 65_000n }, parameters)).toBe(100n);
  });
});

describe('the limit of fees of a call', () => {
  // Without staked energy calls ran out of energy elsewhere, and burnt everything (cake_wallet#2073, cake_wallet#3595, vultisig-ios#4393). A limit of just what
  // the simulation used did the same (ledger-live LIVE-36865).
  it('covers all energy and a fifth more, however much is staked', () => {
    expect(feeLimitOf(130_285n, parameters)).toBe(15_634_200n);
    // It has no argument for what is staked.
    expect(feeLimitOf.length).toBe(2);
    for (const energy of [1n, 14_650n, 31_895n, 64_285n, 130_285n, 519_622n]) {
      const limit = feeLimitOf(energy, parameters);
      expect(limit / parameters.energyPrice >= (energy * 12n) / 10n).toBe(true);
    }
  });

  it('is rounded up to whole energy', () => {
    expect(feeLimitOf(1n, parameters)).toBe(200n);
    expect(feeLimitOf(14_651n, parametersWith({ getEnergyFee: 210n }))).toBe(17_582n * 210n);
  });

  it('is no higher than the chain allows', () => {
    expect(feeLimitOf(10n ** 9n, parameters)).toBe(15_000_000_000n);
    expect(feeLimitOf(124_999_999n, parameters)).toBe(14_999_999_900n);
    expect(feeLimitOf(125_000_000n, parameters)).toBe(15_000_000_000n);
    expect(feeLimitOf(125_000_001n, parameters)).toBe(15_000_000_000n);
  });

  it('is the most that a call costs, and mined calls that ran out of energy cost no more', () => {
    const { raw = '', energyUsage, energyFee: fee } = transactionOf('fb1ba8f0');
    const { feeLimit = 0n } = readRawData(bytesOf(raw));
    expect(feeLimit).toBe(10_000_000_000n);
    const staked = { ...nothing, energy: BigInt(energyUsage) };
    expect(highestEnergyFee(feeLimit, staked, parameters)).toBe(9_999_999_900n);
    expect(highestEnergyFee(feeLimit, staked, parameters)).toBeGreaterThan(fee);
    expect(highestEnergyFee(15_634_200n, nothing, parameters)).toBe(15_634_200n);
    expect(highestEnergyFee(15_634_200n, { ...nothing, energy: 100_000n }, parameters)).toBe(5_634_200n);
    expect(highestEnergyFee(15_634_299n, nothing, parameters)).toBe(15_634_200n);
    expect(highestEnergyFee(15_634_200n, { ...nothing, energy: 10n ** 9n }, parameters)).toBe(0n);
  });
});

describe('what to stake', () => {
  // Totals that a node answered (LedgerHQ/ledger-live, getAccountResource.fixture.json).
  const bandwidth = { limit: 43_200_000_000n, weight: 27_908_390_830n };
  const energy = { limit: 180_000_000_000n, weight: 16_307_698_552n };

  it('gives as much as is wanted, in whole coins', () => {
    // 267 bytes: 172.49 TRX. 65,000 energy: 5,888.89 TRX.
    expect(stakeFor(267n, bandwidth)).toBe(173_000_000n);
    expect(stakeFor(65_000n, energy)).toBe(5_889_000_000n);
  });

  it('gives what the recorded account had: 403 coins and 4,448 energy', () => {
    const stake = stakeFor(4_448n, energy) ?? 0n;
    expect(stake).toBeLessThanOrEqual(403_000_000n);
    expect(((stake / 1_000_000n) * energy.limit) / energy.weight).toBeGreaterThanOrEqual(4_448n);
  });

  it('is unknown without totals', () => {
    expect(stakeFor(1n, { limit: 0n, weight: 0n })).toBeUndefined();
  });
});

describe('prices that an endpoint made up', () => {
  it.each(Object.keys(rows))('are refused without %s', (key) => {
    const { [key as keyof typeof rows]: _, ...rest } = rows;
    expect(() => readParameters(new Map(Object.entries(rest)))).toThrow('a parameter of the chain is missing');
  });

  it.each([
    ['getTransactionFee', 5_001n],
    ['getTransactionFee', 0n],
    ['getTransactionFee', -1n],
    ['getCreateNewAccountFeeInSystemContract', 5_000_001n],
    ['getCreateAccountFee', 500_001n],
    ['getCreateNewAccountBandwidthRate', 11n],
    ['getEnergyFee', 2_101n],
    ['getEnergyFee', 0n],
    ['getMaxFeeLimit', 75_000_000_001n],
    ['getMemoFee', 5_000_001n],
    ['getMemoFee', -1n],
  ])('are refused: %s = %i', (key, value) => {
    expect(() => parametersWith({ [key]: value })).toThrow('its prices are absurd');
  });
});
