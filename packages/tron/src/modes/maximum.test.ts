import { turns } from '@isochain/dial';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contracts, rawOf } from '../../test/made.ts';
import { bandwidthSize, rawDataBytes } from '../bytes/raw-data.ts';
import { type AccountResources, baseFee } from '../fees/fees.ts';
import { readParameters } from '../fees/parameters.ts';
import { highestAmount } from './maximum.ts';

/** The main network in 2026 (tronprotocol/documentation-en, mechanism-algorithm/resource). */
const parameters = readParameters(
  new Map(
    Object.entries({
      getTransactionFee: 1_000n,
      getCreateNewAccountFeeInSystemContract: 1_000_000n,
      getCreateAccountFee: 100_000n,
      getCreateNewAccountBandwidthRate: 1n,
      getEnergyFee: 100n,
      getMaxFeeLimit: 15_000_000_000n,
      getMemoFee: 1_000_000n,
      getUnfreezeDelayDays: 14n,
    }),
  ),
);

const nothing: AccountResources = { stakedBandwidth: 0n, freeBandwidth: 0n, energy: 0n };

interface Circumstances {
  readonly resources?: AccountResources;
  readonly activates?: boolean;
  readonly memo?: string | undefined;
}

/** The fees of a transfer, from its bytes. */
function feesOf({ resources = nothing, activates = false, memo }: Circumstances = {}) {
  const hasMemo = memo !== undefined;
  return (amount: bigint) => {
    const size = bandwidthSize(rawDataBytes(rawOf({ ...contracts.transfer, amount }, { memo })));
    return baseFee({ size, activates, hasMemo }, resources, parameters);
  };
}

/** The answer, by trying each amount from the balance down. No transfer costs less than 260,000 sun here. */
function byTrying(balance: bigint, fees: (amount: bigint) => bigint): bigint {
  let amount = balance - 260_000n;
  while (amount + fees(amount) > balance) amount--;
  return amount;
}

describe('the highest amount', () => {
  it('leaves what the fees take', () => {
    // 269 bytes for five bytes of amount, 268 for four.
    expect(highestAmount(1_000_000_000n, feesOf())).toBe(1_000_000_000n - 269_000n);
    expect(highestAmount(100_000_000n, feesOf())).toBe(100_000_000n - 268_000n);
    expect(highestAmount(1_000_000_000n, feesOf({ activates: true }))).toBe(1_000_000_000n - 1_100_000n);
    const free = { ...nothing, freeBandwidth: 600n };
    expect(highestAmount(1_000_000_000n, feesOf({ resources: free }))).toBe(1_000_000_000n);
    expect(highestAmount(1_000_000_000n, feesOf({ resources: free, activates: true }))).toBe(
      1_000_000_000n - 1_100_000n,
    );
    const staked = { ...nothing, stakedBandwidth: 600n };
    expect(highestAmount(1_000_000_000n, feesOf({ resources: staked, activates: true }))).toBe(999_000_000n);
    expect(highestAmount(1_000_000_000n, feesOf({ resources: staked, memo: 'x' }))).toBe(999_000_000n);
  });

  // An amount that is one byte longer costs 1,000 sun more. Rounds of "amount, fees, amount" never end there.
  const borders = [28n, 35n, 42n, 49n, 56n].map((bits) => 2n ** bits);

  it.each(borders)('does not grow into the next length at %i', (border) => {
    const fees = feesOf();
    const below = fees(border - 1n);
    expect(fees(border) - below).toBe(1_000n);
    // From here on the border itself can be paid for.
    const enough = border + fees(border);
    expect(highestAmount(border - 1n + below - 1n, fees)).toBe(border - 2n);
    for (const balance of [border - 1n + below, border + below, enough - 1n]) {
      expect([balance, highestAmount(balance, fees)]).toEqual([balance, border - 1n]);
    }
    expect(highestAmount(enough, fees)).toBe(border);
    expect(highestAmount(enough + 1n, fees)).toBe(border + 1n);
  });

  it.each(borders)('is what trying each amount finds, around %i', (border) => {
    const fees = feesOf();
    for (let more = -700n; more <= 1_700n; more += 97n) {
      const balance = border + fees(border) + more;
      // Fees are known by the length. So few amounts below the border are tried.
      const known = new Map([border - 1n, border].map((amount) => [amount < border, fees(amount)]));
      const quick = (amount: bigint) => known.get(amount < border) as bigint;
      expect([balance, highestAmount(balance, fees)]).toEqual([balance, byTrying(balance, quick)]);
    }
  });

  it('is the border where a longer amount needs more than the free bandwidth', () => {
    // Free for four bytes of amount, and dear for five.
    const fees = feesOf({ resources: { ...nothing, freeBandwidth: 268n } });
    expect([fees(2n ** 28n - 1n), fees(2n ** 28n)]).toEqual([0n, 269_000n]);
    expect(highestAmount(2n ** 28n + 268_999n, fees)).toBe(2n ** 28n - 1n);
    expect(highestAmount(2n ** 28n + 269_000n, fees)).toBe(2n ** 28n);
    expect(highestAmount(5n, fees)).toBe(5n);
  });

  it('is nothing if the fees take everything', () => {
    for (const balance of [0n, 1n, 264_999n, 265_000n]) expect(highestAmount(balance, feesOf())).toBe(0n);
    expect(highestAmount(265_001n, feesOf())).toBe(1n);
    expect(highestAmount(1_100_000n, feesOf({ activates: true }))).toBe(0n);
    expect(highestAmount(1_100_001n, feesOf({ activates: true }))).toBe(1n);
  });

  it('is no more than a transaction can say', () => {
    expect(highestAmount(2n ** 64n, feesOf())).toBe(2n ** 63n - 1n);
  });

  it('can be paid for, and one sun more cannot', () => {
    const circumstances = fc.record({
      resources: fc.record({
        stakedBandwidth: fc.bigInt(0n, 400n),
        freeBandwidth: fc.bigInt(0n, 600n),
        energy: fc.constant(0n),
      }),
      activates: fc.boolean(),
      memo: fc.constantFrom(undefined, 'x', 'x'.repeat(130)),
    });
    const balances = fc.oneof(fc.bigInt(0n, 10_000_000n), fc.bigInt(0n, 2n ** 62n));
    fc.assert(
      fc.property(circumstances, balances, (given, balance) => {
        const fees = feesOf(given);
        const amount = highestAmount(balance, fees);
        if (amount > 0n) expect(amount + fees(amount)).toBeLessThanOrEqual(balance);
        expect(amount + 1n + fees(amount + 1n)).toBeGreaterThan(balance);
      }),
      { numRuns: turns(500) },
    );
  });
});
