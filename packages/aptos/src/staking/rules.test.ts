import { seed, turns } from '@isochain/dial';
import { describe, expect, it } from 'vitest';
import {
  feeReference,
  heldBack,
  isBelowMinimum,
  isPossible,
  leastStake,
  minimumStake,
  movable,
  withdrawable,
  withdrawableInCycle,
} from './rules.ts';

const apt = 100_000_000n;

describe('what unlock and reactivate_stake move', () => {
  const table: readonly [what: string, source: bigint, target: bigint, amount: bigint, possible: readonly bigint[]][] =
    [
      // The source keeps enough, and the target gets enough: shares are rounded (aptos-labs/aptos-core, issue 15973).
      ['a part of a large stake', 100n * apt, 0n, 11n * apt, [11n * apt - 1n, 11n * apt]],
      ['a part below 10 APT', 100n * apt, 0n, 1n * apt, [10n * apt, 10n * apt + 1n]],
      ['a part below 10 APT of less than 20 APT', 19n * apt, 0n, 1n * apt, [19n * apt, 19n * apt + 1n]],
      ['a part that leaves less than 10 APT', 15n * apt, 30n * apt, 6n * apt, [15n * apt, 15n * apt + 1n]],
      ['a part beside what is unlocking already', 100n * apt, 10n * apt, 1n * apt, [1n * apt - 1n, 1n * apt]],
      ['all', 25n * apt, 0n, 25n * apt, [25n * apt, 25n * apt + 1n]],
      // Both bounds are uncertain by one octa.
      ['10 of exactly 20 APT', 20n * apt, 0n, 10n * apt, [10n * apt - 1n, 10n * apt, 20n * apt, 20n * apt + 1n]],
      ['10 of 20 APT and a little', 20n * apt + 2n, 0n, 10n * apt, [10n * apt, 10n * apt + 1n]],
    ];
  it.each(table)('%s', (_, source, target, amount, possible) => {
    const found = movable({ source, target, amount });
    for (const each of possible) expect(isPossible(each, found), `${each} of ${found}`).toBe(true);
    // Nothing is far from what is expected.
    for (const each of found) expect(isPossible(each, possible), `${each} of ${possible}`).toBe(true);
  });

  it('moves nothing that is not there', () => {
    expect(movable({ source: 0n, target: 0n, amount: apt })).toEqual([0n]);
  });
});

describe('what withdraw pays', () => {
  it('pays what is asked for, and no more than there is', () => {
    expect(withdrawable({ source: 12n * apt, amount: 5n * apt })).toEqual([5n * apt - 1n, 5n * apt]);
    expect(withdrawable({ source: 12n * apt, amount: 12n * apt })).toContain(12n * apt);
    expect(withdrawable({ source: 12n * apt, amount: 99n * apt })).toEqual([12n * apt, 12n * apt + 1n]);
  });

  it('pays all of the current cycle if less than the minimum would be left', () => {
    expect(withdrawableInCycle({ source: 12n * apt, amount: 5n * apt })).toEqual([12n * apt, 12n * apt + 1n]);
    expect(withdrawableInCycle({ source: 30n * apt, amount: 5n * apt })).toEqual([5n * apt - 1n, 5n * apt]);
  });
});

describe('what is held back of a new stake', () => {
  /** What a pool holds back by `get_add_stake_fee`, with the reward rate of an epoch as a fraction. */
  const chainFee = (amount: bigint, rate: bigint, per: bigint, kept: bigint) => {
    const part = rate * (10_000n - kept);
    return (amount * part) / (part + per * 10_000n);
  };

  it.each([
    // About what is held back of 11 APT in aptos-labs/aptos-core, issue 18994.
    [11n * apt, 11_501n, 10n ** 9n, 0n],
    [11n * apt, 11_501n, 10n ** 9n, 900n],
    [1n, 6n, 10n ** 6n, 2_285n],
    [123_456_789_012_345n, 5_942n, 10n ** 9n, 0n],
    [10n * apt, 11_501n, 10n ** 9n, 10_000n],
  ])('follows from the answer for another amount: %s', (amount, rate, per, kept) => {
    const { least, most } = heldBack(amount, chainFee(feeReference, rate, per, kept));
    const fee = chainFee(amount, rate, per, kept);
    expect(fee >= least && fee <= most).toBe(true);
    expect(most - least <= 1n).toBe(true);
  });

  it('says the least stake that surely passes, and it is no more than that', () => {
    for (const rate of [0n, 6n, 11_501n, 100_000n]) {
      const reference = chainFee(feeReference, rate, 10n ** 9n, 900n);
      for (const active of [0n, 4n * apt, 10n * apt - 1n]) {
        const least = leastStake(active, reference);
        const after = (amount: bigint) => active + amount - chainFee(amount, rate, 10n ** 9n, 900n) - 1n;
        expect(after(least) >= minimumStake).toBe(true);
        expect(after(least - 2n) < minimumStake).toBe(true);
        expect(isBelowMinimum(least, active, reference)).toBe(false);
        expect(isBelowMinimum(least - 5n, active, reference)).toBe(true);
      }
    }
    expect(leastStake(10n * apt, 10n ** 12n)).toBe(1n);
  });

  it('refuses 10 APT where something is held back, and takes them where nothing is', () => {
    expect(isBelowMinimum(10n * apt, 0n, 10n ** 12n)).toBe(true);
    expect(isBelowMinimum(10n * apt, 0n, 0n)).toBe(false);
    expect(isBelowMinimum(10n * apt - 1n, 0n, 0n)).toBe(true);
    expect(isBelowMinimum(4n * apt - 1n, 6n * apt, 0n)).toBe(false);
    expect(isBelowMinimum(4n * apt - 2n, 6n * apt, 0n)).toBe(true);
  });
});

// A second model of the pool, with shares, by the words of the framework's documentation. It shares nothing with the rules.

/** Shares of a sum of coins. */
class Fund {
  coins: bigint;
  total: bigint;
  own: bigint;

  constructor(coins: bigint, total: bigint, own: bigint) {
    [this.coins, this.total, this.own] = [coins, total, own];
  }

  worthOf(shares: bigint): bigint {
    return this.total === 0n ? 0n : (shares * this.coins) / this.total;
  }

  get balance(): bigint {
    return this.worthOf(this.own);
  }

  sharesFor(amount: bigint): bigint {
    if (amount >= this.balance) return this.own;
    return (amount * this.total) / this.coins;
  }

  take(amount: bigint): bigint {
    const shares = this.sharesFor(amount);
    const coins = this.worthOf(shares);
    this.coins -= coins;
    this.total -= shares;
    this.own -= shares;
    return coins;
  }
}

function modelled(from: Fund, to: Fund, asked: bigint): bigint {
  let amount = asked;
  if (to.balance + from.worthOf(from.sharesFor(amount)) < 10n * apt) amount = 10n * apt - to.balance + 1n;
  if (from.balance - from.worthOf(from.sharesFor(amount)) < 10n * apt) amount = from.balance;
  return from.take(amount);
}

/** Numbers that look random and are the same for a seed (mulberry32). */
function randomBelow(start: number): (limit: bigint) => bigint {
  let state = start;
  const word = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return BigInt((t ^ (t >>> 14)) >>> 0);
  };
  return (limit) => ((word() << 64n) | (word() << 32n) | word()) % limit;
}

describe('the rules beside a model with shares', () => {
  const random = randomBelow(seed);
  const cases = turns(20_000);

  /** A fund in which the account has about so much. */
  function fundOf(balance: bigint): Fund {
    const total = (random(10n ** 14n) + balance + 1n) * 10n ** 16n;
    // A share is worth more the older the pool is.
    const coins = ((total / 10n ** 16n) * (1_000n + random(900n))) / 1_000n + random(1_000n);
    return new Fund(coins, total, balance === 0n ? 0n : (balance * total) / coins + random(2n) * (total / coins / 2n));
  }

  /** Balances near the bounds are more interesting than others. */
  const amountNear = () => {
    const near = [10n * apt, 20n * apt, 30n * apt, random(500n * apt)][Number(random(4n))] ?? 0n;
    const moved = near + random(7n) - 3n;
    return moved > 0n ? moved : 1n;
  };

  it(`contain what the model moves, in ${cases} cases`, () => {
    let adjusted = 0;
    for (let run = 0; run < cases; run += 1) {
      const [source, target] = [fundOf(amountNear()), fundOf(random(3n) === 0n ? amountNear() : 0n)];
      // What views answer, which may be one octa less than what counts.
      const seen = { source: source.balance - random(2n), target: target.balance };
      const amount = [amountNear(), random(source.balance + 1n) + 1n, source.balance][Number(random(3n))] ?? 1n;
      if (source.balance < 10n * apt || seen.source === 0n || amount === 0n || amount > seen.source) continue;
      const possible = movable({ ...seen, amount });
      const moved = modelled(source, target, amount);
      expect(possible, `${seen.source} ${seen.target} ${amount}`).toContain(moved);
      if (moved !== amount) adjusted += 1;
    }
    expect(adjusted).toBeGreaterThan(cases / 20);
  });
});
