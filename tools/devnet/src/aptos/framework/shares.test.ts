import { expect, it } from 'vitest';
import { toAddress } from '../address.ts';
import { buyIn, coinsOf, noShares, redeem, sharesOf, sharesToRedeem } from './shares.ts';

const [a, b] = [toAddress('0xa11ce'), toAddress('0xb0b')];
const scale = 10n ** 16n;

it('gives the numbers that the documentation of the module has', () => {
  // aptos-labs/aptos-core, aptos-stdlib/sources/pool_u64_unbound.move: the example at its top. Delegation pools multiply shares by 10^16.
  const pool = noShares();
  buyIn(pool, a, 1_000n);
  expect(sharesOf(pool, a)).toBe(1_000n * scale);
  pool.coins = 2_000n;
  buyIn(pool, b, 1_000n);
  expect(sharesOf(pool, b)).toBe(500n * scale);
  expect([pool.coins, pool.total]).toEqual([3_000n, 1_500n * scale]);
  pool.coins = 6_000n;
  expect(redeem(pool, a, 500n * scale)).toBe(2_000n);
  expect([pool.coins, pool.total]).toEqual([4_000n, 1_000n * scale]);
});

it('rounds down, so that up to a coin less comes out', () => {
  const pool = noShares();
  buyIn(pool, a, 3_000_000_000n);
  pool.coins = 3_100_000_001n;
  buyIn(pool, b, 1_100_000_000n);
  // The same happens on the chain: aptos-labs/aptos-core, issue 15973.
  const shares = sharesToRedeem(pool, b, 1_050_000_000n);
  const out = redeem(pool, b, shares);
  expect(1_050_000_000n - out).toBeGreaterThanOrEqual(0n);
  expect(1_050_000_000n - out).toBeLessThanOrEqual(1n);
  // All that is left, without a remainder of shares.
  redeem(pool, b, sharesToRedeem(pool, b, 10n ** 18n));
  expect([sharesOf(pool, b), coinsOf(pool, b), pool.of.has(b)]).toEqual([0n, 0n, false]);
});
