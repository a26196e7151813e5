import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { transactions } from '../../test/fixtures.ts';
import { highestFee } from '../bytes/transaction.ts';
import { contextOf } from '../context.ts';
import { boundsOf, ceilingProblems, type Estimate, leastL2GasPrice, mostL2Gas, type Prices } from './bounds.ts';
import { ceilingsOf } from './ceilings.ts';

const free: Estimate = {
  l1Gas: 0n,
  l1GasPrice: 0n,
  l2Gas: 0n,
  l2GasPrice: 0n,
  l1DataGas: 0n,
  l1DataGasPrice: 0n,
};

const u64 = fc.bigInt(0n, 2n ** 64n - 1n);
const u128 = fc.bigInt(0n, 2n ** 128n - 1n);
const prices = { l1GasPrice: u128, l2GasPrice: u128, l1DataGasPrice: u128 };
const anyEstimate: fc.Arbitrary<Estimate> = fc.record({ l1Gas: u64, l2Gas: u64, l1DataGas: u64, ...prices });
const anyPrices: fc.Arbitrary<Prices> = fc.record(prices);

describe('bounds', () => {
  // Sepolia, block 5508517: a wallet estimated 982,400 gas without validation and 224 of data, at the lowest price. NethermindEth/juno,
  // clients/feeder/testdata/sepolia/block/5508517.json: it used 1,128,000 and 224.
  describe('of a transfer on the public chain', () => {
    const [facts] = transactions;
    const estimate = { ...free, l2Gas: 982_400n, l2GasPrice: leastL2GasPrice, l1DataGas: 224n };

    it('have the amount and the price of layer 2 that the wallet had', () => {
      const { l2_gas } = boundsOf(estimate, free, 0n);
      expect([l2_gas.maxAmount, l2_gas.maxPricePerUnit]).toEqual(facts?.l2Gas);
      expect(facts?.l2Gas).toEqual([0x167c40n, 0x2cb417800n]);
    });

    it('have twice the data, where the wallet had one and a half times as much', () => {
      expect(facts?.l1DataGas?.[0]).toBe((224n * 3n) / 2n);
      expect(boundsOf(estimate, free, 0n).l1_data_gas.maxAmount).toBe(448n);
    });

    it('hold what it used, with room for what validation costs', () => {
      expect(boundsOf(estimate, free, 200_000n).l2_gas.maxAmount).toBe(1_773_600n);
      expect(boundsOf(estimate, free, 200_000n).l2_gas.maxAmount).toBeGreaterThan(1_128_000n);
    });
  });

  // hyperlane-xyz/hyperlane-monorepo#8386: 1.545 times the estimate was needed once.
  it('hold data gas that grew by half and a little more', () => {
    expect(boundsOf({ ...free, l1DataGas: 1_000n }, free, 0n).l1_data_gas.maxAmount).toBeGreaterThan(1_545n);
  });

  it.each([
    [0n, 0n],
    [1n, 2n],
    [2n, 3n],
    [3n, 5n],
    [982_401n, 1_473_602n],
  ])('of %i are %i: one and a half times as much, rounded up', (estimated, bound) => {
    const bounds = boundsOf({ ...free, l1Gas: estimated, l2Gas: estimated, l1GasPrice: estimated }, free, 0n);
    expect(bounds.l1_gas).toEqual({ maxAmount: bound, maxPricePerUnit: bound });
    expect(bounds.l2_gas.maxAmount).toBe(bound);
    expect(boundsOf({ ...free, l1DataGasPrice: estimated }, free, 0n).l1_data_gas.maxPricePerUnit).toBe(bound);
  });

  it('have a price of 12 * 10^9 FRI for layer 2 at least: local chains ask for less than the public ones take', () => {
    for (const price of [0n, 1n, 10n ** 9n, leastL2GasPrice])
      expect(boundsOf({ ...free, l2GasPrice: price }, free, 0n).l2_gas.maxPricePerUnit).toBe(12_000_000_000n);
    expect(boundsOf({ ...free, l2GasPrice: leastL2GasPrice + 1n }, free, 0n).l2_gas.maxPricePerUnit).toBe(
      12_000_000_002n,
    );
  });

  it.each(['l1GasPrice', 'l2GasPrice', 'l1DataGasPrice'] as const)('follow the higher %s', (name) => {
    const boundOf = (estimated: bigint, latest: bigint) => {
      const bounds = boundsOf({ ...free, [name]: estimated }, { ...free, [name]: latest }, 0n);
      const resource = { l1GasPrice: 'l1_gas', l2GasPrice: 'l2_gas', l1DataGasPrice: 'l1_data_gas' } as const;
      return bounds[resource[name]].maxPricePerUnit;
    };
    expect([boundOf(10n ** 12n, 1n), boundOf(1n, 10n ** 12n), boundOf(10n ** 12n, 10n ** 12n)]).toEqual(
      Array(3).fill(15n * 10n ** 11n),
    );
  });

  it('are never below what was estimated, nor below the latest block', () => {
    fc.assert(
      fc.property(anyEstimate, anyPrices, fc.bigInt(0n, 10n ** 6n), (estimate, latest, surcharge) => {
        const { l1_gas, l2_gas, l1_data_gas } = boundsOf(estimate, latest, surcharge);
        // In whole numbers: twice the bound is at least three times the estimate, and less than that and two.
        const isHalfMore = (bound: bigint, value: bigint) => 2n * bound >= 3n * value && 2n * bound < 3n * value + 2n;
        expect(isHalfMore(l1_gas.maxAmount, estimate.l1Gas)).toBe(true);
        expect(isHalfMore(l2_gas.maxAmount, estimate.l2Gas + surcharge)).toBe(true);
        expect(l1_data_gas.maxAmount).toBe(2n * estimate.l1DataGas);
        for (const from of [estimate, latest]) {
          expect(2n * l1_gas.maxPricePerUnit >= 3n * from.l1GasPrice).toBe(true);
          expect(2n * l2_gas.maxPricePerUnit >= 3n * from.l2GasPrice).toBe(true);
          expect(2n * l1_data_gas.maxPricePerUnit >= 3n * from.l1DataGasPrice).toBe(true);
        }
        expect(l2_gas.maxPricePerUnit >= 12_000_000_000n).toBe(true);
      }),
    );
  });

  it('pay for more than the node estimates as the whole fee', () => {
    fc.assert(
      fc.property(anyEstimate, anyPrices, u64, (estimate, latest, tip) => {
        const { l1Gas, l1GasPrice, l2Gas, l2GasPrice, l1DataGas, l1DataGasPrice } = estimate;
        const overall = l1Gas * l1GasPrice + l2Gas * (l2GasPrice + tip) + l1DataGas * l1DataGasPrice;
        expect(highestFee({ bounds: boundsOf(estimate, latest, 0n), tip }) >= overall).toBe(true);
      }),
    );
  });
});

describe('the highest fee', () => {
  it('is the sum of all bounds, with the tip for gas of layer 2 alone', () => {
    const bounds = {
      l1_gas: { maxAmount: 3n, maxPricePerUnit: 5n },
      l2_gas: { maxAmount: 7n, maxPricePerUnit: 11n },
      l1_data_gas: { maxAmount: 13n, maxPricePerUnit: 17n },
    };
    expect(highestFee({ bounds, tip: 0n })).toBe(3n * 5n + 7n * 11n + 13n * 17n);
    expect(highestFee({ bounds, tip: 19n })).toBe(3n * 5n + 7n * (11n + 19n) + 13n * 17n);
  });

  // Sepolia, block 5508517: both paid less than their bounds, and the second one a tip. The fees that the chain took are recorded there.
  it.each([
    ['0x6d5fcc07ef75762f3a2856afd0422042fb43c24fbbe512880375184fda9afc0', 9_511_422_307_069_824n],
    ['0x64b6b60c55e6ba4562e6e479d2023158e0c1ba6e73b1c122a5c6deb93c9dc1', 6_842_969_532_611_328n],
  ])('of %s was more than it paid', (hash, paid) => {
    const facts = transactions.find((each) => each.hash === BigInt(hash));
    if (facts?.l1DataGas === undefined) throw new Error('no facts');
    const bound = ([maxAmount, maxPricePerUnit]: readonly [bigint, bigint]) => ({ maxAmount, maxPricePerUnit });
    const bounds = { l1_gas: bound(facts.l1Gas), l2_gas: bound(facts.l2Gas), l1_data_gas: bound(facts.l1DataGas) };
    expect(highestFee({ bounds, tip: facts.tip }) > paid).toBe(true);
  });
});

describe('ceilings', () => {
  const context = contextOf('starknet');
  const bound = (maxAmount: bigint, maxPricePerUnit: bigint) => ({ maxAmount, maxPricePerUnit });
  const normal = {
    l1_gas: bound(0n, 10n ** 15n),
    l2_gas: bound(1_473_600n, 12n * 10n ** 9n),
    l1_data_gas: bound(448n, 10n ** 12n),
  };
  const problemOf = (changes: Partial<typeof normal>, tip = 0n, of = context) =>
    ceilingProblems(of, { ...normal, ...changes }, tip).map((found) => [
      found.code,
      found.code === 'fee.aboveCeiling' ? found.context?.what : undefined,
    ])[0];

  it('are far above what transfers cost', () => {
    expect(ceilingProblems(context, normal, 0n)).toEqual([]);
  });

  it('of price: gas of layer 2, with its tip', () => {
    const highest = 8n * 10n ** 12n;
    const asked = (price: bigint, tip = 0n) => problemOf({ l2_gas: bound(1n, price) }, tip);
    expect(asked(highest)).toBeUndefined();
    expect(asked(highest + 1n)).toEqual(['fee.aboveCeiling', 'price for gas of layer 2']);
    expect(asked(highest, 1n)).toEqual(['fee.aboveCeiling', 'price for gas of layer 2']);
    expect(asked(1n, 2n ** 64n)).toEqual(['fee.aboveCeiling', 'price for gas of layer 2']);
  });

  it.each(['l1_gas', 'l1_data_gas'] as const)('of price: %s', (name) => {
    expect(problemOf({ [name]: bound(1n, 10n ** 18n) })).toBeUndefined();
    expect(problemOf({ [name]: bound(0n, 10n ** 18n + 1n) })).toEqual(['fee.aboveCeiling', 'price for gas of layer 1']);
  });

  it('of gas: what sequencers take, and 64 bits', () => {
    expect(problemOf({ l2_gas: bound(mostL2Gas, 1n) })).toBeUndefined();
    expect(problemOf({ l2_gas: bound(mostL2Gas + 1n, 1n) })).toEqual(['fee.aboveCeiling', 'gas limit']);
    for (const name of ['l1_gas', 'l1_data_gas'] as const) {
      expect(problemOf({ [name]: bound(2n ** 64n - 1n, 1n) })).toBeUndefined();
      expect(problemOf({ [name]: bound(2n ** 64n, 1n) })).toEqual(['fee.aboveCeiling', 'gas limit of layer 1']);
    }
  });

  it('of the sum: 100 STRK', () => {
    const price = 10n ** 18n;
    expect(problemOf({ l1_gas: bound(99n, price) })).toBeUndefined();
    expect(problemOf({ l1_gas: bound(100n, price) })).toEqual(['fee.aboveCeiling', 'sum of fees']);
  });

  it('say the number, and name the field', () => {
    const [problem] = ceilingProblems(context, { ...normal, l1_gas: bound(100n, 10n ** 18n) }, 0n);
    expect(problem?.field).toBe('transaction.data.fees');
    expect(problem?.message).toContain('100 STRK');
  });

  it('are the operator’s, each by itself', () => {
    const usual = { l2GasPrice: 8n * 10n ** 12n, l1GasPrice: 10n ** 18n, fee: 100n * 10n ** 18n };
    expect(ceilingsOf()).toEqual(usual);
    expect(ceilingsOf({})).toEqual(usual);
    for (const name of ['l2GasPrice', 'l1GasPrice', 'fee'] as const)
      expect(ceilingsOf({ [name]: '5' })).toEqual({ ...usual, [name]: 5n });
    const strict = contextOf('starknet', { ceilings: { fee: '1' } });
    expect(problemOf({}, 0n, strict)).toEqual(['fee.aboveCeiling', 'sum of fees']);
  });
});
